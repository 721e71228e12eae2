"""How often calls to move in slow games notify one person: the first of a day at once, then fewer, and none is lost."""

from __future__ import annotations

import random

import pytest

from tables.model.outbox_rows import RemindRow
from tables.time.calls import FEW, TOGETHER, gathered_until
from tables.time.timing import DAY, HOUR, MINUTE
from tests.support.cases import cases
from tests.support.table_store import loaded_table
from tests.tables.conftest import ANNA, BORYS, Room


@pytest.mark.parametrize(
    ("called", "until"),
    [
        ([], None),
        ([-60, -30], None),
        ([-90, -60, -30], 30),
        ([-90, -60, -59, -50], 10),
        ([-90, -89, -88, -30], None),
        ([-25 * 60, -60, -30], None),
        ([-300, -240, -180, -65], None),
        ([-300, -240, -180, -120, -90], 30),
        ([-300, -240, -200, -150, -130], None),
    ],
)
def test_until_when_a_call_waits(called: list[float], until: float | None) -> None:
    found = gathered_until([DAY + minutes * MINUTE for minutes in called], DAY)
    assert found == (None if until is None else DAY + until * MINUTE)


class Calls:
    """What calls Anna, as the senders do it."""

    def __init__(self, room: Room) -> None:
        self.room, self.people = room, room.tables.people
        self.waits: dict[int, float] = {}
        """Tables that wait for her and have not called her yet: until when they do."""
        self.aloud: list[tuple[float, int]] = []
        """When she was notified, and for which table."""

    async def begin(self, table: int) -> None:
        """A table begins to wait for her."""
        info, now = (await self.room.tables.looks.read(table)).info, self.room.clock.now()
        waits = gathered_until([at for at, where in self.aloud if where != table or at < now - TOGETHER], now)
        if await self.people.calls_soon(ANNA.user, info):
            assert waits is None, "too soon after the last one"
            self.aloud.append((now, table))
        elif not any(at >= now - TOGETHER for at, where in self.aloud if where != table):
            assert waits is not None
            due = info.timing.of(1).due
            self.waits[table] = waits if due is None else min(waits, now + 0.75 * (due - now))

    async def pass_to(self, until: float) -> None:
        """Time passes, and whatever is due is sent."""
        while (now := self.room.clock.now()) < until:
            ((due,),) = await self.room.store.read("SELECT min(due) FROM tables WHERE state = 'playing' AND due > ?", (now,))
            await self.room.advance(min(until, due or until) - now)
            await self.send()

    async def send(self) -> None:
        now = self.room.clock.now()
        while await self.room.store.read("SELECT 1 FROM outbox WHERE due <= ?", (now,)):
            self.room.tables.outbox.wake()
            row = await self.room.tables.outbox.next()
            await self.room.tables.outbox.mark_done(row)
            if isinstance(row.payload, RemindRow) and row.payload.why == "gathered":
                assert self.waits.pop(row.subject) == now, "neither early nor late, once, and only if she has not moved"
                if await self.people.calls_aloud(ANNA.user, (await self.room.tables.looks.read(row.subject)).info):
                    self.aloud.append((now, row.subject))
                assert self.aloud[-1][0] >= now - TOGETHER
        assert all(at > now for at in self.waits.values()), "none is lost"


async def test_what_need_not_be_answered_calls_nobody_later(room: Room) -> None:
    info = (await room.table("steps", ANNA, BORYS, pace="day")).info
    for _ in range(FEW):
        await room.advance(HOUR)
        assert await room.tables.people.calls_aloud(ANNA.user, info)
    await room.advance(1.0)
    assert not await room.tables.people.calls_soon(ANNA.user, info, later=False), "she has just been called"
    assert await room.tables.people.calls_soon(ANNA.user, info), "as if it were tried once more"
    await room.advance(30 * MINUTE)
    for later in (False, True):
        assert not await room.tables.people.calls_soon(ANNA.user, info, later=later)
        gathered = (await loaded_table(room.tables, info.id)).table.timing.of(0).gathered
        assert gathered == (room.clock.now() + 30 * MINUTE if later else None)


@pytest.mark.parametrize("seed", cases(range(4), {0}))
async def test_each_turn_calls_in_time_unless_the_person_moves(room: Room, seed: int) -> None:
    rng = random.Random(seed)
    await room.tables.times.set_plan(ANNA.user, zone="UTC", nightly=True, days="off", free="off", alone=False)
    await room.tables.times.set_plan(BORYS.user, days="off", free="off")
    paces = ("none", "none", "day", "own-7200-0")
    tables = [(await room.table("steps", BORYS, ANNA, pace=pace, length="long")).info.id for pace in paces]
    calls = Calls(room)
    for _ in range(40):
        await calls.pass_to(room.clock.now() + rng.choice((1, 5, 20, 60)) * MINUTE)
        table = rng.choice(tables)
        info = (await room.tables.looks.read(table)).info
        if info.state != "playing":
            continue
        moves = info.pending[0]
        await room.tables.moves.play(table, info.seats[moves].user or 0, ("end",))
        calls.waits.pop(table, None)
        if moves == 0:
            await calls.begin(table)
    await calls.pass_to(room.clock.now() + 2 * HOUR)
    assert not calls.waits
    assert len(calls.aloud) > FEW
