"""Migrates a database to the version the code needs: `migrations/NNNN_name.sql`, counted by SQLite's `user_version`."""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import aiosqlite

from data.errors import NotOurs
from data.sqlite.files import MIGRATIONS, keep_before
from data.versions import APPLICATION_ID, check_number, scripts

log = logging.getLogger(__name__)


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one, as `executescript` would commit in between."""
    begun = ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            yield begun
            begun = ""
    if begun.strip():
        raise ValueError(f"the migration ends in the middle of a statement: {begun!r}")


async def _number(db: aiosqlite.Connection, sql: str) -> int:
    async with db.execute(sql) as cursor:
        row = await cursor.fetchone()
    assert row is not None
    return int(row[0])


async def migrate(db: aiosqlite.Connection, path: Path, folder: Path = MIGRATIONS) -> int:
    """Migrate the database, each migration in one transaction, and return its version. A database that is not empty is first
    copied beside itself. The connection must be in autocommit mode. Raises NotOurs, TooNew, TooOld, and Damaged before
    anything is changed.
    """
    ours = await _number(db, "PRAGMA application_id")
    version = await _number(db, "PRAGMA user_version")
    if ours != APPLICATION_ID and (ours or version or await _number(db, "SELECT count(*) FROM sqlite_master")):
        raise NotOurs(f"{path} is the database of another program.")
    wanted = scripts(folder)
    known = max(wanted)
    check_number(path, version, folder)
    if 0 < version < known:
        kept = await asyncio.to_thread(keep_before, path, version, known)
        log.warning("migrating %s from version %d to %d; the previous file is kept: %s", path, version, known, kept)
    for number, script in wanted.items():
        if number <= version:
            continue
        await db.execute("BEGIN EXCLUSIVE")
        try:
            for statement in statements(script):
                await db.execute(statement)
            await db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            await db.execute(f"PRAGMA user_version = {number}")
            await db.commit()
        except BaseException:
            await db.rollback()
            raise
    return known
