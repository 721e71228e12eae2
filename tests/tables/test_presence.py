"""The account of when people could be answered, by shard, and the clock that it sets right."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from data.opening import open_store
from tables.time import clock as clocks
from tables.time.clock import StoreClock, SystemClock
from tables.time.presence import Outage, Presence, Shard, Span, missing, put_off
from tests.support.manual_clock import ManualClock

GUILD = (1 << 22) + 5
"""A server of the second of two shards."""


class Account:
    """A store, and the processes that keep an account in it."""

    def __init__(self, path: Path) -> None:
        self.path, self.clock = path, ManualClock(1_800_000_000.0)

    async def open(self) -> Account:
        self.store = await open_store(self.path)
        return self

    def process(self, **held: float) -> Presence:
        """A process with these shards (`s1_of_2`), which people of each can reach since these steady seconds."""
        spans: dict[Shard, float] = {}
        for name, since in held.items():
            number, count = name.strip("s").split("_of_")
            spans[int(number), int(count)] = since

        async def source() -> Mapping[Shard, Span]:
            return {shard: Span(since, self.clock.steady()) for shard, since in spans.items()}

        return Presence(self.store, self.clock, source)


@pytest.fixture
async def account(tmp_path: Path) -> AsyncIterator[Account]:
    made = await Account(tmp_path / "zamki.sqlite").open()
    yield made
    await made.store.close()


async def test_an_outage_concerns_the_servers_of_its_shard(account: Account) -> None:
    await account.process(s0_of_2=0.0, s1_of_2=0.0).look()
    await account.clock.advance(100)
    after = account.process(s0_of_2=0.0, s1_of_2=90.0)
    assert await after.settle(GUILD)
    start = account.clock.now() - 100
    assert after.of(GUILD) == (Outage(start, start + 90, 1, (1, 2)),)
    assert after.of(5) == ()
    assert after.of(GUILD, 1) == (), "what is counted is not told again"


@pytest.mark.long
async def test_a_process_has_no_word_on_servers_of_other_shards(account: Account) -> None:
    assert not await account.process(s0_of_2=0.0).settle(GUILD)


async def test_a_shard_that_another_process_takes_over_was_not_away(account: Account) -> None:
    """As in a rolling update: nobody loses or gains."""
    await account.process(s0_of_2=0.0, s1_of_2=0.0).look()
    await account.clock.advance(8)
    after = account.process(s1_of_2=7.0)
    assert await after.settle(GUILD)
    assert after.of(GUILD) == ()


@pytest.mark.long
async def test_with_another_number_of_shards_the_account_goes_on(account: Account) -> None:
    await account.process(s0_of_1=0.0).look()
    await account.clock.advance(1000)
    after = account.process(s0_of_2=1000.0, s1_of_2=1000.0)
    await after.look()
    assert [outage.end - outage.begin for outage in after.of(GUILD)] == [1000.0]
    await account.clock.advance(1000)
    again = account.process(s0_of_1=1500.0)
    await again.look()
    assert [outage.end - outage.begin for outage in again.of(GUILD)] == [1000.0, 500.0]


async def test_the_account_of_an_earlier_version_goes_on(account: Account) -> None:
    now = account.clock.now()
    async with account.store.transaction() as tx:
        await tx.set_value("alive", repr(now - 500))
        await tx.set_value("outages", f"[[{now - 9000},{now - 8000}]]")
    after = account.process(s0_of_1=0.0)
    await after.look()
    assert after.of(GUILD) == (Outage(now - 9000, now - 8000), Outage(now - 500, now, 1, (0, 1)))


async def test_a_clock_that_is_set_back_takes_the_times_with_it(account: Account) -> None:
    process = account.process(s0_of_1=0.0)
    await process.look()
    begun = account.clock.now()
    account.clock.jump(-3600)
    await process.look()
    assert account.clock.now() == begun - 3600
    assert missing(process.of(GUILD, 0), begun) == -3600
    assert put_off(begun + 7200, process.of(GUILD, 0), begun - 7200) == begun + 3600
    assert put_off(begun + 7200, process.of(GUILD, 0), begun + 7000) == begun + 7200, "what begins at a time to come stays"
    account.clock.jump(3600)
    await process.look()
    assert missing(process.of(GUILD, 0), begun) == 0, "set right again, nobody has gained or lost"


async def test_tables_out_of_reach_account_for_an_outage_later(account: Account) -> None:
    """The outage is found in another short one, which does not count as one itself."""
    process, owed, off = account.process(s0_of_2=0.0, s1_of_2=0.0), [], 0.0
    source = process.source

    async def interrupted() -> Mapping[Shard, Span]:
        spans = dict(await source())
        return spans | {(1, 2): spans[1, 2]._replace(until=spans[1, 2].until - off)}

    async def excuse(tables: Mapping[Shard, int]) -> None:
        owed.append(dict(tables))

    process.source, process.account = interrupted, excuse
    await process.look()
    account.clock.jump(-3600)
    off = 8.0
    process.start()
    await account.clock.advance(1)
    assert owed == [{(0, 2): -1}]
    off = 0.0
    await account.clock.advance(20)
    assert owed == [{(0, 2): -1}, {(1, 2): -1}]
    await process.close()


def test_a_time_that_is_put_off_leaves_a_moment() -> None:
    outages = [Outage(100.0, 200.0, 1)]
    assert put_off(110.0, outages, 90.0) == 260.0
    assert put_off(5000.0, outages, 90.0) == 5100.0
    assert put_off(5000.0, outages, 150.0) == 5050.0
    assert put_off(5000.0, outages, 200.0) == 5000.0
    assert put_off(80.0, outages, 50.0) == 180.0, "it was over before"


async def test_the_stores_clock_runs_steadily_until_it_is_set_right(account: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = StoreClock(account.store)
    before = clock.now()
    monkeypatch.setattr(type(account.store), "ahead", account.store.ahead + 3600)
    assert clock.now() - before < 60, "a clock of the machine that is set makes nothing due"
    assert clock.behind() == pytest.approx(3600, abs=1)
    clock.set_right(clock.behind())
    assert clock.now() - before >= 3600


async def test_no_sleep_is_longer_than_a_minute_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    now = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    monkeypatch.setattr("tables.time.clock.asyncio.sleep", sleep)
    monkeypatch.setattr(SystemClock, "now", lambda _: now)
    await SystemClock().sleep(3600.0)
    assert max(slept) <= clocks.LONGEST_SLEEP_SECONDS
    assert now == 3600.0
