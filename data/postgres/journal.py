"""The history of each table."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

import msgspec

from data.postgres.connection import Connected, marks, names
from data.records import JournalRow

_JOURNAL = names(JournalRow)


class JournalReads(Connected):
    """See `data.store.Reads`."""

    async def steps(self, number: int) -> list[JournalRow]:
        return await self._lines("snapshot IS NOT NULL", number)

    async def counted_moves(self, number: int, stage: int | None = None) -> list[JournalRow]:
        moves = "NOT undone AND move <> ''"
        if stage is None:
            return await self._lines(moves, number)
        return await self._lines(f"{moves} AND stage = $2", number, stage)

    async def moves_of_turn(self, number: int, turn: int) -> list[JournalRow]:
        return await self._lines("NOT undone AND move <> '' AND turn = $2", number, turn)

    async def moves_since(self, number: int, seat: int) -> list[JournalRow]:
        counted = "NOT undone AND move <> ''"
        last = f"SELECT max(number) FROM journal WHERE table_id = $1 AND {counted} AND kind = 'move' AND seat = $2"
        return await self._lines(f"{counted} AND number >= coalesce(({last}), 0)", number, seat)

    async def _lines(self, where: str, *values: int) -> list[JournalRow]:
        sql = f"SELECT {_JOURNAL} FROM journal WHERE table_id = $1 AND {where} ORDER BY number"
        fields = JournalRow.__struct_fields__
        return [JournalRow(**dict(zip(fields, row, strict=True))) for row in await self._rows(sql, *values)]


class JournalWrites(Connected):
    """See `data.store.Transaction`."""

    async def add_line(self, number: int, line: JournalRow) -> None:
        values = (number, *msgspec.structs.astuple(line))
        await self._run(f"INSERT INTO journal (table_id, {_JOURNAL}) VALUES ({marks(len(values))})", *values)

    async def strike_lines(self, number: int, lines: Iterable[int]) -> None:
        sql = "UPDATE journal SET undone = true, snapshot = NULL WHERE table_id = $1 AND number = $2"
        await self._run_each(sql, ((number, line) for line in lines))

    async def forget_steps(self, number: int) -> None:
        await self._run("UPDATE journal SET snapshot = NULL WHERE table_id = $1 AND snapshot IS NOT NULL", number)
