"""Rows as they are, for carrying them over into another store."""

# ruff: noqa: S608 - the pieces put together are names of tables and columns of ours; values are always parameters.
from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any

from data.sqlite.connection import Connected


def _listed(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


class Copying(Connected):
    """See `data.moving.Copying`."""

    async def columns(self, table: str) -> list[str]:
        return [row[1] for row in await self._rows(f"PRAGMA table_info({table})")]

    async def batches(
        self, table: str, columns: Iterable[str], key: Iterable[str], size: int
    ) -> AsyncIterator[list[tuple[Any, ...]]]:
        async with self._db.execute(f"SELECT {_listed(columns)} FROM {table} ORDER BY {_listed(key)}") as cursor:
            while rows := [tuple(row) for row in await cursor.fetchmany(size)]:
                yield rows

    async def add_rows(self, table: str, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
        columns = list(columns)
        marks = ", ".join("?" for _ in columns)
        await self._db.executemany(f"INSERT INTO {table} ({_listed(columns)}) VALUES ({marks})", rows)

    async def empty(self, table: str) -> None:
        await self._db.execute(f"DELETE FROM {table}")

    async def counters(self) -> dict[str, int]:
        given = dict(await self._rows("SELECT name, seq FROM sqlite_sequence"))
        return {table: given.get(table, 0) for table in ("tables", "outbox")}

    async def set_counters(self, counters: Mapping[str, int]) -> None:
        for table, number in counters.items():
            await self._db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            if number:
                await self._db.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, number))

    def as_kept(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        return row
