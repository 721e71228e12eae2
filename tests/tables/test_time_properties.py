"""Whatever happens (pauses, vacations, outages, choices taken back, restarts): no deadline is lost, early or fires twice.

A second account of each seat's time is kept here, by adding up the seconds in which the bot was there, the clocks went and the
person was not on vacation; what the table says must agree with it after each event.
"""

from __future__ import annotations

import asyncio
import functools
import tempfile
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tables.rules.pausing import AFTER_OUTAGE, LONG_OUTAGE_SECONDS, LONGEST_SECONDS
from tables.time import timing
from tables.time.plan import PARTS, When
from tables.time.presence import MOMENT_SECONDS, TOLERATED_SECONDS, Outage, missing
from tables.time.timing import DAY, HOUR, TimeControl, Timing
from tests.tables.conftest import ANNA, BORYS, CELINA, Room

PEOPLE = (ANNA, BORYS, CELINA)

steps = st.lists(
    st.tuples(
        st.sampled_from(["wait", "answer", "back", "pause", "resume", "outage", "next"]),
        st.integers(0, 2),
        st.integers(1, 9000),
    ),
    max_size=25,
)


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(steps, st.sampled_from([TimeControl(3600.0), TimeControl(600.0, 7200.0), TimeControl(3600.0, 3600.0)]))
def test_the_clocks_of_three_seats_by_a_second_account(done: list[tuple[str, int, int]], pace: TimeControl) -> None:
    """`left` is what each seat has, `asked` who is awaited: the same rule, told as a sum of seconds."""
    assert pace.each is not None
    now, clocks = 1000.0, timing.begin(Timing(), pace, (0, 1, 2), 3, 1000.0)
    bank, left, asked, stage, stands = [pace.bank] * 3, [pace.each + pace.bank] * 3, {0, 1, 2}, {0, 1, 2}, False
    for what, seat, seconds in done:
        match what:
            case "wait" if not any(left[each] <= seconds for each in asked) or stands:
                now += seconds
                if not stands:
                    left = [rest - seconds * (each in asked) for each, rest in enumerate(left)]
            case "outage":
                begin, now = now, now + seconds
                away = functools.partial(missing, [Outage(begin, now)])
                assert away(clocks.seen or 0.0) == seconds
                clocks = replace(timing.move_times(clocks, away, now), seen=now)
                assert away(clocks.seen or 0.0) == 0, "counted once"
            case "answer":
                asked -= {seat}
                clocks = timing.follow(clocks, pace, asked, now)
            case "back":
                asked |= {seat}
                stage |= asked
                clocks = timing.follow(clocks, pace, asked, now)
            case "pause" if not stands:
                stands, clocks = True, timing.pause(clocks, now, now + 10**6)
            case "resume" if stands:
                stands, clocks = False, timing.resume(clocks, now)
            case "next":
                bank = [min(pace.bank, left[each]) if each in stage else bank[each] for each in range(3)]
                left, asked = [pace.each + each for each in bank], {seat, (seat + 1) % 3}
                stage = set(asked)
                clocks = timing.begin(clocks, pace, asked, 3, now)
        for each in asked:
            clock = clocks.of(each)
            told = clock.rest if clock.due is None else clock.due - now
            assert told == pytest.approx(left[each]), (what, each)
            assert (clock.due is None) == stands
        for each in {0, 1, 2} - asked:
            assert clocks.of(each).due is None


