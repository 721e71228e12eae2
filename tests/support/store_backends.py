"""Where the store of a scene lives, whichever it is: asked from outside while a bot has it open, kept as it is, put back."""

from __future__ import annotations

import asyncio
import functools
import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from data.opening import examine_server
from data.postgres.store import PostgresStore
from data.sqlite.backup import examine
from data.sqlite.store import SqliteStore
from data.store import Store
from tests.support.postgres_server import Server
from tests.support.raw_sql import numbered

T = TypeVar("T")

ON_POSTGRES = os.environ.get("ZAMKI_TEST_STORE") == "postgres"
"""Whether the end-to-end tests keep their tables in PostgreSQL."""

SECONDS = 30.0
"""A question that is not answered for so long never will be."""


def empty_file(path: Path) -> Path:
    """A database file of today's version with nothing in it: to migrate one takes ten times as long as to write it."""
    path.write_bytes(_migrated())
    return path


@functools.cache
def _migrated() -> bytes:
    async def made(path: Path) -> bytes:
        await (await SqliteStore.open(path)).close()
        return path.read_bytes()

    # A thread of its own: who asks may be in the midst of an event loop.
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, made(Path(folder) / "empty.sqlite")).result()


async def check_whole(store: Store) -> None:
    """Check all that a store has, which may be open, as `bot.py --check` does. Raises Damaged."""
    if isinstance(store, SqliteStore):
        await asyncio.to_thread(examine, store.path)
    else:
        assert isinstance(store, PostgresStore)
        await examine_server(store._url)


class Home(Protocol):
    """`where`: what a bot opens. Questions are in SQL that both databases read (see `tests.support.raw_sql`)."""

    @property
    def where(self) -> str | Path: ...

    def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query as of the last commit."""

    def keep(self) -> None:
        """Remember what is stored; no bot lives."""

    def put_back(self) -> None:
        """Have stored what was kept, once more; no bot lives."""

    def lapse(self) -> None:
        """What dead bots have claimed is anybody's, as when their leases have run out."""

    def close(self) -> None:
        """Do away with what was kept."""


class FileHome:
    """A file of SQLite's, with the write-ahead log that the dead have left beside it."""

    def __init__(self, where: Path) -> None:
        self.where = where
        self._kept = where.with_suffix(".kept")

    def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with sqlite3.connect(self.where, timeout=5) as db:
            found = db.execute(sql, values).fetchall()
        db.close()
        return found

    def keep(self) -> None:
        _copy(self.where, self._kept)

    def put_back(self) -> None:
        _copy(self._kept, self.where)

    def lapse(self) -> None:
        """Claims lie in the memory of the process and die with it."""

    def close(self) -> None:
        """The folder goes with the test."""


class DatabaseHome:
    """A database on the tests' own PostgreSQL server."""

    def __init__(self, server: Server, where: str) -> None:
        self.where = where
        self._server = server
        self._kept = ""
        self._db: Any = None
        # A loop of its own: who asks may be in the midst of another one.
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._wait(self._asked(numbered(sql), values))

    def keep(self) -> None:
        self._wait(self._alone())
        if self._kept:
            self._server.drop(self._kept)
        self._kept = self._server.new_database(self.where)

    def put_back(self) -> None:
        self._wait(self._alone())
        self._server.put_back(self.where, self._kept)

    def lapse(self) -> None:
        self.ask("UPDATE leases SET until = 0")

    def close(self) -> None:
        self._wait(self._let_go())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        if self._kept:
            self._server.drop(self._kept)

    async def _asked(self, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        import asyncpg

        if self._db is None:
            self._db = await asyncpg.connect(self.where)
        return [tuple(row) for row in await self._db.fetch(sql, *values)]

    async def _alone(self) -> None:
        """The servers of dead bots end as soon as they find out; a copy is made of a database that nobody uses."""
        others = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        while await self._asked(others, ()):
            await asyncio.sleep(0.01)
        await self._let_go()

    async def _let_go(self) -> None:
        if self._db is not None:
            await self._db.close()
            self._db = None

    def _wait(self, asked: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(asked, self._loop).result(SECONDS)


def _copy(source: Path, target: Path) -> None:
    for end in ("", "-wal", "-shm"):
        there, here = source.with_name(source.name + end), target.with_name(target.name + end)
        here.unlink(missing_ok=True)
        if there.exists():
            shutil.copy(there, here)
