"""A bot that keeps losing its session, or crashing, never uses up the logins that Discord allows, and says so early."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import time

import discord
import pytest

from chat.wire.internals import Gateway
from data.opening import open_store
from render.pool import Pool
from sandbox import MovableClock, logins
from service import commands
from service.findings import Advice
from service.logins import LASTING_SECONDS, LONGEST_SECONDS, PAUSES, STORED, Left, Logins, stored_left
from service.settings import Settings
from tables.service.service import TableService
from tests.support.extra_games import House
from tests.support.log_lines import lines_of
from tests.support.world import NewHome, World, eventually
from tests.support.world import world as make_world

DAY = 86_400.0


class Discord:
    """What Discord counts of the logins of one bot, and the store. Whoever sleeps here moves the time on."""

    def __init__(self, *, used: int = 0) -> None:
        self.time = 1_000_000.0
        self.total = 1000
        self.used, self.renewed = used, self.time + DAY
        self.answers = True
        self.stored: dict[str, str] = {}
        self.troubles: list[str] = []
        """Why logins waited."""
        self.process = self.started()

    def started(self) -> Logins:
        """A process that has just been started."""
        self.process = Logins(self, self.read, self)  # type: ignore[arg-type]
        return self.process

    def now(self) -> float:
        return self.time

    def steady(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        assert 0 < seconds <= LONGEST_SECONDS
        self.troubles.append(self.process.trouble)
        self.time += seconds

    async def read(self) -> Gateway:
        if not self.answers:
            raise discord.GatewayNotFound
        used = self.used if self.time < self.renewed else 0
        return Gateway(1, 1, self.total, self.total - used, max(0.0, self.renewed - self.time))

    async def meta_get(self, key: str) -> str | None:
        return self.stored.get(key)

    async def meta_set(self, key: str, value: str) -> None:
        self.stored[key] = value

    async def log_in(self, shard: int = 0, *, session: float = 0.0) -> float:
        """Log in for a session of these seconds. Returns the seconds waited."""
        before = self.time
        await self.process.turn(shard)
        waited = self.time - before
        if self.time >= self.renewed:
            self.used, self.renewed = 0, self.time + DAY
        self.used += 1
        assert self.used <= self.total, "Discord resets the token"
        self.time += session
        return waited


@pytest.mark.long
@pytest.mark.parametrize("crashing", [False, True], ids=["one process", "a process each"])
@pytest.mark.parametrize("sessions", [(2.0,), (15.0,), (60.0, 1.0), (599.0,), (LASTING_SECONDS + 1, 2.0)], ids=str)
async def test_the_day_s_logins_are_never_used_up(crashing: bool, sessions: tuple[float, ...]) -> None:
    it, made = Discord(), 0
    for session in itertools.cycle(sessions):
        if crashing:
            it.started()
        await it.log_in(session=session)
        made += 1
        if it.time > 1_000_000.0 + 3 * DAY:
            break
    assert made < 3 * 300


async def test_many_shards_share_what_is_left(caplog: pytest.LogCaptureFixture) -> None:
    """A bot of sixteen shards that crashes each quarter of an hour: the rest of the day is spread over it."""
    it = Discord()
    for _ in range(90):
        it.started()
        for shard in range(16):
            await it.log_in(shard)
        it.time += LASTING_SECONDS
    assert "few logins are left" in caplog.text


async def test_pauses_grow_until_a_session_has_lasted() -> None:
    it = Discord()
    waits = [await it.log_in(session=1.0) for _ in range(len(PAUSES) + 1)]
    assert waits == pytest.approx([max(0.0, pause - 1) for pause in (*PAUSES, PAUSES[-1])])
    it.time += LASTING_SECONDS
    assert await it.log_in() == 0


async def test_what_is_left_is_told_early_and_outlives_a_restart(caplog: pytest.LogCaptureFixture) -> None:
    it = Discord(used=850)
    assert await it.log_in() == pytest.approx(DAY / 150)
    assert set(it.troubles) == {"few logins are left (150 left of 1,000)"}
    assert [each.levelno for each in lines_of(caplog, "service.logins")] == [logging.ERROR]
    assert it.process.trouble == ""
    assert stored_left(it.stored[STORED]) == Left(1000, 150, 1_000_000.0 + DAY)
    it.answers = False
    it.started()
    assert await it.log_in(1) > 100, "what Discord said last counts"


async def test_a_clock_that_was_ahead_delays_nobody() -> None:
    it = Discord()
    for _ in range(len(PAUSES)):
        await it.log_in()
    it.time -= 365 * DAY
    assert await it.log_in() <= PAUSES[-1]
    it.used, it.renewed = 990, it.time + 365 * DAY
    it.answers = True
    assert await it.log_in() <= DAY / 10 + PAUSES[-1]


async def test_nobody_logs_in_when_none_is_left() -> None:
    it = Discord(used=1000)
    await it.log_in()
    assert it.used == 1


async def test_a_bot_that_loses_its_session_waits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each session ends as soon as it has begun, and none may be resumed: after the free ones, logins wait by themselves."""
    monkeypatch.setattr(world.bot.logins, "_pauses", (0.0, 0.0, 0.0, 60.0))
    gateway = world.sandbox.gateway_server
    for number in itertools.count(gateway.identifies + 1):
        world.sandbox.fault("drop_gateway", how="invalid_session")
        await eventually(lambda: gateway.identifies == number or world.bot.logins.trouble)  # noqa: B023
        if world.bot.logins.trouble:
            break
    assert "keeps losing its session" in world.bot.logins.trouble
    assert not world.bot.connected
    await world.close()
    await world.open()


async def test_the_sandbox_resets_the_token_after_too_many_logins(
    new_home: NewHome, clock: MovableClock, pool: Pool, house: House
) -> None:
    async with make_world(new_home(), clock, pool, house, logins=logins.Logins(a_day=1)) as world:
        assert world.bot.logins.left is not None
        assert (world.bot.logins.left.total, world.bot.logins.left.left) == (1, 1), "as it was before the login"
        token = world.sandbox.token
        world.sandbox.fault("status", times=-1, status=503, path="/gateway/bot")  # what it has heard last counts
        world.sandbox.fault("drop_gateway", how="invalid_session")
        await eventually(lambda: world.sandbox.token != token)
        assert world.running is not None
        with pytest.raises(discord.ConnectionClosed) as closed:
            await world.running
        assert closed.value.code == 4004


@pytest.mark.parametrize(("left", "mark", "told"), [
    (987, "✓", "987 left of 1,000 until"),
    (12, "!", "12 left of 1,000 until"),
    (None, "✓", "all are left"),
])  # fmt: skip
async def test_check_says_what_is_left(new_home: NewHome, left: int | None, mark: str, told: str) -> None:
    where = str(new_home())
    store = await open_store(where)
    tables = await TableService.open(store, games={})
    if left is not None:
        kept = json.dumps({"total": 1000, "left": left, "renewed": time.time() + 3600})
        await tables.people.meta_set(STORED, kept)
    await tables.close()
    await store.close()
    found = await asyncio.to_thread(commands.CHECKS["logins"], Settings(database=where))
    assert told in found
    assert isinstance(found, Advice) == (mark == "!")
