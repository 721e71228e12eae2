"""Over any schedule of process, gateway, requests, machine, clock and channel going away and coming back: nobody is overdue or
reminded for time in which they could not have answered, and nobody gains time beyond it.

A second account is kept here, in seconds in which a press could have been answered; what the table says must agree with it.
Each break may make it wrong by `EACH` seconds: a tolerated break counts, and a killed process's last beat is up to a beat old.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from data.opening import open_store
from data.records.messages import Posted, Shows
from data.store import Store
from service.reach import Reach
from tables.model.people import Person
from tables.service.service import TableService
from tables.store.messages import TOLD
from tables.time.clock import Watch
from tables.time.plan import ANSWER_SECONDS
from tables.time.presence import BEAT_SECONDS, MOMENT_SECONDS, RECENT_SECONDS, TOLERATED_SECONDS
from tables.time.timing import HOUR
from tables.tournaments.acts import Occasion
from tables.tournaments.tournament import CHOICE, EXTENSIONS, Rules
from tests.support.manual_clock import ELSEWHERE, ManualClock, settle
from tests.support.postgres_server import Server
from tests.support.random_game_count import WHOLE
from tests.support.raw_sql import ask
from tests.support.table_store import is_working
from tests.support.tournaments import stopped
from tests.support.toy_games import InProcess, games
from tests.support.wishes import slow_wish
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE

EACH_MOVE = 600.0
PACE = "own-600-0"
WISH, QUESTION = 900.0, ANSWER_SECONDS["live"]
"""How long somebody looks for a game, and how long the two have who are asked about one."""

ROUND = 1000.0
"""Seconds of a round of a tournament whose games stand still. It is extended, and then its host is asked."""

CHOOSES = 300.0
"""Seconds after which the host, who is asked, gives more time."""

CALL = 60.0
"""Seconds of silence after which a person is called at a live table."""

EACH = BEAT_SECONDS + RECENT_SECONDS
"""Seconds by which one break may make the account wrong."""

NOTICED = TOLERATED_SECONDS + RECENT_SECONDS
"""Seconds of a break that is an outage, by whichever account."""

DUE = ("tables", "tournaments", "wish_lists")
"""What the tables look at when its time has come."""

STEP = 20.0
"""The most seconds that pass at once."""

assert TOLERATED_SECONDS <= EACH


class Probes:
    """Discord, as far as this process knows."""

    def __init__(self) -> None:
        self.receives = self.answers = True
        self.reach: Reach

    def silence(self, _shard: int) -> float | None:
        return 0.0 if self.receives else 1000.0

    async def knock(self, _shard: int) -> None:
        pass

    async def ask(self) -> None:
        self.reach.note_answer(well=self.answers)


class Wait:
    """Something else that lasts a while, whatever the channel: a wish for a game, the question about one, the question before a
    slow start, or a round of a tournament.
    """

    def __init__(self, left: float) -> None:
        self.left, self.slack = left, 5.0 + STEP

    def agrees(self, left: float) -> bool:
        """Returns whether the account is that of the tables, by which these seconds are left."""
        return abs(left - self.left) <= self.slack


class Life:
    """A table of two, people who do not move, and a second account of the seconds left to whoever is asked."""

    def __init__(self, where: str | Path) -> None:
        self.where = where
        self.clock = ManualClock(1_800_000_000.0, patience=ELSEWHERE if isinstance(where, str) else 0.0)
        self.probes = Probes()
        self.gateway = self.requests = self.channel = True
        self.up = False
        self.store: Store
        self.left, self.slack, self.stage, self.silent = EACH_MOVE, 5.0, 1, 0.0
        self.back = 0.0
        """Seconds in which people could be answered since the last break."""
        self.moment = self.away = 0.0
        """Seconds since the last outage, and for how long nobody can be answered now."""
        self.late = 0.0
        """Seconds by which clocks may look later than something is due: the machine was suspended too briefly to be noticed."""
        self.told = 0
        self.waits: dict[int, Wait] = {}
        """By the number of the wish whose end they are."""
        self.looking = 100
        self.lobby = self.tournament = self.extended = 0
        self.ready, self.round = Wait(ANSWER_SECONDS["days"]), Wait(ROUND)
        self.asked = False
        """Whether the host is asked about the games of the round."""

    @property
    def all_waits(self) -> list[Wait]:
        return [*self.waits.values(), self.ready, self.round]

    @property
    def answers(self) -> bool:
        return self.up and self.gateway and self.requests

    async def start(self) -> None:
        self.clock.set_right(self.clock.behind())
        self.store = await open_store(self.where)

        async def nowhere() -> dict[tuple[int, int], Any]:
            return {}

        self.tables = await TableService.open(self.store, games=games(), clock=self.clock, bots=InProcess(), reached=nowhere)
        self.probes = Probes()
        self.probes.answers = self.requests
        self.probes.reach = Reach(self.clock, self.probes, self.tables.presence.wake, self.clock.steady)
        self.tables.presence.source = self.probes.reach.spans
        self.up = True
        if self.gateway:
            self.probes.reach.note_connected((0, 1))
        await self.rest()

    async def stop(self, *, killed: bool = False) -> None:
        self.up = False
        if killed:  # without a last timestamp
            self.tables.presence.close = partial(Watch.close, self.tables.presence)  # type: ignore[method-assign]
            await self.tables.presence.close()
        await self.tables.close()
        await self.store.close()

    async def begin(self) -> None:
        await self.start()
        lobbies = self.tables.lobbies
        self.lobby = (await lobbies.open_table(CELINA, HERE, "coins", language="en", pace="daily")).info.id
        await lobbies.join(self.lobby, DAWID)
        await self.stop()
        await self.clock.advance(13 * HOUR)
        await self.start()
        lobbies = self.tables.lobbies
        await lobbies.start(self.lobby, CELINA.user)
        await self.begin_tournament()
        self.table = (await lobbies.open_table(ANNA, HERE, "steps", {"length": "long"}, language="en", pace=PACE)).info.id
        await lobbies.join(self.table, BORYS)
        await lobbies.arrange(self.table, ANNA.user, range(2))
        await lobbies.start(self.table, ANNA.user)
        self.stage = (await self.tables.looks.read(self.table)).info.stage
        await self.look_for_games()

    async def begin_tournament(self) -> None:
        tournaments = self.tables.tournaments
        rules = Rules(seconds=ROUND, rounds=1)
        self.tournament = (await tournaments.open_tournament(EWA, HERE, "steps", rules, language="en")).id
        for person in (CELINA, DAWID):
            await tournaments.join_tournament(self.tournament, person)
        await self.tables.rounds.begin_tournament(self.tournament, EWA.user)
        self.back = BEAT_SECONDS + 2
        await self.rest()
        (game,) = (await tournaments.tournament_tables(self.tournament)).values()
        await stopped(self.tables, game)

    async def look_for_games(self) -> None:
        """Let three people look for a game, of whom two are asked about one now."""
        for game, left in (("steps", WISH), ("coins", QUESTION), ("coins", QUESTION)):
            now, self.looking = self.clock.now(), self.looking + 1
            person = Person(self.looking, str(self.looking))
            until = now + WISH
            wish = replace(slow_wish(person, now), games=(game,), speeds=("live",), until=until, live_until=until, named=False)
            found = await self.tables.matchmaking.look_for_game(person, HERE, wish, language="en")
            self.waits[found.last_wish] = Wait(left)

    async def rest(self) -> None:
        """Let the tables do what they can do now."""
        await settle()
        for _ in range(3000):
            presence = self.tables.presence
            now = self.clock.now() - self.late
            due = [await ask(self.store, f"SELECT 1 FROM {kind} WHERE due <= ?", now) for kind in DUE]
            owed = {*presence._accounted.values()} - {presence.newest}
            if not is_working(self.tables) and not (self.at_rest and (owed or any(due))):
                return
            await asyncio.sleep(0.005)
        raise AssertionError("the tables do not come to rest")

    async def lines(self) -> list[tuple[Any, ...]]:
        kinds = "('overdue', 'stand-in', 'gave-up')"
        return await ask(self.store, f"SELECT stage, kind FROM journal WHERE kind IN {kinds} ORDER BY number")

    async def reminders(self) -> int:
        return len(await ask(self.store, "SELECT 1 FROM outbox WHERE kind = 'remind'"))

    async def passes(self, seconds: float) -> None:
        while seconds > 0:
            step = min(seconds, STEP)
            seconds -= step
            await self.clock.advance(step)
            self.moment += step
            if not self.answers:
                self.away += step
            if self.answers:
                self.back += step
                for each in self.all_waits:
                    each.left -= step
            if self.answers and self.channel:
                self.left -= step
                self.silent += step
            if self.up:
                await self.rest()
                await self.check()

    def broken(self) -> None:
        """A break begins or ends."""
        self.slack += EACH
        self.back = 0.0
        for each in self.all_waits:
            each.slack += EACH

    def returned(self, away: float) -> None:
        """People can be answered again, after this many seconds."""
        self.away = 0.0
        if away > NOTICED:
            self.moment = 0.0
        self.left = max(self.left, MOMENT_SECONDS)
        for each in self.all_waits:
            each.left = max(each.left, MOMENT_SECONDS)

    async def check_waits(self) -> None:
        found = await self.tables.matchmaking.list_in(HERE)
        open_wishes = {each.number for each in found.wishes} if found is not None else set()
        for number, each in list(self.waits.items()):
            if number not in open_wishes:
                assert self.answers, "nobody could have answered"
                assert each.left <= each.slack, "ended too early"
                del self.waits[number]
            elif self.at_rest:
                assert each.left > -each.slack - MOMENT_SECONDS, "time gained"
        if self.answers and not self.waits:
            await self.look_for_games()

    async def check_round(self) -> None:
        now = await self.tables.tournaments.tournament(self.tournament)
        last, wait = now.rounds[-1], self.round
        if (last.extended, last.asked is not None) != (self.extended, self.asked):
            assert self.answers, "nobody could have answered"
            assert wait.left <= wait.slack, "ended too early"
            self.asked = last.asked is not None
            wait.left = CHOICE if self.asked else wait.left + ROUND / 4
            self.extended = last.extended
            assert self.extended <= EXTENSIONS
            assert now.state == "running"
        until = now.asked_until or now.deadline
        assert not self.at_rest or wait.agrees(until - self.clock.now()), (until - self.clock.now(), wait.left)
        assert not self.at_rest or wait.left > -wait.slack, "time gained"
        if self.asked and self.at_rest and wait.left < CHOICE - CHOOSES:
            occasion = Occasion(BORYS.user, HERE.channel, 0.0, reason="as agreed")
            await self.tables.tournaments.organise(self.tournament, occasion, "prolong", (), moderator=True)
            self.round, self.asked = Wait(ROUND / 4), False

    async def check_ready(self) -> None:
        (check,) = (await self.tables.looks.read(self.lobby)).info.guests.checks
        left = check.until - self.clock.now()
        assert not self.at_rest or self.ready.agrees(left), (left, self.ready.left)

    @property
    def at_rest(self) -> bool:
        """Whether people can be answered for so long that all has been brought up to date."""
        return self.answers and self.back > BEAT_SECONDS + 1

    async def check(self) -> None:
        await self.check_waits()
        await self.check_round()
        await self.check_ready()
        info = (await self.tables.looks.read(self.table)).info
        if info.state != "playing":
            return
        if info.stage != self.stage:
            assert self.answers, "nobody could have answered"
            assert self.channel, "nobody was asked"
            assert self.left <= self.slack, "overdue too early"
            assert self.moment >= MOMENT_SECONDS - RECENT_SECONDS or self.slack == 5.0, "no moment to act"
            self.stage, self.left, self.slack, self.silent = info.stage, EACH_MOVE, 5.0 + STEP, 0.0
            self.told = await self.reminders()
        if (told := await self.reminders()) > self.told:
            assert self.answers, "nobody could have answered"
            assert self.channel, "nobody was asked"
            assert self.silent >= CALL - self.slack, "reminded too early"
            self.told = told
        if self.at_rest:
            deadline = info.deadline
            assert (deadline is not None) == self.channel
            if deadline is None:
                return
            assert abs(deadline - self.clock.now() - self.left) <= self.slack, (deadline - self.clock.now(), self.left)

    async def event(self, what: str, seconds: float) -> None:
        before = self.answers
        match what:
            case "gateway":
                self.gateway = not self.gateway
                if self.up:
                    (self.probes.reach.note_connected if self.gateway else self.probes.reach.note_disconnected)((0, 1))
            case "dumb":
                self.gateway, self.probes.receives = not self.gateway, not self.probes.receives
            case "requests":
                self.requests = self.probes.answers = not self.requests
                self.probes.reach.note_answer(well=self.requests)
            case "channel" if self.answers:
                self.channel = not self.channel
                if self.channel:
                    await self.tables.times.note_shown(self.table)
                    self.left = max(self.left, MOMENT_SECONDS)
                else:
                    await self.tables.messages.put(self.table, TOLD, Posted(2, 5, Shows(stage=self.stage)))
                    await self.tables.times.not_shown(self.table)
            case "stop" if self.up:
                await self.stop(killed=seconds % 2 > 1)
            case "stop":
                await self.start()
            case "suspended" | "set":
                ahead = what == "suspended" or seconds % 2 > 1
                self.clock.jump(seconds if ahead else -seconds)
                self.late = self.late + seconds if ahead and seconds <= TOLERATED_SECONDS else 0.0
                self.broken()
                if not self.up:
                    self.slack += EACH
                elif self.answers:
                    await self.tables.presence.look()
                    self.returned(seconds)
        if self.answers != before:
            self.broken()
            if self.answers:
                self.returned(self.away)
        if self.up:
            await self.rest()
            await self.check()


whats = st.sampled_from(["wait", "gateway", "requests", "stop", "suspended", "set", "channel"])
seconds_of_an_event = st.integers(4, 1600).map(lambda quarters: quarters / 4)
seconds_after = st.integers(0, 3600).map(lambda quarters: quarters / 4)
"""Quarters of seconds: smaller parts are lost in Unix times, and the tables would wait for what is due already."""

schedules = st.lists(st.tuples(whats, seconds_of_an_event, seconds_after), min_size=2, max_size=12)


async def lives(where: str | Path, schedule: list[tuple[str, float, float]]) -> None:
    life = Life(where)
    await life.begin()
    try:
        for what, seconds, wait in schedule:
            await life.event(what, seconds)
            await life.passes(wait)
        for what, on in (("stop", life.up), ("gateway", life.gateway), ("requests", life.requests)):
            if not on:
                await life.event(what, 0.0)
        await life.passes(MOMENT_SECONDS)
        if not life.channel:
            await life.event("channel", 0.0)
        stage = life.stage
        await life.passes(life.left + life.slack + BEAT_SECONDS)
        assert life.stage > stage or not await playing(life), "and in the end clocks run out"
    finally:
        if life.up:
            await life.stop()


async def playing(life: Life) -> bool:
    return (await life.tables.looks.read(life.table)).info.state == "playing"


ONE: list[tuple[str, float, float]] = [
    *[("wait", 1.0, 500.0), ("channel", 1.0, 900.0), ("channel", 1.0, 5.0), ("gateway", 1.0, 2400.0), ("gateway", 1.0, 70.0)],
    *[("requests", 1.0, 300.0), ("requests", 1.0, 30.0), ("suspended", 3000.0, 100.0), ("set", 3000.0, 100.0)],
    *[("set", 3001.5, 100.0), ("stop", 1.0, 90.0), ("stop", 1.0, 20.0), ("stop", 1.5, 400.0), ("stop", 1.0, 20.0)],
]


def in_a_file(schedule: list[tuple[str, float, float]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(lives(Path(folder) / "zamki.sqlite", schedule))


@pytest.mark.long
def test_one_schedule_with_everything_in_it() -> None:
    in_a_file(ONE)


def test_clocks_that_are_set_in_between() -> None:
    """What the test below has found."""
    set_twice = [("requests", 1.0, 300.0), ("set", 115.0, 60.0), ("set", 261.25, 60.0), ("stop", 1.0, 100.0)]
    more = [
        ("requests", 1.0, 300.0),
        ("suspended", 400.0, 60.0),
        ("gateway", 1.0, 60.0),
        ("gateway", 1.0, 10.0),
        ("stop", 1.0, 800.0),
    ]
    back_at_the_end = [("set", 134.0, 100.0)]
    short = [("wait", 1.0, 625.0), ("requests", 1.0, 5.0), ("requests", 1.0, 470.0), ("gateway", 1.0, 10.0)]
    for schedule in (set_twice, more, back_at_the_end, short):
        in_a_file([("wait", 1.0, 580.0 if schedule is back_at_the_end else 50.0), *schedule])


@pytest.mark.long
@pytest.mark.timeout(1200)
@settings(
    max_examples=40,
    derandomize=not WHOLE,  # in CI the same schedules each time
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(schedules)
@example([("wait", 1.0, 0.0), ("suspended", 1.0, 899.0)])
def test_no_clock_runs_while_nobody_could_be_answered(schedule: list[tuple[str, float, float]]) -> None:
    in_a_file(schedule)


@pytest.mark.postgres
def test_one_schedule_with_everything_in_it_on_postgres(postgres: Server, migrated: str) -> None:
    url = postgres.new_database(migrated)
    with contextlib.closing(asyncio.new_event_loop()) as loop:
        loop.run_until_complete(lives(url, ONE))
    postgres.drop(url)
