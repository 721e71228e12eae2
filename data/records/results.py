"""Rows of what has been played: results, series, and games that do not count."""

from __future__ import annotations

import msgspec

SEVERAL = -1
"""Used in place of a seat: more than one."""


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one person's game."""

    table_id: int
    seat: int
    guild: int
    game: str
    user: int
    name: str
    place: int
    """As shown, with people who resigned in the last place."""
    rating_place: int
    """Without tie-breaks that have nothing to do with skill; used by leaderboards."""
    score: int
    rated: bool
    """Whether the leaderboard counts it."""
    at: float
    departed: bool = False
    """The person left before the end."""
    friendly: bool = False
    """The game was unrated by agreement."""
    void: bool = False
    """The game ended without a result; `place` is then 0."""
    computers: bool = False
    """Computer players took part."""
    series: int | None = None
    """The first table of the series."""
    series_number: int = 1
    """The number of the game in its series."""
    variant: str = ""
    """Its class of variants (`tables.ranking.ratings.variant`)."""
    number: int = 0
    """The order in which the server's games ended, from 1; 0: not counted yet."""
    unearned: bool = False
    """All others left too early (`tables.ranking.counting`): only their losses count."""
    repeated: bool | None = False
    """Its game's boards by wins, places and games leave it out: the person has fared so against each of the others within a
    day, in a game that they count. Computed from the results. None: it ended under a version in which all games counted.
    """
    repeated_overall: bool | None = False
    """The same for the boards of all games."""
    voided: str | None = None
    """How it counted before a moderator voided it: `rated`, `unearned` or ""; None: none has, or an earlier version did it."""


class PacedResult(msgspec.Struct, frozen=True):
    """A person's result in a game with people, and the game's pace."""

    table_id: int
    at: float
    departed: bool
    pace: str
    """A key."""


class SeriesRow(msgspec.Struct, frozen=True):
    """A person's games in a series."""

    user: int
    name: str
    """The most recent name."""
    games: int
    wins: int


class UncountedRow(msgspec.Struct, frozen=True):
    """The number of a server's games that no leaderboard counts, by reason (for each game the first one that applies)."""

    void: int
    friendly: int
    computers: int


class TableCount(msgspec.Struct, frozen=True):
    """The number of tables of a game in one state."""

    game: str
    state: str
    """As `TableRow.state`."""
    tables: int
