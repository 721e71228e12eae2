"""Unchanged rows, for moving them to another store."""

# ruff: noqa: S608 - only our own names of tables and columns are interpolated; values are always parameters.
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any

from data.postgres.connection import Connected, as_kept
from data.sql.statements import column_list, insert

_COUNTERS = {"subjects": "subjects_id_seq", "outbox": "outbox_serial"}


class Copying(Connected):
    """See `data.moving.Copying`."""

    async def columns(self, table: str) -> list[str]:
        return list(await self._kinds(table))

    async def batches(
        self, table: str, columns: Iterable[str], key: Iterable[str], size: int
    ) -> AsyncIterator[list[tuple[Any, ...]]]:
        kinds = await self._kinds(table)
        order = ", ".join(f'"{column}"' + (' COLLATE "C"' if kinds[column] == "text" else "") for column in key)
        cursor = await self._db.cursor(f"SELECT {column_list(columns)} FROM {table} ORDER BY {order}")
        while rows := [tuple(row) for row in await cursor.fetch(size)]:
            yield rows

    async def add_rows(self, table: str, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
        columns = list(columns)
        kinds = await self._kinds(table)
        # Other stores may have no booleans.
        truths = [kinds[column] == "boolean" for column in columns]
        await self._run_each(
            insert(table, *columns),
            (tuple(_truth(value) if truth else value for truth, value in zip(truths, row, strict=True)) for row in rows),
        )

    async def empty(self, table: str) -> None:
        await self._run(f"DELETE FROM {table}")

    async def counters(self) -> dict[str, int]:
        found = {}
        for table, sequence in _COUNTERS.items():
            last, called = (await self._rows(f"SELECT last_value, is_called FROM {sequence}"))[0]
            found[table] = last if called else 0
        return found

    async def set_counters(self, counters: Mapping[str, int]) -> None:
        for table, number in counters.items():
            await self._rows(f"SELECT setval('{_COUNTERS[table]}', $1, $2)", max(number, 1), number > 0)

    def as_kept(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        return as_kept(row)

    async def _kinds(self, table: str) -> dict[str, str]:
        sql = (
            "SELECT column_name, data_type FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position"
        )
        return dict(await self._rows(sql, table))


def _truth(value: Any) -> bool | None:
    return None if value is None else bool(value)
