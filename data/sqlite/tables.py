"""Tables and their seats."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from data.records import (
    Counted,
    SeatRow,
    TableCount,
    TableRow,
)
from data.sqlite.connection import Connected, marks, names

OPEN = "state IN ('lobby', 'playing')"

_TABLE = names(TableRow)
_SEAT = names(SeatRow)
_CHANGE = ", ".join(f"{name} = ?" for name in TableRow.__struct_fields__[1:])


def _table(row: tuple[Any, ...]) -> TableRow:
    # SQLite has no booleans: lax conversion makes them of 0 and 1.
    return msgspec.convert(dict(zip(TableRow.__struct_fields__, row, strict=True)), TableRow, strict=False)


class TableReads(Connected):
    """See `data.store.Reads`."""

    async def table(self, number: int) -> tuple[TableRow, list[SeatRow]] | None:
        rows = await self._rows(f"SELECT {_TABLE} FROM tables WHERE id = ?", (number,))
        return (_table(rows[0]), (await self.seats([number]))[number]) if rows else None

    async def table_version(self, number: int) -> int | None:
        rows = await self._rows("SELECT version FROM tables WHERE id = ?", (number,))
        return rows[0][0] if rows else None

    async def seats(self, numbers: Iterable[int]) -> dict[int, list[SeatRow]]:
        found: dict[int, list[SeatRow]] = {number: [] for number in numbers}
        marks = ", ".join("?" for _ in found)
        rows = await self._rows(
            f"SELECT table_id, {_SEAT} FROM seats WHERE table_id IN ({marks}) ORDER BY table_id, seat", tuple(found)
        )
        for number, seat, user, name, level, resigned, missed in rows:
            found[number].append(SeatRow(seat, user, name, level, bool(resigned), missed))
        return found

    async def snapshot(self, number: int) -> bytes | None:
        rows = await self._rows("SELECT snapshot FROM snapshots WHERE table_id = ?", (number,))
        return rows[0][0] if rows else None

    async def open_tables_of(self, user: int, guild: int | None) -> list[tuple[TableRow, list[SeatRow]]]:
        where = f"id IN (SELECT table_id FROM seats WHERE user = ?) AND {OPEN}"
        return await self._tables(f"{where} AND guild = ?", (user, guild)) if guild else await self._tables(where, (user,))

    async def open_tables_in(self, channel: int) -> list[tuple[TableRow, list[SeatRow]]]:
        return await self._tables(f"(channel = ?1 OR home = ?1) AND {OPEN}", (channel,))

    async def open_tables_on(self, guild: int) -> list[tuple[TableRow, list[SeatRow]]]:
        return await self._tables(f"guild = ? AND {OPEN}", (guild,))

    async def finished_tables(self, channel: int | None, user: int, limit: int) -> list[tuple[TableRow, list[SeatRow]]]:
        # Each half is found by its own index.
        halves = "SELECT id FROM tables WHERE channel = ? AND state = 'over' UNION SELECT table_id FROM seats WHERE user = ?"
        sql = f"SELECT id FROM tables WHERE id IN ({halves}) AND state = 'over' ORDER BY id DESC LIMIT ?"
        return await self._numbered(await self._rows(sql, (channel, user, limit)))

    async def finished_tables_on(self, guild: int, limit: int) -> list[tuple[TableRow, list[SeatRow]]]:
        sql = "SELECT id FROM tables WHERE guild = ? AND state = 'over' ORDER BY id DESC LIMIT ?"
        return await self._numbered(await self._rows(sql, (guild, limit)))

    async def _numbered(self, rows: Sequence[Any]) -> list[tuple[TableRow, list[SeatRow]]]:
        found = [await self.table(row[0]) for row in rows]
        return [table for table in found if table is not None]

    async def _tables(self, where: str, values: tuple[Any, ...]) -> list[tuple[TableRow, list[SeatRow]]]:
        rows = [_table(row) for row in await self._rows(f"SELECT {_TABLE} FROM tables WHERE {where} ORDER BY id", values)]
        by_table = await self.seats([row.id for row in rows])
        return [(row, by_table[row.id]) for row in rows]

    async def follower(self, number: int) -> int | None:
        rows = await self._rows("SELECT max(id) FROM tables WHERE follows = ?", (number,))
        return None if rows[0][0] is None else int(rows[0][0])

    async def table_counts(self) -> list[TableCount]:
        sql = "SELECT game, state, count(*) FROM tables GROUP BY game, state ORDER BY game, state"
        return [TableCount(*row) for row in await self._rows(sql)]

    async def tables_due(self, limit: int) -> list[tuple[int, float]]:
        sql = "SELECT id, due FROM tables WHERE due IS NOT NULL ORDER BY due LIMIT ?"
        return [(row[0], row[1]) for row in await self._rows(sql, (limit,))]

    async def tables_thinking(self) -> list[int]:
        return [row[0] for row in await self._rows("SELECT id FROM tables WHERE thinking = 1")]


class TableWrites(Connected):
    """See `data.store.Transaction`."""

    async def save_table(self, row: TableRow, seating: Iterable[SeatRow] | None, position: bytes | None) -> int:
        values = msgspec.structs.astuple(row)
        number = row.id
        if number:
            await self._db.execute(f"UPDATE tables SET {_CHANGE} WHERE id = ?", (*values[1:], number))
        else:
            cursor = await self._db.execute(f"INSERT INTO tables ({_TABLE}) VALUES ({marks(TableRow)})", (None, *values[1:]))
            assert cursor.lastrowid is not None
            number = cursor.lastrowid
        if seating is not None:
            await self._db.execute("DELETE FROM seats WHERE table_id = ?", (number,))
            await self._db.executemany(
                f"INSERT INTO seats (table_id, {_SEAT}) VALUES (?, {marks(SeatRow)})",
                [(number, *msgspec.structs.astuple(seat)) for seat in seating],
            )
        if position is not None:
            await self._db.execute(
                "INSERT INTO snapshots VALUES (?, ?) ON CONFLICT DO UPDATE SET snapshot = excluded.snapshot", (number, position)
            )
        return number

    async def count_open(self, where: Counted, value: int) -> int:
        sql = {
            "user": f"SELECT count(*) FROM seats JOIN tables ON tables.id = table_id WHERE user = ? AND {OPEN}",
            "guild": f"SELECT count(*) FROM tables WHERE guild = ? AND {OPEN}",
            "channel": f"SELECT count(*) FROM tables WHERE (channel = ?1 OR home = ?1) AND {OPEN}"
            " AND NOT EXISTS (SELECT 1 FROM tournament_games WHERE table_id = tables.id)",
        }[where]
        rows = list(await self._db.execute_fetchall(sql, (value,)))
        return int(rows[0][0])
