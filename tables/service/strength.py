"""Leaderboards and ratings, and how a game changes them."""

import contextlib
import logging
from typing import Any

from msgspec.structs import replace

from data.errors import Overtaken
from tables.errors import NoSuchTable
from tables.model.standings import RatingChange, ServerRecord, Standings
from tables.model.table_info import TableInfo, is_rated
from tables.ranking import counting, ratings
from tables.ranking.profile import Beaten, Profile, beaten_records, even_level, profile
from tables.ranking.ratings import Rating
from tables.ranking.reliability import LOOKED_AT, NOT_SLOW, Reliability, reliability
from tables.ranking.standings import StandingsQuery, season, standings
from tables.rules import leaving
from tables.service.changing import Changing, Shared
from tables.service.server_actions import ServerActions
from tables.time.plan import Plan

log = logging.getLogger(__name__)

_VERSION = "ratings"
"""The key under which the arithmetic version (`ratings.VERSION`) of the stored ratings is stored."""


class Strength(Changing):
    """Leaderboards and ratings: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, servers: ServerActions) -> None:
        super().__init__(shared)
        self._servers = servers

    async def standings(self, guild: int, game: str | None = None, **asked: Any) -> Standings:
        """Returns a page of a server's leaderboard; `asked`: the other fields of `tables.ranking.standings.StandingsQuery`."""
        now = self._clock.now()
        months = season(now, (await self._servers.server_settings(guild)).season)
        return await standings(self._store, StandingsQuery(guild=guild, game=game, **asked), months, now)

    async def server_records(self, guild: int) -> list[ServerRecord]:
        """Returns a server's records: the longest winning streak, and the highest score of each game."""
        found = [ServerRecord(*row) for row in await self._store.best_scores(guild)]
        streak = await self._store.longest_streak(guild, counting.ALL)
        if streak is None:
            return found
        names = await self._store.names_of(guild, [streak[1]])
        return [ServerRecord("", names.get(streak[1], ""), streak[0]), *found]

    async def season_standings(self, guild: int, first: int, last: int) -> Standings:
        """Returns the first page of a season (its months), of all games: by rating, or by wins if nobody has played enough."""
        asked, now = StandingsQuery(guild=guild, kind="rating", span="season"), self._clock.now()
        found = await standings(self._store, asked, (first, last), now)
        return found if found.people else await standings(self._store, replace(asked, kind="wins"), (first, last), now)

    async def profile(self, guild: int, user: int, asker: int, game: str | None = None) -> Profile:
        """Returns a person's profile in a server as the asker may see it, for one game or all."""
        return await profile(self._store, self._games, guild, user, asker=asker, game=game, now=self._clock.now())

    async def reliability(self, guild: int, user: int, asker: int) -> Reliability | None:
        """Returns how reliable a person is in a server's slow games, as the asker may know it; None: the person is hidden."""
        person = await self._store.person(user)
        if person is not None and person.hidden and user != asker:
            return None
        plan = (await self._plans_of([user])).get(user, Plan())
        return reliability(await self._store.paced_results(guild, user, NOT_SLOW, LOOKED_AT), plan)

    async def even_levels(self, guild: int, user: int) -> dict[str, str]:
        """Returns the level of computer players on even terms with a person, by game (`even_level`)."""
        rows = await self._store.games_alone(guild, user)
        return {game: even_level(rows, game, self._games) for game in self._games}

    async def beaten_records(self, info: TableInfo) -> Beaten | None:
        """Returns the personal records set by a finished game of one person against computer players; None: it was no such
        game, it set none, or the person is hidden.
        """
        people = [info.user for info in info.seats if info.user is not None]
        if info.state != "over" or len(people) != 1 or info.game not in self._games:
            return None
        person = await self._store.person(people[0])
        if person is not None and person.hidden:
            return None
        return beaten_records(await self._store.games_alone(info.place.guild, people[0]), info.id, self._games)

    async def rated_again(self, shown: TableInfo) -> float | None:
        """Returns when the game of a lobby would count (Unix seconds) if two of its people have met too often; else None."""
        if shown.state != "lobby" or not is_rated(shown.seats, friendly=shown.friendly):
            return None
        pairs = await self._pairs([info.user for info in shown.seats if info.user is not None])
        return ratings.free_again(await self._store.meetings(shown.place.guild, pairs, self._clock.now() - ratings.DAY))

    async def rating_changes(self, info: TableInfo) -> tuple[RatingChange, ...]:
        """Returns how a game changed its people's ratings at this game, highest rating first, without hidden people; () if it
        did not count.
        """
        game = self._games.get(info.game)
        if info.state != "over" or game is None:
            return ()
        found = []
        for point, before in await self._store.points_of_table(info.id, info.game, ratings.variant(game, info.options)):
            person = await self._store.person(point.user)
            if person is not None and person.hidden:
                continue
            (row,) = await self._store.ratings_of(point.guild, point.game, point.variant, [point.user])
            old, new = Rating() if before is None else Rating(mu=before), Rating(mu=point.mu)
            found.append(RatingChange(point.user, old.shown, new.shown, counting.rating(row).provisional))
        return tuple(sorted(found, key=lambda change: (-change.after, change.user)))

    async def is_unearned(self, shown: TableInfo) -> bool:
        """Returns whether a game that would count was won too early, because the others left."""
        return shown.state == "over" and bool(shown.rated) and await self._store.is_unearned(shown.id)

    async def count_old_games(self) -> None:
        """Number and count what an earlier version has stored; recount everything if that version counted differently."""
        current = await self._store.value(_VERSION) == str(ratings.VERSION)
        servers = self._store.servers_uncounted() if current else self._store.servers_played()
        complete = True
        for guild in await servers:
            try:
                async with self._store.transaction() as tx:
                    await counting.recount(tx, guild, self._games)
            except Exception:  # games can be played all the same; they are counted at the next start
                log.exception("cannot recount ratings", extra={"guild": guild})
                complete = False
            else:
                log.info("ratings recounted", extra={"guild": guild})
        if complete and not current:
            async with self._store.transaction() as tx:
                await tx.set_value(_VERSION, str(ratings.VERSION))

    async def void_result(self, table: int) -> int | None:
        """Make a finished game count for nobody, as `make_void` does, for the bot's operator; return its server. None: there is
        no such game, it is not over, or it is already void.
        """

        async def undo() -> int | None:
            while True:
                with contextlib.suppress(Overtaken):
                    async with self._table_store.lock(table):
                        loaded = await self._table_store.load(table, anyway=True)
                        if loaded.table.state != "over" or loaded.table.closed == "void":
                            return None
                        change = leaving.void_game(loaded, 0, None, now=self._clock.now())
                        return (await self._table_store.commit(change, None, loaded)).table.place.guild

        with contextlib.suppress(NoSuchTable):
            return await self._finish(undo())
        return None
