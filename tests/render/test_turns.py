"""Tables take turns at the pictures: nobody's many hold up another's one, and what nobody needs is not drawn."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from render import renderers
from render.pool import Pool
from render.turns import DrawingQueue, Job, Outdated, Turn
from tests.games.rycerze import sample_games
from tests.support import samples
from tests.support.picture_pool import finished_pictures, is_drawing


class Desk:
    """One thread that draws what it is given when it is let, and what it has drawn, in order."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.executor = ThreadPoolExecutor(1)
        self.turns: DrawingQueue[str] = DrawingQueue(self.executor, 1)
        self._let = threading.Event()

    def put(self, name: str, line: object = None, still: object = True) -> Job[str]:
        def draw() -> str:
            self._let.wait(30)
            self.drawn.append(name)
            return name

        return self.turns.put(draw, Turn(line, still if callable(still) else lambda: bool(still)))

    async def draw(self, *jobs: Job[str]) -> list[object]:
        self._let.set()
        return await asyncio.gather(*(job.result for job in jobs), return_exceptions=True)

    def close(self) -> None:
        self._let.set()
        self.executor.shutdown()


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


async def test_tables_take_turns(desk: Desk) -> None:
    first = [desk.put(f"a{number}", "a") for number in range(5)]
    second = [desk.put(f"b{number}", "b") for number in range(2)]
    third = desk.put("c0", "c")
    assert await desk.draw(*first, *second, third) == ["a0", "a1", "a2", "a3", "a4", "b0", "b1", "c0"]
    assert desk.drawn == ["a0", "a1", "b0", "c0", "a2", "b1", "a3", "a4"]


async def test_nothing_is_begun_while_it_is_held(desk: Desk) -> None:
    desk.turns.hold(True)
    job = desk.put("later")
    assert not job.begun
    desk.turns.hold(False)
    assert await desk.draw(job) == ["later"]


async def test_what_was_dropped_is_not_drawn(desk: Desk) -> None:
    begun, dropped, other = desk.put("begun"), desk.put("dropped"), desk.put("other")
    begun.drop()
    dropped.drop()
    await desk.draw(begun, other)
    assert desk.drawn == ["begun", "other"]
    assert dropped.lost
    assert not begun.lost


async def test_the_newest_is_drawn_in_place_of_what_is_outdated(desk: Desk) -> None:
    before = desk.put("before", "x")
    old = desk.put("old", "a", still=lambda: not desk.drawn)
    others = [desk.put(f"b{number}", f"b{number}") for number in range(50)]
    again: list[Job[str]] = []
    old.result.add_done_callback(lambda _: again.append(desk.put("new", "a")))
    (told, *_) = await desk.draw(old, before, *others)
    assert isinstance(told, Outdated)
    await desk.draw(*again)
    assert "old" not in desk.drawn
    assert desk.drawn.index("new") < 25, "it has kept its place, but for what was begun meanwhile"


async def test_what_one_still_wants_is_drawn_for_both(desk: Desk) -> None:
    desk.put("before")
    job = desk.put("picture", still=False)
    job.turns.append(Turn())
    assert await desk.draw(job) == ["picture"]


async def test_a_fault_reaches_who_asked_and_the_next_is_drawn(desk: Desk) -> None:
    def fail() -> str:
        raise KeyError("fault")

    failing = desk.turns.put(fail, Turn())
    (told, drawn) = await desk.draw(failing, desk.put("next"))
    assert isinstance(told, KeyError)
    assert drawn == "next"


async def test_the_wait_is_told_by_what_stands_ahead(desk: Desk) -> None:
    desk.put("begun")
    alone = desk.turns.wait("a")
    for number in range(10):
        desk.put(f"b{number}", "b")
    assert desk.turns.wait("a") == pytest.approx(2 * alone), "another table's many count as one"
    assert desk.turns.wait("b") == pytest.approx(11 * alone)


@pytest.mark.long
async def test_a_picture_nobody_waits_for_any_more_is_not_drawn() -> None:
    pool = Pool(renderers(), threads=1)
    view, last = sample_games.battle_view(2), sample_games.battle_view(3)
    asked = [asyncio.create_task(pool.board("rycerze", view, samples.audience(2, names=(name, "b")))) for name in "acd"]
    await asyncio.sleep(0)
    asked[1].cancel()
    assert (await asked[2]).data
    assert not is_drawing(pool)
    assert len(finished_pictures(pool)) == 2
    assert (await pool.board("rycerze", last, samples.audience(3))).data
    with pytest.raises(Outdated):
        await pool.board("rycerze", view, samples.audience(2), Turn("table", lambda: False))
    assert (await pool.board("rycerze", view, samples.audience(2), Turn("table"))).data
    pool.close()
