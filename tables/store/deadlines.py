"""The task that acts at stored times, such as the deadlines of all tables (reminders, untouched lobbies)."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

from tables.errors import SetAside
from tables.store import claims
from tables.store.changes import TableNews
from tables.store.table_store import TableStore
from tables.time.clock import Clock, Watch, wait

log = logging.getLogger(__name__)

AT_ONCE = 50
"""Number of due tables handled at a time."""

RETRY_SECONDS = 60.0
"""Seconds after which a table whose handling failed is tried again."""


class NotYet(Exception):
    """What is due must not be handled before `until`."""

    def __init__(self, until: float) -> None:
        super().__init__(until)
        self.until = until


class Deadlines(Watch):
    """Calls `handle` for each table (or tournament) when its stored time has come. `handle` stores a later time or none, in one
    transaction that checks whether the time still applies, or raises NotYet. If several processes share the store, each
    watches, and each time still counts once.
    """

    name = "clock of the tables"

    def __init__(
        self,
        table_store: TableStore,
        clock: Clock,
        handle: Callable[[int], Awaitable[None]],
        due: Callable[[int], Awaitable[list[tuple[int, float]]]] | None = None,
    ) -> None:
        """`due` returns the first numbers that are due, at most as many as requested, with their times; by default, tables."""
        self._table_store = table_store
        self._clock = clock
        self._handle = handle
        self._due = due or table_store.store.tables_due
        self._news = asyncio.Event()
        self._next: float | None = None
        self._failed: dict[int, float] = {}

    def wake(self, news: TableNews) -> None:
        """Check again if this table is due earlier than the next known time."""
        if news.due is not None:
            self.consider(news.due)

    def consider(self, due: float) -> None:
        """Check again if this time is earlier than the next known one."""
        if self._next is None or due < self._next:
            self._news.set()

    def retry(self) -> None:
        """Check everything again, also what has failed."""
        self._failed.clear()
        self._news.set()

    async def _watch(self) -> None:
        while True:
            self._news.clear()
            self._next = None
            try:
                soonest = await self._round()
            except Exception:
                log.exception("deadline loop failed")
                soonest = self._clock.now() + RETRY_SECONDS
            self._next = soonest
            waits = [claims.POLL_SECONDS] if self._table_store.store.shared else []
            waits += [] if soonest is None else [soonest - self._clock.now()]
            await wait(self._clock, self._news, min(waits, default=None))

    async def _round(self) -> float | None:
        """Handle what is due and return when to check again."""
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
                if claim is None:  # another process is handling it; checked again in case that process dies
                    self._failed[table] = now + claims.POLL_SECONDS
                    continue
                try:
                    await self._handle(table)
                except SetAside:
                    self._failed[table] = self._table_store.breaker.until(table) or math.inf
                except NotYet as later:
                    self._failed[table] = later.until
                except Exception:
                    log.exception("cannot apply a deadline at table %s", table)
                    self._failed[table] = now + RETRY_SECONDS
                finally:
                    await claims.give_back(self._table_store.store, claim)
