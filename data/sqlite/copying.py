"""Whole tables out of SQLite and into it, for moving a database."""

# ruff: noqa: S608 - only our own names of tables and columns are interpolated; values are always parameters.
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any

from data.sql.statements import column_list, insert
from data.sqlite.connection import Connected


class Copying(Connected):
    """See `data.moving.Copying`."""

    async def columns(self, table: str) -> list[str]:
        return [row[1] for row in await self._rows(f"PRAGMA table_info({table})")]

    async def batches(
        self, table: str, columns: Iterable[str], key: Iterable[str], size: int
    ) -> AsyncIterator[list[tuple[Any, ...]]]:
        await self._rows("SELECT 1")  # runs what is still waiting
        async with self._db.execute(f"SELECT {column_list(columns)} FROM {table} ORDER BY {column_list(key)}") as cursor:
            while rows := [tuple(row) for row in await cursor.fetchmany(size)]:
                yield rows

    async def add_rows(self, table: str, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
        await self._run_each(insert(table, *columns), rows)

    async def empty(self, table: str) -> None:
        await self._run(f"DELETE FROM {table}")

    async def counters(self) -> dict[str, int]:
        given = dict(await self._rows("SELECT name, seq FROM sqlite_sequence"))
        return {table: given.get(table, 0) for table in ("subjects", "outbox")}

    async def set_counters(self, counters: Mapping[str, int]) -> None:
        for table, number in counters.items():
            await self._run("DELETE FROM sqlite_sequence WHERE name = ?", table)
            if number:
                await self._run("INSERT INTO sqlite_sequence VALUES (?, ?)", table, number)

    def as_kept(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        return row
