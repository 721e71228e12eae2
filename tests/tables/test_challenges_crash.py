"""Killed at any await between a finished game and a try of its deal: one challenge, one try, and its end is told."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from data.sqlite.store import SqliteStore
from tables.model.people import Person
from tables.service.service import TableService
from tests.support.killable_tables import Step, kill_at_awaits
from tests.support.manual_clock import ManualClock
from tests.support.toy_games import InProcess, games
from tests.tables.conftest import ANNA, BORYS, HERE

PLAYED = 1
"""The challenger's game."""


async def play(tables: TableService, clock: ManualClock, table: int, person: Person) -> None:
    while (reading := await tables.looks.read(table, person.user)).info.state == "playing":
        if reading.seat in reading.info.pending:
            await tables.moves.play(table, person.user, (reading.choices().words[0],))
        await clock.advance(1.0)


async def make(path: Path) -> None:
    clock = ManualClock()
    store = await SqliteStore.open(path)
    tables = await TableService.open(store, games=games(), clock=clock, bots=InProcess())
    reading = await tables.lobbies.open_table(ANNA, HERE, "coins", {}, language="en", pace="none")
    await tables.lobbies.start_alone(reading.info.id, ANNA.user)
    await play(tables, clock, PLAYED, ANNA)
    await tables.close()
    await store.close()


def script(tables: TableService, clock: ManualClock) -> list[Step]:
    """One person challenges others, and another one plays the deal to its end."""

    async def offer(request: int) -> None:
        await tables.challenges.offer(PLAYED, ANNA.user, request=request)

    async def take(request: int) -> None:
        code = (await tables.challenges.offer(PLAYED, ANNA.user)).code
        await tables.challenges.begin(code, BORYS, 1, 77, language="en", request=request)

    async def finish(_request: int) -> None:
        code = (await tables.challenges.offer(PLAYED, ANNA.user)).code
        first = (await tables.challenges.look(code, BORYS.user)).first
        assert first is not None
        await play(tables, clock, first.table_id, BORYS)

    return [offer, take, finish]


def check(path: Path, _told: list[str], ended: bool) -> None:
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    challenges = db.execute("SELECT table_id, until FROM challenges").fetchall()
    secret = db.execute("SELECT json_extract(document, '$.secret_until') FROM tables WHERE id = ?", (PLAYED,)).fetchone()[0]
    assert [(PLAYED, secret)] * bool(secret) == challenges, "others may play a deal exactly while it is secret"
    tries = db.execute("SELECT table_id, ended IS NOT NULL FROM deal_tries").fetchall()
    played = db.execute("SELECT id, state = 'over' FROM tables WHERE id <> ?", (PLAYED,)).fetchall()
    assert tries == played, "a game, its try and its end are stored together"
    assert len(tries) <= 1
    if ended:
        assert tries[0][1]
    db.close()


@pytest.mark.long
def test_a_challenge_killed_at_every_await(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, script, check, make=make) > 5
