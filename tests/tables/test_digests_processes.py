"""Messages of the day at two processes on one PostgreSQL: each is sent once."""

from __future__ import annotations

import pytest

from tables.time.timing import DAY
from tests.support.postgres_server import Server
from tests.support.two_services import processes
from tests.tables.conftest import ANNA, BORYS, HERE

pytestmark = pytest.mark.postgres


async def test_two_processes_send_it_once_a_day(postgres: Server, migrated: str) -> None:
    async with processes(postgres, migrated) as two:
        lobbies = two.one.tables.lobbies
        table = (await lobbies.open_table(ANNA, HERE, "coins", {}, language="en", pace="none")).info.id
        await lobbies.join(table, BORYS)
        await lobbies.start(table, ANNA.user)
        await two.one.tables.times.set_plan(ANNA.user, calls="daily")
        ids = set()
        for day in range(1, 4):
            await two.clock.advance(DAY)
            for _ in range(200):  # another process may be busy with it
                await two.clock.advance(1.0)
                ids |= set(await two.ask("SELECT serial FROM outbox WHERE kind = 'digest'"))
                if len(ids) >= day:
                    break
            for _ in range(5):
                await two.clock.advance(1.0)
            ids |= set(await two.ask("SELECT serial FROM outbox WHERE kind = 'digest'"))
            assert len(ids) == day
