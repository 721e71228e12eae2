"""The one task that watches the clock for all tables: reminders, deadlines, forgotten lobbies, all from stored times."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

from tables.errors import SetAside
from tables.model.table import LoadedTable
from tables.store import claims
from tables.store.table_store import TableStore
from tables.time.clock import Clock, wait

log = logging.getLogger(__name__)

AT_ONCE = 50
"""Due tables looked at in one go."""

RETRY_SECONDS = 60.0
"""Seconds after which a table is looked at again that could not be handled."""


class Deadlines:
    """Calls `handle` for each table (or tournament) when its stored time has come; `handle` stores a later time or none, in one
    transaction that looks whether the time still stands: where several processes share the store, each watches, and each time
    counts once.
    """

    def __init__(
        self,
        table_store: TableStore,
        clock: Clock,
        handle: Callable[[int], Awaitable[None]],
        due: Callable[[int], Awaitable[list[tuple[int, float]]]] | None = None,
    ) -> None:
        """`due`: gives the first numbers that are due, at most as many as asked, with their times; by default of tables."""
        self._table_store = table_store
        self._clock = clock
        self._handle = handle
        self._due = due or table_store.store.tables_due
        self._news = asyncio.Event()
        self._next: float | None = None
        self._failed: dict[int, float] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch(), name="clock of the tables")

    def wake(self, held: LoadedTable) -> None:
        """Look again if this table is due earlier than what is being waited for."""
        if held.table.due is not None:
            self.consider(held.table.due)

    def consider(self, due: float) -> None:
        """As `wake`, of a table that another process has changed."""
        if self._next is None or due < self._next:
            self._news.set()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            self._news.clear()
            self._next = None
            try:
                soonest = await self._round()
            except Exception:
                log.exception("the clock of the tables stumbled")
                soonest = self._clock.now() + RETRY_SECONDS
            self._next = soonest
            waits = [claims.POLL_SECONDS] if self._table_store.store.shared else []
            waits += [] if soonest is None else [soonest - self._clock.now()]
            await wait(self._clock, self._news, min(waits, default=None))

    async def _round(self) -> float | None:
        """Handle what is due and return when to look again."""
        while True:
            now = self._clock.now()
            self._failed = {table: until for table, until in self._failed.items() if until > now}
            rows = await self._due(AT_ONCE + len(self._failed))
            rows = [(table, self._failed.get(table, due)) for table, due in rows]
            ripe = [table for table, due in rows if due <= now]
            if not ripe:
                return min((due for _, due in rows), default=None)
            for table in ripe:
                claim = await self._table_store.store.claim(table, "clock")
                if claim is None:  # another process is at it; if it dies, it is looked at again
                    self._failed[table] = now + claims.POLL_SECONDS
                    continue
                try:
                    await self._handle(table)
                except SetAside:
                    self._failed[table] = self._table_store.breaker.until(table) or math.inf
                except Exception:
                    log.exception("the clock could not be served at table %s", table)
                    self._failed[table] = now + RETRY_SECONDS
                finally:
                    await self._table_store.store.give_back(claim)
