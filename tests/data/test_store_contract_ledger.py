"""The contract of `data.ledger_store`, for every store there is."""

from __future__ import annotations

import asyncio

from data.records.people import LedgerRow
from data.records.results import ResultRow
from data.store import Store
from tables.errors import TooSoon
from tables.rules import ledger
from tests.support.stored_rows import new


async def test_entries_are_read_given_back_and_forgotten(store: Store) -> None:
    rows = [
        LedgerRow(1, "offer", 5, 9, 10.0),
        LedgerRow(1, "review", 0, 9, 20.0),
        LedgerRow(2, "offer", 6, 9, 30.0),
        LedgerRow(1, "review", 0, 9, 40.0),
    ]
    async with store.transaction() as tx:
        for row in rows:
            await tx.lock_ledger(row.user)
            await tx.add_to_ledger(row)
    assert await store.ledger_of(1, 20.0) == [rows[1], rows[3]]
    assert await store.ledger_at(9, "offer", 0.0) == [rows[0], rows[2]]
    assert await store.ledger_at(8, "offer", 0.0) == []
    async with store.transaction() as tx:
        await tx.strike_ledger(1, "review", 9)
        await tx.strike_ledger(1, "review", 8)
        await tx.forget_ledger(20.0)
    assert await store.ledger_of(1, 0.0) == [rows[1]]
    assert await store.ledger_of(2, 0.0) == [rows[2]]


async def test_with_whom_somebody_has_played_on_a_server(store: Store) -> None:
    first, second = await new(store), await new(store)
    async with store.transaction() as tx:
        for table, guild, users in ((first, 1, (11, 12)), (second, 2, (11, 13))):
            await tx.add_results(
                ResultRow(table_id=table, seat=seat, guild=guild, game="coins", user=user, name="-", place=1, rating_place=1,
                          score=0, rated=False, at=1.0, departed=False, friendly=True, void=False, computers=False)
                for seat, user in enumerate(users)
            )  # fmt: skip
    assert await store.played_with(1, 11, {11, 12, 13}) == {11, 12}
    assert await store.played_with(1, 12, {13}) == set()


async def test_simultaneous_acts_of_a_person_are_counted_in_turn(store: Store) -> None:
    async def share() -> bool:
        try:
            async with store.transaction() as tx:
                await ledger.enter(tx, LedgerRow(1, "share", place=5), 100.0)
        except TooSoon:
            return False
        return True

    assert sum(await asyncio.gather(*(share() for _ in range(8)))) == 1
