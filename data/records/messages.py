"""Rows of messages: what was posted, is being posted, and is to be removed."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from data.records.people import PersonRow

BOARDS = ("board", "final")
"""The kinds of rows that show a new board of a table."""

FLAG = "direct.flag"
"""Key of an installation value: Unix seconds until which Discord flags the bot as spam, or ""."""


class Shows(msgspec.Struct, frozen=True, kw_only=True):
    """What a message shows; each kind of message uses different fields."""

    turn: int | None = None
    """Boards, hands, ends and mentions: the turn shown; None: the message is outdated and due again."""
    stage: int | None = None
    """Temporary displays: the stage they belong to."""
    line: int | None = None
    """Scenes: the journal line of the move."""
    scene: int | None = None
    """Scenes: the index among the move's scenes."""
    request: int | None = None
    """Requests to take back: their `TakebackRequest.id`."""
    seat: int | None = None
    """Boards: the only seat asked first in the turn; `SEVERAL` if there were several; None: only computer players."""


class Posted(msgspec.Struct, frozen=True):
    """Where a message of ours is, and what it shows."""

    channel: int
    message: int
    """0: no message of its own (for example, a note that somebody was mentioned)."""
    shows: Shows = Shows()


class BegunPost(msgspec.Struct, frozen=True, kw_only=True):
    """A post that has been started: a message of this kind may be in the channel without being recorded."""

    subject: int
    kind: str
    user: int = 0
    """The person it is for; 0: everybody."""
    channel: int
    nonce: str
    """Sent with the post, so that Discord posts it only once however often it is tried."""
    shows: Shows


class RetiredMessage(msgspec.Struct, frozen=True):
    """A message that another has replaced."""

    channel: int
    message: int
    remove: bool
    """Whether to delete the message, not only its buttons."""
    turn: int | None = None
    """For a board, the turn it showed (0: not known), whose end it now shows; None: not a board."""


class Noted(msgspec.Struct, frozen=True):
    """Everything noted of a subject's messages at one time, and of the people who get them."""

    standing: dict[tuple[str, int], Posted]
    """By kind and user (0: not personal)."""
    begun: list[BegunPost]
    """Posts whose outcome is not known."""
    retired: list[RetiredMessage]
    """Retired messages still to be cleaned up, oldest first."""
    people: dict[int, PersonRow | None] = {}
    """The preferences of the people at the table; None: none are stored."""
    muted: Collection[int] = ()
    """People who have muted the table."""
    language: str | None = None
    """The language chosen for the table's server."""
    version: int | None = None
    """The version of the table."""
    newest: int = 0
    """The highest serial of the subject's outbox rows: everything here was read together with it."""
    flag: str | None = None
    """The installation value under `FLAG`."""
    notes: dict[int, str] = {}
    """What people have written down for themselves at the table, by person."""

    def get(self, kind: str, user: int = 0) -> Posted | None:
        """Returns the message of this kind (and for this person), if there is one."""
        return self.standing.get((kind, user))


class Pressed(msgspec.Struct, frozen=True):
    """What is read of a press first."""

    person: PersonRow | None
    """None: nothing is known of the person."""
    version: int | None
    """The version of the table that the press names."""
    board: Posted | None
    """Where the board of that table is."""
    notes: str = ""
    """What the person has written down there."""
