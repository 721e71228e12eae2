"""The pool: drawn once, kept, bounded, and never in the way of the event loop."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from data import telemetry
from data.words import words
from render import emoji, renderers
from render.contract import Audience, Epilogue, Picture
from render.pool import ENOUGH, Pool
from render.smaller import smaller
from render.standings import StandingsPicture, StandingsRow
from render.turns import Outdated, Turn
from tests.games.rycerze import sample_games
from tests.support import samples
from tests.support.golden_pictures import LOBBY
from tests.support.metrics import count_of
from tests.support.picture_pool import drawing_threads, finished_pictures, is_drawing


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    pool = Pool(renderers())
    yield pool
    pool.close()


def counted(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many pictures the pool has given its threads to draw."""
    times = 0
    submit = drawing_threads(pool).submit

    def counting(*args: Any, **values: Any) -> Any:
        nonlocal times
        times += 1
        return submit(*args, **values)

    monkeypatch.setattr(drawing_threads(pool), "submit", counting)
    return lambda: times


@pytest.mark.long
async def test_every_kind_of_picture(pool: Pool) -> None:
    room, audience = renderers()["rycerze"], samples.audience(2)
    view, result = sample_games.ended(2)
    event = sample_games.events("castle", 2)[0]
    own = sample_games.battle_view(2, 1)
    assert await pool.board("rycerze", view, audience) == room.board(view, audience)
    assert await pool.hand("rycerze", own, audience) == room.hand(own, audience)
    assert await pool.hand("rycerze", view, audience) is None
    assert await pool.scene("rycerze", event, audience) == room.scene(event, audience)
    assert await pool.final("rycerze", view, result, Epilogue(), audience) == room.final(view, result, Epilogue(), audience)
    assert (await pool.lobby(LOBBY, Audience((), words("pl")))).data
    assert (await pool.standings(StandingsPicture("", None, (StandingsRow(1, "Ola", 1, 1),)), Audience((), words("pl")))).data