class Life:
    """A table of three in which each choice is joint, and the account of everybody's time."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.left: dict[tuple[int, int], float] = {}
        self.away = [0.0, 0.0, 0.0]
        self.pause: float | None = None
        self.outage = False
        self.moves = 0

    async def begin(self) -> None:
        self.table = (await self.room.table("coins", *PEOPLE, pace="day", length="long")).info.id
        await self.check()

    def spend(self, seconds: float, awaited: tuple[int, ...], stage: int) -> None:
        """So many seconds pass in which nothing happens."""
        now = self.room.clock.now()
        if self.pause is None:
            for seat in awaited:
                spent = max(0.0, now + seconds - max(now, self.away[seat]))
                self.left[stage, seat] = self.left.get((stage, seat), DAY) - spent

    async def wait(self, seconds: float) -> None:
        """Time passes from one event to the next."""
        until = self.room.clock.now() + seconds
        while True:
            rows = await self.room.store.read("SELECT due FROM tables WHERE state = 'playing'")
            due = rows[0][0] if rows else None
            stop = min(until, max(due, self.room.clock.now())) if due is not None else until
            info = (await self.room.tables.looks.read(self.table)).info
            self.spend(stop - self.room.clock.now(), info.pending, info.stage)
            await self.room.advance(stop - self.room.clock.now())
            if self.pause is not None and stop >= self.pause:
                self.pause, self.outage = None, False
            await self.check()
            if stop >= until:
                return

    async def gone(self, seconds: float) -> None:
        """The bot is away."""
        await self.room.close()
        if seconds <= TOLERATED_SECONDS:
            self.spend(seconds, *self.seen)
        await self.room.clock.advance(seconds)
        if seconds > TOLERATED_SECONDS and self.pause is None:
            self.left |= {key: max(left, MOMENT_SECONDS) for key, left in self.left.items() if left > 0}
        if seconds > TOLERATED_SECONDS and self.pause is not None:
            self.pause += seconds
        elif seconds > LONG_OUTAGE_SECONDS and self.pause is None and self.running:
            self.pause, self.outage = self.room.clock.now() + AFTER_OUTAGE, True
        await self.room.open()
        await self.room.advance(0.0)
        await self.check()

    seen: tuple[tuple[int, ...], int] = ((), 0)
    running = True

    async def check(self) -> None:
        """What the table says agrees with the account; nobody was late before their time, nobody twice in a stage."""
        info = (await self.room.tables.looks.read(self.table)).info
        self.seen, self.running = (info.pending, info.stage), info.deadline is not None
        rows = await self.room.store.read("SELECT stage, seat FROM journal WHERE kind = 'overdue'")
        assert len(rows) == len(set(rows)), "fired twice"
        for key in rows:
            assert self.left.get(key, DAY) <= 2.0, "fired early"
        if info.state != "playing":
            return
        now = self.room.clock.now()
        for seat in info.pending:
            clock = info.timing.of(seat)
            if info.seats[seat].resigned or (info.stage, seat) in rows:
                continue
            told = clock.rest if clock.due is None else clock.due - max(now, self.away[seat])
            assert told is not None, "no clock"
            expected = self.left.get((info.stage, seat), DAY)
            assert -2.0 <= told - expected <= 2.0, (seat, told, expected)
            assert (clock.due is None) == (self.pause is not None)

    async def act(self, what: str, seat: int, seconds: float) -> None:
        info = (await self.room.tables.looks.read(self.table)).info
        if info.state != "playing" or info.seats[seat].resigned:
            return
        tables, user = self.room.tables, PEOPLE[seat].user
        match what:
            case "wait":
                await self.wait(seconds)
            case "gone":
                await self.gone(seconds)
            case "short":
                await self.gone(seconds % 170)
            case "move":
                reading = await tables.looks.read(self.table, user)
                if reading.choices().words:
                    await tables.moves.play(self.table, user, reading.choices().words[:1])
                    if self.outage:
                        self.pause, self.outage = None, False
            case "back" if (await tables.looks.read(self.table, user)).can_take_back:
                await tables.moves.take_back(self.table, user)
            case "pause" if self.pause is None and info.deadline is not None and not info.votes:
                vote = (await tables.times.pause(self.table, user)).info.votes
                if vote:
                    for other in vote[0].asked:
                        await tables.votes.agree_vote(self.table, PEOPLE[other].user, vote[0].id)
                self.pause = self.room.clock.now() + LONGEST_SECONDS
            case "resume" if self.pause is not None:
                await tables.times.resume(self.table, user)
                self.pause, self.outage = None, False
            case "vacation" if self.away[seat] <= self.room.clock.now():
                plan, now = (await tables.people.person(user)).plan, self.room.clock.now()
                days = min(1 + int(seconds) % 2, plan.left_in_a_row(now))
                if days:
                    await tables.times.take_vacation(user, days)
                    self.away[seat] = self.room.clock.now() + days * DAY
        await self.room.advance(0.0)
        await self.check()


events = st.lists(
    st.tuples(
        st.sampled_from(["wait", "wait", "gone", "short", "move", "move", "back", "pause", "resume", "vacation"]),
        st.integers(0, 2),
        st.one_of(st.integers(1, 200), st.integers(1, int(10 * HOUR)), st.integers(1, int(3 * DAY))),
    ),
    min_size=3,
    max_size=18,
)


def in_a_room(live: Callable[[Room], Awaitable[None]]) -> None:
    async def lived() -> None:
        with tempfile.TemporaryDirectory() as folder:
            room = Room(Path(folder) / "zamki.db")
            await room.open()
            try:
                await live(room)
            finally:
                await room.close()

    asyncio.run(lived())


def alive(events_: list[tuple[str, int, float]], check: Callable[[Life], None] = lambda _life: None) -> None:
    async def live(room: Room) -> None:
        life = Life(room)
        await life.begin()
        for what, seat, seconds in events_:
            await life.act(what, seat, float(seconds))
        check(life)

    in_a_room(live)


@pytest.mark.long
@pytest.mark.timeout(900)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(events)
def test_a_table_lives_through_anything(done: list[tuple[str, int, float]]) -> None:
    alive(done)


ZONES = {
    "Europe/Warsaw": (2026, 3, 29),
    "America/New_York": (2026, 11, 1),
    "Australia/Lord_Howe": (2026, 4, 5),  # half an hour back
    "Africa/Casablanca": (2026, 2, 15),
    "Asia/Kolkata": (2026, 6, 1),  # no change, and half an hour off
}
"""Time zones, and a day on which their clocks are changed."""

nights = st.tuples(
    st.sampled_from(sorted(ZONES)),
    st.integers(-30, 12),  # hours from the midnight of that day on, when the move is asked
    st.tuples(st.integers(0, 23), st.integers(1, 23)),  # quiet from this hour, for so many
    st.sampled_from(sorted(PARTS)),
    st.sampled_from(["day", "slow", "own-43200-0"]),
    st.lists(st.tuples(st.integers(1, int(20 * HOUR)), st.integers(1, int(5.5 * HOUR))), max_size=3),
)


Night: TypeAlias = tuple[str, int, tuple[int, int], When, str, list[tuple[int, int]]]
"""The zone, the hour, quiet hours, when to remind, the pace, and how long the bot is away."""


async def through_the_night(room: Room, night: Night) -> None:
    """Somebody sleeps over their move while clocks are changed and the bot comes and goes: no reminder in their quiet hours or
    after the deadline, none twice, and the deadline comes once, to the second.
    """
    zone, hours, (start, length), plan, pace, outages = night
    wall = ZoneInfo(zone)
    end = (start + length) % 24
    await room.clock.advance(datetime(*ZONES[zone], tzinfo=wall).timestamp() + hours * HOUR - room.clock.now())
    await room.again()
    await room.tables.times.set_plan(ANNA.user, days=plan, live=plan, quiet=(start * 60, end * 60), zone=zone)
    reading = await room.table("steps", ANNA, BORYS, pace=pace)
    table, deadline, late = reading.info.id, reading.info.deadline, ("SELECT count(*) FROM journal WHERE kind = 'overdue'",)
    assert deadline is not None
    told: list[float] = []

    async def until(at: float) -> None:
        """Time goes on from one thing that is due to the next."""
        while room.clock.now() < at:
            ((due,),) = await room.store.read("SELECT due FROM tables")
            await room.advance(min(at, max(due or at, room.clock.now())) - room.clock.now())
            told.extend(room.clock.now() for kind, _ in await room.mail() if kind == "remind")

    for wait, away in outages:
        if room.clock.now() + wait >= deadline:
            break
        await until(room.clock.now() + wait)
        await room.close()
        await room.clock.advance(away)
        await room.open()
        await room.advance(0.0)
        if away > TOLERATED_SECONDS:
            deadline = max(deadline + away, room.clock.now() + MOMENT_SECONDS)
        told.extend(room.clock.now() for kind, _ in await room.mail() if kind == "remind")
    if room.clock.now() < deadline - 1.0:
        await until(deadline - 1.0)
        assert await room.store.read(*late) == [(0,)], "early"
        assert (await room.tables.looks.read(table)).info.deadline == pytest.approx(deadline, abs=1e-3)
    await until(deadline + 1.0)
    await room.until(table, lambda info: info.stage > 1)
    assert await room.store.read(*late) == [(1,)], "lost, or twice"
    assert len(told) <= len(PARTS[plan])
    for at in told:
        hour = datetime.fromtimestamp(at, wall).hour
        assert not (start <= hour < end if start < end else hour >= start or hour < end), "woken up"
        assert at < deadline


@pytest.mark.long
@pytest.mark.timeout(900)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(nights)
def test_no_deadline_is_lost_while_clocks_are_changed(night: Any) -> None:
    in_a_room(lambda room: through_the_night(room, night))


@pytest.mark.long
def test_one_night_in_warsaw() -> None:
    night: Night = ("Europe/Warsaw", -16, (22, 9), "both", "day", [(40000, 9000), (5000, 100)])
    in_a_room(lambda room: through_the_night(room, night))


@pytest.mark.long
def test_one_life_with_everything_in_it() -> None:
    day = [
        "wait 21600",
        "pause 1",
        "wait 172800",
        "resume 2",
        "move 0",
        "gone 7200",
        "back 0",
        "vacation 1",
        "gone 72000",
        "move 0",
    ]
    done = [line.split() for line in (*day, "short 120", "wait 259200")]
    alive([(what, int(number) % 3, float(number)) for what, number in done])
