"""Rows of ratings and of what is counted beside them."""

from __future__ import annotations

import msgspec


class RatingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A person's rating for a class of a game in a server; see `tables.ranking.ratings.Rating`."""

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
    """Consecutive wins up to now."""
    longest: int
    """The longest winning streak."""
    proof: int = 0


class MetRow(msgspec.Struct, frozen=True):
    """How a person has fared against another in a rated game."""

    user: int
    other: int
    table_id: int
    game: str
    variant: str
    at: float
    place: int
    """Their rating place, and the other's."""
    other_place: int
    departed: bool
    """The person left before the end."""
    repeated: bool | None
    repeated_overall: bool | None


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
    """The number of a person's rated games, and of their first, second, third and lower rating places. A person who hands on a
    seat at a table of four comes fifth.
    """

    user: int
    games: int
    first: int
    second: int
    third: int
    fourth: int

    @property
    def places(self) -> tuple[int, int, int, int]:
        return self.first, self.second, self.third, self.fourth


class MonthRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a month (year * 12 + month - 1, UTC; 0: all time) adds to a tally."""

    guild: int
    game: str
    variant: str
    month: int
    tally: TallyRow


class AloneRow(msgspec.Struct, frozen=True):
    """A game that a person has played to its end against computer players only."""

    table_id: int
    game: str
    place: int
    score: int
    levels: tuple[str, ...]
    """The levels of the computer players, by seat."""
    variant: str = ""
    """Its class of variants."""
