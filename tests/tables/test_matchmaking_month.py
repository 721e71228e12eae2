"""Four weeks of people who look for a game (`seekers.toml`): how many find one, after how long, and what never happens.

The wait ends with the question about a game. Times are virtual, and everything goes through the table service.
"""

from __future__ import annotations

import contextlib
import functools
import heapq
import itertools
import math
import random
import statistics
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines.contract import Move, View
from tables.errors import Refusal
from tables.matchmaking.wishes import SPEEDS, Speed, Wish
from tables.model.outbox_rows import MatchRow
from tables.model.people import Person
from tables.model.table_info import Place, TableInfo
from tables.time.plan import Plan, Quiet
from tables.time.timing import DAY, HOUR
from tests.support.sqlite_same_thread import in_the_same_thread
from tests.support.toy_games import CoinsGame, InProcess
from tests.tables.conftest import Room

PEOPLE = tomllib.loads((Path(__file__).parent / "seekers.toml").read_text())
TITLES = tuple("abcde")
WEEKS = 4


class Computers(InProcess):
    """Plays every title as what it is: coins."""

    async def choose_move(self, _game: str, view: View, level: str, seed: int) -> Move:
        return await super().choose_move("coins", view, level, seed)


class Month:
    """A server in which people look for games, one event after the other."""

    def __init__(self, room: Room, place: Place, seed: int, size: int, speed: Speed) -> None:
        self.room, self.place, self.speed = room, place, speed
        self.rng = random.Random(seed * 100 + place.guild)
        self.people = [Person(1000 * place.guild + number, f"P{number}") for number in range(size)]
        zones = PEOPLE["zones"]
        self.zones: list[int] = [zones[place % len(zones)] for place in self.rng.sample(range(size), size)]
        self.events: list[tuple[float, int, Callable[[], Any]]] = []
        self.count = itertools.count()
        self.begun: dict[int, float] = {}
        self.waits: list[float] = []
        self.lost = 0
        self.asked: set[tuple[int, int]] = set()
        self.questions: Counter[tuple[int, int]] = Counter()
        """By person and match."""
        self.tables: set[int] = set()
        self.moved: Counter[int] = Counter()
        """First moves made in time, by table."""
        self.quiet_calls = 0
        few = size // PEOPLE["who_block"]
        self.other_chance = random.Random(seed)
        blocking = self.other_chance.sample(self.people, 2 * few)
        self.apart = list(zip(blocking[:few], blocking[few:], strict=True))
        self.excluded: Person | None = None

    def at(self, when: float, act: Callable[[], Any]) -> None:
        heapq.heappush(self.events, (when, next(self.count), act))

    async def run(self) -> None:
        start = self.room.clock.now()
        for number in range(len(self.people)):
            plan = Plan(quiet=(22 * 60, 8 * 60), zone=_zone(self.zones[number]))
            await self.room.tables.people.set_preferences(self.people[number].user, plan=plan)
            often = -PEOPLE["wishes_a_week"] * math.log(1 - (number + 0.5) / len(self.people))  # the exponential's quantiles
            for _ in range(round(often * WEEKS)):
                self.at(start + self._time(number), functools.partial(self._wish, number))
        for one, other in self.apart:
            await self.room.tables.guests.block(one.user, other.user, blocked=True)
        if len(self.people) > 10:
            self.at(start + PEOPLE["exclusion"], self._exclude)
        while self.events:
            when, _, act = heapq.heappop(self.events)
            if when > self.room.clock.now():
                await self._to(when)
            await act()
            await self._look()

    async def _exclude(self) -> None:
        """A moderator excludes somebody."""
        self.excluded = self.people[-1]
        await self.room.tables.servers.exclude(self.place.guild, self.excluded.user, 1, seconds=WEEKS * 7 * DAY)
        await self.room.tables.matchmaking.exclude(self.place.guild, self.excluded.user)

    def _titles(self) -> tuple[str, ...]:
        """What a person would play this time: anything, or one title or two."""
        return TITLES if self.rng.random() < PEOPLE["any_title"] else tuple(self.rng.sample(TITLES, self.rng.randint(1, 2)))

    def _time(self, number: int) -> float:
        """When a person looks for a game: mostly in their evening."""
        evening = self.rng.random() < PEOPLE["evenings"]
        hour = self.rng.uniform(18, 23) if evening else self.rng.uniform(8, 24)
        midnight: float = -(self.room.clock.now() % DAY)
        at: float = midnight + self.rng.randrange(WEEKS * 7) * DAY + (hour - self.zones[number]) * HOUR + DAY
        return max(1.0, at)

    async def _to(self, when: float) -> None:
        """Move the time on, stopping wherever the list is due."""
        while self.room.clock.now() < when:
            [(due,)] = await self.room.store.read("SELECT min(due) FROM wish_lists", ()) or [(None,)]
            until = when if due is None else min(when, max(due, self.room.clock.now() + 1.0))
            await self.room.clock.advance(until - self.room.clock.now())
            await self._look()

    async def _wish(self, number: int) -> None:
        person, now = self.people[number], self.room.clock.now()
        found = await self.room.tables.matchmaking.list_in(self.place)
        if found is not None and found.wish_of(person.user) is not None:
            self.at(now + DAY, functools.partial(self._wish, number))  # they are still looking
            return
        slow = self.rng.uniform(*PEOPLE["slow_patience"])
        until = now + (PEOPLE["live_patience"] if self.speed == "live" else slow)
        wish = Wish(
            user=person.user,
            name=person.name,
            language="en",
            games=self._titles(),
            speeds=(self.speed,),
            most=2,
            since=now,
            until=until,
            live_until=until,
        )
        try:
            await self.room.tables.matchmaking.look_for_game(person, self.place, wish, language="en")
        except Refusal:
            return  # they play enough games already
        self.begun[person.user] = now

    async def _look(self) -> None:
        """Note who is asked, who has given up, and which tables have begun; people answer after a while."""
        now = self.room.clock.now()
        found = await self.room.tables.matchmaking.list_in(self.place)
        if found is None:
            return
        users = {wish.number: wish.user for wish in found.wishes}
        for match in found.matches:
            for each in match.people:
                if (match.number, each.wish) not in self.asked:
                    self.asked.add((match.number, each.wish))
                    self._answer(found.id, match.number, users[each.wish], max(each.asked, now))
        waiting = set(users.values())
        for user in [user for user in self.begun if user not in waiting]:
            del self.begun[user]
            self.lost += 1
        for kind, payload in await self.room.mail():
            if isinstance(payload, MatchRow) and not payload.outcome:
                number = payload.user % 1000
                self.questions[payload.user, payload.match] += 1
                hour = (now / HOUR + self.zones[number]) % 24
                self.quiet_calls += self.speed == "days" and not 8 <= hour < 22
            del kind
        for info in await self.room.tables.guests.tables_on(self.place.guild):
            if info.id not in self.tables:
                self.tables.add(info.id)
                length = self.rng.uniform(*PEOPLE["slow_days"]) * DAY if self.speed == "days" else 0.5 * HOUR
                self.at(now + length, functools.partial(self._end, info.id))
                self._check_people({seat.user for seat in info.seats})
                self._move_later(info)

    def _check_people(self, people: set[int | None]) -> None:
        assert all(not {one.user, other.user} <= people for one, other in self.apart), "blocked people sit together"
        assert self.excluded is None or self.excluded.user not in people

    def _move_later(self, info: TableInfo) -> None:
        """Whoever is awaited makes their first move after a while, though not in the night: all choose at once."""
        now = self.room.clock.now()
        for seat in info.pending:
            user = info.seats[seat].user
            assert user is not None
            slow = min(self.other_chance.expovariate(1 / PEOPLE["first_move"]), DAY)
            at = now + (PEOPLE["live_answer"] * (1 + self.other_chance.random()) if self.speed == "live" else slow)
            if self.speed == "days":
                at = Quiet(22 * 60, 8 * 60, _zone(self.zones[user % 1000])).ends(at)
            self.at(at, functools.partial(self._move, info.id, seat, user))

    async def _move(self, table: int, seat: int, user: int) -> None:
        reading = await self.room.tables.looks.read(table, user)
        if reading.info.state != "playing" or seat not in reading.info.pending:
            return  # too late: the computer player has moved
        await self.room.tables.moves.play(table, user, (reading.choices().words[0],))
        self.moved[table] += 1

    def _answer(self, number: int, match: int, user: int, asked: float) -> None:
        if user in self.begun:
            self.waits.append(self.room.clock.now() - self.begun.pop(user))
        if self.rng.random() < PEOPLE["silent"]:
            return
        slow = min(self.rng.expovariate(1 / PEOPLE["slow_answer"]), 6 * HOUR)
        delay = PEOPLE["live_answer"] * (1 + self.rng.random()) if self.speed == "live" else slow

        async def agree() -> None:
            try:
                await self.room.tables.matchmaking.answer(number, match, user, comes=True)
            except Refusal:
                return  # the other has not answered
            await self.room.clock.advance(0.0)

        self.at(asked + delay, agree)

    async def _end(self, table: int) -> None:
        info = (await self.room.tables.looks.read(table)).info
        people = [seat.user for seat in info.seats if seat.user is not None]
        assert len(people) == len(set(people)) == 2, "nobody sits twice"
        for act, user in ((self.room.tables.endings.resign, people[0]), (self.room.tables.endings.claim, people[1])):
            with contextlib.suppress(Refusal):  # they have left by the clock
                await act(table, user)


