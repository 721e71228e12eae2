"""Presses whose private answers are still awaited: what ends those that a killed process has left at "is thinking"."""

# ruff: noqa: S608 - the pieces put together are column lists of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

import msgspec

from data.records import AnswerRow
from data.sql.statements import Statements, insert, made, names


class AnswerWrites(Statements):
    """What can be written."""

    async def begin_answers(self, rows: Iterable[AnswerRow]) -> None:
        """Note answers that are awaited."""
        sql = insert("answers", *AnswerRow.__struct_fields__)
        await self._run_each(sql, [msgspec.structs.astuple(row) for row in rows])

    async def end_answers(self, interactions: Iterable[int]) -> None:
        """Forget answers that have been given."""
        await self._run("DELETE FROM answers WHERE interaction IN (??)", list(interactions))

    async def take_answers(self, before: float) -> list[AnswerRow]:
        """Take those away that were begun before a time: nobody else gets them."""
        sql = f"DELETE FROM answers WHERE at < ? RETURNING {names(AnswerRow)}"
        return made(AnswerRow, await self._rows(sql, before))
