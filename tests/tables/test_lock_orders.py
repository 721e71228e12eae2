"""Two processes that lock the same rows of one PostgreSQL: neither may ever wait for the other in a circle.

One hands a row of the outbox back. Before each of its statements it is stopped, and the other process, which takes the first
one for dead, does something with the same rows until it is through or waits for a lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias

import pytest

from data.errors import ClaimLost
from data.records.processes import Claim
from tables.model.outbox_rows import OutboxRow
from tests.support.leases import lease_of
from tests.support.postgres_server import Server
from tests.support.raw_sql import rows, run
from tests.support.two_services import Process, Two, processes
from tests.support.world import eventually
from tests.tables.conftest import ANNA

pytestmark = pytest.mark.postgres

WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
FROM_THERE = 99
"""More statements than anything here has."""

Deed: TypeAlias = Callable[[], Awaitable[object]]


class Stopping:
    """A connection whose user is stopped before the statement of this number (from 0, what begins the transaction)."""

    def __init__(self, connection: Any, at: int, meanwhile: Deed) -> None:
        self.left, self._connection, self._meanwhile = at, connection, meanwhile

    async def execute(self, *query: Any) -> Any:
        await self._stop()
        return await self._connection.execute(*query)

    async def fetch(self, *query: Any) -> Any:
        await self._stop()
        return await self._connection.fetch(*query)

    async def _stop(self) -> None:
        self.left -= 1
        if self.left == -1:
            await self._meanwhile()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


@pytest.fixture
async def two(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    async with processes(postgres, migrated) as made:
        yield made


async def out(two: Two) -> tuple[OutboxRow, Claim]:
    """A row that the first process has out, though its lease is over and the other may claim the line."""
    async with two.one.store.transaction() as tx:
        await run(tx, "DELETE FROM outbox")
        await run(tx, "DELETE FROM claims")
    await two.table("steps")
    row = await two.one.tables.outbox.next()
    async with two.one.store.transaction() as tx:
        await run(tx, "UPDATE leases SET until = 0 WHERE id <> $1", lease_of(two.other.store).holder)
    return row, row.claim


async def beside(two: Two, at: int, deed: Deed, rival: Deed) -> tuple[int, list[object]]:
    """Do something at the first process, and stop before its statement `at` while the rival does something at the other; the
    statements that were left then (0 or less: there were so many and no more), and what became of both.
    """
    doing: list[asyncio.Future[object]] = []

    async def meanwhile() -> None:
        doing.append(asyncio.ensure_future(rival()))
        await eventually(through_or_waiting)

    async def through_or_waiting() -> bool:
        return doing[0].done() or bool(await two.ask(WAITING))

    writer = two.one.store._writer  # type: ignore[attr-defined]
    stopping = two.one.store._writer = Stopping(writer, at, meanwhile)  # type: ignore[attr-defined]
    try:
        found = await asyncio.gather(deed(), return_exceptions=True)
    finally:
        two.one.store._writer = writer  # type: ignore[attr-defined]
    return stopping.left, [*found, *await asyncio.gather(*doing, return_exceptions=True)]


def claims(process: Process) -> Deed:
    async def claim() -> object:
        now = process.clock.now()
        return (await process.store.claim_outbox(now, now + 30.0, []))[0]

    return claim


@pytest.mark.parametrize("rival", ["claims it", "moves", "hastens it"])
@pytest.mark.parametrize("end", ["sent", "sent, a hand follows", "failed"])
async def test_handing_a_row_back_keeps_the_order_of_locks(two: Two, end: str, rival: str) -> None:
    outbox = two.one.tables.outbox
    ends: set[tuple[type, ...]] = set()
    for at in range(FROM_THERE):
        row, _ = await out(two)
        if end == "sent, a hand follows":
            async with two.one.store.transaction() as tx:
                await run(tx, "DELETE FROM outbox WHERE kind = 'board'")
        deeds: dict[str, Deed] = {
            "claims it": claims(two.other),
            "moves": partial(two.other.tables.moves.play, row.subject, ANNA.user, ("add", "1")),
            "hastens it": partial(two.other.tables.outbox.hasten, [row.serial]),
        }
        left, ended = await beside(
            two,
            at,
            partial(outbox.mark_failed, row, 1.0) if end == "failed" else partial(outbox.mark_done, row, on=end != "sent"),
            deeds[rival],
        )
        assert not [each for each in ended if isinstance(each, Exception) and not isinstance(each, ClaimLost)]
        await outbox.give_back(row)
        if left >= 0:
            break
        # Of rows that were sent, the hands that follow: none, or the first of them.
        ends.add(tuple(type(next(iter(each), None) if isinstance(each, list) else each) for each in ended))
    assert at > 2
    # Stopped early it finds that the line is another's by now, stopped late it is handed back.
    kept = OutboxRow if end == "sent, a hand follows" else type(None)
    assert rival != "claims it" or ends == {(ClaimLost, tuple), (kept, type(None))}


async def test_a_statement_with_row_and_claim_locks_the_row_first(two: Two) -> None:
    row, _ = await out(two)
    async with two.other.store.transaction() as tx:
        await rows(tx, "SELECT 1 FROM claims WHERE subject_id = ? FOR UPDATE", row.subject)
        doing = asyncio.ensure_future(two.one.tables.outbox.mark_done(row))

        async def waits() -> bool:
            return bool(await two.ask(WAITING))

        await eventually(waits)
        assert not await rows(tx, "SELECT 1 FROM outbox WHERE serial = ? FOR UPDATE SKIP LOCKED", row.serial)
    await doing


async def test_a_claim_locked_before_its_row_would_be_a_deadlock(two: Two) -> None:
    """What the other tests would find: each has what the other one waits for, until the server ends one of them."""
    import asyncpg

    row, claim = await out(two)

    async def wrong_way_round() -> None:
        async with two.one.store.transaction() as tx:
            await tx.hold(claim)
            await tx.strike_outbox(row.serial)

    _, ended = await beside(two, 1, wrong_way_round, claims(two.other))
    assert [isinstance(each, asyncpg.DeadlockDetectedError) for each in ended].count(True) == 1
