"""The SQLite database: one writer, one reader, one process.

Everything acknowledged survives `kill -9` and a power cut: WAL with `synchronous=FULL` syncs each commit (about a millisecond
on an SSD, which the one transaction of a move can afford).
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import aiosqlite

from data.errors import Damaged, InUse, NotOurs, StoreError, Unwritable
from data.migrate import migrate

Transaction: TypeAlias = aiosqlite.Connection
"""The writer's connection inside `Store.transaction()`."""

BUSY_MILLISECONDS = 5000

# aiosqlite writes each statement with its values into its debug log: secret choices among them.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class Hold:
    """The exclusive hold on a database: an advisory lock on `<database>.lock`, which ends with the process however it ends."""

    def __init__(self, path: Path) -> None:
        """Take the hold. Raises InUse when another process has it and Unwritable when the lock file can not be made."""
        lock = path.with_name(path.name + ".lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unwritable(f"{lock} can not be written ({error.strerror}).") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise InUse(f"{path} is held by another running process.") from error

    def release(self) -> None:
        os.close(self._file)


class Store:
    """An open database. Made by `Store.open`; reads go beside the writes, writes one transaction after the other."""

    def __init__(self, path: Path, hold: Hold, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self.path = path
        self._hold = hold
        self._writer = writer
        self._reader = reader
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, path: str | Path) -> Store:
        """Open the database, create it if there is none, and bring it up to date. Raises a StoreError that names the remedy."""
        path = Path(path)
        hold = Hold(path)
        connections: list[aiosqlite.Connection] = []
        try:
            with _explained(path):
                # First without aiosqlite, whose thread outlives a connection that fails.
                sqlite3.connect(path).close()
                writer = await _connect(path)
                connections.append(writer)
                await migrate(writer, path)
                # A write that changes nothing of importance: better refused now than at the first move.
                await writer.execute(
                    "INSERT INTO meta VALUES ('opened', unixepoch()) ON CONFLICT DO UPDATE SET value = unixepoch()"
                )
                reader = await _connect(path)
                connections.append(reader)
                await reader.execute("PRAGMA query_only = ON")
        except BaseException:
            for connection in connections:
                await connection.close()
            hold.release()
            raise
        return cls(path, hold, writer, reader)

    async def close(self) -> None:
        """Close after the transaction in progress."""
        async with self._turn:
            await self._reader.close()
            await self._writer.close()
            self._hold.release()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """One transaction, committed at the end of the block and rolled back on any exception. Transactions wait in line."""
        async with self._turn:
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                await self._writer.commit()
            except BaseException:
                await asyncio.shield(self._writer.rollback())
                raise

    async def read(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query as of the last commit."""
        return [tuple(row) for row in await self._reader.execute_fetchall(sql, values)]

    async def integrity(self) -> None:
        """SQLite's own check of the whole file, and that no row points nowhere. Raises Damaged."""
        faults = [row[0] for row in await self.read("PRAGMA integrity_check") if row[0] != "ok"]
        faults += [f"{row[0]} row {row[1]} refers to nothing" for row in await self.read("PRAGMA foreign_key_check")]
        if faults:
            raise Damaged(f"{self.path} is damaged: {'; '.join(faults[:5])}.")

    async def get(self, key: str) -> str | None:
        """A value of the installation (`meta`)."""
        rows = await self.read("SELECT value FROM meta WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    async def put(self, key: str, value: str) -> None:
        async with self.transaction() as tx:
            await tx.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (key, value))


async def _connect(path: Path) -> aiosqlite.Connection:
    # Autocommit mode: transactions begin where the code says so and nowhere else.
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        for pragma in (
            f"busy_timeout = {BUSY_MILLISECONDS}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            await connection.execute_fetchall(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


class _explained:  # noqa: N801 - reads as a statement: with _explained(path)
    """Turns SQLite's errors while opening into ours."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if not isinstance(error, sqlite3.Error) or isinstance(error, StoreError):
            return
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise NotOurs(f"{self._path} is not a database.") from error
        if code == sqlite3.SQLITE_CORRUPT:
            raise Damaged(f"{self._path} is damaged ({error}).") from error
        if code == sqlite3.SQLITE_BUSY:
            raise InUse(f"{self._path} is locked by another program ({error}).") from error
        raise Unwritable(f"{self._path} can not be opened for writing ({error}).") from error
