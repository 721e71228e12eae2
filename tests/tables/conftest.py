"""A hall over a real database file, with the toy games, a clock that tests move, and computer players in this process."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from data.store import Store
from engines.contract import Move, View
from tables.hall import Hall
from tables.shown import Limits, Look, Person, Place, TableInfo
from tests.tables.manual import ManualClock
from tests.tables.toy import games

ANNA, BORYS, CELINA, DAWID, EWA = (
    Person(number, name) for number, name in enumerate(("Anna", "Borys", "Celina", "Dawid", "Ewa"), 11)
)
HERE = Place(1, 2)


class InProcess:
    """Computer players without a process of their own, for tests that are not about it."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def advise(self, game: str, view: View, level: str, seed: int) -> Move:
        await self.may_answer.wait()
        return games()[game].advise(view, random.Random(seed), level)

    async def close(self) -> None:
        pass


class Room:
    """A database that halls are opened on, one after the other."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = ManualClock()
        self.players = InProcess()
        self.limits = Limits()
        self.pace_of_scenes = 0.0
        self.hall: Hall
        self.store: Store

    async def open(self) -> Hall:
        self.store = await Store.open(self.path)
        self.hall = await Hall.open(
            self.store,
            clock=self.clock,
            games=games(),
            limits=self.limits,
            players=self.players,
            token=lambda n: bytes(range(n)),
            pace_of_scenes=self.pace_of_scenes,
        )
        return self.hall

    async def close(self) -> None:
        await self.hall.close()
        await self.store.close()

    async def again(self) -> Hall:
        await self.close()
        return await self.open()

    async def table(self, game: str, *people: Person, computers: int = 0, pace: str = "none", length: str = "short") -> Look:
        """A started game with the people in this order."""
        look = await self.hall.open_table(people[0], HERE, game, {"length": length}, language="en", pace=pace)
        for person in people[1:]:
            look = await self.hall.join(look.table.id, person)
        for _ in range(computers):
            look = await self.hall.add_computer(look.table.id, people[0].user)
        look = await self.hall.arrange(look.table.id, people[0].user, range(len(look.table.seats)))
        return await self.hall.start(look.table.id, people[0].user)

    async def until(self, table: int, reached: Callable[[TableInfo], bool], user: int | None = None) -> Look:
        """The look at the table once the computer players have brought it there."""
        for _ in range(500):
            look = await self.hall.look(table, user)
            if reached(look.table):
                return look
            await asyncio.sleep(0.01)
        raise AssertionError("the computer players do not move")

    async def advance(self, seconds: float) -> None:
        """Move the time on and wait until clock and computer players have done what it brings."""
        await self.clock.advance(seconds)
        for _ in range(1000):
            due = await self.store.read("SELECT 1 FROM tables WHERE due <= ?", (self.clock.now(),))
            thinking = self.hall._computers._tasks and self.players.may_answer.is_set()
            if not due and not thinking and not self.hall._tasks:
                return
            await asyncio.sleep(0.01)
        raise AssertionError("the hall does not come to rest")

    async def mail(self) -> list[tuple[str, dict[str, object]]]:
        """Everything that is to be sent now, sent."""
        rows = []
        outbox = self.hall.due()
        while await self.store.read("SELECT 1 FROM outbox WHERE due <= ?", (self.clock.now(),)):
            row = await outbox.next()
            rows.append((row.kind, row.payload))
            await outbox.done(row)
        return rows


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    room = Room(tmp_path / "zamki.db")
    await room.open()
    yield room
    await room.close()
