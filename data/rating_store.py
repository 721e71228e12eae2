"""The part of the store's contract (`data.store`) that is about how strong people are: games counted, ratings, tallies.

All but the results themselves can be made anew from them. Who wishes to be `hidden` is left out of what lists people.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from data.rating_records import CrestRow, MonthRow, PointRow, RatingRow, TallyRow
from data.records import ResultRow


class RatingReads(Protocol):
    """What can be read."""

    async def meetings(self, guild: int, pairs: Collection[str]) -> int:
        """How many rated games of a server the pair (of those given) that has met most often has started that are not void."""
        ...

    async def movers(self, table: int) -> set[int]:
        """The seats at which somebody has moved by themselves, as far as it was not taken back."""
        ...

    async def servers_uncounted(self) -> list[int]:
        """The servers with games that nobody has numbered and counted yet."""
        ...

    async def servers_played(self) -> list[int]:
        """The servers with results, ascending."""
        ...

    async def strongest(
        self, guild: int, game: str, variant: str, *, since: float, games: int, opponents: int
    ) -> list[tuple[float, int, int]]:
        """Mu, games and user of those of a server and class who have played at that time or later, at least so many games
        against so many people (`RatingRow.met`): best first, among equals who has played more.
        """
        ...

    async def ratings_of(self, guild: int, game: str, variant: str, users: Collection[int]) -> list[RatingRow]:
        """The ratings of these people (hidden or not), in no order; who has none is left out."""
        ...

    async def every_rating(self, guild: int, user: int | None = None) -> list[RatingRow]:
        """All ratings of a server, or of one person there (hidden or not), by game, class and user."""
        ...

    async def points(self, guild: int, game: str, variant: str, user: int) -> list[PointRow]:
        """A person's rating after each of their rated games, oldest first."""
        ...

    async def points_of_table(self, table: int, game: str, variant: str) -> list[tuple[PointRow, float | None]]:
        """What a game has made of the ratings of its people, with the mu that each had before (None: a newcomer)."""
        ...

    async def tallies(self, guild: int, game: str, variant: str, months: tuple[int, int] | None) -> list[TallyRow]:
        """The tallies of a server and class, from a month to another (both within), or of all time, in no order."""
        ...

    async def tallies_since(self, guild: int, game: str, variant: str, since: float) -> list[TallyRow]:
        """As `tallies`, of the games that ended at that time or later."""
        ...

    async def tallies_of(self, guild: int, game: str, variant: str, users: Collection[int]) -> list[TallyRow]:
        """The tallies of these people of all time (hidden or not), in no order."""
        ...

    async def names_of(self, guild: int, users: Collection[int]) -> dict[int, str]:
        """The names that people used in their last game of a server."""
        ...

    async def crests(self, guild: int, user: int) -> list[CrestRow]:
        """What a person has achieved in a server, in the order of time."""
        ...

    async def rated_games(self, guild: int, user: int) -> list[ResultRow]:
        """A person's own rows of their rated games in a server, oldest first."""
        ...

    async def against(self, guild: int, user: int, other: int) -> list[tuple[int, int, int]]:
        """The rated games of a server in which both have played: table, the first one's rating place and the other's."""
        ...

    async def newest_table(self, guild: int) -> int | None:
        """The newest table of a server, whatever its state."""
        ...

    async def servers_chosen(self) -> list[tuple[int, str]]:
        """The servers that have chosen something, with their settings as they are stored."""
        ...


class RatingWrites(RatingReads, Protocol):
    """What can be written."""

    async def lock_games(self, guild: int) -> int:
        """Have it alone until the transaction ends which of a server's games count and in which order; how many have ended."""
        ...

    async def next_game(self, guild: int) -> int:
        """As `lock_games`, and give the next number, from 1."""
        ...

    async def number_games(self, guild: int) -> None:
        """As `lock_games`, and number what has no number, in the order in which it ended, behind all that has."""
        ...

    async def kinds_played(self, guild: int) -> list[tuple[str, str]]:
        """Games and options (`TableRow.options`) of a server's results."""
        ...

    async def classify(self, guild: int, game: str, options: str, variant: str) -> None:
        """Put a server's results with these options into a class."""
        ...

    async def counted_results(self, guild: int) -> list[ResultRow]:
        """A server's rated results by number and user."""
        ...

    async def forget_ratings(self, guild: int) -> None:
        """Forget all that is made of a server's results."""
        ...

    async def put_ratings(self, rows: Iterable[RatingRow]) -> None:
        """Store ratings, in the place of those of the same people."""
        ...

    async def add_points(self, rows: Iterable[PointRow]) -> None:
        """Store what ratings became with a game."""
        ...

    async def add_tallies(self, rows: Iterable[MonthRow]) -> None:
        """Add to tallies."""
        ...

    async def void_results(self, table: int) -> int | None:
        """Have a game count for nobody; its server. None: it has no results, or is void already."""
        ...

    async def add_meetings(self, guild: int, table: int, day: int, pairs: Collection[str]) -> None:
        """Note that these pairs have started a rated game on this day, and forget the days before."""
        ...

    async def add_crests(self, rows: Iterable[CrestRow]) -> None:
        """Store what people have achieved."""
        ...

    async def end_season(self, guild: int, month: int) -> bool:
        """Note that a server's season has ended with this month. Whether it is later than what was noted before: not, where
        nothing was.
        """
        ...
