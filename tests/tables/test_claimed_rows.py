"""Rows that are out under a claim, when the claim is given back late or lost: see `tests/model/test_claims_model.py`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from data.errors import ClaimLost
from tables.store.outbox import Outbox
from tests.support.leases import break_connection, lease_of
from tests.support.postgres_server import Server
from tests.support.two_services import Two, processes
from tests.support.world import eventually

pytestmark = pytest.mark.postgres

PATIENCE = 30.0


@pytest.fixture
async def two(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    async with processes(postgres, migrated) as made:
        yield made


async def all_told(two: Two) -> None:
    """The first process tells all that waits, by itself."""
    outbox = two.one.tables.outbox

    async def told() -> bool:
        return not await two.ask("SELECT 1 FROM outbox")

    async with asyncio.timeout(PATIENCE):
        while not await told():
            await outbox.mark_done(await outbox.next())


async def test_the_same_process_tells_a_row_that_was_given_back(two: Two) -> None:
    await two.table("steps")
    outbox, store = two.one.tables.outbox, two.one.store
    row = await outbox.next()
    async with store.transaction():
        # Both wait in the writer's line, who claims first.
        claiming = asyncio.create_task(outbox.next())
        await asyncio.sleep(0.1)
        giving = asyncio.create_task(outbox.give_back(row))
        await asyncio.sleep(0.1)
    await giving
    again = await asyncio.wait_for(claiming, PATIENCE)
    assert (again.serial, again.claim.token > row.claim.token) == (row.serial, True)
    await outbox.mark_done(again)
    await all_told(two)


async def test_a_lost_claim_deletes_no_row(two: Two) -> None:
    await two.table("steps")
    outbox = two.one.tables.outbox
    row = await outbox.next()
    number = lease_of(two.one.store).holder
    await two.one.lose_lease()
    break_connection(two.one.store)
    await eventually(lambda: lease_of(two.one.store).holder not in {None, number}, PATIENCE)
    again = await asyncio.wait_for(outbox.next(), PATIENCE)
    assert again.serial == row.serial
    with pytest.raises(ClaimLost):
        await outbox.mark_done(row)
    await outbox.give_back(row)
    await outbox.mark_done(again)
    await all_told(two)


async def test_a_claim_is_given_back_where_the_store_fails(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    await two.table("steps")
    outbox = Outbox(two.one.store, two.clock)  # it knows no channel yet

    async def fails(_table: int) -> None:
        raise OSError("away")

    with monkeypatch.context() as patched:
        patched.setattr(two.one.store, "subject", fails)
        with pytest.raises(OSError, match="away"):
            await outbox.next()
    await all_told(two)
