"""A week and a season that two processes on one PostgreSQL find over: each is to be posted once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tables.service.week_actions import week_end
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


async def test_what_both_find_over_is_told_once(two: Two) -> None:
    """A week and a season."""
    both, begun = (two.one.tables, two.other.tables), two.clock.now()
    await simulated(two.one.store, 20, 1, start=begun, apart=60.0)
    await two.one.tables.servers.set_server(1, ANNA.user, monthly=77, weekly=78, season="month")

    async def look() -> list[tuple[int, int, str]]:
        await asyncio.gather(*(part.look() for each in (*both, *both) for part in (each.seasons, each.weeks)))
        found: list[tuple[int, int, str]] = await two.ask("SELECT subject_id, id, kind FROM outbox")
        return found

    assert await look() == []
    assert await two.ask("SELECT kind, guild FROM subjects WHERE kind <> 'table' ORDER BY kind") == [("season", 1), ("week", 1)]
    for until, kind in ((week_end(begun + 7 * DAY, "UTC", "7-18"), "week"), (begun + 40 * DAY, "season")):
        await two.clock.advance(until - two.clock.now())
        ((subject, number, found),) = await look()
        assert found == kind
        two.other.tables.outbox.wake()  # it would look by itself when the clock goes on
        row = await two.other.tables.outbox.next()
        assert (row.subject, row.id) == (subject, number)
        with two.other.tables.outbox.under(row):
            await two.other.tables.outbox.mark_done(row)
        assert await look() == []
