"""Tables and their seats."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from data.postgres.connection import Connected, marks, names
from data.records import Counted, SeatRow, TableCount, TableRow

ALONE = " FOR NO KEY UPDATE"
"""Locks a table's row against every other change of the table; rows that refer to it can be stored meanwhile."""

OPEN = "state IN ('lobby', 'playing')"

_TABLE = names(TableRow)
_SEAT = names(SeatRow)
_FIELDS = TableRow.__struct_fields__
_NEW = ", ".join(f'"{name}"' for name in _FIELDS[1:])
_CHANGE = ", ".join(f'"{name}" = ${place}' for place, name in enumerate(_FIELDS[1:], start=2))


def _table(row: tuple[Any, ...]) -> TableRow:
    return TableRow(**dict(zip(_FIELDS, row, strict=True)))


class TableReads(Connected):
    """See `data.store.Reads`."""

    async def table(self, number: int) -> tuple[TableRow, list[SeatRow]] | None:
        return await self._table(number, "")

    async def _table(self, number: int, lock: str) -> tuple[TableRow, list[SeatRow]] | None:
        rows = await self._rows(f"SELECT {_TABLE} FROM tables WHERE id = $1{lock}", number)
        return (_table(rows[0]), (await self.seats([number]))[number]) if rows else None

    async def table_version(self, number: int) -> int | None:
        rows = await self._rows("SELECT version FROM tables WHERE id = $1", number)
        return rows[0][0] if rows else None

    async def seats(self, numbers: Iterable[int]) -> dict[int, list[SeatRow]]:
        found: dict[int, list[SeatRow]] = {number: [] for number in numbers}
        sql = f"SELECT table_id, {_SEAT} FROM seats WHERE table_id = ANY ($1::bigint[]) ORDER BY table_id, seat"
        for number, *seat in await self._rows(sql, list(found)):
            found[number].append(SeatRow(*seat))
        return found

    async def snapshot(self, number: int) -> bytes | None:
        rows = await self._rows("SELECT snapshot FROM snapshots WHERE table_id = $1", number)
        return rows[0][0] if rows else None

    async def open_tables_of(self, user: int, guild: int | None) -> list[tuple[TableRow, list[SeatRow]]]:
        where = f'id IN (SELECT table_id FROM seats WHERE "user" = $1) AND {OPEN}'
        return await self._tables(f"{where} AND guild = $2", user, guild) if guild else await self._tables(where, user)

    async def open_tables_in(self, channel: int) -> list[tuple[TableRow, list[SeatRow]]]:
        return await self._tables(f"(channel = $1 OR home = $1) AND {OPEN}", channel)

    async def open_tables_on(self, guild: int) -> list[tuple[TableRow, list[SeatRow]]]:
        return await self._tables(f"guild = $1 AND {OPEN}", guild)

    async def finished_tables(self, channel: int | None, user: int, limit: int) -> list[tuple[TableRow, list[SeatRow]]]:
        # Each half is found by its own index.
        halves = (
            "SELECT id FROM tables WHERE channel = $1 AND state = 'over' UNION SELECT table_id FROM seats WHERE \"user\" = $2"
        )
        sql = f"SELECT id FROM tables WHERE id IN ({halves}) AND state = 'over' ORDER BY id DESC LIMIT $3"
        return await self._numbered(await self._rows(sql, channel, user, limit))

    async def finished_tables_on(self, guild: int, limit: int) -> list[tuple[TableRow, list[SeatRow]]]:
        sql = "SELECT id FROM tables WHERE guild = $1 AND state = 'over' ORDER BY id DESC LIMIT $2"
        return await self._numbered(await self._rows(sql, guild, limit))

    async def _numbered(self, rows: Sequence[Any]) -> list[tuple[TableRow, list[SeatRow]]]:
        found = [await self.table(row[0]) for row in rows]
        return [table for table in found if table is not None]

    async def _tables(self, where: str, *values: int) -> list[tuple[TableRow, list[SeatRow]]]:
        rows = [_table(row) for row in await self._rows(f"SELECT {_TABLE} FROM tables WHERE {where} ORDER BY id", *values)]
        by_table = await self.seats([row.id for row in rows])
        return [(row, by_table[row.id]) for row in rows]

    async def follower(self, number: int) -> int | None:
        rows = await self._rows("SELECT max(id) FROM tables WHERE follows = $1", number)
        return None if rows[0][0] is None else int(rows[0][0])

    async def table_counts(self) -> list[TableCount]:
        sql = "SELECT game, state, count(*) FROM tables GROUP BY game, state ORDER BY game, state"
        return [TableCount(*row) for row in await self._rows(sql)]

    async def tables_due(self, limit: int) -> list[tuple[int, float]]:
        sql = "SELECT id, due FROM tables WHERE due IS NOT NULL ORDER BY due LIMIT $1"
        return [(row[0], row[1]) for row in await self._rows(sql, limit)]

    async def tables_thinking(self) -> list[int]:
        return [row[0] for row in await self._rows("SELECT id FROM tables WHERE thinking ORDER BY id")]


class TableWrites(TableReads):
    """See `data.store.Transaction`."""

    async def table(self, number: int) -> tuple[TableRow, list[SeatRow]] | None:
        # Who reads a table in order to change it has it alone until the transaction ends.
        return await self._table(number, ALONE)

    async def table_version(self, number: int) -> int | None:
        rows = await self._rows(f"SELECT version FROM tables WHERE id = $1{ALONE}", number)
        return rows[0][0] if rows else None

    async def save_table(self, row: TableRow, seating: Iterable[SeatRow] | None, position: bytes | None) -> int:
        values = msgspec.structs.astuple(row)[1:]
        number = row.id
        if number:
            await self._run(f"UPDATE tables SET {_CHANGE} WHERE id = $1", number, *values)
        else:
            made = await self._rows(f"INSERT INTO tables ({_NEW}) VALUES ({marks(len(values))}) RETURNING id", *values)
            number = made[0][0]
        if seating is not None:
            await self._run("DELETE FROM seats WHERE table_id = $1", number)
            await self._run_each(
                f"INSERT INTO seats (table_id, {_SEAT}) VALUES ({marks(1 + len(SeatRow.__struct_fields__))})",
                ((number, *msgspec.structs.astuple(seat)) for seat in seating),
            )
        if position is not None:
            await self._run(
                "INSERT INTO snapshots (table_id, snapshot) VALUES ($1, $2)"
                " ON CONFLICT (table_id) DO UPDATE SET snapshot = excluded.snapshot",
                number,
                position,
            )
        return number

    async def count_open(self, where: Counted, value: int) -> int:
        # Nobody else counts the same until we are through, or two processes would each find the last place free.
        await self._rows("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))", f"open {where}", value)
        sql = {
            "user": f'SELECT count(*) FROM seats JOIN tables ON tables.id = table_id WHERE "user" = $1 AND {OPEN}',
            "guild": f"SELECT count(*) FROM tables WHERE guild = $1 AND {OPEN}",
            "channel": f"SELECT count(*) FROM tables WHERE (channel = $1 OR home = $1) AND {OPEN}"
            " AND NOT EXISTS (SELECT 1 FROM tournament_games WHERE table_id = tables.id)",
        }[where]
        return int((await self._rows(sql, value))[0][0])
