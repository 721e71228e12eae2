"""Rows of the castle of the day and of challenges."""

from __future__ import annotations

import msgspec


class DayRow(msgspec.Struct, frozen=True):
    """The castle of a day: one title and deal for everybody."""

    day: str
    """In UTC, like `2026-11-28`."""
    game: str
    seed: str
    """In hex; secret until the day is over."""


class DealTryRow(msgspec.Struct, frozen=True, kw_only=True):
    """A person's first try of a deal that others play too, the only one that counts."""

    deal: str
    """The day of a castle, or the code of a challenge."""
    user: int
    guild: int
    """The server in which they asked for it; 0: none."""
    name: str
    table_id: int = 0
    """0: not stored yet."""
    at: float
    """When it began."""
    ended: float | None = None
    """When the game was over; None: it is not, or was not in time."""
    place: int | None = None
    score: int | None = None


class ChallengeRow(msgspec.Struct, frozen=True):
    """A finished game whose deal others play too."""

    code: str
    user: int
    """Who has played it, and challenges others."""
    guild: int
    table_id: int
    until: float
    """Until when somebody may begin."""