def _zone(hours: int) -> str:
    return f"Etc/GMT{-hours:+d}" if hours else "UTC"


WANTED = [
    (60, "days", 0.95, HOUR, 12 * HOUR),
    (60, "live", 0.35, 8 * 60.0, 22 * 60.0),
    (5, "days", 0.72, 22 * HOUR, 40 * HOUR),
]


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("size", "speed", "share", "median", "tenth"), WANTED)
async def test_a_month(  # noqa: PLR0917 - the table of what is wanted
    room: Room,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    size: int,
    speed: Speed,
    share: float,
    median: float,
    tenth: float,
) -> None:
    assert speed in SPEEDS
    await room.close()
    in_the_same_thread(monkeypatch)
    room.bots = Computers()
    room.games = {key: type("Title", (CoinsGame,), {"key": key})() for key in TITLES}
    await room.open()
    # Of a small server there are several, one after the other: the share of a few wishes says little.
    months = [Month(room, Place(guild, 10 + guild), seed, size, speed) for guild in range(1, 1 + max(1, 30 // size))]
    for month in months:
        await month.run()
    waits = sorted(itertools.chain(*(month.waits for month in months)))
    seated = len(waits) / (len(waits) + sum(month.lost for month in months))
    said = f"{seated:.1%} of {len(waits)}, {statistics.median(waits):.0f} s, {waits[int(0.9 * len(waits))]:.0f} s"
    assert seated >= share, said
    assert statistics.median(waits) <= median, said
    assert waits[int(0.9 * len(waits))] <= tenth, said
    assert all(month.quiet_calls == 0 and max(month.questions.values()) == 1 for month in months)
    begun = sum(len(month.tables) for month in months)
    in_time = sum(moves == 2 for month in months for moves in month.moved.values())
    assert in_time / begun >= 0.95, f"{in_time} of {begun}"
