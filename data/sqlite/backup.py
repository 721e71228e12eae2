"""Backup while the bot runs, and restoring when it does not. Plain functions: where a loop runs, call them in a thread."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from data.errors import Damaged, NotOurs, StoreError, TooNew, Unwritable
from data.sqlite.migrate import MIGRATIONS
from data.sqlite.store import Hold
from data.versions import APPLICATION_ID, scripts


def backup(source: str | Path, target: str | Path) -> None:
    """Copy the database as of one moment to `target` (replacing it): checked, synced, whole or not at all.

    The bot may be running on it. Raises NotOurs, TooNew, Damaged, Unwritable.
    """
    source, target = Path(source), Path(target)
    if not source.is_file():
        raise NotOurs(f"There is no database at {source}.")
    if target.exists() and target.samefile(source):
        raise Unwritable(f"{target} is the database itself: name another file for its backup.")
    _copy(source, target)


def restore(source: str | Path, database: str | Path) -> Path | None:
    """Put the backup `source` in the place of `database`; what stood there is kept beside it and its path returned.

    The backup is checked first, and nothing is touched unless it is good. Raises NotOurs, TooNew, Damaged, Unwritable, and
    InUse while a bot is running on the database.
    """
    source, database = Path(source), Path(database)
    if not source.is_file():
        raise NotOurs(f"There is no backup at {source}.")
    hold = Hold(database)
    try:
        fresh = database.with_name(database.name + ".restored")
        _copy(source, fresh)
        kept = _set_aside(database)
        fresh.replace(database)
        _sync(database.parent)
    except OSError as error:
        raise Unwritable(f"{database} can not be replaced ({error.strerror}).") from error
    finally:
        hold.release()
    return kept


def examine(path: str | Path) -> int:
    """Check a database file of ours whole and return its version; it is not changed. Raises NotOurs, TooNew, Damaged."""
    path = Path(path)
    with _opened(path) as db:
        return _check(db, path)


def _copy(source: Path, target: Path) -> None:
    fresh = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        with _opened(source) as old, contextlib.closing(sqlite3.connect(fresh)) as new:
            _check(old, source)
            # In one go: a reader of a WAL holds no writer up, and copying by parts begins anew with each write.
            old.backup(new)
            # A file by itself: without the -wal and -shm files that WAL would want beside it.
            new.execute("PRAGMA journal_mode = DELETE")
            _check(new, fresh)
        _sync(fresh)
        fresh.replace(target)
        _sync(target.parent)
    except OSError as error:
        raise Unwritable(f"{target} can not be written ({error.strerror}).") from error
    except sqlite3.Error as error:
        raise Unwritable(f"{target} can not be written ({error}).") from error
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    # Not read-only: reading a database in WAL mode whose bot is not running needs a -shm file beside it.
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)
    except sqlite3.OperationalError as error:
        raise NotOurs(f"{path} can not be opened ({error}).") from error
    with contextlib.closing(connection) as db:
        db.execute("PRAGMA query_only = ON")
        yield db


def _check(db: sqlite3.Connection, path: Path) -> int:
    try:
        ours: int = db.execute("PRAGMA application_id").fetchone()[0]
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        if ours != APPLICATION_ID:
            raise NotOurs(f"{path} is the database of another program.")
        known = len(scripts(MIGRATIONS))
        if version > known:
            raise TooNew(f"{path} has version {version}, but this version of the bot knows only up to {known}.")
        faults = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
        faults += [f"{row[0]} row {row[1]} refers to nothing" for row in db.execute("PRAGMA foreign_key_check")]
    except sqlite3.DatabaseError as error:
        kind: type[StoreError] = NotOurs if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB else Damaged
        raise kind(f"{path} can not be read ({error}).") from error
    if faults:
        raise Damaged(f"{path} is damaged: {'; '.join(faults[:5])}.")
    return version


def _set_aside(database: Path) -> Path | None:
    """Rename the database and its -wal (which belongs to it) out of the way."""
    if not database.exists():
        return None
    number = 1
    while (kept := database.with_name(f"{database.name}.before-restore-{number}")).exists():
        number += 1
    for ending in ("-wal", "-shm"):
        beside = database.with_name(database.name + ending)
        if beside.exists():
            beside.replace(kept.with_name(kept.name + ending))
    database.replace(kept)
    return kept


def _sync(path: Path) -> None:
    """Make sure that a file, or a directory's entries, have reached the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
