"""Rows about people."""

from __future__ import annotations

import msgspec


class PersonFields(msgspec.Struct, frozen=True, kw_only=True):
    """A person's settings for messages that are stored in plain columns."""

    language: str | None = None
    """None: Discord's locale decides."""
    dm: bool | None = None
    """Whether hands, invitations and reminders are sent as direct messages; None: the person has not chosen."""
    private: bool = True
    """Whether "My hand" answers with a second, private copy of the hand."""
    dm_closed: bool = False
    """Discord has refused a direct message."""
    dm_refused: float = 0.0
    """When Discord last refused one."""
    dm_channel: int | None = None
    """The direct-message channel with the person, if known."""
    dm_opened: float = 0.0
    """When a direct-message channel was last opened."""
    mention_end: bool = True
    """Whether to mention the person when a game of theirs ends."""
    display: str = "picture"
    """What messages that only this person sees show."""
    theme: str | None = None
    """The theme of the pictures in those messages, one of `data.themes.THEMES`; None: the table's."""
    shape: str | None = None
    """The layout of those pictures, one of `data.shapes.SHAPES`; None: the table's."""
    hidden: bool = False
    """Left out of leaderboards, and without a profile for others."""
    colours: str = ""
    """The colours that the person likes to play in, between spaces: one of each choice that games offer, the latest first."""
    untold: int | None = None
    """The server whose exclusion the person has not been told about yet."""


class PersonRow(PersonFields, frozen=True, kw_only=True):
    """A person's preferences; `tables.model.people.Preferences` explains the fields that are JSON here."""

    plan: str = "{}"
    """JSON."""
    lessons: str = "{}"
    """JSON."""


class SubscriberRow(msgspec.Struct, frozen=True):
    """A person who is notified of new tables of a game in a server."""

    user: int
    told: float
    """When they were last notified, of any table."""


class AnswerRow(msgspec.Struct, frozen=True):
    """A press whose private answer is still awaited."""

    interaction: int
    token: str
    """With this token, the press can be answered for a quarter of an hour."""
    language: str
    at: float


class LedgerRow(msgspec.Struct, frozen=True):
    """One entry of the ledger."""

    user: int
    """The person who acted."""
    kind: str
    """A kind of `tables.rules.ledger`."""
    other: int = 0
    """The person addressed; 0: nobody in particular."""
    place: int = 0
    """The table, channel or server it belongs to, depending on the kind; 0: the table stored with it."""
    at: float = 0.0


class CrestRow(msgspec.Struct, frozen=True):
    """An achievement of a person in a game that counts, or in one against computer players only."""

    guild: int
    user: int
    game: str
    crest: str
    """The game's key for it."""
    table_id: int
    at: float


class PageKeyRow(msgspec.Struct, frozen=True):
    """A key to the page on which a person plays at a table."""

    digest: str
    """SHA-256 (hex) of the key."""
    user: int
    table_id: int
    once: bool
    """Whether it is a link's key, which opens a session once; else it is a session's."""
    at: float
    until: float
    """When it ends."""
