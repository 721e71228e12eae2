"""The contract of `data.sql.people`, for every store there is."""

from __future__ import annotations

from data.records.people import AnswerRow
from data.store import Store

ROWS = [AnswerRow(1, "a", "pl", 10.0), AnswerRow(2, "b", "en", 20.0), AnswerRow(1 << 62, "c", "en", 30.0)]


async def test_awaited_answers_are_taken_once(store: Store) -> None:
    async with store.transaction() as tx:
        await tx.begin_answers(ROWS)
        await tx.end_answers([2, 99])
        await tx.end_answers([])
    async with store.transaction() as tx:
        assert await tx.take_answers(10.0) == []
        assert await tx.take_answers(25.0) == [ROWS[0]]
    async with store.transaction() as tx:
        assert await tx.take_answers(25.0) == []
        assert await tx.take_answers(31.0) == [ROWS[2]]