@pytest.mark.long
async def test_the_same_picture_is_drawn_once(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = counted(pool, monkeypatch)
    view, audience = sample_games.battle_view(3), samples.audience(3)
    first, second = await asyncio.gather(pool.board("rycerze", view, audience), pool.board("rycerze", view, audience))
    assert first is second
    assert await pool.board("rycerze", view, audience) is first
    assert drawn() == 1


@pytest.mark.long
async def test_language_names_and_what_is_seen_make_other_pictures(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = counted(pool, monkeypatch)
    view = sample_games.battle_view(3)
    await pool.board("rycerze", view, samples.audience(3))
    await pool.board("rycerze", view, samples.audience(3, "en"))
    await pool.board("rycerze", view, samples.audience(3, names=samples.LONGEST))
    await pool.board("rycerze", sample_games.drum_view(3), samples.audience(3))
    await pool.hand("rycerze", sample_games.battle_view(3, 0), samples.audience(3))
    await pool.hand("rycerze", sample_games.battle_view(3, 1), samples.audience(3))
    assert drawn() == 6


async def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(renderers(), kept=100_000)
    drawn = counted(pool, monkeypatch)
    audience = samples.audience(2)
    for seat in (None, 0, 1):
        await pool.board("rycerze", sample_games.battle_view(2, seat), audience)
    assert finished_pictures(pool).currsize <= 100_000
    await pool.board("rycerze", sample_games.battle_view(2), audience)
    assert drawn() == 4
    pool.close()


async def test_a_picture_that_fails_is_told_and_tried_again(pool: Pool) -> None:
    event = sample_games.events("tile", 2)[0]
    for _ in range(2):
        with pytest.raises(KeyError):
            await pool.scene("rycerze", event, samples.audience(2))
    assert not is_drawing(pool)


async def test_one_who_gives_up_takes_the_picture_from_nobody(pool: Pool) -> None:
    view, audience = sample_games.battle_view(4), samples.audience(4, "en")
    impatient = asyncio.create_task(pool.board("rycerze", view, audience))
    patient = asyncio.create_task(pool.board("rycerze", view, audience))
    await asyncio.sleep(0)
    impatient.cancel()
    assert (await patient).data
    assert impatient.cancelled()


async def test_the_event_loop_goes_on_while_pictures_are_drawn(pool: Pool) -> None:
    view = sample_games.battle_view(4)
    jobs = [pool.board("rycerze", view, samples.audience(4, names=(f"{i}", "b", "c", "d"))) for i in range(4)]
    drawing = asyncio.gather(*jobs)
    ticks = 0
    while not drawing.done():
        await asyncio.sleep(0.001)
        ticks += 1
    assert ticks > 8


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="threads have a priority of their own on Linux alone")
def test_the_threads_of_a_modest_process_are_more_modest_still() -> None:
    look = """
import os
os.nice(10)
from render.pool import Pool
print(Pool({})._threads.submit(lambda: os.getpriority(os.PRIO_PROCESS, 0)).result())
"""
    began = os.getpriority(os.PRIO_PROCESS, 0)
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert int(done.stdout) == min(began + 15, 19)


@pytest.mark.long
async def test_memory_that_pictures_leave_free_is_handed_back(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    held, handed = [100], []

    def hand_back() -> None:
        handed.append(held[0])
        held[0] = 101

    monkeypatch.setattr("render.memory.hand_back", hand_back)
    monkeypatch.setattr("render.memory.resident", lambda: held[0] * 2**20)
    for points, mib in enumerate((100, 110, 125, 126, 105, 90, 113, 115)):  # 90: something else has given memory back
        held[0] = mib
        await pool.standings(StandingsPicture("Zamek", None, (StandingsRow(1, "Ada", points, 1),)), Audience((), words("en")))
    assert handed == [100, 126, 115]


def failed() -> float:
    return count_of(telemetry.FAULTS, "picture")


async def test_the_pool_says_when_most_pictures_fail(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    before, reader = failed(), Audience((), words("pl"))

    async def drawn(number: int) -> None:
        await pool.standings(StandingsPicture(f"{number}", None, (StandingsRow(1, "Ola", 1, 1),)), reader)

    with monkeypatch.context() as broken:
        broken.setattr("render.standings.picture", lambda *_: 1 / 0)
        for number in range(ENOUGH):
            assert not pool.failing, "too few to judge by"
            with pytest.raises(ZeroDivisionError):
                await drawn(number)
    assert pool.failing
    assert failed() - before == ENOUGH
    for number in range(ENOUGH):
        assert pool.failing
        await drawn(number)
        if number < ENOUGH - 1:
            await drawn(number)  # a picture from the cache proves nothing
    assert not pool.failing, "no more than half"


async def test_a_picture_that_is_out_of_date_is_no_failure(pool: Pool) -> None:
    before, reader = failed(), samples.audience(2)
    for _ in range(ENOUGH):
        with pytest.raises(Outdated):
            await pool.board("rycerze", sample_games.battle_view(2), reader, Turn(still=lambda: False))
    assert (failed(), pool.failing) == (before, False)


@pytest.mark.long
@pytest.mark.parametrize("fails", [False, True], ids=["out of date", "failed"])
async def test_nobody_misses_a_fault_of_what_everybody_has_given_up(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """Whenever the last one gives up."""
    reported: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: reported.append(context))
    if fails:
        monkeypatch.setattr(type(pool.renderers["rycerze"]), "board", lambda *_: 1 / 0)
    for ticks in range(8):
        asking = asyncio.create_task(
            pool.board("rycerze", sample_games.battle_view(2), samples.audience(2), Turn(still=lambda: fails))
        )
        for _ in range(ticks):
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await asyncio.sleep(0.02)
    del asking
    gc.collect()
    assert not reported


async def test_sprites_that_cannot_be_drawn_hold_up_nothing(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    before, warmed = failed(), list[str]()
    first, *others = pool.renderers
    for game, renderer in pool.renderers.items():
        monkeypatch.setattr(type(renderer), "warm", lambda self: warmed.append(self.key) if self.key != first else 1 / 0)
        assert game == renderer.key
    await pool.warm()
    assert (warmed, failed()) == (others, before + 1)


@pytest.mark.parametrize(
    "make", [lambda: smaller(Picture(b"no picture", "png", "")), lambda: emoji.draw_piece("torres", "none")]
)
def test_what_is_drawn_outside_the_pool_is_counted_too(make: Callable[[], object]) -> None:
    before = failed()
    with pytest.raises((OSError, KeyError)):
        make()
    assert failed() == before + 1
