"""A year of a server (`year.toml`). Its people look in at hours of their own; they play slow games, tournaments and nights, go
on vacation and vanish. Channels are lost, the bot is down for a day, or it is killed in the middle of a post.

Tables, outbox, senders, cogs and messenger are the real ones, over a real store. Time is virtual, pictures are blank, and
Discord is a list of messages (`year_discord.py`), in which is counted what people are told.
"""

from __future__ import annotations

import asyncio
import bisect
import contextlib
import functools
import heapq
import itertools
import math
import random
import statistics
import tomllib
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

import cogs
import engines
import render
from asking.asker import Asker
from chat.app import App, Operator
from chat.outbox.deliveries import Deliveries
from chat.outbox.sender import Sender
from chat.wire.messenger import Messenger
from data.opening import open_store
from data.store import Store
from tables.errors import Refusal
from tables.leagues.league import League
from tables.model.people import Person
from tables.model.table_info import Limits, Place, TableInfo
from tables.nights.night import Night
from tables.ranking.counting import recount_ratings
from tables.service.personal_actions import Retention
from tables.service.service import TableService
from tables.store.changes import TableNews
from tables.time.plan import NIGHT, Plan, Quiet
from tables.time.presence import BEAT_SECONDS, Shard, Span
from tables.time.timing import DAY, HOUR, MINUTE, read_pace
from tables.tournaments.acts import Occasion
from tables.tournaments.entering import takes_check_ins
from tables.tournaments.schedule import Manner
from tables.tournaments.tournament import Rules
from tests.support.blank_pictures import BlankPool
from tests.support.manual_clock import ManualClock, settle
from tests.support.raw_sql import ask
from tests.support.table_store import is_thinking, is_working, table_store
from tests.support.year_discord import GUILD, Message, Server, ServerRest, note_posts
from tests.tables.conftest import Beginners

POPULATION = tomllib.loads((Path(__file__).parent / "year.toml").read_text())
"""Who plays, and what happens."""

GAMES = ("rycerze", "rycerze", "rycerze", "rzymianie")
"""The titles of free tables."""

LIVELY = frozenset({"night", "evening"})
"""Kinds of messages about what is played at once, besides those of such tables."""

PATIENCE = 0.02
"""Seconds between two looks at what two processes do: what a dead one has claimed is free when its lease ends."""

RETRIED = MINUTE
"""Seconds for which what is due is tried again: a process that has slept does not know yet whether it could be reached."""

LOOKS = 50
"""How often it is looked whether that has been done."""

LIVE = 30.0
"""Seconds in which people move at the tables of a night."""

LEAGUE_AFTER = 9
"""Days until the first season of the league begins."""

SIGNS_UP = 0.1
"""The share of looks at which somebody signs up for a season."""

MODERATOR = 1
"""Who looks after the server; the person plays nothing."""

MOST_AFTER = 200
"""Days after the year in which everything that goes on must end."""


class Player(msgspec.Struct):
    """A person of the server."""

    person: Person
    kind: str
    plan: Plan
    direct: bool
    leaves: float
    """When they are never seen again."""

    @property
    def user(self) -> int:
        return self.person.user

    @property
    def habits(self) -> dict[str, Any]:
        """Returns how they look in."""
        found: dict[str, Any] = POPULATION[self.kind]
        return found


class Call(NamedTuple):
    """A person is called aloud."""

    at: float
    user: int
    message: Message


class Process:
    """One process: a store, the tables, and the senders with all cogs."""

    def __init__(self, where: str | Path, clock: ManualClock, server: Server, shard: Shard) -> None:
        self._where, self._clock, self._server, self._shard = where, clock, server, shard
        self._since = 0.0
        self.store: Store
        self.tables: TableService
        self.rest: ServerRest
        self._sender: Sender

    async def start(self, hear: Callable[[TableService, TableNews], None]) -> None:
        self.store, self._since = await open_store(self._where), self._clock.steady()
        games = engines.games()
        self.tables = await TableService.open(
            self.store,
            clock=self._clock,
            games=games,
            bots=Beginners(),
            limits=Limits(tables_per_user=50, tables_per_guild=500, tables_per_channel=500),
            retention=Retention(lobbies=0, journals=0, servers=0),
            reached=self._reached,
        )
        self.tables.changes.subscribe(functools.partial(hear, self.tables))
        note_posts(self.tables.posts)
        self.rest = ServerRest(self._server)
        app = App(
            Asker(self.tables, games, BlankPool(render.renderers()), None),
            Messenger(self.rest, self.tables),
            language="en",
            explain=lambda _key, _words, _number: (),
            operator=Operator(),
            program_api="",
            web="",
        )
        deliveries = Deliveries(app)
        for cog in cogs.classes():
            deliveries.add(cog(app))
        self._sender = Sender(app, deliveries)
        self._sender.start()

    async def _reached(self) -> Mapping[Shard, Span]:
        """Returns since when people can be answered, by its shard."""
        return {self._shard: Span(self._since, self._clock.steady())}

    @property
    def busy(self) -> bool:
        """Returns whether it still does something."""
        sending = any(each.get_name().startswith("outbox ") for each in asyncio.all_tasks())
        return sending or is_working(self.tables) or is_thinking(self.tables)

    async def stop(self, *, killed: bool = False) -> None:
        await self._sender.stop(0.0 if killed else 5.0)
        await self.tables.close()
        await self.store.close()


