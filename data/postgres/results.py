"""How games ended, and which interactions were carried out."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

import msgspec

from data.postgres.connection import Connected, marks, names
from data.records import ResultRow, SeriesRow, UncountedRow

_RESULT = names(ResultRow)
_RESULT_MARKS = marks(len(ResultRow.__struct_fields__))


class ResultReads(Connected):
    """See `data.store.Reads`."""

    async def uncounted(self, guild: int, game: str | None) -> UncountedRow:
        one_game = "" if game is None else " AND game = $2"
        sql = (
            "SELECT count(*) FILTER (WHERE void), count(*) FILTER (WHERE NOT void AND friendly),"
            " count(*) FILTER (WHERE NOT void AND NOT friendly AND computers) FROM (SELECT bool_or(void) AS void,"
            " bool_or(friendly) AS friendly, bool_or(computers) AS computers FROM results"
            f" WHERE guild = $1{one_game} GROUP BY table_id HAVING NOT bool_or(rated)) AS games"
        )
        return UncountedRow(*(await self._rows(sql, *((guild,) if game is None else (guild, game))))[0])

    async def series(self, first: int) -> list[SeriesRow]:
        sql = (
            'SELECT "user", (array_agg(name ORDER BY at DESC))[1], count(*), count(*) FILTER (WHERE place = 1) FROM results'
            ' WHERE series = $1 AND NOT void GROUP BY "user" ORDER BY "user"'
        )
        return [SeriesRow(*row) for row in await self._rows(sql, first)]

    async def durations(self, guild: int, game: str, pace: str, limit: int) -> list[float]:
        sql = (
            "SELECT tables.changed - journal.at FROM tables JOIN journal ON journal.table_id = tables.id AND journal.number = 1"
            " WHERE guild = $1 AND game = $2 AND pace = $3 AND state = 'over' AND closed IS NULL"
            " ORDER BY tables.id DESC LIMIT $4"
        )
        return [row[0] for row in await self._rows(sql, guild, game, pace, limit)]

    async def table_of_request(self, request: int) -> int | None:
        rows = await self._rows("SELECT table_id FROM requests WHERE id = $1", request)
        return rows[0][0] if rows else None


class ResultWrites(Connected):
    """See `data.store.Transaction`."""

    async def add_results(self, rows: Iterable[ResultRow]) -> None:
        sql = f"INSERT INTO results ({_RESULT}) VALUES ({_RESULT_MARKS})"
        await self._run_each(sql, (msgspec.structs.astuple(row) for row in rows))

    async def remember_request(self, request: int, number: int, at: float) -> bool:
        # Where another process is just carrying out the same, this waits until it is through.
        sql = "INSERT INTO requests (id, table_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id"
        return bool(await self._rows(sql, request, number, at))

    async def forget_requests(self, before: float) -> None:
        await self._run("DELETE FROM requests WHERE at < $1", before)
