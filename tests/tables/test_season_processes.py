"""A season that two processes on one PostgreSQL find over: its leaderboard is to be posted once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tables.time.timing import DAY
from tests.support.postgres_server import Server
from tests.support.rated_games import simulated
from tests.support.two_services import Two, processes
from tests.tables.conftest import ANNA

pytestmark = pytest.mark.postgres


@pytest.fixture
async def two(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    async with processes(postgres, migrated) as made:
        yield made


async def test_a_season_that_both_find_over_is_told_once(two: Two) -> None:
    both = (two.one.tables, two.other.tables)
    await simulated(two.one.store, 20, 1, start=two.clock.now(), apart=60.0)
    await two.one.tables.servers.set_server(1, ANNA.user, monthly=77, season="month")
    await asyncio.gather(*(each.seasons.look() for each in (*both, *both)))
    assert await two.ask("SELECT kind, guild FROM subjects WHERE kind = 'season'") == [("season", 1)]
    assert await two.ask("SELECT 1 FROM outbox WHERE kind = 'season'") == []
    await two.clock.advance(40 * DAY)
    await asyncio.gather(*(each.seasons.look() for each in (*both, *both)))
    ((subject, number),) = await two.ask("SELECT subject_id, id FROM outbox WHERE kind = 'season'")
    row = await two.other.tables.outbox.next()
    assert (row.subject, row.id) == (subject, number)
    with two.other.tables.outbox.under(row):
        await two.other.tables.outbox.mark_done(row)
    await asyncio.gather(*(each.seasons.look() for each in both))
    assert await two.ask("SELECT 1 FROM outbox WHERE kind = 'season'") == []
