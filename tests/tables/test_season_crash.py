"""Killed with `kill -9` at any await while a season ends: its leaderboard is to be posted once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from data.sqlite.store import SqliteStore
from tables.service.service import TableService
from tables.time.timing import DAY
from tests.support.killable_tables import START, Step, kill_at_awaits
from tests.support.manual_clock import ManualClock
from tests.support.rated_games import simulated
from tests.tables.conftest import ANNA


def script(tables: TableService, clock: ManualClock) -> list[Step]:
    """Time goes on until the season of the games is over, and further."""

    async def look(_request: int) -> None:
        await tables.seasons.look()

    async def later(_request: int) -> None:
        if clock.now() < START + 40 * DAY:
            await clock.advance(START + 40 * DAY - clock.now())

    return [look, later, look, look]


async def make(path: Path) -> None:
    """Make a database with games, and a server that wants its seasons posted and has been told of none."""
    store = await SqliteStore.open(path)
    await simulated(store, 20, 1, start=START, apart=60.0)
    clock = ManualClock(START)
    tables = await TableService.open(store, games={}, clock=clock)
    await tables.servers.set_server(1, ANNA.user, monthly=77, season="month")
    await tables.close()
    await store.close()


def check(path: Path, told: list[str], ended: bool) -> None:
    rows = {line.split()[1] for line in told if line.startswith("sent") and line.split()[3] == "season"}
    assert len(rows) <= 1, "a row is the same one however often it is sent"
    if ended:
        assert len(rows) == 1
        db = sqlite3.connect(path)
        assert db.execute("SELECT kind, count(*) FROM subjects WHERE kind = 'season'").fetchall() == [("season", 1)]
        assert db.execute("SELECT count(*) FROM outbox").fetchone() == (0,)
        db.close()


@pytest.mark.long
def test_a_season_that_ends_killed_at_every_await(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, script, check, make=make) > 5
