"""What is stored of how strong people are, as plain rows: all of it made of `data.records.ResultRow` alone, and made again from
these whenever somebody asks. Game "" is all games together, and its only class of variants is "".
"""

from __future__ import annotations

import msgspec


class RatingRow(msgspec.Struct, frozen=True, kw_only=True):
    """How strong a person is at a class of a game in a server; see `tables.ranking.ratings.Rating`."""

    guild: int
    game: str
    variant: str
    user: int
    mu: float
    sigma: float
    games: int
    met: str
    """JSON: users."""
    at: float
    """When the last of these games ended."""
    streak: int
    """Games won one after the other up to now."""
    longest: int
    """The longest such row there was."""


class PointRow(msgspec.Struct, frozen=True, kw_only=True):
    """A person's rating after one of their rated games."""

    guild: int
    game: str
    variant: str
    user: int
    number: int
    """The game's number in its server."""
    table_id: int
    at: float
    mu: float
    field: float
    """The mean mu of the others before the game."""
    place: int
    """The rating place."""


class TallyRow(msgspec.Struct, frozen=True):
    """How many rated games a person has played, and how often at each of the first three rating places and behind
    them: who hands on a seat at a table of four comes fifth.
    """

    user: int
    games: int
    first: int
    second: int
    third: int
    fourth: int


class MonthRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a month (year * 12 + month - 1, UTC; 0: all time) has added to a tally."""

    guild: int
    game: str
    variant: str
    month: int
    tally: TallyRow


class AloneRow(msgspec.Struct, frozen=True):
    """A game that a person has played to its end alone against computer players."""

    table_id: int
    game: str
    place: int
    score: int
    levels: tuple[str, ...]
    """Of the computer players, by seat."""


class CrestRow(msgspec.Struct, frozen=True):
    """Something that a person has achieved in a game that counts, or alone against computer players."""

    guild: int
    user: int
    game: str
    crest: str
    """The game's key for it."""
    table_id: int
    at: float
