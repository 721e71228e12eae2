"""The history of each table."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

import msgspec

from data.records import (
    JournalRow,
)
from data.sqlite.connection import Connected, marks, names

_JOURNAL = names(JournalRow)


class JournalReads(Connected):
    """See `data.store.Reads`."""

    async def steps(self, number: int) -> list[JournalRow]:
        return await self._lines("snapshot IS NOT NULL", (number,))

    async def counted_moves(self, number: int, stage: int | None = None) -> list[JournalRow]:
        moves = "undone = 0 AND move <> ''"
        if stage is None:
            return await self._lines(moves, (number,))
        return await self._lines(f"{moves} AND stage = ?", (number, stage))

    async def moves_of_turn(self, number: int, turn: int) -> list[JournalRow]:
        return await self._lines("undone = 0 AND move <> '' AND turn = ?", (number, turn))

    async def moves_since(self, number: int, seat: int) -> list[JournalRow]:
        counted = "undone = 0 AND move <> ''"
        last = f"SELECT max(number) FROM journal WHERE table_id = ? AND {counted} AND kind = 'move' AND seat = ?"
        return await self._lines(f"{counted} AND number >= coalesce(({last}), 0)", (number, number, seat))

    async def _lines(self, where: str, values: tuple[int, ...]) -> list[JournalRow]:
        sql = f"SELECT {_JOURNAL} FROM journal WHERE table_id = ? AND {where} ORDER BY number"
        fields = JournalRow.__struct_fields__
        return [
            msgspec.convert(dict(zip(fields, row, strict=True)), JournalRow, strict=False)
            for row in await self._rows(sql, values)
        ]


class JournalWrites(Connected):
    """See `data.store.Transaction`."""

    async def add_line(self, number: int, line: JournalRow) -> None:
        await self._db.execute(
            f"INSERT INTO journal (table_id, {_JOURNAL}) VALUES (?, {marks(JournalRow)})",
            (number, *msgspec.structs.astuple(line)),
        )

    async def strike_lines(self, number: int, lines: Iterable[int]) -> None:
        sql = "UPDATE journal SET undone = 1, snapshot = NULL WHERE table_id = ? AND number = ?"
        await self._db.executemany(sql, [(number, line) for line in lines])

    async def forget_steps(self, number: int) -> None:
        await self._db.execute("UPDATE journal SET snapshot = NULL WHERE table_id = ? AND snapshot IS NOT NULL", (number,))
