"""Subjects: what Discord is told about. Outbox rows, messages and claims refer to a subject by its number; numbers of all kinds
are of one series.
"""

from typing import Protocol

import msgspec

from tables.model.table_info import DIRECT, Place

TABLE, TOURNAMENT, SEASON, WISHES, DAY, NIGHT, LEAGUE, DIGEST, WEEK = (
    "table",
    "tournament",
    "season",
    "wishes",
    "day",
    "night",
    "league",
    "digest",
    "week",
)
"""The kinds, as stored."""


class Subject(Protocol):
    """What must be known of a subject to tell something about it: `TableInfo`, `Tournament`, `SeasonSubject`,
    `DaySubject`, `WeekSubject`, `WishList`, `Night`, `League` and `DigestSubject` have it.
    """

    @property
    def id(self) -> int: ...

    @property
    def place(self) -> Place: ...

    @property
    def home(self) -> int | None:
        """The channel in which its thread was opened; None: it has none."""

    @property
    def language(self) -> str:
        """The language in which it is told where its server has chosen none."""

    @property
    def version(self) -> int:
        """Rises with each change."""

    @property
    def host(self) -> int | None:
        """The person who may have it repaired, as whoever looks after its server may; None: nobody else may."""

    @property
    def for_moderators(self) -> bool:
        """Whether who looks after its server may name it without seeing its channel."""

    def concerns(self, user: int) -> bool:
        """Returns whether a person may name it wherever they are; others must see its channel."""


class Unowned(msgspec.Struct, frozen=True):
    """What a subject has that nobody has opened."""

    @property
    def home(self) -> None:
        """It has no thread."""
        return

    @property
    def host(self) -> None:
        """Nobody has opened it."""
        return

    @property
    def for_moderators(self) -> bool:
        """The channel may be gone since."""
        return True


class SeasonSubject(Unowned, frozen=True, kw_only=True):
    """The seasons of a server, whose leaderboards are posted in a channel."""

    id: int
    place: Place
    language: str
    version: int

    def concerns(self, user: int) -> bool:  # noqa: ARG002 - nobody takes part
        """Returns False: only who sees the channel may name them."""
        return False


class DaySubject(SeasonSubject, frozen=True, kw_only=True):
    """The castles of the day of a server, of which a card in a channel tells."""


class WeekSubject(SeasonSubject, frozen=True, kw_only=True):
    """The weekly posts of a server."""


class DigestSubject(Unowned, frozen=True, kw_only=True):
    """The daily message of a person."""

    id: int
    user: int
    place: Place = Place(DIRECT, 0)
    """Where the next one mentions them, if it is not sent directly."""
    language: str = "en"
    version: int = 0

    def concerns(self, user: int) -> bool:
        """Returns whether it is this person's."""
        return user == self.user
