"""How strong people are, made of the results."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from data.rating_records import CrestRow, MonthRow, PointRow, RatingRow, TallyRow
from data.records import ResultRow
from data.sqlite.connection import Connected, marks, names

_RATING, _POINT, _RESULT = names(RatingRow), names(PointRow), names(ResultRow)
_COUNTS = ("games", "first", "second", "third", "fourth")
_SUMS = ", ".join(f"sum({name})" for name in _COUNTS)
_PLACES = ", ".join(f"sum(rating_place {place})" for place in ("= 1", "= 2", "= 3", ">= 4"))
_CLASS = "guild = ? AND game = ? AND variant = ?"
_SEEN = " AND NOT EXISTS (SELECT 1 FROM people WHERE people.user = {}.user AND hidden = 1)"


class RatingReads(Connected):
    """See `data.rating_store.RatingReads`."""

    async def meetings(self, guild: int, pairs: Collection[str]) -> int:
        sql = (
            "SELECT count(*) FROM meetings JOIN tables ON tables.id = table_id WHERE meetings.guild = ?"
            f" AND pair IN ({', '.join('?' for _ in pairs)}) AND state <> 'cancelled' AND coalesce(closed, '') <> 'void'"
            " GROUP BY pair ORDER BY 1 DESC LIMIT 1"
        )
        rows = await self._rows(sql, (guild, *pairs))
        return int(rows[0][0]) if rows else 0

    async def movers(self, table: int) -> set[int]:
        sql = "SELECT DISTINCT seat FROM journal WHERE table_id = ? AND kind = 'move' AND undone = 0"
        return {row[0] for row in await self._rows(sql, (table,))}

    async def servers_uncounted(self) -> list[int]:
        return [row[0] for row in await self._rows("SELECT DISTINCT guild FROM results WHERE number = 0 ORDER BY 1")]

    async def servers_played(self) -> list[int]:
        return [row[0] for row in await self._rows("SELECT DISTINCT guild FROM results ORDER BY 1")]

    async def strongest(
        self, guild: int, game: str, variant: str, *, since: float, games: int, opponents: int
    ) -> list[tuple[float, int, int]]:
        sql = (
            f"SELECT mu, games, user FROM ratings WHERE {_CLASS} AND at >= ? AND games >= ? AND json_array_length(met) >= ?"
            f"{_SEEN.format('ratings')} ORDER BY mu DESC, games DESC, user"
        )
        rows = await self._rows(sql, (guild, game, variant, since, games, opponents))
        return [(row[0], row[1], row[2]) for row in rows]

    async def ratings_of(self, guild: int, game: str, variant: str, users: Collection[int]) -> list[RatingRow]:
        sql = f"SELECT {_RATING} FROM ratings WHERE {_CLASS} AND user IN ({', '.join('?' for _ in users)})"
        return await self._ratings(sql, (guild, game, variant, *users))

    async def every_rating(self, guild: int, user: int | None = None) -> list[RatingRow]:
        sql = f"SELECT {_RATING} FROM ratings WHERE guild = ?{'' if user is None else ' AND user = ?'}"
        return await self._ratings(f"{sql} ORDER BY game, variant, user", (guild,) if user is None else (guild, user))

    async def _ratings(self, sql: str, values: tuple[object, ...]) -> list[RatingRow]:
        fields = RatingRow.__struct_fields__
        return [RatingRow(**dict(zip(fields, row, strict=True))) for row in await self._rows(sql, values)]

    async def points(self, guild: int, game: str, variant: str, user: int) -> list[PointRow]:
        rows = await self._rows(
            f"SELECT {_POINT} FROM rating_points WHERE {_CLASS} AND user = ? ORDER BY number", (guild, game, variant, user)
        )
        return [_point(row) for row in rows]

    async def points_of_table(self, table: int, game: str, variant: str) -> list[tuple[PointRow, float | None]]:
        about = ", ".join(f"now.{name}" for name in PointRow.__struct_fields__)
        sql = (
            f"SELECT {about}, (SELECT mu FROM rating_points AS old WHERE old.guild = now.guild AND old.game = now.game"
            " AND old.variant = now.variant AND old.user = now.user AND old.number < now.number ORDER BY number DESC LIMIT 1)"
            " FROM results JOIN rating_points AS now ON now.guild = results.guild AND now.user = results.user"
            " AND now.number = results.number WHERE results.table_id = ? AND now.game = ? AND now.variant = ?"
            " ORDER BY results.user"
        )
        return [(_point(row[:-1]), row[-1]) for row in await self._rows(sql, (table, game, variant))]

    async def tallies(self, guild: int, game: str, variant: str, months: tuple[int, int] | None) -> list[TallyRow]:
        first, last = months or (0, 0)
        sums = ", ".join(_COUNTS) if first == last else _SUMS
        sql = f"SELECT user, {sums} FROM tallies WHERE {_CLASS} AND month BETWEEN ? AND ?{_SEEN.format('tallies')}"
        rows = await self._rows(sql if first == last else f"{sql} GROUP BY user", (guild, game, variant, first, last))
        return [TallyRow(*row) for row in rows]

    async def tallies_since(self, guild: int, game: str, variant: str, since: float) -> list[TallyRow]:
        one = " AND game = ? AND variant = ?" if game else ""
        sql = (
            f"SELECT * FROM (SELECT user, count(*), {_PLACES} FROM results WHERE guild = ? AND at >= ? AND rated = 1{one}"
            f" GROUP BY user) AS found WHERE true{_SEEN.format('found')}"
        )
        rows = await self._rows(sql, (guild, since, game, variant) if game else (guild, since))
        return [TallyRow(*row) for row in rows]

    async def tallies_of(self, guild: int, game: str, variant: str, users: Collection[int]) -> list[TallyRow]:
        some = ", ".join("?" for _ in users)
        sql = f"SELECT user, {', '.join(_COUNTS)} FROM tallies WHERE {_CLASS} AND month = 0 AND user IN ({some})"
        return [TallyRow(*row) for row in await self._rows(sql, (guild, game, variant, *users))]

    async def names_of(self, guild: int, users: Collection[int]) -> dict[int, str]:
        sql = "SELECT name FROM results WHERE guild = ? AND user = ? ORDER BY number DESC LIMIT 1"
        found = {user: await self._rows(sql, (guild, user)) for user in users}
        return {user: rows[0][0] for user, rows in found.items() if rows}

    async def crests(self, guild: int, user: int) -> list[CrestRow]:
        sql = f"SELECT {names(CrestRow)} FROM crests WHERE guild = ? AND user = ? ORDER BY at, table_id, game, crest"
        return [CrestRow(*row) for row in await self._rows(sql, (guild, user))]

    async def rated_games(self, guild: int, user: int) -> list[ResultRow]:
        sql = f"SELECT {_RESULT} FROM results WHERE guild = ? AND user = ? AND rated = 1 ORDER BY number"
        return _results(await self._rows(sql, (guild, user)))

    async def against(self, guild: int, user: int, other: int) -> list[tuple[int, int, int]]:
        sql = (
            "SELECT mine.table_id, mine.rating_place, theirs.rating_place FROM results AS mine"
            " JOIN results AS theirs ON theirs.table_id = mine.table_id AND theirs.user = ? AND theirs.rated = 1"
            " WHERE mine.guild = ? AND mine.user = ? AND mine.rated = 1 ORDER BY mine.number"
        )
        return [(row[0], row[1], row[2]) for row in await self._rows(sql, (other, guild, user))]

    async def newest_table(self, guild: int) -> int | None:
        rows = await self._rows("SELECT max(id) FROM tables WHERE guild = ?", (guild,))
        return None if rows[0][0] is None else int(rows[0][0])

    async def servers_chosen(self) -> list[tuple[int, str]]:
        return [(row[0], row[1]) for row in await self._rows("SELECT guild, settings FROM servers ORDER BY guild")]


class RatingWrites(Connected):
    """See `data.rating_store.RatingWrites`."""

    async def lock_games(self, guild: int) -> int:
        rows = await self._rows("SELECT number FROM games_ended WHERE guild = ?", (guild,))
        return rows[0][0] if rows else 0

    async def next_game(self, guild: int) -> int:
        sql = (
            "INSERT INTO games_ended VALUES (?, 1) ON CONFLICT (guild) DO UPDATE SET number = games_ended.number + 1"
            " RETURNING number"
        )
        return int((await self._rows(sql, (guild,)))[0][0])

    async def number_games(self, guild: int) -> None:
        last = await self.lock_games(guild)
        await self._db.execute(
            "UPDATE results SET number = ? + new.place FROM"
            " (SELECT table_id, row_number() OVER (ORDER BY min(at), table_id) AS place FROM results"
            " WHERE guild = ? AND number = 0 GROUP BY table_id) AS new"
            " WHERE results.table_id = new.table_id AND number = 0",
            (last, guild),
        )
        await self._db.execute(
            "INSERT INTO games_ended SELECT guild, max(number) FROM results WHERE guild = ? GROUP BY guild"
            " ON CONFLICT (guild) DO UPDATE SET number = max(games_ended.number, excluded.number)",
            (guild,),
        )

    async def kinds_played(self, guild: int) -> list[tuple[str, str]]:
        sql = (
            "SELECT DISTINCT results.game, options FROM results JOIN tables ON tables.id = table_id WHERE results.guild = ?"
            " ORDER BY 1, 2"
        )
        return [(row[0], row[1]) for row in await self._rows(sql, (guild,))]

    async def classify(self, guild: int, game: str, options: str, variant: str) -> None:
        await self._db.execute(
            "UPDATE results SET variant = ? WHERE guild = ? AND game = ? AND variant <> ?"
            " AND (SELECT options FROM tables WHERE tables.id = table_id) = ?",
            (variant, guild, game, variant, options),
        )

    async def counted_results(self, guild: int) -> list[ResultRow]:
        rows = await self._rows(
            f"SELECT {_RESULT} FROM results WHERE guild = ? AND (rated = 1 OR unearned = 1) ORDER BY number, seat", (guild,)
        )
        return _results(rows)

    async def forget_ratings(self, guild: int) -> None:
        for table in ("ratings", "rating_points", "tallies", "crests"):
            await self._db.execute(f"DELETE FROM {table} WHERE guild = ?", (guild,))

    async def put_ratings(self, rows: Iterable[RatingRow]) -> None:
        values = [msgspec.structs.astuple(row) for row in rows]
        await self._db.executemany(f"INSERT OR REPLACE INTO ratings ({_RATING}) VALUES ({marks(RatingRow)})", values)

    async def add_points(self, rows: Iterable[PointRow]) -> None:
        values = [msgspec.structs.astuple(row) for row in rows]
        await self._db.executemany(f"INSERT INTO rating_points ({_POINT}) VALUES ({marks(PointRow)})", values)

    async def add_tallies(self, rows: Iterable[MonthRow]) -> None:
        more = ", ".join(f"{name} = tallies.{name} + excluded.{name}" for name in _COUNTS)
        await self._db.executemany(
            f"INSERT INTO tallies (guild, game, variant, month, user, {', '.join(_COUNTS)})"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            f" ON CONFLICT (guild, game, variant, month, user) DO UPDATE SET {more}",
            [(row.guild, row.game, row.variant, row.month, *msgspec.structs.astuple(row.tally)) for row in rows],
        )

    async def void_results(self, table: int) -> int | None:
        sql = "UPDATE results SET void = 1, rated = 0, unearned = 0 WHERE table_id = ? AND void = 0 RETURNING guild"
        rows = await self._rows(sql, (table,))
        return rows[0][0] if rows else None

    async def add_meetings(self, guild: int, table: int, day: int, pairs: Collection[str]) -> None:
        await self._db.execute("DELETE FROM meetings WHERE day < ?", (day,))
        await self._db.executemany(
            "INSERT INTO meetings (pair, guild, day, table_id) VALUES (?, ?, ?, ?)",
            [(pair, guild, day, table) for pair in pairs],
        )

    async def add_crests(self, rows: Iterable[CrestRow]) -> None:
        values = [msgspec.structs.astuple(row) for row in rows]
        await self._db.executemany(f"INSERT INTO crests ({names(CrestRow)}) VALUES ({marks(CrestRow)})", values)

    async def end_season(self, guild: int, month: int) -> bool:
        rows = await self._rows("SELECT month FROM seasons_ended WHERE guild = ?", (guild,))
        await self._db.execute(
            "INSERT INTO seasons_ended VALUES (?, ?) ON CONFLICT (guild) DO UPDATE SET month = max(month, excluded.month)",
            (guild, month),
        )
        return bool(rows) and rows[0][0] < month


def _results(rows: list[tuple[object, ...]]) -> list[ResultRow]:
    # SQLite has no booleans: lax conversion makes them of 0 and 1.
    fields = ResultRow.__struct_fields__
    return msgspec.convert([dict(zip(fields, row, strict=True)) for row in rows], list[ResultRow], strict=False)


def _point(row: tuple[object, ...]) -> PointRow:
    return PointRow(**dict(zip(PointRow.__struct_fields__, row, strict=True)))  # type: ignore[arg-type]
