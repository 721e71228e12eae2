"""What goes on by itself stops when somebody presses, and of presses that overtake each other the newest counts."""

from __future__ import annotations

import asyncio

import pytest

from chat.cards.rolling import ALL, Rolling
from tables.errors import Refusal
from tests.support.world import eventually

MESSAGE = 7


async def test_it_goes_on_until_stopped_and_finishes_what_it_sends() -> None:
    rolling, sending = Rolling(), asyncio.Event()
    sent: list[int] = []

    async def step() -> bool:
        sending.set()
        await asyncio.sleep(0.01)
        sent.append(len(sent))
        return True

    rolling.roll(MESSAGE, step, 0, user=1)
    await sending.wait()
    await rolling.begin(MESSAGE, 5)
    assert sent, "what was being sent is sent before the press goes on"
    assert not rolling.rolls(MESSAGE)
    before = len(sent)
    await asyncio.sleep(0.03)
    assert len(sent) == before


async def test_the_last_step_ends_it() -> None:
    rolling, left = Rolling(), [3]

    async def step() -> bool:
        left[0] -= 1
        return left[0] > 0

    rolling.roll(MESSAGE, step, 0, user=1)
    while rolling.rolls(MESSAGE):
        await asyncio.sleep(0)
    assert left == [0]
    await rolling.close()


async def test_an_older_press_shows_nothing_over_a_newer_one() -> None:
    rolling = Rolling()
    await rolling.begin(MESSAGE, 10)
    await rolling.begin(MESSAGE, 11)
    assert (rolling.newest(MESSAGE, 10), rolling.newest(MESSAGE, 11)) == (False, True)
    await rolling.begin(MESSAGE, 9)
    assert rolling.newest(MESSAGE, 11)
    shown = []

    async def show(name: str) -> None:
        async with rolling.showing(MESSAGE):
            shown.append(f"{name} begins")
            await asyncio.sleep(0)
            shown.append(f"{name} ends")

    await asyncio.gather(show("a"), show("b"))
    assert shown == ["a begins", "a ends", "b begins", "b ends"]


async def test_a_person_has_two_going_on_and_the_oldest_comes_to_rest() -> None:
    rolling, rested = Rolling(), list[int]()

    async def step() -> bool:
        return True

    def begin(message: int, user: int) -> None:
        async def rest() -> None:
            rested.append(message)

        rolling.admit(user)
        rolling.roll(message, step, 0.001, user=user, rest=rest)

    for message in range(20):
        begin(message, 1)
    begin(100, 2)
    await eventually(lambda: len(rested) >= 18)
    assert [message for message in range(101) if rolling.rolls(message)] == [18, 19, 100]
    assert rested == [*range(18)], "what stands still says so"
    await rolling.close()


async def test_fifty_go_on_in_all_and_who_has_one_keeps_a_place() -> None:
    rolling = Rolling()

    async def step() -> bool:
        return True

    for message in range(ALL):
        rolling.admit(message)
        rolling.roll(message, step, 10, user=message)
    with pytest.raises(Refusal):
        rolling.admit(1000)
    rolling.admit(7)
    rolling.roll(1007, step, 10, user=7)
    assert rolling.rolls(1007)
    await eventually(lambda: not rolling.rolls(7))
    await rolling.stop(3)
    rolling.admit(1000)
    await rolling.close()
