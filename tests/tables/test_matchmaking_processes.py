"""People who look for a game at three processes on one PostgreSQL: each is asked once, and one table is opened."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator

import pytest

from data.records.processes import News
from tests.support.postgres_server import Server
from tests.support.two_services import Two, processes
from tests.support.wishes import slow_wish
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, HERE

pytestmark = pytest.mark.postgres


@pytest.fixture
async def three(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    async with processes(postgres, migrated, count=3) as made:
        yield made


async def test_three_processes_bring_people_together_once(three: Two) -> None:
    each_one = [process.tables.matchmaking for process in (three.one, *three.others)]
    people = (ANNA, BORYS, CELINA, DAWID)
    heard: list[News] = []
    three.other.tables.listen(heard.append)
    now = three.clock.now()
    looking = (
        each.look_for_game(person, HERE, slow_wish(person, now), language="en")
        for each, person in zip(itertools.cycle(each_one), people)
    )
    await asyncio.gather(*looking)
    assert await three.ask("SELECT count(*) FROM wish_lists") == [(1,)]
    found = await each_one[0].list_in(HERE)
    assert found is not None
    await three.clock.advance(1.0)
    assert News(kind="wishes", table=found.id) in heard, "answers of other processes follow"
    for match in found.matches:
        asked = [wish.user for wish in found.wishes if match.of(wish.number)]
        await asyncio.gather(*(each.answer(found.id, match.number, user, comes=True) for each in each_one for user in asked))
    for waited in range(400):
        await three.clock.advance(1.0 if waited < 50 else 0.0)
        after = await each_one[1].list_in(HERE)
        if after is not None and not after.matches:
            break
    sitting = sorted(user for (user,) in await three.ask('SELECT "user" FROM seats'))
    assert sitting == sorted(set(sitting)), "nobody sits twice"
    assert len(sitting) + len(after.wishes if after else ()) == len(people), "nobody is lost"
    assert len(sitting) >= 2
