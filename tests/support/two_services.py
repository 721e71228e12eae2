"""Two table services on one PostgreSQL, as in two processes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from data.opening import open_store
from data.store import Store
from engines.contract import Move, View
from tables.rules.reading import Reading
from tables.service.service import TableService
from tests.support.leases import lose_lease
from tests.support.manual_clock import ELSEWHERE, ManualClock
from tests.support.postgres_server import Server
from tests.support.raw_sql import ask
from tests.support.toy_games import games
from tests.tables.conftest import ANNA, BORYS, HERE


class Thinker:
    """Computer players that report who was asked, and answer when allowed."""

    def __init__(self) -> None:
        self.asked = 0
        self.may_answer = asyncio.Event()

    async def choose_move(self, game: str, view: View, level: str, seed: int) -> Move:
        self.asked += 1
        await self.may_answer.wait()
        return games()[game].choose_move(view, random.Random(seed), level)

    async def close(self) -> None:
        pass


class Process:
    """What one process has: a store, computer players, and the tables."""

    def __init__(self, store: Store, clock: ManualClock) -> None:
        self.store, self.clock, self.thinker = store, clock, Thinker()
        self.tables: TableService

    async def open(self) -> None:
        self.tables = await TableService.open(self.store, clock=self.clock, games=games(), bots=self.thinker)

    async def close(self) -> None:
        await self.tables.close()
        await self.store.close()

    async def lose_lease(self) -> None:
        """Act as if it had slept past its lease."""
        await lose_lease(self.store)


class Two:
    """Two processes with one clock."""

    def __init__(self, one: Process, other: Process, clock: ManualClock) -> None:
        self.one, self.other, self.clock = one, other, clock

    async def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return await ask(self.one.store, sql, *values)

    async def lines(self, kind: str) -> int:
        return len(await self.ask("SELECT 1 FROM journal WHERE kind = ?", kind))

    async def table(self, game: str, *, computers: int = 0, pace: str = "none") -> Reading:
        """Begin a game of Anna and Borys (or Anna and computers) in one process, and look at it from both."""
        tables = self.one.tables
        number = (await tables.lobbies.open_table(ANNA, HERE, game, {"length": "long"}, language="en", pace=pace)).info.id
        for _ in range(computers):
            await tables.lobbies.add_computer(number, ANNA.user)
        if not computers:
            await tables.lobbies.join(number, BORYS)
        await tables.lobbies.arrange(number, ANNA.user, range(2))
        await tables.lobbies.start(number, ANNA.user)
        return await self.other.tables.looks.read(number)


@asynccontextmanager
async def processes(postgres: Server, migrated: str) -> AsyncIterator[Two]:
    url, clock = postgres.new_database(migrated), ManualClock(patience=ELSEWHERE)
    made = [Process(await open_store(url), clock) for _ in range(2)]
    for process in made:
        await process.open()
    yield Two(made[0], made[1], clock)
    for process in made:
        await process.close()
    postgres.drop(url)
