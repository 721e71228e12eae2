"""Leaderboards and what a game changes in them."""

from typing import Literal, TypeAlias

import msgspec

BoardKind: TypeAlias = Literal["rating", "wins", "places", "games"]
"""What a leaderboard is sorted by: rating, wins, first places (then second places and so on), or games played."""

StandingsSpan: TypeAlias = Literal["all", "season", "recent"]
"""The span of a leaderboard: all time, this season, or the last 60 days."""

BOARD_KINDS: tuple[BoardKind, ...] = ("rating", "wins", "places", "games")

SPANS: tuple[StandingsSpan, ...] = ("all", "season", "recent")


class ServerStanding(msgspec.Struct, frozen=True):
    """One line of a leaderboard."""

    place: int
    """Equal players share a place; 0: not on the board."""
    user: int
    name: str
    """The most recent name."""
    games: int
    """The number of rated games."""
    wins: int
    places: tuple[int, int, int, int]
    """Number of first, second, third and fourth places, without tie-breaks that have nothing to do with skill."""
    rating: int | None = None
    """The displayed number; None: the board is not sorted by rating."""
    provisional: bool = False
    """The rating is still uncertain."""


class ServerRecord(msgspec.Struct, frozen=True):
    """The highest score of a game in a server, or, without a game, the longest winning streak."""

    game: str
    name: str
    """Of the person who has it."""
    value: int
    at: float = 0.0
    """When the game ended; 0: it is a streak."""


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a server's leaderboard for one game and class of variants, best first; `game` None: all games."""

    guild: int
    game: str | None
    variant: str = ""
    kind: BoardKind = "wins"
    span: StandingsSpan = "all"
    rows: tuple[ServerStanding, ...]
    people: int = 0
    """Number of people on the board."""
    page: int = 0
    pages: int = 1
    own: ServerStanding | None = None
    """The line of the person who asks, on whatever page it is; None: they have played no such game."""
    void: int = 0
    """On an empty board, the number of games without a result among the games that do not count."""
    friendly: int = 0
    """On an empty board, the number of friendly games."""
    computers: int = 0
    """On an empty board, the number of games with computer players."""
    season: tuple[int, int] = (0, 0)
    """The first and the last month of this season (year * 12 + month - 1)."""


class RatingChange(msgspec.Struct, frozen=True):
    """How a game has changed a person's rating, in displayed numbers."""

    user: int
    before: int
    after: int
    provisional: bool
