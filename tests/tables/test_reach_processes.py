"""Two processes on one PostgreSQL, each with a shard: a server's deadlines belong to the process that can answer its people,
and an outage that one has noted counts for both.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping

import pytest

from data.opening import open_store
from tables.service.service import TableService
from tables.time.presence import Shard, Span
from tests.support.manual_clock import ELSEWHERE, ManualClock
from tests.support.postgres_server import Server
from tests.support.raw_sql import ask
from tests.support.toy_games import InProcess, games
from tests.support.world import eventually
from tests.tables.conftest import ANNA, BORYS, HERE

pytestmark = pytest.mark.postgres

MINE, OTHERS = (0, 2), (1, 2)
"""The shard of the game's server, and another one."""

EACH = 600.0


class Process:
    """A process that reaches people of these shards, each since some time and perhaps only until some time."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self.since: dict[Shard, float] = {}
        self.until: dict[Shard, float] = {}
        self.tables: TableService

    async def open(self, url: str) -> Process:
        self.store = await open_store(url)
        self.tables = await TableService.open(
            self.store, games=games(), clock=self.clock, bots=InProcess(), reached=self.reached
        )
        return self

    async def close(self) -> None:
        await self.tables.close()
        await self.store.close()

    async def reached(self) -> Mapping[Shard, Span]:
        now = self.clock.steady()
        return {shard: Span(since, self.until.get(shard, now)) for shard, since in self.since.items()}

    def takes(self, shard: Shard) -> None:
        self.since[shard] = self.clock.steady()
        self.tables.presence.wake()

    def loses(self, shard: Shard) -> None:
        self.until[shard] = self.clock.steady()
        self.tables.presence.wake()


@pytest.fixture
async def two(postgres: Server, migrated: str) -> AsyncIterator[tuple[Process, Process, ManualClock]]:
    url, clock = postgres.new_database(migrated), ManualClock(1_800_000_000.0, patience=ELSEWHERE)
    one, other = [await Process(clock).open(url) for _ in range(2)]
    one.takes(MINE)
    other.takes(OTHERS)
    yield one, other, clock
    await one.close()
    await other.close()
    postgres.drop(url)


async def game(process: Process) -> int:
    lobbies = process.tables.lobbies
    table = (await lobbies.open_table(ANNA, HERE, "steps", {"length": "long"}, language="en", pace="own-600-0")).info.id
    await lobbies.join(table, BORYS)
    await lobbies.arrange(table, ANNA.user, range(2))
    await lobbies.start(table, ANNA.user)
    return table


async def late(process: Process) -> bool:
    return bool(await ask(process.store, "SELECT 1 FROM journal WHERE kind = 'overdue'"))


async def late_by_now(process: Process, clock: ManualClock) -> bool:
    await clock.advance(1.0)  # each looks again after a while, in case the other has died
    return await late(process)


async def minutes(clock: ManualClock, count: int) -> None:
    for _ in range(count):
        await clock.advance(60.0)


async def test_a_deadline_waits_for_people_nobody_can_answer(
    two: tuple[Process, Process, ManualClock],
) -> None:
    one, other, clock = two
    table = await game(one)
    begun = clock.now()
    await minutes(clock, 2)
    one.loses(MINE)
    await minutes(clock, 30)
    assert not await late(one), "and the other process, which is well, does not end it either"
    other.takes(MINE)
    await eventually(lambda: put_off(other, table, begun + EACH + 30 * 60.0))
    assert await put_off(one, table, begun + EACH + 30 * 60.0), "it is everybody's outage"
    await minutes(clock, 7)
    assert not await late(one)
    await minutes(clock, 2)
    await eventually(lambda: late_by_now(one, clock))


async def test_a_shard_that_changes_hands_takes_no_time(
    two: tuple[Process, Process, ManualClock],
) -> None:
    one, other, clock = two
    table = await game(one)
    begun = clock.now()
    for giver, taker in ((one, other), (other, one), (one, other)):
        await minutes(clock, 1)
        giver.loses(MINE)
        await clock.advance(6.0)
        taker.until.pop(MINE, None)
        taker.takes(MINE)
    await minutes(clock, 1)
    assert await put_off(other, table, begun + EACH)
    assert await ask(one.store, "SELECT 1 FROM meta WHERE key = 'outages'") == []


async def put_off(process: Process, table: int, to: float) -> bool:
    deadline = (await process.tables.looks.read(table)).info.deadline
    return deadline is not None and abs(deadline - to) <= 1.0
