"""An evening at two processes on one PostgreSQL: everybody is called once, and tables are drawn once."""

from __future__ import annotations

import asyncio

import pytest

from tables.time.timing import HOUR, MINUTE
from tests.support.nights import open_night
from tests.support.postgres_server import Server
from tests.support.two_services import Two, processes
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID

pytestmark = pytest.mark.postgres

PEOPLE = (ANNA, BORYS, CELINA, DAWID)


async def test_two_processes_draw_tables_once(postgres: Server, migrated: str) -> None:
    async with processes(postgres, migrated) as two:
        both = (two.one.tables.nights, two.other.tables.nights)
        night = await open_night(two.one.tables, two.clock.now() + 2 * HOUR)
        replies = (each.reply(night.id, person, "yes") for each, person in zip((*both, *both), PEOPLE, strict=True))
        await asyncio.gather(*replies)
        await advance(two, HOUR)
        assert await two.ask("SELECT count(*) FROM outbox WHERE kind = 'night-call'") == [(1,)]
        await advance(two, HOUR)
        arrivals = (each.arrive(night.id, person) for each, person in zip((*both, *both), PEOPLE, strict=True))
        await asyncio.gather(*arrivals)
        await advance(two, 5 * MINUTE)
        await advance(two, MINUTE)
        sitting = sorted(user for (user,) in await two.ask('SELECT "user" FROM seats'))
        assert sitting == [person.user for person in PEOPLE]


async def advance(two: Two, seconds: float) -> None:
    """Move the time on, and let both processes look."""
    await two.clock.advance(seconds)
    for _ in range(5):
        await two.clock.advance(1.0)
