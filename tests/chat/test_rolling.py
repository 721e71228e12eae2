"""What goes on by itself stops when somebody presses, and of presses that overtake each other the newest counts."""

from __future__ import annotations

import asyncio

from chat.cards.rolling import Rolling

MESSAGE = 7


async def test_it_goes_on_until_it_is_stopped_and_finishes_what_it_sends() -> None:
    rolling, sent, sending = Rolling(), [], asyncio.Event()

    async def step() -> bool:
        sending.set()
        await asyncio.sleep(0.01)
        sent.append(len(sent))
        return True

    rolling.roll(MESSAGE, step, 0)
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

    rolling.roll(MESSAGE, step, 0)
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
