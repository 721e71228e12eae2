"""The journal: the history of each table."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

import msgspec

from data.errors import Overtaken
from data.records import JournalRow
from data.sql.statements import Statements, insert, made, names

_COUNTED = "undone = false AND move <> ''"


class JournalReads(Statements):
    """What can be read."""

    async def steps(self, number: int) -> list[JournalRow]:
        """The lines of a table whose position before them is kept, in order: what can be taken back."""
        return await self._lines("snapshot IS NOT NULL", number)

    async def counted_moves(self, number: int, stage: int | None = None) -> list[JournalRow]:
        """The moves of a table that count (not taken back, not replaced), in order; of one stage, or all of them."""
        if stage is None:
            return await self._lines(_COUNTED, number)
        return await self._lines(f"{_COUNTED} AND stage = ?2", number, stage)

    async def moves_of_turn(self, number: int, turn: int) -> list[JournalRow]:
        """The moves of a table's turn that count, in order."""
        return await self._lines(f"{_COUNTED} AND turn = ?2", number, turn)

    async def moves_since(self, number: int, seat: int) -> tuple[list[JournalRow], int | None]:
        """The moves of a table that count, from the last one that the person of this seat has made, in order; all of them where
        they have made none. And the table's version then; None: there are no moves.
        """
        last = f"SELECT max(number) FROM journal WHERE table_id = ?1 AND {_COUNTED} AND kind = 'move' AND seat = ?2"
        sql = (
            f"SELECT {names(JournalRow)}, (SELECT version FROM tables WHERE id = ?1) FROM journal"
            f" WHERE table_id = ?1 AND {_COUNTED} AND number >= coalesce(({last}), 0) ORDER BY number"
        )
        rows = await self._rows(sql, number, seat)
        return made(JournalRow, [row[:-1] for row in rows]), rows[0][-1] if rows else None

    async def _lines(self, where: str, *values: int) -> list[JournalRow]:
        sql = f"SELECT {names(JournalRow)} FROM journal WHERE table_id = ?1 AND {where} ORDER BY number"
        return made(JournalRow, await self._rows(sql, *values))


class JournalWrites(Statements):
    """What can be written."""

    async def add_line(self, number: int, line: JournalRow) -> None:
        """Write a new line into a table's journal. Raises Overtaken, by the commit at the latest, where there is another of its
        number: PostgreSQL may write it before it finds that the table has another version.
        """
        sql = f"{insert('journal', 'table_id', *JournalRow.__struct_fields__)} ON CONFLICT DO NOTHING"
        await self._later(sql, number, *msgspec.structs.astuple(line), unless=Overtaken)

    async def strike_lines(self, number: int, lines: Iterable[int]) -> None:
        """Mark lines as taken back or replaced."""
        sql = "UPDATE journal SET undone = true, snapshot = NULL WHERE table_id = ? AND number = ?"
        await self._run_each(sql, [(number, line) for line in lines])

    async def forget_steps(self, number: int) -> None:
        """Forget the positions kept for taking moves back."""
        await self._later("UPDATE journal SET snapshot = NULL WHERE table_id = ? AND snapshot IS NOT NULL", number)
