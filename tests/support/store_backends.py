"""The store of a scene, on either database: queried from outside while a bot has it open, saved, and restored."""

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
from tests.support import postgres_rows
from tests.support.raw_sql import numbered

T = TypeVar("T")

ON_POSTGRES = os.environ.get("ZAMKI_TEST_STORE") == "postgres"
"""Whether the end-to-end tests keep their tables in PostgreSQL."""

SECONDS = 30.0
"""Timeout of a query in seconds."""


def empty_file(path: Path) -> Path:
    """Write an empty database file of the current version: migrating one takes ten times as long."""
    path.write_bytes(_migrated())
    return path


@functools.cache
def _migrated() -> bytes:
    async def made(path: Path) -> bytes:
        await (await SqliteStore.open(path)).close()
        return path.read_bytes()

    # In another thread, since the caller may be in an event loop.
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, made(Path(folder) / "empty.sqlite")).result()


async def check_whole(store: Store) -> None:
    """Check everything in a store, which may be open, as `bot.py --check` does. Raises Damaged."""
    if isinstance(store, SqliteStore):
        await asyncio.to_thread(examine, store.path)
    else:
        assert isinstance(store, PostgresStore)
        await examine_server(store._url)


class Home(Protocol):
    """`where`: what a bot opens. Queries are in SQL that both databases read (see `tests.support.raw_sql`)."""

    @property
    def where(self) -> str | Path: ...

    def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Returns the rows of a query as of the last commit."""

    def keep(self) -> None:
        """Save what is stored; no bot lives."""

    def put_back(self) -> None:
        """Restore what was saved; no bot lives."""

    def lapse(self) -> None:
        """Release the claims of dead bots, as if their leases had expired."""

    def close(self) -> None:
        """Delete what was saved."""


class FileHome:
    """A SQLite file, with the write-ahead log that dead bots have left beside it."""

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
        """Claims are in the process's memory and end with it."""

    def close(self) -> None:
        """The folder is deleted with the test."""


class DatabaseHome:
    """A database on the tests' own PostgreSQL server."""

    def __init__(self, where: str) -> None:
        self.where = where
        self._kept = ""
        self._db: Any = None
        # A separate loop, since the caller may be in another one.
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._wait(self._asked(numbered(sql), values))

    def keep(self) -> None:
        self._wait(self._alone())
        self._kept = self._wait(self._contents())

    def put_back(self) -> None:
        self._wait(self._alone())
        self._wait(self._restored())

    def lapse(self) -> None:
        self.ask("UPDATE leases SET until = 0")

    def close(self) -> None:
        self._wait(self._let_go())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _asked(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        import asyncpg

        if self._db is None:
            self._db = await asyncpg.connect(self.where)
        return [tuple(row) for row in await self._db.fetch(sql, *values)]

    async def _contents(self) -> str:
        """Returns the statements that restore what is stored now."""
        ((rows,),), ((sequences,),) = await self._asked(postgres_rows.TABLES), await self._asked(postgres_rows.SEQUENCES)
        return postgres_rows.put_back(await self._asked(rows), [each for (each,) in await self._asked(sequences)])

    async def _restored(self) -> None:
        await self._db.execute(self._kept)

    async def _alone(self) -> None:
        """Wait for the backends of dead bots to end, with what they have not committed."""
        others = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        while await self._asked(others):
            await asyncio.sleep(0.01)

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
