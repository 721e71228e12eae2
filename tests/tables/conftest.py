"""A tables over a real database file, with the toy games, a clock that tests move, and computer players in this process."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec
import pytest

import engines
from data.sqlite.store import SqliteStore
from data.store import Store
from engines.contract import Game, Move, View
from tables.model.people import Person
from tables.model.table import LoadedTable
from tables.model.table_info import Limits, Place, TableInfo
from tables.rules.reading import Reading
from tables.service.personal_actions import Retention
from tables.service.service import TableService
from tables.store.changes import TableNews
from tests.support.manual_clock import ManualClock
from tests.support.store_backends import empty_file
from tests.support.table_store import is_thinking, is_working, table_store
from tests.support.toy_games import InProcess, games

ANNA, BORYS, CELINA, DAWID, EWA = (
    Person(number, name) for number, name in enumerate(("Anna", "Borys", "Celina", "Dawid", "Ewa"), 11)
)
HERE = Place(1, 2)


def encoded(seen: object) -> bytes:
    """All that was seen, byte by byte."""
    return msgspec.json.encode(seen, enc_hook=contents)


def contents(reading: Reading) -> dict[str, object]:
    """All that a reading says without being asked, and what its person may say next."""
    known = {name: getattr(reading, name) for name in dir(reading) if not name.startswith("_")}
    return {**{name: value for name, value in known.items() if not callable(value)}, "choices": reading.choices()}


class Computers(InProcess):
    """Plays the house's own games, in this process."""

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        await self.may_answer.wait()
        return engines.games()[game].choose_move(view, random.Random(seed), level)


class Beginners(InProcess):
    """Plays the real games on the weakest level, in this process."""

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        del level
        rules = engines.games()[game]
        return rules.choose_move(view, random.Random(seed), rules.levels[0])


class Room:
    """A database that table services are opened on, one after the other."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = ManualClock()
        self.bots = InProcess()
        self.limits = Limits()
        self.games: Mapping[str, Game] = games()
        self.pace_of_scenes = 0.0
        self.seed = bytes(range(256))
        """The bot's part of the seed of each game."""
        self.tables: TableService
        self.store: SqliteStore
        self.retention: Retention | None = None
        self.hear: list[Callable[[LoadedTable], None]] = []
        """Called with each table that is stored."""

    async def open(self) -> TableService:
        if not self.path.exists():
            empty_file(self.path)
        self.store = await SqliteStore.open(self.path)
        self.tables = await TableService.open(
            self.store,
            clock=self.clock,
            games=self.games,
            limits=self.limits,
            bots=self.bots,
            token=self._chance,
            pace_of_scenes=self.pace_of_scenes,
            retention=self.retention,
        )
        self.tables.changes.subscribe(self._stored)
        return self.tables

    def _chance(self, size: int) -> bytes:
        return self.seed[:size]

    def _stored(self, news: TableNews) -> None:
        loaded = table_store(self.tables).here(news.table)
        if loaded is not None:
            for hear in self.hear:
                hear(loaded)

    async def close(self) -> None:
        await self.tables.close()
        await self.store.close()

    async def again(self) -> TableService:
        await self.close()
        return await self.open()

    async def table(self, game: str, *people: Person, computers: int = 0, pace: str = "none", length: str = "short") -> Reading:
        """A started game with the people in this order."""
        reading = await self.tables.lobbies.open_table(people[0], HERE, game, {"length": length}, language="en", pace=pace)
        for person in people[1:]:
            reading = await self.tables.lobbies.join(reading.info.id, person)
        for _ in range(computers):
            reading = await self.tables.lobbies.add_computer(reading.info.id, people[0].user)
        reading = await self.tables.lobbies.arrange(reading.info.id, people[0].user, range(len(reading.info.seats)))
        return await self.tables.lobbies.start(reading.info.id, people[0].user)

    async def until(self, table: int, reached: Callable[[TableInfo], bool], user: int | None = None) -> Reading:
        """The look at the table once the computer players have brought it there."""
        for _ in range(3000):
            reading = await self.tables.looks.read(table, user)
            if reached(reading.info):
                return reading
            await asyncio.sleep(0.01)
        raise AssertionError("the computer players do not move")

    async def advance(self, seconds: float) -> None:
        """Move the time on and wait until clock and computer players have done what it brings."""
        await self.clock.advance(seconds)
        for _ in range(3000):
            due = await self.store.read("SELECT 1 FROM tables WHERE due <= ?", (self.clock.now(),))
            thinking = is_thinking(self.tables) and self.bots.may_answer.is_set()
            if not due and not thinking and not is_working(self.tables):
                return
            await asyncio.sleep(0.01)
        raise AssertionError("the table service does not come to rest")

    async def mail(self) -> list[tuple[str, Any]]:
        """Everything that is to be sent now, sent."""
        rows = []
        outbox = self.tables.outbox
        while await self.store.read("SELECT 1 FROM outbox WHERE due <= ?", (self.clock.now(),)):
            row = await outbox.next()
            rows.append((row.kind, row.payload))
            await outbox.mark_done(row)
        return rows


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    room = Room(tmp_path / "zamki.db")
    await room.open()
    yield room
    await room.close()


