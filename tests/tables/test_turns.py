"""Turns at what few can do at once go by person, not by who holds on."""

from __future__ import annotations

import asyncio

import pytest

from tables.time import turns
from tables.time.timing import DAY
from tables.time.turns import Turns


class Seconds:
    """The monotonic time of a test."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    found = Seconds()
    monkeypatch.setattr(turns, "time", found)
    return found


async def test_whoever_has_had_least_goes_next(seconds: Seconds) -> None:
    line, went = Turns(1), list[int]()

    async def work(user: int, pieces: int, each: float) -> None:
        for _ in range(pieces):
            async with line.turn(user):
                went.append(user)
                await asyncio.sleep(0)
                seconds.now += each

    greedy = [asyncio.create_task(work(user, 6, 10.0)) for user in (1, 2)]
    while len(went) < 4:
        await asyncio.sleep(0)
    newcomer = asyncio.create_task(work(3, 2, 10.0))
    await asyncio.gather(*greedy, newcomer)
    assert went[:9].count(3) == 2, "after a turn that had begun, and then every other one"
    assert sorted(went) == [1] * 6 + [2] * 6 + [3] * 2


@pytest.mark.parametrize("late", [False, True])
async def test_who_stops_waiting_keeps_nobody_from_a_place(late: bool) -> None:
    """Before their turn, and in the moment in which it comes."""
    line, freed = Turns(1), asyncio.Event()

    async def hold(user: int) -> None:
        async with line.turn(user):
            await freed.wait()

    first, second, third = (asyncio.create_task(hold(user)) for user in (1, 2, 3))
    await asyncio.sleep(0)
    if late:
        freed.set()
        await asyncio.sleep(0)  # the first has left, and the second is called
    second.cancel()
    freed.set()
    await asyncio.wait({first, second, third}, timeout=60)
    assert third.done()
    assert second.cancelled()
    async with asyncio.timeout(60), line.turn(4):
        pass


async def test_a_place_comes_back_from_a_turn_that_fails() -> None:
    line = Turns(1)
    with pytest.raises(ZeroDivisionError):
        async with line.turn(1):
            1 / 0  # noqa: B018
    async with asyncio.timeout(60), line.turn(2):
        pass


async def test_time_is_forgotten_with_the_day(seconds: Seconds) -> None:
    line = Turns(1)
    async with line.turn(1):
        seconds.now += 1000.0
    seconds.now += DAY
    went: list[int] = []

    async def work(user: int) -> None:
        async with line.turn(user):
            went.append(user)

    async with line.turn(2):
        seconds.now += 10.0
    async with asyncio.timeout(60), asyncio.TaskGroup() as tasks, line.turn(3):
        for user in (2, 1):
            tasks.create_task(work(user))
        await asyncio.sleep(0)
    assert went == [1, 2]
