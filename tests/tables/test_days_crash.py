"""Killed with `kill -9` at any await between a castle of the day and its standings: one game, one try, its end listed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from data.sqlite.store import SqliteStore
from tables.service.service import TableService
from tests.support.killable_tables import Step, kill_at_awaits
from tests.support.manual_clock import ManualClock
from tests.support.toy_games import games
from tests.tables.conftest import ANNA


def script(tables: TableService, clock: ManualClock) -> list[Step]:
    """One person plays the castle of the day to its end."""

    async def begin(request: int) -> None:
        await tables.days.begin(ANNA, 1, 77, language="en", request=request)

    async def play(_request: int) -> None:
        first = (await tables.days.look(1, ANNA.user)).first
        assert first is not None
        while (reading := await tables.looks.read(first.table_id, ANNA.user)).info.state == "playing":
            if 0 in reading.info.pending:
                await tables.moves.play(first.table_id, ANNA.user, (reading.choices().words[0],))
            await clock.advance(1.0)

    return [begin, play]


async def make(path: Path) -> None:
    store = await SqliteStore.open(path)
    tables = await TableService.open(store, games=games(), clock=ManualClock())
    await tables.close()
    await store.close()


def check(path: Path, _told: list[str], ended: bool) -> None:
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    tables = db.execute("SELECT id, state FROM tables").fetchall()
    tries = db.execute("SELECT table_id, ended IS NOT NULL FROM deal_tries").fetchall()
    assert len(tables) <= 1
    assert tries == [(number, state == "over") for number, state in tables], "a game, its try and its end are stored together"
    assert len(db.execute("SELECT seed FROM days").fetchall()) <= 1
    if ended:
        assert [state for _, state in tables] == ["over"]
        assert db.execute("SELECT count(*) FROM outbox").fetchone() == (0,)
    db.close()


@pytest.mark.long
def test_a_castle_of_the_day_killed_at_every_await(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, script, check, make=make) > 10