async def started(room: Room, game: str, *people: Person, pace: str = "none") -> int:
    """A game of the house just begun, the people in this order."""
    table = (await room.tables.lobbies.open_table(people[0], HERE, game, {}, language="en", pace=pace)).info.id
    for person in people[1:]:
        await room.tables.lobbies.join(table, person)
    await room.tables.lobbies.arrange(table, people[0].user, range(len(people)))
    await room.tables.lobbies.start(table, people[0].user)
    return table


async def torres(room: Room, pace: str = "none") -> tuple[int, list[Person]]:
    """A game of Torres whose knights stand; whoever acts first is named first."""
    table = await started(room, "torres", ANNA, BORYS, pace=pace)
    people = [ANNA, BORYS]
    while True:
        reading = await room.tables.looks.read(table)
        (seat,) = reading.info.pending
        words = (await room.tables.looks.read(table, people[seat].user)).choices().words
        if "end" in words:
            return table, [people[seat], people[1 - seat]]
        move: Move = ()
        while not (now := (await room.tables.looks.read(table, people[seat].user)).choices(move)).complete:
            move = (*move, now.words[0])
        await room.tables.moves.play(table, people[seat].user, move)


async def ended(room: Room, table: int, person: Person) -> Reading:
    """A turn of Torres ended, with the first tower that may go."""
    move: Move = ("end",)
    while not (now := (await room.tables.looks.read(table, person.user)).choices(move)).complete:
        move = (*move, now.words[0])
    return await room.tables.moves.play(table, person.user, move)


async def played(room: Room, *people: object, winner: int = 0) -> int:
    """A game of two which the first or the second of them has won."""
    reading = await room.table("coins", *people)  # type: ignore[arg-type]
    loser = people[1 - winner]
    await room.tables.moves.play(reading.info.id, people[winner].user, ("coin-1",))  # type: ignore[attr-defined]
    await room.tables.endings.resign(reading.info.id, loser.user)  # type: ignore[attr-defined]
    await room.tables.endings.claim(reading.info.id, people[winner].user)  # type: ignore[attr-defined]
    assert (await room.tables.looks.read(reading.info.id)).info.state == "over"
    return reading.info.id


async def played_out(room: Room, winner: Person, loser: Person) -> int:
    """A game of two played to its end."""
    table = (await room.table("coins", winner, loser)).info.id
    for wins, loses in (("1", "3"), ("2", "1"), ("3", "2")):
        await room.tables.moves.play(table, winner.user, (f"coin-{wins}",))
        await room.tables.moves.play(table, loser.user, (f"coin-{loses}",))
    assert (await room.tables.looks.read(table)).info.state == "over"
    return table


async def everything(store: Store, guild: int = 1) -> list[object]:
    """All that is made of results."""
    found: list[object] = [*await store.every_rating(guild)]
    ratings = await store.every_rating(guild)
    for game, variant in sorted({(row.game, row.variant) for row in ratings}):
        for row in ratings:
            if (row.game, row.variant) == (game, variant):
                found += await store.points(guild, game, variant, row.user)
        for months in (None, (0, 1 << 20)):
            found += sorted(await store.tallies(guild, game, variant, months), key=attrgetter("user"))
    return found
