"""SQLite's write-ahead log: when it is moved into the database file, and how the next one is marked."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import aiosqlite

from data.sqlite.generation import NEXT_LOG, has_mark

COMMITS = 256
"""Transactions after which the log is moved into the file: about 4 MB of log."""


class Log:
    """The -wal file of an open store, and when it is moved into the database file. SQLite would do that by itself, but begin
    the next log unnoticed, without a mark (`data.sqlite.generation`).
    """

    def __init__(self) -> None:
        self.moved = False
        """Whether the file has everything: then the next transaction may begin a new log, and marks it."""
        self._marks = False
        self._commits = 0

    async def begin(self, db: aiosqlite.Connection) -> None:
        """Move all that an earlier process left, and begin a new log."""

        def work() -> None:
            self._marks = has_mark(db._conn)  # noqa: SLF001 - as below
            self.move(db._conn, "TRUNCATE")  # noqa: SLF001
            if self.moved:
                db._conn.execute(NEXT_LOG)  # noqa: SLF001
                self.moved = False

        visit: Callable[[Any], Awaitable[None]] = db._execute  # noqa: SLF001
        await visit(work)

    def move(self, db: sqlite3.Connection, how: str = "PASSIVE") -> None:
        """Move the log into the file, as far as nobody is reading."""
        self._commits = 0
        with suppress(sqlite3.Error):  # the disk is full: later, then
            _, frames, moved = db.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
            self.moved = self._marks and frames == moved

    def note_commit(self, db: sqlite3.Connection, *, marked: bool) -> None:
        """A transaction was committed; `marked`: with NEXT_LOG."""
        self.moved &= not marked
        self._commits += 1
        if self._commits >= COMMITS:
            self.move(db)
