"""Killed with `kill -9` at any await while a week and a season end: each is to be posted once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from data.sqlite.store import SqliteStore
from tables.model.server import ServerSettings
from tables.service.service import TableService
from tables.service.week_actions import week_end
from tables.time.timing import DAY
from tests.support.killable_tables import START, Step, kill_at_awaits
from tests.support.manual_clock import ManualClock
from tests.support.rated_games import simulated
from tests.tables.conftest import ANNA

WEEK = week_end(START + 7 * DAY, "UTC", ServerSettings().week_ends)
"""When the week of the games ends."""


def script(tables: TableService, clock: ManualClock) -> list[Step]:
    """Time goes on until the week and the season of the games are over, and further."""

    async def look(_request: int) -> None:
        await tables.seasons.look()
        await tables.weeks.look()

    def until(when: float) -> Step:
        async def later(_request: int) -> None:
            if clock.now() < when:
                await clock.advance(when - clock.now())

        return later

    return [look, until(WEEK), look, until(START + 40 * DAY), look, look]


async def make(path: Path) -> None:
    """Make a database with games, and a server that wants its seasons posted and has been told of none."""
    store = await SqliteStore.open(path)
    await simulated(store, 20, 1, start=START, apart=60.0)
    clock = ManualClock(START)
    tables = await TableService.open(store, games={}, clock=clock)
    await tables.servers.set_server(1, ANNA.user, monthly=77, weekly=78, season="month")
    await tables.close()
    await store.close()


def check(path: Path, told: list[str], ended: bool) -> None:
    sent = [line.split()[1:4] for line in told if line.startswith("sent")]
    for kind in ("season", "week"):
        rows = {number for number, _, what in sent if what == kind}
        assert len(rows) <= 1, "a row is the same one however often it is sent"
        assert rows or not ended
    if ended:
        db = sqlite3.connect(path)
        assert db.execute("SELECT kind, count(*) FROM subjects WHERE kind IN ('season', 'week') GROUP BY kind").fetchall() == [
            ("season", 1),
            ("week", 1),
        ]
        assert db.execute("SELECT count(*) FROM outbox").fetchone() == (0,)
        db.close()


@pytest.mark.long
def test_a_season_that_ends_killed_at_every_await(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, script, check, make=make) > 5
