"""How strong people are, made of the results."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from data.postgres.connection import Connected, marks, names
from data.rating_records import CrestRow, MonthRow, PointRow, RatingRow, TallyRow
from data.records import ResultRow

_AT_ONCE = 2000
"""Games that are numbered by one statement."""

_RATING, _POINT, _RESULT = names(RatingRow), names(PointRow), names(ResultRow)
_NEW_RATING = ", ".join(f'"{name}" = excluded."{name}"' for name in RatingRow.__struct_fields__)
_COUNTS = ("games", "first", "second", "third", "fourth")
# A sum of bigint is a numeric, which would come out as a Decimal.
_SUMS = ", ".join(f"sum({name})::bigint" for name in _COUNTS)
_PLACES = ", ".join(f"count(*) FILTER (WHERE rating_place {place})" for place in ("= 1", "= 2", "= 3", ">= 4"))
_CLASS = "guild = $1 AND game = $2 AND variant = $3"
_SEEN = ' AND NOT EXISTS (SELECT 1 FROM people WHERE people."user" = {}."user" AND hidden)'


class RatingReads(Connected):
    """See `data.rating_store.RatingReads`."""

    async def meetings(self, guild: int, pairs: Collection[str]) -> int:
        sql = (
            "SELECT count(*) FROM meetings JOIN tables ON tables.id = table_id WHERE meetings.guild = $1"
            " AND pair = ANY ($2::text[]) AND state <> 'cancelled' AND coalesce(closed, '') <> 'void'"
            " GROUP BY pair ORDER BY 1 DESC LIMIT 1"
        )
        rows = await self._rows(sql, guild, list(pairs))
        return int(rows[0][0]) if rows else 0

    async def movers(self, table: int) -> set[int]:
        sql = "SELECT DISTINCT seat FROM journal WHERE table_id = $1 AND kind = 'move' AND NOT undone"
        return {row[0] for row in await self._rows(sql, table)}

    async def servers_uncounted(self) -> list[int]:
        return [row[0] for row in await self._rows("SELECT DISTINCT guild FROM results WHERE number = 0 ORDER BY 1")]

    async def servers_played(self) -> list[int]:
        return [row[0] for row in await self._rows("SELECT DISTINCT guild FROM results ORDER BY 1")]

    async def strongest(
        self, guild: int, game: str, variant: str, *, since: float, games: int, opponents: int
    ) -> list[tuple[float, int, int]]:
        sql = (
            f'SELECT mu, games, "user" FROM ratings WHERE {_CLASS} AND at >= $4 AND games >= $5'
            f' AND json_array_length(met::json) >= $6{_SEEN.format("ratings")} ORDER BY mu DESC, games DESC, "user"'
        )
        rows = await self._rows(sql, guild, game, variant, since, games, opponents)
        return [(row[0], row[1], row[2]) for row in rows]

    async def ratings_of(self, guild: int, game: str, variant: str, users: Collection[int]) -> list[RatingRow]:
        sql = f'SELECT {_RATING} FROM ratings WHERE {_CLASS} AND "user" = ANY ($4::bigint[])'
        return await self._ratings(sql, guild, game, variant, list(users))

    async def every_rating(self, guild: int, user: int | None = None) -> list[RatingRow]:
        one = "" if user is None else ' AND "user" = $2'
        values = (guild,) if user is None else (guild, user)
        order = 'game COLLATE "C", variant COLLATE "C", "user"'
        return await self._ratings(f"SELECT {_RATING} FROM ratings WHERE guild = $1{one} ORDER BY {order}", *values)

    async def _ratings(self, sql: str, *values: object) -> list[RatingRow]:
        fields = RatingRow.__struct_fields__
        return [RatingRow(**dict(zip(fields, row, strict=True))) for row in await self._rows(sql, *values)]

    async def points(self, guild: int, game: str, variant: str, user: int) -> list[PointRow]:
        sql = f'SELECT {_POINT} FROM rating_points WHERE {_CLASS} AND "user" = $4 ORDER BY number'
        return [_point(row) for row in await self._rows(sql, guild, game, variant, user)]

    async def points_of_table(self, table: int, game: str, variant: str) -> list[tuple[PointRow, float | None]]:
        about = ", ".join(f'now."{name}"' for name in PointRow.__struct_fields__)
        sql = (
            f"SELECT {about}, (SELECT mu FROM rating_points AS old WHERE old.guild = now.guild AND old.game = now.game"
            ' AND old.variant = now.variant AND old."user" = now."user" AND old.number < now.number'
            " ORDER BY number DESC LIMIT 1)"
            ' FROM results JOIN rating_points AS now ON now.guild = results.guild AND now."user" = results."user"'
            " AND now.number = results.number WHERE results.table_id = $1 AND now.game = $2 AND now.variant = $3"
            ' ORDER BY results."user"'
        )
        return [(_point(row[:-1]), row[-1]) for row in await self._rows(sql, table, game, variant)]

    async def tallies(self, guild: int, game: str, variant: str, months: tuple[int, int] | None) -> list[TallyRow]:
        first, last = months or (0, 0)
        sums = ", ".join(_COUNTS) if first == last else _SUMS
        sql = f'SELECT "user", {sums} FROM tallies WHERE {_CLASS} AND month BETWEEN $4 AND $5{_SEEN.format("tallies")}'
        rows = await self._rows(sql if first == last else f'{sql} GROUP BY "user"', guild, game, variant, first, last)
        return [TallyRow(*row) for row in rows]

    async def tallies_since(self, guild: int, game: str, variant: str, since: float) -> list[TallyRow]:
        one = " AND game = $3 AND variant = $4" if game else ""
        sql = (
            f'SELECT * FROM (SELECT "user", count(*), {_PLACES} FROM results WHERE guild = $1 AND at >= $2 AND rated{one}'
            f' GROUP BY "user") AS found WHERE true{_SEEN.format("found")}'
        )
        return [TallyRow(*row) for row in await self._rows(sql, guild, since, *((game, variant) if game else ()))]

    async def tallies_of(self, guild: int, game: str, variant: str, users: Collection[int]) -> list[TallyRow]:
        sql = f'SELECT "user", {", ".join(_COUNTS)} FROM tallies WHERE {_CLASS} AND month = 0 AND "user" = ANY ($4::bigint[])'
        return [TallyRow(*row) for row in await self._rows(sql, guild, game, variant, list(users))]

    async def names_of(self, guild: int, users: Collection[int]) -> dict[int, str]:
        sql = (
            'SELECT who, (SELECT name FROM results WHERE guild = $1 AND "user" = who ORDER BY number DESC LIMIT 1)'
            " FROM unnest($2::bigint[]) AS who"
        )
        return {user: name for user, name in await self._rows(sql, guild, list(users)) if name is not None}

    async def crests(self, guild: int, user: int) -> list[CrestRow]:
        order = 'at, table_id, game COLLATE "C", crest COLLATE "C"'
        sql = f'SELECT {names(CrestRow)} FROM crests WHERE guild = $1 AND "user" = $2 ORDER BY {order}'
        return [CrestRow(*row) for row in await self._rows(sql, guild, user)]

    async def rated_games(self, guild: int, user: int) -> list[ResultRow]:
        sql = f'SELECT {_RESULT} FROM results WHERE guild = $1 AND "user" = $2 AND rated ORDER BY number'
        fields = ResultRow.__struct_fields__
        return [ResultRow(**dict(zip(fields, row, strict=True))) for row in await self._rows(sql, guild, user)]

    async def against(self, guild: int, user: int, other: int) -> list[tuple[int, int, int]]:
        sql = (
            "SELECT mine.table_id, mine.rating_place, theirs.rating_place FROM results AS mine"
            ' JOIN results AS theirs ON theirs.table_id = mine.table_id AND theirs."user" = $1 AND theirs.rated'
            ' WHERE mine.guild = $2 AND mine."user" = $3 AND mine.rated ORDER BY mine.number'
        )
        return [(row[0], row[1], row[2]) for row in await self._rows(sql, other, guild, user)]

    async def newest_table(self, guild: int) -> int | None:
        rows = await self._rows("SELECT max(id) FROM tables WHERE guild = $1", guild)
        return None if rows[0][0] is None else int(rows[0][0])

    async def servers_chosen(self) -> list[tuple[int, str]]:
        return [(row[0], row[1]) for row in await self._rows("SELECT guild, settings FROM servers ORDER BY guild")]


class RatingWrites(Connected):
    """See `data.rating_store.RatingWrites`."""

    async def lock_games(self, guild: int) -> int:
        sql = (
            "INSERT INTO games_ended (guild, number) VALUES ($1, 0)"
            " ON CONFLICT (guild) DO UPDATE SET number = games_ended.number RETURNING number"
        )
        return int((await self._rows(sql, guild))[0][0])

    async def next_game(self, guild: int) -> int:
        sql = (
            "INSERT INTO games_ended (guild, number) VALUES ($1, 1)"
            " ON CONFLICT (guild) DO UPDATE SET number = games_ended.number + 1 RETURNING number"
        )
        return int((await self._rows(sql, guild))[0][0])

    async def number_games(self, guild: int) -> None:
        last = await self.lock_games(guild)
        found = await self._rows(
            "SELECT table_id FROM results WHERE guild = $1 AND number = 0 GROUP BY table_id ORDER BY min(at), table_id", guild
        )
        # Some at a time: no statement may take as long as all of a large server would.
        for first in range(0, len(found), _AT_ONCE):
            some = enumerate(found[first : first + _AT_ONCE], start=last + first + 1)
            # By the key alone: with `number = 0` besides, the server may look through all that has none for each.
            sql = "UPDATE results SET number = $1 WHERE table_id = $2"
            await self._run_each(sql, [(number, table) for number, (table,) in some])
        await self._run(
            "UPDATE games_ended SET number = greatest(number, coalesce((SELECT max(number) FROM results WHERE guild = $1), 0))"
            " WHERE guild = $1",
            guild,
        )

    async def kinds_played(self, guild: int) -> list[tuple[str, str]]:
        sql = (
            "SELECT DISTINCT results.game, options FROM results JOIN tables ON tables.id = table_id WHERE results.guild = $1"
            " ORDER BY 1, 2"
        )
        return [(row[0], row[1]) for row in await self._rows(sql, guild)]

    async def classify(self, guild: int, game: str, options: str, variant: str) -> None:
        await self._run(
            "UPDATE results SET variant = $1 WHERE guild = $2 AND game = $3 AND variant <> $1"
            " AND (SELECT options FROM tables WHERE tables.id = table_id) = $4",
            variant,
            guild,
            game,
            options,
        )

    async def counted_results(self, guild: int) -> list[ResultRow]:
        sql = f"SELECT {_RESULT} FROM results WHERE guild = $1 AND (rated OR unearned) ORDER BY number, seat"
        fields = ResultRow.__struct_fields__
        return [ResultRow(**dict(zip(fields, row, strict=True))) for row in await self._rows(sql, guild)]

    async def forget_ratings(self, guild: int) -> None:
        for table in ("ratings", "rating_points", "tallies", "crests"):
            await self._run(f"DELETE FROM {table} WHERE guild = $1", guild)

    async def put_ratings(self, rows: Iterable[RatingRow]) -> None:
        await self._run_each(
            f"INSERT INTO ratings ({_RATING}) VALUES ({marks(len(RatingRow.__struct_fields__))})"
            f' ON CONFLICT (guild, game, variant, "user") DO UPDATE SET {_NEW_RATING}',
            (msgspec.structs.astuple(row) for row in rows),
        )

    async def add_points(self, rows: Iterable[PointRow]) -> None:
        sql = f"INSERT INTO rating_points ({_POINT}) VALUES ({marks(len(PointRow.__struct_fields__))})"
        await self._run_each(sql, (msgspec.structs.astuple(row) for row in rows))

    async def add_tallies(self, rows: Iterable[MonthRow]) -> None:
        more = ", ".join(f"{name} = tallies.{name} + excluded.{name}" for name in _COUNTS)
        await self._run_each(
            f'INSERT INTO tallies (guild, game, variant, month, "user", {", ".join(_COUNTS)}) VALUES ({marks(10)})'
            f' ON CONFLICT (guild, game, variant, month, "user") DO UPDATE SET {more}',
            ((row.guild, row.game, row.variant, row.month, *msgspec.structs.astuple(row.tally)) for row in rows),
        )

    async def void_results(self, table: int) -> int | None:
        sql = "UPDATE results SET void = true, rated = false, unearned = false WHERE table_id = $1 AND NOT void RETURNING guild"
        rows = await self._rows(sql, table)
        return rows[0][0] if rows else None

    async def add_meetings(self, guild: int, table: int, day: int, pairs: Collection[str]) -> None:
        await self._run("DELETE FROM meetings WHERE day < $1", day)
        sql = "INSERT INTO meetings (pair, guild, day, table_id) VALUES ($1, $2, $3, $4)"
        await self._run_each(sql, ((pair, guild, day, table) for pair in pairs))

    async def add_crests(self, rows: Iterable[CrestRow]) -> None:
        sql = f"INSERT INTO crests ({names(CrestRow)}) VALUES ({marks(len(CrestRow.__struct_fields__))})"
        await self._run_each(sql, (msgspec.structs.astuple(row) for row in rows))

    async def end_season(self, guild: int, month: int) -> bool:
        sql = "INSERT INTO seasons_ended (guild, month) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING month"
        if await self._rows(sql, guild, month):
            return False
        sql = "UPDATE seasons_ended SET month = $2 WHERE guild = $1 AND month < $2 RETURNING month"
        return bool(await self._rows(sql, guild, month))


def _point(row: tuple[Any, ...]) -> PointRow:
    return PointRow(**dict(zip(PointRow.__struct_fields__, row, strict=True)))
