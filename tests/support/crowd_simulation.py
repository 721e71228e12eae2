"""A crowd: a table service with many tables, whose people come, vanish, leave, hand on seats and vote at random."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engines.contract import Position
from tables.errors import Refusal
from tables.model.people import Person
from tables.model.table import Table
from tables.model.table_info import Limits, TableInfo
from tables.rules import due
from tables.service import slow_games
from tables.service.personal_actions import Retention
from tables.time.timing import DAY, HOUR, LATE
from tests.support.toy_games import Coins, CoinsGame, Steps, StepsGame
from tests.tables.conftest import HERE, Room

AT_ONCE = 1250
"""Tables that exist at the same time."""

PEOPLE = tuple(Person(number, f"P{number}") for number in range(100, 140))

PACES = ("none", "none", "live", "rapid", "day", "slow", "bank", "own-7200-0", "own-3600-86400")

PATIENCE = 400 * DAY


class ShortCoins(CoinsGame):
    """Coins with two rounds."""

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> Position:
        return Coins(seed, dict(options), [["coin-1", "coin-2"] for _ in range(seats)], [""] * seats, [0] * seats)


class ShortSteps(StepsGame):
    """Steps with one turn for each seat."""

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> Position:
        return Steps(seed, dict(options), [0] * seats, turn=seats + 1)


class Habit(NamedTuple):
    """How somebody plays at one table."""

    there: float
    """The probability that they are there when there is something to do."""
    moves: int
    """The number of moves after which they are never seen again."""


def has_an_end(table: Table) -> bool:
    """Returns whether a running table goes on by itself: awaited people have a clock, or a stored time ends the wait."""
    return table.state != "playing" or (not due.stranded_seats(table) and (table.due is not None or bool(table.thinking)))


class Crowd:
    """A service, its tables, and people with habits. `sat`: who has sat on each seat, in order."""

    at_once = AT_ONCE
    paces: Sequence[str] = PACES
    rarely = 0.06
    """The probability that somebody does something else than move."""

    def __init__(self, room: Room, rng: random.Random) -> None:
        self.room, self.rng = room, rng
        self.habits: dict[tuple[int, int], Habit] = {}
        self.sat: dict[int, list[list[int]]] = {}

    async def open(self) -> int:
        """Open a lobby and mostly start it immediately; returns its number."""
        rng, tables = self.rng, self.room.tables
        people = rng.sample(PEOPLE, rng.choice((1, 2, 2, 2, 3)))
        host = people[0].user
        game = rng.choice(("coins", "steps"))
        reading = await tables.lobbies.open_table(
            people[0], HERE, game, {"length": "short"}, language="en", pace=rng.choice(self.paces)
        )
        number = reading.info.id
        for person in people[1:]:
            await tables.lobbies.join(number, person)
        for _ in range(max(2 - len(people), int(rng.random() < 0.1))):
            await tables.lobbies.add_computer(number, host, "easy")
        if rng.random() < 0.3:
            await tables.times.set_late(number, host, rng.choice(LATE))
        if rng.random() < 0.1:
            await tables.endings.set_friendly(number, host, friendly=True)
        for person in people:
            self.habits[number, person.user] = self.habit()
        if rng.random() < 0.96:
            seats = (await tables.lobbies.start(number, host)).info.seats
            self.sat[number] = [[] if seat.user is None else [seat.user] for seat in seats]
        return number

    def habit(self) -> Habit:
        there = self.rng.choice((1.0, 1.0, 1.0, 0.5, 0.1))
        return Habit(there, 99 if self.rng.random() < 0.6 else self.rng.randrange(4))

    async def visit(self, number: int) -> None:
        """Let everybody who is there act, as often as there is something to do."""
        for _ in range(12):
            info = (await self.room.tables.looks.read(number)).info
            if info.state != "playing":
                return
            people = [seat.user for seat in info.seats if seat.user is not None and not seat.resigned]
            acted = False
            for user in people:
                habit = self.habits[number, user]
                if habit.moves <= 0 or self.rng.random() >= habit.there:
                    continue
                with contextlib.suppress(Refusal):
                    acted |= await self.act(number, user)
            if not acted:
                return

    async def act(self, number: int, user: int) -> bool:
        """Answer a question, do something rare, or move. Raises Refusal."""
        tables, rng = self.room.tables, self.rng
        reading = await tables.looks.read(number, user)
        seat = reading.seat
        for vote in reading.info.votes:
            if seat in vote.asked and seat not in vote.agreed:
                await (tables.votes.agree_vote if rng.random() < 0.7 else tables.votes.end_vote)(number, user, vote.id)
                return True
        if rng.random() < self.rarely:
            await self.rare(reading.info, user)
            return False
        if not reading.choices().words:
            return False
        word = rng.choice(reading.choices().words)
        await tables.moves.play(number, user, ("add", rng.choice("123")) if word == "add" else (word,))
        habit = self.habits[number, user]
        self.habits[number, user] = habit._replace(moves=habit.moves - 1)
        return True

    async def rare(self, info: TableInfo, user: int) -> None:
        tables, rng, number = self.room.tables, self.rng, info.id
        seat = rng.randrange(len(info.seats))
        deeds: list[Callable[[], Awaitable[Any]]] = [
            lambda: tables.endings.resign(number, user),
            lambda: tables.endings.cancel(number, user),
            lambda: tables.endings.cancel(number, 1, moderator=True, reason="no"),
            lambda: tables.times.pause(number, user),
            lambda: tables.times.resume(number, user),
            lambda: tables.moves.take_back(number, user),
            lambda: tables.endings.replace_by_computer(number, user, seat),
            lambda: tables.endings.left_server(number, user),
            lambda: self.hand_on(number, user, seat),
            lambda: self.hand_on(number, user, next(at for at, each in enumerate(info.seats) if each.user == user)),
        ]
        weights = (3, 2, 0.3, 2, 2, 3, 2, 0.5, 2, 2)
        await rng.choices(deeds, weights)[0]()

    async def hand_on(self, number: int, user: int, seat: int) -> None:
        """Offer a seat; mostly somebody takes it."""
        tables = self.room.tables
        offer = (await tables.endings.offer_seat(number, user, seat, None)).info.offer
        taker = self.rng.choice(PEOPLE)
        if offer is not None and self.rng.random() < 0.8:
            await tables.endings.take_seat(number, taker, offer.id)
            self.sat[number][seat].append(taker.user)
            self.habits[number, taker.user] = self.habit()

    async def time_passes(self) -> None:
        """Let hours pass, sometimes without the bot; sometimes somebody goes on vacation."""
        room, rng = self.room, self.rng
        if rng.random() < 0.05:
            with contextlib.suppress(Refusal):
                await room.tables.times.take_vacation(rng.choice(PEOPLE).user, rng.randrange(4))
        if rng.random() < 0.1:
            await room.close()
            await room.clock.advance(rng.choice((60.0, HOUR, 9 * HOUR)))
            await room.open()
        await room.advance(rng.uniform(HOUR, 1.5 * DAY))

    async def live(self) -> None:
        """Play all tables from opening to end."""
        numbers = [await self.open() for _ in range(self.at_once)]
        end = self.room.clock.now() + PATIENCE
        while numbers:
            for number in numbers:
                await self.visit(number)
            await self.time_passes()
            numbers = [each for each in numbers if (await self.room.tables.looks.read(each)).info.state in {"lobby", "playing"}]
            assert self.room.clock.now() < end, f"{len(numbers)} tables never end"


@contextlib.asynccontextmanager
async def crowded(path: Path) -> AsyncIterator[Room]:
    """Yields a room for many tables, and checks at each commit that every table has an end."""
    room, endless = Room(path), list[Table]()
    room.hear.append(lambda held: None if has_an_end(held.table) else endless.append(held.table))
    room.games = {"coins": ShortCoins(), "steps": ShortSteps()}
    room.limits = Limits(tables_per_user=10**6, tables_per_guild=10**6, tables_per_channel=10**6)
    room.retention = Retention(lobbies=0, journals=0, servers=0)  # everything is counted at the end
    await room.open()
    try:
        with pytest.MonkeyPatch.context() as unlimited:
            unlimited.setattr(slow_games, "AT_ONCE_NEW", 10**6)
            yield room
        assert not endless, endless[0]
    finally:
        await room.close()
