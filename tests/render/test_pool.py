"""The pool: drawn once, kept, bounded, and never in the way of the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import pytest

from data.words import words
from render import rooms
from render.pool import Pool
from render.standings import Board, Row
from tests.render import samples
from tests.render.golden_pictures import LOBBY


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    pool = Pool()
    yield pool
    pool.close()


def counted(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many pictures the pool has given its threads to draw."""
    times = 0
    submit = pool._threads.submit

    def counting(*args, **values):
        nonlocal times
        times += 1
        return submit(*args, **values)

    monkeypatch.setattr(pool._threads, "submit", counting)
    return lambda: times


async def test_every_kind_of_picture(pool: Pool) -> None:
    room, setting = rooms()["rycerze"], samples.setting(2)
    view, result = samples.ended(2)
    event = samples.events("castle", 2)[0]
    own = samples.battle_view(2, 1)
    assert await pool.board("rycerze", view, setting) == room.board(view, setting)
    assert await pool.hand("rycerze", own, setting) == room.hand(own, setting)
    assert await pool.hand("rycerze", view, setting) is None
    assert await pool.scene("rycerze", event, setting) == room.scene(event, setting)
    assert await pool.final("rycerze", view, result, setting) == room.final(view, result, setting)
    assert (await pool.lobby(LOBBY, words("pl"))).data
    assert (await pool.standings(Board("", None, (Row(1, "Ola", 1, 1),)), words("pl"))).data


async def test_the_same_picture_is_drawn_once(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = counted(pool, monkeypatch)
    view, setting = samples.battle_view(3), samples.setting(3)
    first, second = await asyncio.gather(pool.board("rycerze", view, setting), pool.board("rycerze", view, setting))
    assert first is second
    assert await pool.board("rycerze", view, setting) is first
    assert drawn() == 1


async def test_language_names_and_what_is_seen_make_other_pictures(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = counted(pool, monkeypatch)
    view = samples.battle_view(3)
    await pool.board("rycerze", view, samples.setting(3))
    await pool.board("rycerze", view, samples.setting(3, "en"))
    await pool.board("rycerze", view, samples.setting(3, names=samples.LONGEST))
    await pool.board("rycerze", samples.drum_view(3), samples.setting(3))
    await pool.hand("rycerze", samples.battle_view(3, 0), samples.setting(3))
    await pool.hand("rycerze", samples.battle_view(3, 1), samples.setting(3))
    assert drawn() == 6


async def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(kept=200_000)
    drawn = counted(pool, monkeypatch)
    setting = samples.setting(2)
    for seat in (None, 0, 1):
        await pool.board("rycerze", samples.battle_view(2, seat), setting)
    assert pool._size <= 200_000
    await pool.board("rycerze", samples.battle_view(2), setting)
    assert drawn() == 4
    pool.close()


async def test_a_picture_that_fails_is_told_and_tried_again(pool: Pool) -> None:
    event = samples.events("tile", 2)[0]
    for _ in range(2):
        with pytest.raises(KeyError):
            await pool.scene("rycerze", event, samples.setting(2))
    assert not pool._under_way


async def test_one_who_gives_up_takes_the_picture_from_nobody(pool: Pool) -> None:
    view, setting = samples.battle_view(4), samples.setting(4, "en")
    impatient = asyncio.create_task(pool.board("rycerze", view, setting))
    patient = asyncio.create_task(pool.board("rycerze", view, setting))
    await asyncio.sleep(0)
    impatient.cancel()
    assert (await patient).data
    assert impatient.cancelled()


async def test_the_event_loop_goes_on_while_pictures_are_drawn(pool: Pool) -> None:
    await pool.warm()
    view = samples.battle_view(4)
    jobs = [pool.board("rycerze", view, samples.setting(4, names=(f"{i}", "b", "c", "d"))) for i in range(8)]
    drawing = asyncio.gather(*jobs)
    longest, ticks = 0.0, 0
    while not drawing.done():
        start = time.perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, time.perf_counter() - start)
        ticks += 1
    assert ticks > 8
    assert longest < 0.5
