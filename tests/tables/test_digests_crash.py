"""Killed with `kill -9` at any await while a server chooses its zone, a vacation begins, a call waits, and a message of the day
is chosen and comes due: all tables follow zone and vacation, the call comes once, and the message once a day.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from tables.service.server_actions import MOVING
from tables.service.service import TableService
from tables.service.time_actions import FOLLOWING
from tables.time.plan import Plan
from tables.time.timing import DAY, HOUR
from tests.support.killable_tables import START, Step, kill_at_awaits
from tests.support.manual_clock import ManualClock
from tests.support.table_store import loaded_table, stored
from tests.tables.conftest import ANNA, BORYS, HERE

DAYS, DIGEST = 2, 3
"""Days that pass, and the number of the message of the day."""

WARSAW = "Europe/Warsaw"


async def call(tables: TableService, clock: ManualClock) -> None:
    """Anna is called to her game when an hour is over, since she has been called often."""
    if clock.now() == START:  # or it has been called before the process was killed
        async with stored(tables).transaction() as tx:
            noted = any(row.kind == "called" for row in await tx.ledger_of(ANNA.user, 0.0))
            for hours in () if noted else (3, 2, 0.5):
                await tx.note_call(ANNA.user, 2, START - hours * HOUR, START, START)
        assert not await tables.people.calls_soon(ANNA.user, await tables.looks.table_info(1))
        await clock.advance(HOUR)
    while any(clock.gathered for clock in (await loaded_table(tables, 1)).table.timing.clocks):
        await asyncio.sleep(0.002)


def days(tables: TableService, clock: ManualClock) -> list[Step]:
    """A game waits for Anna, who is called often, then wants one message a day; the server of her two tables is in Warsaw."""

    async def opens(request: int) -> None:
        await tables.lobbies.open_table(ANNA, HERE, "coins", {}, language="en", pace="none", request=request)

    async def joins(request: int) -> None:
        await tables.lobbies.join(1, BORYS, request=request)

    async def starts(request: int) -> None:
        await tables.lobbies.start(1, ANNA.user, request=request)

    async def moves(_request: int) -> None:
        if (await tables.servers.server_settings(HERE.guild)).zone != WARSAW:  # what is left is found when a process starts
            await tables.servers.set_server(HERE.guild, ANNA.user, zone=WARSAW)

    async def leaves(_request: int) -> None:
        if not (await tables.people.person(BORYS.user)).plan.vacations:
            await tables.times.take_vacation(BORYS.user, 5)

    async def calls(_request: int) -> None:
        await call(tables, clock)

    async def chooses(_request: int) -> None:
        if (await tables.people.person(ANNA.user)).plan.calls != "daily":
            await tables.times.set_plan(ANNA.user, calls="daily")

    async def sends() -> None:
        await tables.digests.advance(DIGEST)  # unless the clock has done it before
        while (await tables.people.outbox_load())[0]:
            await asyncio.sleep(0.002)

    async def passes(_request: int) -> None:
        await sends()  # what a killed process has left; otherwise the next day's would take its place
        await clock.advance(DAY - HOUR)
        await sends()

    return [opens, joins, starts, opens, moves, leaves, calls, chooses, *[passes] * DAYS]


def check(path: Path, told: list[str], ended: bool) -> None:
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    rows = [line.split()[1:4] for line in told if line.startswith("sent")]
    sent = {number for number, _, what in rows if what == "digest"}
    assert db.execute("SELECT count(*) FROM ledger WHERE kind = 'called'").fetchone() <= (3,), "one that waits is none yet"
    assert db.execute("SELECT count(*) FROM digests").fetchone()[0] <= 1
    if ended:
        assert len(sent) >= DAYS
        assert len({number for number, _, what in rows if what == "remind"}) == 1, "the call that has waited"
        ((clocks,),) = db.execute("SELECT document ->> '$.timing.clocks' FROM tables WHERE id = 1")
        assert {each.get("away") for each in json.loads(clocks)} == {None, START + 5 * DAY}
        assert [zone for (zone,) in db.execute("SELECT document ->> 'zone' FROM tables")] == [WARSAW, WARSAW]
        assert db.execute("SELECT value FROM meta WHERE key IN (?, ?)", (MOVING, FOLLOWING)).fetchall() == [("{}",)] * 2
        due = Plan().next_digest(START) + len(sent) * DAY
        assert db.execute("SELECT due FROM digests").fetchall() == [(due,)], f"one for each day that has passed: {told}"
    db.close()


@pytest.mark.long
def test_days_killed_at_every_await(tmp_path: Path) -> None:
    assert kill_at_awaits(tmp_path, days, check) > 5