class Year:
    """A year, or its first `days`, with a share of what happens in it."""

    def __init__(self, where: str | Path, *, days: int = 0, seed: int = 1, processes: int = 1) -> None:
        self.zone = ZoneInfo(POPULATION["zone"])
        self.begin = POPULATION["begins"].timestamp()
        self.days = days or POPULATION["days"]
        self.end = self.begin + self.days * DAY
        self.clock = ManualClock(self.begin, patience=0.02 if processes > 1 else 0.0)
        self.rng = random.Random(seed)
        self.server = Server(self.clock.now)
        self.channel = 10
        self.processes = [Process(where, self.clock, self.server, (number, processes)) for number in range(processes)]
        self.up = False
        self.events: list[tuple[float, int, Callable[[], Awaitable[None]]]] = []
        self.count = itertools.count()
        self.people = list(self._people())
        self.by_user = {each.user: each for each in self.people}
        self.asked: set[tuple[int, int, int, str]] = set()
        """Who was asked at slow tables: table, turn, user, and the calls they want."""
        self.begun: dict[tuple[int, int, int], float] = {}
        """When those were asked who want to be called one by one."""
        self.slow: dict[int, bool] = {}
        """Whether a table is slow, by its number."""
        self.answered: dict[int, tuple[float, Plan]] = {}
        """Who was offered one message a day: when they answered, and what they want since then."""
        self.opens = True
        """Whether anything new is opened."""
        self.wrong: list[str] = []
        """What was found wrong."""
        self.done: Counter[str] = Counter()

    def _people(self) -> Iterator[Player]:
        choices, number = POPULATION["choices"], 100
        for kind in ("keen", "weekly", "vanishing"):
            for _ in range(POPULATION[kind]["count"]):
                number += 1
                zone = self.rng.choice(("Europe/Warsaw", "Europe/Warsaw", "Europe/London", "America/New_York"))
                plan = Plan(zone=zone)
                luck = self.rng.random()
                if luck < choices["daily"]:
                    plan = msgspec.structs.replace(plan, calls="daily", hour=self.rng.choice((7, 9, 18)))
                elif luck < choices["daily"] + choices["none"]:
                    plan = msgspec.structs.replace(plan, calls="none")
                if self.rng.random() < choices["quiet"]:
                    plan = msgspec.structs.replace(plan, quiet=(21 * 60, 9 * 60))
                leaves = self.begin + self.rng.uniform(0.1, 0.9) * self.days * DAY if kind == "vanishing" else math.inf
                yield Player(Person(number, f"P{number}"), kind, plan, self.rng.random() < choices["direct"], leaves)

    # Time.

    def at(self, when: float, act: Callable[[], Awaitable[None]]) -> None:
        """Let something happen."""
        heapq.heappush(self.events, (when, next(self.count), act))

    @property
    def one(self) -> Process:
        """Returns a process, by chance."""
        return self.rng.choice(self.processes)

    @property
    def tables(self) -> TableService:
        """Returns the tables of a process, by chance."""
        return self.one.tables

    @property
    def place(self) -> Place:
        return Place(GUILD, self.channel)

    def local(self, at: float) -> datetime:
        """Returns a time in the server's zone."""
        return datetime.fromtimestamp(at, self.zone)

    def midnight(self, at: float, days: int) -> datetime:
        """Returns the beginning of the server's day, some days after that of this time."""
        day = self.local(at).date().toordinal() + days
        return datetime.combine(datetime.fromordinal(day).date(), datetime.min.time(), self.zone)

    def hour(self, at: float, days: int, hour: float) -> float:
        """Returns an hour of the server's day."""
        found = self.midnight(at, days).replace(hour=int(hour) % 24, minute=int(hour % 1 * 60))
        return found.timestamp()

    async def pass_to(self, when: float) -> None:
        """Move the time on, stopping wherever something is due."""
        while (now := self.clock.now()) < when:
            due = await self._due(now - RETRIED) if self.up else None
            until = when if due is None else min(when, due + 1.0 if due > now else now + BEAT_SECONDS)
            await self.clock.advance(until - now)
            await self.rest()

    async def _due(self, after: float) -> float | None:
        """Returns when the first is due of what is due after this time."""
        parts = (f"SELECT min(due) AS due FROM {table} WHERE due > ?" for table in self._timed)
        rows = await ask(
            self.processes[0].store,
            f"SELECT min(due) FROM ({' UNION ALL '.join(parts)}) AS all_due",
            *[after] * len(self._timed),
        )
        found: float | None = rows[0][0]
        return found

    _timed = ("tables", "tournaments", "leagues", "nights", "wish_lists", "digests", "outbox")

    async def rest(self) -> None:
        """Let everything be done and sent that is due."""
        for looks in range(4000 if self.up else 0):
            await settle()
            for died in [each for each in self.processes if each.rest.died.is_set()]:
                await self._replace(died)
            now = self.clock.now()
            due = await self._due(now - RETRIED) if looks < LOOKS else None
            if due is None or due > now:
                unsent = await ask(self.processes[0].store, "SELECT 1 FROM outbox WHERE due <= ? LIMIT 1", now)
                if not unsent and not any(each.busy for each in self.processes):
                    return
            await asyncio.sleep(PATIENCE if len(self.processes) > 1 else 0.001)
        if self.up:
            stuck = await ask(
                self.processes[0].store, "SELECT subject_id, kind, due, attempts FROM outbox WHERE due <= ?", self.clock.now()
            )
            raise AssertionError(f"no rest: {stuck}")

    # What happens.

    async def run(self) -> None:
        """Live through it, and then let everything end."""
        await self._start()
        for each in self.people:
            await self.tables.people.set_preferences(each.user, dm=each.direct or None)
            changes = {name: getattr(each.plan, name) for name in ("calls", "hour", "quiet", "zone")}
            await self.tables.times.set_plan(each.user, **changes)
        await self._set_channels()
        for _ in range(POPULATION["choices"]["blocks"]):
            one, other = self.rng.sample(self.people, 2)
            await self.tables.guests.block(one.user, other.user, blocked=True)
        self._plan()
        await self._go_on()

    async def resume(self, where: str | Path) -> None:
        """Live on in the database of a process of an earlier version, which has died a moment ago."""
        self.processes = [Process(where, self.clock, self.server, (0, 1))]
        await self.clock.advance(20.0)
        await self._start()
        self.done["updates"] += 1
        await self._go_on()

    async def _go_on(self) -> None:
        while self.events and self.events[0][0] < self.end:
            when, _, act = heapq.heappop(self.events)
            await self.pass_to(when)
            await self._act(act)
        await self._wind_down()

    async def _act(self, act: Callable[[], Awaitable[None]]) -> None:
        with contextlib.suppress(Refusal):
            await act()
        await self.rest()

    def _share(self, name: str) -> int:
        """Returns how often something happens in these days."""
        return max(1, int(POPULATION[name] * self.days / POPULATION["days"] + 0.5))

    def _spread(self, name: str, act: Callable[[], Awaitable[None]], until: float = 1.0) -> None:
        """Let something happen as often as the population says, evenly spread but for a day or two."""
        count = self._share(name)
        for number in range(count):
            day = (number + 0.5) * self.days * until / count
            self.at(self.begin + day * DAY + self.rng.uniform(0, DAY), act)

    def _plan(self) -> None:
        for each in self.people:
            self.at(self.begin + self.rng.uniform(0, DAY), functools.partial(self._look, each))
            if self.rng.random() < POPULATION["choices"]["vacations"]:
                for part in (0.3, 0.7):
                    self.at(
                        self.begin + (part + self.rng.uniform(-0.2, 0.2)) * self.days * DAY,
                        functools.partial(self._go_away, each),
                    )
        self._spread("tournaments", self._open_tournament, 0.9)
        self._spread("free_tables", self._open_table)
        self._spread("lost_channels", self._lose_channel)
        self._spread("outages", self._fail)
        self._spread("kills", self._kill)
        self._spread("exclusions", self._exclude)
        self.at(self.begin + HOUR, self._open_night)
        self.at(self.begin + 2 * HOUR, self._open_league)

    async def _start(self) -> None:
        for each in self.processes:
            await each.start(self._hear)
        self.up = True
        await self.rest()

    def _hear(self, tables: TableService, news: TableNews) -> None:
        loaded = table_store(tables).here(news.table)
        if loaded is None:
            return
        table, now = loaded.table, self.clock.now()
        self.slow[table.id] = read_pace(table.pace).slow
        if table.state == "playing" and self.slow[table.id]:
            for seat in table.awaited:
                user = table.seats[seat].user
                if user is not None:
                    wanted = self.plan_at(user, now).calls
                    self.asked.add((table.id, table.turn, user, wanted))
                    if wanted == "each":
                        self.begun.setdefault((table.id, table.turn, user), now)

    async def _fail(self) -> None:
        """Nobody can be answered for a day."""
        self.up = False
        for each in self.processes:
            await each.stop()
        await self.clock.advance(DAY)
        dying = [each.rest.dies for each in self.processes]
        await self._start()
        for process, dies in zip(self.processes, dying, strict=True):
            process.rest.dies = dies
        self.done["outages"] += 1

    async def _kill(self) -> None:
        """A process dies in the middle of its next post."""
        self.one.rest.dies = True

    async def _replace(self, process: Process) -> None:
        """Another process starts a moment after one has died."""
        self.up = len(self.processes) > 1
        await process.stop(killed=True)
        await self.clock.advance(20.0)
        await process.start(self._hear)
        self.up = True
        self.done["kills"] += 1

    async def _set_channels(self) -> None:
        """Let the bot post what a month and a week brought."""
        channel, zone = self.channel, POPULATION["zone"]
        await self.tables.servers.set_server(GUILD, MODERATOR, zone=zone, monthly=channel, weekly=channel)

    async def _lose_channel(self) -> None:
        self.server.lost.add(self.channel)
        before, self.channel = self.channel, self.channel + 1
        self.at(self.clock.now() + POPULATION["found_after"] * DAY, functools.partial(self._repair, before))
        self.done["lost channels"] += 1

    async def _repair(self, channel: int) -> None:
        """A moderator brings everything to the new channel."""
        await self._set_channels()
        tables = self.tables
        numbers = [
            each.id
            for each in await tables.guests.tables_on(GUILD)
            if channel in {each.place.channel, each.home, self.server.home_of.get(each.place.channel)}
        ]
        numbers += [each.id for each in await tables.tournaments.tournaments_in(GUILD) if each.place.channel == channel]
        numbers += [each.id for each in await tables.nights.nights_in(GUILD) if each.place.channel == channel]
        numbers += [each.id for each in await tables.leagues.leagues_in(GUILD) if each.place.channel == channel]
        for at, number in enumerate(sorted(numbers, reverse=True)):
            self.at(self.clock.now() + at * 11 * MINUTE, functools.partial(self._repair_one, number))

    async def _repair_one(self, number: int) -> None:
        kind = await self.tables.subjects.kind(number)
        await kind.repair(number, MODERATOR, self.channel, moderator=True)
        self.done["repairs"] += 1

    async def _exclude(self) -> None:
        who = self.rng.choice(self.people)
        await self.tables.servers.exclude(GUILD, who.user, MODERATOR, seconds=20 * DAY)
        await self.tables.tournaments.exclude(GUILD, who.user)
        await self.tables.nights.exclude(GUILD, who.user)
        self.done["exclusions"] += 1

    async def _go_away(self, who: Player) -> None:
        await self.tables.times.take_vacation(who.user, self.rng.randint(5, 10))
        self.done["vacations"] += 1

    # People.

    def _looks_again(self, who: Player) -> None:
        habits, now = who.habits, self.clock.now()
        if now > who.leaves:
            return
        times = (self.hour(now, days, hour) + self.rng.gauss(0, 0.5) * HOUR for days in range(6) for hour in habits["hours"])
        later = [each for each in times if each > now + 2 * HOUR]
        step = 0 if habits["every"] == 1 else self.rng.randrange(habits["every"])
        while self.rng.random() < habits["missed"]:
            step += 1
        self.at(later[min(step, len(later) - 1)], functools.partial(self._look, who))

    async def _look(self, who: Player) -> None:
        """A person looks in: answers what waits for them, and joins what is open."""
        self._looks_again(who)
        user, now = who.user, self.clock.now()
        plan = (await self.tables.people.person(user)).plan
        if plan.off(now):
            return
        if plan.offered and user not in self.answered:
            await self._answer_offer(who)
        mine = await self.tables.looks.tables_of(user)
        for info in mine:
            await self._answer(info, who)
        await self._look_at_tournaments(who)
        await self._look_at_nights(who)
        await self._look_at_leagues(who)
        slow = sum(read_pace(each.pace).slow and each.state != "over" for each in mine)
        if slow < who.habits["tables"]:
            await self._join(who)

    async def _answer_offer(self, who: Player) -> None:
        """Take one message a day, or go on being called one by one."""
        takes = self.rng.random() < POPULATION["choices"]["takes_offer"]
        if takes:
            await self.tables.times.set_plan(who.user, calls="daily", zone=who.plan.zone)
        self.answered[who.user] = self.clock.now(), msgspec.structs.replace(who.plan, calls="daily" if takes else "each")
        self.done["offers of one message a day"] += 1
        self.done["taken"] += takes

    def plan_at(self, user: int, at: float) -> Plan:
        """Returns what a person wanted at some time."""
        since, plan = self.answered.get(user, (math.inf, self.by_user[user].plan))
        return plan if at >= since else self.by_user[user].plan

    async def _answer(self, info: TableInfo, who: Player) -> None:
        """Start a lobby that is full, agree to play, or make all moves that are awaited at a table."""
        with contextlib.suppress(Refusal):
            for check in info.guests.checks:
                if check.user == who.user:
                    await self.tables.guests.accept(info.id, who.person, check.id)
            if info.state == "lobby" and info.host == who.user and len(info.seats) >= 2:
                await self.tables.lobbies.start(info.id, who.user)
            for vote in info.votes:
                seat = next((at for at, each in enumerate(info.seats) if each.user == who.user), None)
                if seat in vote.asked and seat not in vote.agreed:
                    await self.tables.votes.agree_vote(info.id, who.user, vote.id)
            for _ in range(30):
                if not await self._move(info.id, who.user):
                    break

    async def _move(self, number: int, user: int) -> bool:
        """Make one move at random; returns whether there was one."""
        reading = await self.tables.looks.read(number, user)
        if reading.info.state != "playing" or reading.seat not in reading.info.pending:
            return False
        words: tuple[str, ...] = ()
        while not (choices := reading.choices(words)).complete:
            if not choices.words:
                return False
            words = (*words, self.rng.choice(choices.words))
        await self.tables.moves.play(number, user, words)
        return True

    async def _join(self, who: Player) -> None:
        for info in await self.tables.guests.tables_on(GUILD):
            if info.state == "lobby" and len(info.seats) < 2 and who.user not in info.people:
                with contextlib.suppress(Refusal):
                    await self.tables.lobbies.join(info.id, who.person)
                    return

    async def _open_table(self) -> None:
        if not self.opens:
            return
        host = self.rng.choice([each for each in self.people if each.leaves > self.clock.now()])
        pace = self.rng.choice(("daily", "daily", "slow", "day", "bank", "none"))
        place = self.place
        await self.tables.lobbies.open_table(host.person, place, self.rng.choice(GAMES), language="en", pace=pace)
        self.done["free tables"] += 1

    # Tournaments.

    async def _open_tournament(self) -> None:
        if not self.opens:
            return
        host = self.rng.choice([each for each in self.people if each.kind == "keen"])
        robin = self.done["tournaments"] % 4 == 3
        manner: Manner = self.rng.choice(("several", "daily", "daily", "slow"))
        rules = Rules(
            format="robin" if robin else "swiss", size=self.rng.choice((2, 2, 2, 4)), rounds=3 if robin else 0, manner=manner
        )
        try:
            found = await self.tables.tournaments.open_tournament(host.person, self.place, "rycerze", rules, language="en")
        except Refusal:
            self.at(self.clock.now() + 5 * DAY, self._open_tournament)
            return
        self.done["tournaments"] += 1
        if self.done["tournaments"] % 2:
            date = str(int(self.clock.now() + 6 * DAY))
            self.at(self.clock.now() + HOUR, functools.partial(self._organise, found.id, host.user, "date", date))
        else:
            self.at(self.clock.now() + 5 * DAY, functools.partial(self._begin, found.id))

    async def _begin(self, number: int) -> None:
        found = await self.tables.tournaments.tournament(number)
        await self.tables.rounds.begin_tournament(number, found.host)

    async def _organise(self, number: int, user: int, act: str, *chosen: str) -> None:
        occasion = Occasion(user, self.channel, 0.0, reason="as agreed")
        await self.tables.tournaments.organise(number, occasion, act, chosen)

    async def _look_at_tournaments(self, who: Player) -> None:
        for found in await self.tables.tournaments.tournaments_in(GUILD):
            with contextlib.suppress(Refusal):
                if found.state == "lobby" and found.of(who.user) is None and who.kind != "weekly" and len(found.entrants) < 16:
                    if self.rng.random() < 0.35:
                        await self.tables.tournaments.join_tournament(found.id, who.person)
                elif takes_check_ins(found) and found.of(who.user) is not None:
                    await self.tables.tournaments.check_in(found.id, who.person)
                elif found.asked_until is not None and found.host == who.user and self.rng.random() < 0.5:
                    await self._organise(found.id, who.user, "prolong")

    # Nights.

    async def _open_night(self) -> None:
        """The weekly night: on Fridays at seven; opened again when it has come to an end."""
        if not self.opens:
            return
        host = self.rng.choice([each for each in self.people if each.kind == "keen"])
        now = self.clock.now()
        days = (4 - self.local(now).weekday()) % 7 or 7
        starts = self.hour(now, days, 19)
        night = Night(place=self.place, language="en", host=host.user, game="rycerze", starts=starts, every=7, strength=True)
        found = await self.tables.nights.open_night(host.person, night)
        self.done["nights opened"] += 1
        self.at(starts + 2 * MINUTE, functools.partial(self._evening, found.id))

    async def _look_at_nights(self, who: Player) -> None:
        for night in await self.tables.nights.nights_in(GUILD):
            with contextlib.suppress(Refusal):
                if night.of(who.user) is None and night.starts - self.clock.now() < 4 * DAY and night.step != "begun":
                    said = self.rng.choice(("yes", "yes", "maybe", "no") if who.kind == "weekly" else ("yes", "no", "no", "no"))
                    await self.tables.nights.reply(night.id, who.person, said)  # type: ignore[arg-type]
                if night.asked and night.host == who.user:
                    await self.tables.nights.go_on(night.id, who.user)

    async def _evening(self, number: int) -> None:
        """Those who come are there two minutes after the hour, and play what is drawn."""
        night = await self.tables.nights.night(number)
        now = self.clock.now()
        if night.state == "over":
            self.at(now + DAY, self._open_night)
            return
        if night.starts > now:
            self.at(night.starts + 2 * MINUTE, functools.partial(self._evening, number))
            return
        if night.step == "begun":
            if self.local(night.starts).hour != 19:
                self.wrong.append(f"a night at {self.local(night.starts)}")
            self.done["evenings"] += 1
            for comer in night.people:
                if comer.reply == "yes" and self.rng.random() < 0.85 and self.by_user[comer.user].leaves > now:
                    with contextlib.suppress(Refusal):
                        await self.tables.nights.arrive(number, self.by_user[comer.user].person)
            self.at(now + MINUTE, functools.partial(self._play_live, number, now))
        else:
            self.at(now + 10 * MINUTE, functools.partial(self._evening, number))

    async def _play_live(self, number: int, since: float) -> None:
        """Everybody at the tables of an evening moves at once; after a while people go home."""
        night, now = await self.tables.nights.night(number), self.clock.now()
        if night.step != "begun" or now > since + 4 * HOUR:
            self.at(max(now, night.starts) + 2 * MINUTE, functools.partial(self._evening, number))
            return
        for table in night.tables:
            info = (await self.tables.looks.read(table)).info
            for seat in info.pending if info.state == "playing" else ():
                user = info.seats[seat].user
                if user is not None:
                    with contextlib.suppress(Refusal):
                        await self._move(table, user)
        if now > since + 100 * MINUTE:
            for comer in night.waiting:
                await self.tables.nights.depart(number, comer.user)
        self.at(now + LIVE, functools.partial(self._play_live, number, since))

    # Leagues.

    async def _open_league(self) -> None:
        host = self.rng.choice([each for each in self.people if each.kind == "keen"])
        starts = self.hour(self.clock.now(), LEAGUE_AFTER, 10)
        league = League(place=self.place, language="en", host=host.user, game="rycerze", starts=starts)
        await self.tables.leagues.open_league(host.person, league)

    async def _look_at_leagues(self, who: Player) -> None:
        for league in await self.tables.leagues.leagues_in(GUILD):
            with contextlib.suppress(Refusal):
                if league.step == "sign-up" and who.kind != "weekly" and self.rng.random() < SIGNS_UP:
                    await self.tables.leagues.sign_up(league.id, who.person)
                if league.asked and league.host == who.user:
                    await self.tables.leagues.go_on(league.id, who.user)

    # The end.

    async def _wind_down(self) -> None:
        """Open nothing any more, and go on until everything has ended."""
        self.opens = False
        for league in await self.tables.leagues.leagues_in(GUILD):
            await self.tables.leagues.end(league.id, MODERATOR, moderator=True)
        for night in await self.tables.nights.nights_in(GUILD):
            await self.tables.nights.call_off(night.id, MODERATOR, whole=True, moderator=True)
        while self.clock.now() < self.end + MOST_AFTER * DAY and await self._open():
            when, _, act = heapq.heappop(self.events)
            await self.pass_to(when)
            await self._act(act)

    async def _open(self) -> list[tuple[Any, ...]]:
        """Returns what has not ended, but for tables without a clock."""
        store = self.processes[0].store
        found = await ask(store, "SELECT 'table', id FROM tables WHERE state IN ('lobby', 'playing')")
        found += await ask(store, "SELECT 'tournament', id FROM tournaments WHERE state IN ('lobby', 'running')")
        found += await ask(store, "SELECT 'league', id FROM leagues WHERE state = 'open'")
        return found + await ask(store, "SELECT 'night', id FROM nights WHERE state = 'open'")

    async def stop(self) -> None:
        for each in self.processes:
            await each.stop()

    # What is checked.

    def calls(self) -> list[Call]:
        """Returns everybody who was notified, in order."""
        messages = self.server.messages.values()
        return [Call(each.at, user, each) for each in messages for user in each.notified if user in self.by_user]

    def week(self, message: Message) -> tuple[int, int]:
        """Returns the year and week in which a message was posted; a week ends as its post comes, on Sunday evening."""
        return self.local(message.at + 8 * HOUR).isocalendar()[:2]

    def is_slow(self, call: Call) -> bool:
        """Returns whether a call is not to a game that is played at once."""
        return self.slow.get(call.message.subject, call.message.kind not in LIVELY)

    def a_day(self, calls: Iterable[Call]) -> Counter[tuple[int, int]]:
        """Returns how often each person was called on each of the server's days."""
        return Counter((each.user, self.local(each.at).toordinal()) for each in calls)

    async def faults(self) -> list[str]:
        """Returns what is wrong."""
        found = [*self.wrong, *(f"{kind} {number} is left behind" for kind, number in await self._open())]
        away = {each.user: (await self.tables.people.person(each.user)).plan.vacations for each in self.people}
        for call in self.calls():
            found += [
                f"{why}: {call.message.kind} of {call.message.subject} to {call.user}, {self.local(call.at):%d %b %H:%M}"
                for why in self._reasons_against(call, away[call.user])
            ]
        for name, held, most in await self._limits():
            found += [f"{name}: {held}, not {most}"] if held > most else []
        changed = await recount_ratings(self.processes[0].store, engines.games(), None)
        return found + [f"{count} ratings of {guild} differ" for guild, count in changed.items() if count]

    def _reasons_against(self, call: Call, vacations: Iterable[tuple[float, int]]) -> Iterator[str]:
        """Yield why a person should not have been called."""
        plan = self.plan_at(call.user, call.at)
        if plan.calls == "none":
            yield "no calls are wanted"
        if not self.is_slow(call):
            return
        if plan.quiet_hours is not None and plan.quiet_hours.holds(call.at) and call.message.kind != "digest":
            yield "quiet hours"
        if any(begun <= call.at < begun + days * DAY - HOUR for begun, days in vacations):
            yield "vacation"
        if call.message.reminds and plan.quiet is None and Quiet(*NIGHT, POPULATION["zone"]).holds(call.at):
            yield "a reminder at night"
        if plan.calls == "daily" and call.message.kind != "digest" and not call.message.reminds:
            yield "beside the message of the day"

    async def _limits(self) -> list[tuple[str, float, float]]:
        """Returns what was counted, with the most that is allowed."""
        figures = await self.figures()
        found = [("digests a day", figures["digests a day"], 1), ("calls a turn", figures["calls a turn"], 1.1)]
        weeks = Counter(self.week(each) for each in self.server.messages.values() if each.kind == "week")
        found += [(f"week {week}", count, 1) for week, count in weeks.items()]
        for number, dates in (await self._posts("nights", self.week)).items():
            found += [(f"night {number} in week {week}", count, 4) for week, count in dates.items()]
        for number, kinds in (await self._posts("leagues", lambda message: message.kind)).items():
            found.append((f"league {number}", kinds.total(), 3 * (1 + len((await self.tables.leagues.league(number)).seasons))))
        for number, kinds in (await self._posts("tournaments", lambda message: message.kind)).items():
            found.append((f"tournament {number}", kinds.total(), kinds["round"] + 4))
        return found

    async def _posts(self, table: str, name: Callable[[Message], Hashable]) -> dict[int, Counter[Any]]:
        """Returns how many messages stand in the channel about each subject of a kind, counted by some name."""
        numbers = [number for (number,) in await ask(self.processes[0].store, f"SELECT id FROM {table}")]
        stands = [each for each in self.server.messages.values() if each.channel > 0 and not each.deleted]
        return {number: Counter(name(each) for each in stands if each.subject == number) for number in numbers}

    async def figures(self) -> dict[str, Any]:
        """Returns what the year was like."""
        calls = self.calls()
        wanted = {id(each): self.plan_at(each.user, each.at).calls for each in calls}
        slow = [each for each in calls if wanted[id(each)] == "each" and self.is_slow(each)]
        days = self.a_day(slow)
        turns = sum(calls == "each" for *_, calls in self.asked)
        ((tables,),) = await ask(self.processes[0].store, "SELECT count(*) FROM tables")
        leagues = await ask(self.processes[0].store, "SELECT id FROM leagues")
        seasons = [len((await self.tables.leagues.league(number)).seasons) for (number,) in leagues]
        digests = Counter((each.user, self._own_day(each)) for each in calls if each.message.kind == "digest")
        beside = self.a_day(each for each in calls if wanted[id(each)] == "daily" and self.is_slow(each))
        return {
            "tables": tables,
            **self.done,
            "messages": len(self.server.messages),
            "seasons of the league": sum(seasons),
            "posts of a week": sum(each.kind == "week" for each in self.server.messages.values()),
            "calls": len(calls),
            "calls a turn": round(sum(each.message.subject in self.slow for each in slow) / max(1, turns), 3),
            "calls in 99 of 100 days": sorted(days.values())[int(0.99 * len(days))] if days else 0,
            "days by calls, one by one": _by_count(days),
            "digests a day": max(digests.values(), default=0),
            "days by calls, one a day": _by_count(beside),
            "hours to a call": self._hours_to_call(slow),
            "calls by kind": dict(Counter(each.message.kind for each in slow).most_common()),
        }

    def _own_day(self, call: Call) -> int:
        """Returns the day of a call in its person's zone, as their digest goes by: clocks change on other days elsewhere."""
        return datetime.fromtimestamp(call.at, ZoneInfo(self.plan_at(call.user, call.at).zone)).toordinal()

    def _hours_to_call(self, calls: Iterable[Call]) -> dict[str, float]:
        """Returns how long after their turn had begun those people were called who are called one by one: the mean of those who
        were called before they answered, how many of them waited for over a quarter of an hour, and the mean of these.
        """
        called, waits = defaultdict[tuple[int, int], list[float]](list), list[float]()
        for call in calls:
            called[call.message.subject, call.user].append(call.at)
        begun = defaultdict[tuple[int, int], list[float]](list)
        for (table, _, user), at in self.begun.items():
            begun[table, user].append(at)
        for key, times in begun.items():
            for at, until in zip(times, [*times[1:], math.inf], strict=True):
                first = bisect.bisect_left(called[key], at)
                if first < len(called[key]) and called[key][first] < until:
                    waits.append((called[key][first] - at) / HOUR)
        late = [each for each in waits if each > 0.25]
        return {
            "turns called": len(waits),
            "mean": round(statistics.fmean(waits or [0.0]), 2),
            "late": len(late),
            "mean of late": round(statistics.fmean(late or [0.0]), 2),
        }


def _by_count(days: Counter[tuple[int, int]]) -> dict[int, int]:
    """Returns how many days had each number of calls."""
    return dict(sorted(Counter(days.values()).items()))
