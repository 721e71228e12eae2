"""Two table services on one PostgreSQL, as two processes have them: what one has changed the other knows by its version, and
what one person, one clock or one computer player does is done once, wherever it arrives.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from data.records.processes import News
from tables.errors import Refusal, SetAside
from tables.store.claims import POLL_SECONDS
from tests.support.postgres_server import Server
from tests.support.table_store import is_thinking, is_working
from tests.support.two_services import Two, processes
from tests.support.world import eventually
from tests.tables.conftest import ANNA, BORYS

pytestmark = pytest.mark.postgres

PATIENCE = 30.0


@pytest.fixture
async def two(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    async with processes(postgres, migrated) as made:
        yield made


async def test_a_table_in_memory_is_used_only_while_its_version_stands(two: Two) -> None:
    table = (await two.table("steps")).info.id
    for process, user, move in (
        (two.one, ANNA.user, ("add", "2")),
        (two.other, ANNA.user, ("end",)),
        (two.one, BORYS.user, ("end",)),
    ):
        await process.tables.moves.play(table, user, move)
        looks = [await each.tables.looks.read(table) for each in (two.one, two.other)]
        assert looks[0].view == looks[1].view
        assert looks[0].info == looks[1].info
    assert looks[0].info.turn == 3


async def test_both_choose_at_once_and_neither_is_lost(two: Two) -> None:
    table = (await two.table("coins")).info.id
    for coin in range(1, 6):
        await asyncio.gather(
            two.one.tables.moves.play(table, ANNA.user, (f"coin-{coin}",)),
            two.other.tables.moves.play(table, BORYS.user, (f"coin-{10 - coin}",)),
        )
    assert await two.lines("move") == 10
    assert (await two.one.tables.looks.read(table)).info.stage == 6


async def test_one_who_presses_at_both_has_moved_once(two: Two) -> None:
    """The same interaction twice, and two of one stage: what comes second changes nothing."""
    table = (await two.table("steps")).info.id
    await asyncio.gather(
        *(each.tables.moves.play(table, ANNA.user, ("end",), request=71) for each in (two.one, two.other, two.one, two.other))
    )
    assert await two.lines("move") == 1
    ended = [each.tables.moves.play(table, BORYS.user, ("end",), request=72 + n) for n, each in enumerate((two.one, two.other))]
    found = await asyncio.gather(*ended, return_exceptions=True)
    assert [isinstance(each, Refusal) for each in found].count(True) == 1
    assert await two.lines("move") == 2


async def test_a_time_that_both_see_comes_once(two: Two) -> None:
    reading = await two.table("steps", pace="live")
    assert reading.info.deadline is not None
    await two.clock.advance(reading.info.deadline - two.clock.now() + 1)
    for process in (two.one, two.other):
        process.thinker.may_answer.set()

    async def moved() -> bool:
        return await two.lines("stand-in") == 1

    await eventually(moved, PATIENCE)
    await two.clock.advance(POLL_SECONDS)
    assert await two.lines("overdue") == 1


async def test_the_other_goes_on_thinking_after_a_lost_lease(two: Two) -> None:
    table = (await two.table("coins", computers=1)).info.id
    await eventually(lambda: two.one.thinker.asked + two.other.thinker.asked == 1, PATIENCE)
    thinks, waits = (two.one, two.other) if two.one.thinker.asked else (two.other, two.one)
    await two.clock.advance(POLL_SECONDS)
    assert waits.thinker.asked == 0, "it looks, and finds that somebody is at it"
    await thinks.lose_lease()

    async def taken_over() -> bool:
        await two.clock.advance(POLL_SECONDS)
        return waits.thinker.asked == 1

    await eventually(taken_over, PATIENCE)
    # Who was thought to be dead has the move first; the other's comes to a table that has moved on.
    thinks.thinker.may_answer.set()

    async def chosen() -> bool:
        return await two.lines("computer") == 1

    await eventually(chosen, PATIENCE)
    waits.thinker.may_answer.set()
    await eventually(lambda: not is_thinking(waits.tables) and not is_thinking(thinks.tables), PATIENCE)
    assert await two.lines("computer") == 1
    await waits.tables.moves.play(table, ANNA.user, ("coin-1",))
    await eventually(lambda: two.one.thinker.asked + two.other.thinker.asked >= 3, PATIENCE)


async def test_three_faults_at_either_set_a_table_aside_at_both(two: Two) -> None:
    table, other = (await two.table("steps")).info.id, (await two.table("steps")).info.id
    heard: list[News] = []
    two.one.store.listen(heard.append)
    two.one.tables.fault(table)
    two.other.tables.fault(table)
    await eventually(lambda: News(kind="fault", table=table) in heard, PATIENCE)
    two.one.tables.fault(table)
    await eventually(lambda: (two.one.tables.aside, two.other.tables.aside) == (1, 1), PATIENCE)
    for each in (two.one, two.other):
        with pytest.raises(SetAside):
            await each.tables.looks.read(table)
        assert (await each.tables.looks.read(other)).view is not None

    async def told() -> int:
        return len(await two.ask("SELECT 1 FROM outbox WHERE kind = 'aside'"))

    await eventually(lambda: not is_working(two.one.tables) and not is_working(two.other.tables), PATIENCE)
    assert await told() == 1, "one of them tells the people"
    await two.one.tables.endings.cancel(other, 999, moderator=True, reason="late")
    for _ in range(3):
        two.other.tables.fault(other)
    assert (await two.other.tables.looks.read(other)).info.state == "cancelled", "what is closed elsewhere is aside no more"
    await two.other.tables.close()
    await two.other.open()  # started again it tries the table at once, and hears of what happens from now on
    assert (await two.other.tables.looks.read(table)).view is not None
    for _ in range(3):
        two.other.tables.fault(table)
    assert two.other.tables.aside == 1
