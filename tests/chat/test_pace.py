"""The share of Discord's limit over all routes that each of several processes keeps to."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from chat.wire.rate_limits import TokenBucket
from chat.wire.rest import Rest
from sandbox import Person, Sandbox
from tests.support.probe_bot import visiting


class Time:
    """A loop's time that passes by sleeping alone."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("chat.wire.rate_limits.asyncio", self)

    def get_running_loop(self) -> "Time":
        return self

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += max(0.0, seconds)


def ran(coroutine: Coroutine[Any, Any, list[float]]) -> list[float]:
    return asyncio.run(coroutine)


async def turns(pace: TokenBucket, time: Time, count: int) -> list[float]:
    found = []
    for _ in range(count):
        await pace.turn()
        found.append(time.now)
    return found


@pytest.mark.parametrize("processes", [2, 4, 25])
def test_no_second_has_more_than_the_share(monkeypatch: pytest.MonkeyPatch, processes: int) -> None:
    time = Time(monkeypatch)
    pace = TokenBucket(50, lambda: processes)
    share = 50 / processes
    taken = ran(turns(pace, time, 60))
    time.now += 30  # what was not used is not saved up
    taken += ran(turns(pace, time, 60))
    for begin in taken:
        assert sum(begin <= each < begin + 1 - 1e-6 for each in taken) <= share
    assert 60 / (taken[59] - taken[0]) > 0.75 * share, "and nearly all of it can be used"


@pytest.mark.parametrize("pace", [TokenBucket(50), TokenBucket(0, lambda: 4)])
def test_alone_or_behind_a_proxy_nothing_waits(monkeypatch: pytest.MonkeyPatch, pace: TokenBucket) -> None:
    time = Time(monkeypatch)
    assert set(ran(turns(pace, time, 200))) == {100.0}


async def test_only_requests_with_the_token_are_paced() -> None:
    turns: list[int] = []

    class Counting(TokenBucket):
        async def turn(self) -> None:
            turns.append(1)

    async with Sandbox() as sandbox, visiting(sandbox) as guest, Person(sandbox.url, "Ada") as ada:
        rest = Rest(guest, Counting(50, lambda: 2))
        channel = int(await ada.channel("gry"))
        assert not await rest.is_closed(channel)
        assert await rest.direct(int(ada.id))
        assert len(turns) == 2
        assert (await ada.command("gry", "castle secret")).status == "answered"
        assert len(turns) == 2
