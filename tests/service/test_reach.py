"""Since when people can be answered, as the bot knows it from its connections, its requests and its own life."""

from __future__ import annotations

import pytest

from service import reach as module
from service.reach import ANSWERED_SECONDS, Reach
from tables.time.presence import RECENT_SECONDS, TOLERATED_SECONDS, Shard, Span
from tests.support.manual_clock import ManualClock

FIRST, SECOND = (0, 2), (1, 2)


class Discord:
    """How long each connection has been silent, and whether requests are answered."""

    def __init__(self) -> None:
        self.silent: dict[int, float] = {0: 0.0, 1: 0.0}
        self.knocked: list[int] = []
        self.wakes: set[int] = set()
        self.answers = True
        self.asked = 0
        self.reach: Reach

    def silence(self, shard: int) -> float | None:
        return self.silent.get(shard)

    async def knock(self, shard: int) -> None:
        self.knocked.append(shard)
        if shard in self.wakes:
            self.silent[shard] = 0.0

    async def ask(self) -> None:
        self.asked += 1
        self.reach.note_answer(well=self.answers)
        if not self.answers:
            raise OSError


class Scene:
    def __init__(self) -> None:
        self.clock, self.discord, self.changes = ManualClock(), Discord(), 0
        self.reach = self.discord.reach = Reach(self.clock, self.discord, self.changed, self.clock.steady)
        for shard in (FIRST, SECOND):
            self.reach.note_connected(shard)

    def changed(self) -> None:
        self.changes += 1

    async def after(self, seconds: float) -> dict[Shard, Span]:
        await self.clock.advance(seconds)
        return dict(await self.reach.spans())


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.0)
    return Scene()


async def test_a_shard_that_connects_again_at_once_was_never_away(scene: Scene) -> None:
    await scene.clock.advance(100)
    scene.reach.note_disconnected(FIRST)
    assert (await scene.after(TOLERATED_SECONDS))[FIRST] == Span(0.0, 100.0)
    scene.reach.note_connected(FIRST)
    assert (await scene.after(1))[FIRST] == Span(0.0, 101.0 + TOLERATED_SECONDS)


async def test_only_people_of_a_shard_that_is_away_go_unanswered(scene: Scene) -> None:
    await scene.clock.advance(100)
    changes = scene.changes
    scene.reach.note_disconnected(FIRST)
    assert await scene.after(50) == {FIRST: Span(0.0, 100.0), SECOND: Span(0.0, 150.0)}
    scene.reach.note_connected(FIRST)
    assert await scene.after(5) == {FIRST: Span(150.0, 155.0), SECOND: Span(0.0, 155.0)}
    assert scene.changes == changes + 2, "the tables hear of it at once"


async def test_a_connection_that_is_up_and_silent_is_asked(scene: Scene) -> None:
    await scene.clock.advance(100)
    scene.discord.silent = {0: RECENT_SECONDS + 1, 1: RECENT_SECONDS + 1}
    scene.discord.wakes = {1}
    assert await scene.after(0) == {FIRST: Span(0.0, 100.0 - RECENT_SECONDS - 1), SECOND: Span(0.0, 100.0)}
    assert sorted(scene.discord.knocked) == [0, 1]
    scene.discord.silent[0] = 60.0
    assert (await scene.after(50))[FIRST].until == 100.0 - RECENT_SECONDS - 1, "it stays away until it speaks"
    scene.discord.silent[0] = 0.0
    assert (await scene.after(1))[FIRST] == Span(151.0, 151.0)


async def test_requests_are_tried_where_none_was_answered_lately(scene: Scene) -> None:
    scene.reach.note_answer(well=True)
    await scene.after(1)
    assert scene.discord.asked == 0
    await scene.after(ANSWERED_SECONDS)
    assert scene.discord.asked == 1, "it was quiet"
    scene.discord.answers = False
    scene.reach.note_answer(well=False)
    spans = await scene.after(5)
    assert {span.until for span in spans.values()} == {1 + ANSWERED_SECONDS}, "nobody can be answered without them"
    await scene.after(40)
    scene.reach.note_answer(well=True)
    assert set((await scene.after(1)).values()) == {Span(46 + ANSWERED_SECONDS, 47 + ANSWERED_SECONDS)}


async def test_a_process_that_did_not_run_has_been_away(scene: Scene) -> None:
    scene.reach.start()
    try:
        assert (await scene.after(200))[FIRST] == Span(200.0, 200.0)
    finally:
        await scene.reach.close()


async def test_nothing_is_asked_where_the_bot_is_ending(scene: Scene) -> None:
    """Its connections are closed, and each question would be waited for."""
    scene.discord.silent.clear()
    await scene.reach.close()
    assert set(await scene.after(10 * ANSWERED_SECONDS)) == {FIRST, SECOND}
    assert (scene.discord.asked, scene.discord.knocked) == (0, [])


async def test_a_stopped_process_says_until_when_it_was_there(scene: Scene) -> None:
    """Also where nothing was asked for a while: the next one counts nothing twice."""
    await scene.after(100)
    asked = scene.discord.asked
    await scene.clock.advance(ANSWERED_SECONDS + 5)
    await scene.reach.close()
    assert (await scene.after(3))[FIRST] == Span(0.0, 105 + ANSWERED_SECONDS)
    assert scene.discord.asked == asked
