"""Two table services or more on one PostgreSQL, as in as many processes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any

from data.errors import StoreUnreachable
from data.opening import open_store
from data.store import Store
from engines.contract import Move, View
from tables.rules.reading import Reading
from tables.service.service import TableService
from tests.support.leases import lease_of, lose_lease
from tests.support.manual_clock import ELSEWHERE, ManualClock
from tests.support.postgres_server import Server
from tests.support.raw_sql import ask, run
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
    """Two processes, or more, with one clock."""

    def __init__(self, one: Process, *others: Process, clock: ManualClock) -> None:
        self.one, self.others, self.clock = one, others, clock
        self.other = others[0]

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
async def processes(postgres: Server, migrated: str, patience: float = ELSEWHERE, *, count: int = 2) -> AsyncIterator[Two]:
    """`patience`: see `ManualClock`."""
    url, clock = postgres.new_database(migrated), ManualClock(patience=patience)
    async with AsyncExitStack() as stack:
        stack.callback(postgres.drop, url)
        made = [Process(await open_store(url), clock) for _ in range(count)]
        for process in made:
            stack.push_async_callback(process.close)
            await process.open()
        yield Two(*made, clock=clock)


class Cable:
    """Cuts a store off just before a commit (odd numbers) or just after it: to whom it belongs it looks as if the server were
    away, and to others as if its process were gone.
    """

    def __init__(self, store: Any, at: int) -> None:
        self.cut = self._counts = False
        self._store = store
        self._real, self._left = self._store.transaction, at
        self._store.transaction = self._transaction

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count the commits within the block. Raises StoreUnreachable if the store is cut off."""
        self._check()
        self._counts = True
        try:
            yield
        finally:
            self._counts = False

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Any]:
        self._check()
        async with self._real() as tx:
            yield tx
            self._step()
        self._step()

    def _step(self) -> None:
        self._left -= self._counts
        self.cut = self.cut or self._left == 0
        self._check()

    def _check(self) -> None:
        if self.cut:
            raise StoreUnreachable("cut off")

    async def give_up(self, other: Store) -> None:
        """Let others take over what it had claimed, as they do when its lease has ended."""
        async with other.transaction() as tx:
            await run(tx, "UPDATE leases SET until = 0 WHERE id = $1", lease_of(self._store).holder or 0)

    def mend(self) -> None:
        self.cut, self._store.transaction = False, self._real
