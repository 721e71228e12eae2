"""Killed with `kill -9` at any await of an evening: tables are drawn once, and nobody is called or told twice."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tables.errors import NotSeated
from tables.model.people import Person
from tables.nights.night import Night, due
from tables.service.service import TableService
from tables.time.timing import MINUTE
from tests.support.killable_tables import START, Step, kill_at_awaits
from tests.support.manual_clock import ManualClock
from tests.support.nights import open_night
from tests.tables.conftest import ANNA, BORYS

BEGINS = START + 90 * MINUTE


async def until(tables: TableService, clock: ManualClock, reached: Callable[[Night], bool]) -> None:
    """Move the time on to whatever is due next, until the night is so far."""
    while not reached(night := await tables.nights.night(1)):
        await asyncio.sleep(0.002)
        at = due(night)
        if at is not None and (at > clock.now() or night.playing):
            await clock.advance(max(1.0, at - clock.now()))


def evening(tables: TableService, clock: ManualClock) -> list[Step]:
    """Two people are called, come, and play a game."""

    async def opens(request: int) -> None:
        await open_night(tables, BEGINS, request=request)

    def arrives(person: Person) -> Step:
        async def arrive(request: int) -> None:
            await until(tables, clock, lambda night: night.step == "begun")
            await tables.nights.arrive(1, person, request=request)

        return arrive

    async def draws(_request: int) -> None:
        await until(tables, clock, lambda night: bool(night.tables))

    async def ends(_request: int) -> None:
        for table in (await tables.nights.night(1)).tables:
            info = (await tables.looks.read(table)).info
            *leaving, last = sorted(info.people)
            if info.state == "playing":
                for user in leaving:
                    with contextlib.suppress(NotSeated):  # they had left before the process was killed
                        await tables.endings.resign(table, user)
                await tables.endings.claim(table, last)
        await until(tables, clock, lambda night: night.state == "over")
        await clock.advance(MINUTE)  # what the process before has stored is due by then

    return [opens, arrives(ANNA), arrives(BORYS), draws, ends]


def check(path: Path, told: list[str], ended: bool) -> None:
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert db.execute("SELECT count(*) FROM tables").fetchone()[0] <= 1, "tables are drawn once"
    rows = [line.split()[1:4] for line in told if line.startswith("sent")]
    for kind in ("night-call", "night-end"):
        assert len({number for number, _, what in rows if what == kind}) <= 1
    if ended:
        assert {what for *_, what in rows} >= {"night", "night-call", "night-end"}
        assert db.execute("SELECT state FROM nights").fetchall() == [("over",)]
        assert {row[0] for row in db.execute("SELECT user FROM results")} == {ANNA.user, BORYS.user}
        assert db.execute("SELECT count(*) FROM outbox").fetchone() == (0,)
    db.close()


@pytest.mark.long
def test_an_evening_killed_at_every_await(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, evening, check) > 10
