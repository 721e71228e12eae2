"""How games ended, and which interactions were carried out."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

import msgspec

from data.records import (
    ResultRow,
    SeriesRow,
    UncountedRow,
)
from data.sqlite.connection import Connected, marks, names

_RESULT = names(ResultRow)


class ResultReads(Connected):
    """See `data.store.Reads`."""

    async def uncounted(self, guild: int, game: str | None) -> UncountedRow:
        one_game = "" if game is None else " AND game = ?"
        sql = (
            "SELECT coalesce(sum(void), 0), coalesce(sum(NOT void AND friendly), 0),"
            " coalesce(sum(NOT void AND NOT friendly AND computers), 0) FROM (SELECT max(void) AS void,"
            " max(friendly) AS friendly, max(computers) AS computers FROM results"
            f" WHERE guild = ?{one_game} GROUP BY table_id HAVING max(rated) = 0)"
        )
        return UncountedRow(*(await self._rows(sql, (guild,) if game is None else (guild, game)))[0])

    async def series(self, first: int) -> list[SeriesRow]:
        sql = (
            "SELECT user, name, count(*), sum(place = 1), max(at) FROM results"
            " WHERE series = ? AND void = 0 GROUP BY user ORDER BY user"
        )
        return [SeriesRow(*row[:-1]) for row in await self._rows(sql, (first,))]

    async def durations(self, guild: int, game: str, pace: str, limit: int) -> list[float]:
        sql = (
            "SELECT tables.changed - journal.at FROM tables JOIN journal ON journal.table_id = tables.id AND journal.number = 1"
            " WHERE guild = ? AND game = ? AND pace = ? AND state = 'over' AND closed IS NULL"
            " ORDER BY tables.id DESC LIMIT ?"
        )
        return [row[0] for row in await self._rows(sql, (guild, game, pace, limit))]

    async def table_of_request(self, request: int) -> int | None:
        rows = await self._rows("SELECT table_id FROM requests WHERE id = ?", (request,))
        return rows[0][0] if rows else None


class ResultWrites(Connected):
    """See `data.store.Transaction`."""

    async def add_results(self, rows: Iterable[ResultRow]) -> None:
        await self._db.executemany(
            f"INSERT INTO results ({_RESULT}) VALUES ({marks(ResultRow)})", [msgspec.structs.astuple(row) for row in rows]
        )

    async def remember_request(self, request: int, number: int, at: float) -> bool:
        cursor = await self._db.execute("INSERT INTO requests VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (request, number, at))
        return cursor.rowcount == 1

    async def forget_requests(self, before: float) -> None:
        await self._db.execute("DELETE FROM requests WHERE at < ?", (before,))
