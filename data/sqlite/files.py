"""Database files: private to the bot's user, opened read-only, checked and copied. Plain functions; in an event loop, call them
in a thread.
"""

import contextlib
import errno
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from data.errors import Damaged, Empty, Missing, NotOurs, StoreError, StoreFull, Unwritable
from data.locks import lock
from data.sqlite.generation import check_log, renew
from data.versions import APPLICATION_ID, check_number

MIGRATIONS = Path(__file__).parent / "migrations"

FILE, FOLDER = 0o600, 0o700
"""Modes for files and folders: they contain seeds, hidden hands and names, which no other user of the machine may read."""

QUICK_SECONDS = 3.0
"""The longest time in seconds for the check at the start."""

WHOLE_SECONDS = 60.0
"""The same for the check after a kill, which compares the indexes as well."""

QUICK_BYTES = 512 << 20
"""Larger files are not checked at the start: SQLite before 3.42 cannot interrupt that."""

STEPS = 10_000
"""SQLite instructions between two checks of the time."""


PASSING = {".lock", ".answers"}
"""Endings of files that no database has left anything in."""


def make_folder(folder: Path) -> None:
    """Create a folder and its parents for the bot's user alone; an existing one is not changed. Raises OSError."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=FOLDER, exist_ok=True)
    folder.mkdir(exist_ok=True)


def make_file(path: Path) -> None:
    """Create an empty private file if there is none; SQLite gives -wal and -shm files its mode. Raises OSError."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))


def tighten(files: Iterable[Path]) -> None:
    """Remove other users' permissions from the bot's own among these files. On Windows the folder's permissions apply."""
    if not hasattr(os, "geteuid"):
        return
    for file in files:
        with contextlib.suppress(OSError):
            status = file.lstat()
            if status.st_uid == os.geteuid() and status.st_mode & 0o077 and file.is_file() and not file.is_symlink():
                file.chmod(FILE)


def beside(database: Path) -> Iterator[Path]:
    """Yield the database, the files that SQLite and the lock put beside it, and the copies that the bot makes there."""
    yield database
    for pattern in ("-wal", "-shm", "-journal", ".lock", ".answers", ".restored", ".before-restore-*"):
        yield from database.parent.glob(f"{glob_safe(database.name)}{pattern}")
    for kind in ("before", "by-hand"):
        yield from database.parent.glob(f"{glob_safe(database.stem)}-{kind}-*{glob_safe(database.suffix)}")


def glob_safe(name: str) -> str:
    """Escape a name for `glob`."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def is_held(path: Path) -> bool:
    """Returns whether a running process holds the database, without writing anything."""
    try:
        file = os.open(path.with_name(path.name + ".lock"), os.O_RDONLY)
    except OSError:
        return False
    try:
        return not lock(file, shared=True)
    finally:
        os.close(file)


def reading(path: Path) -> str:
    """Returns the URI with which SQLite opens a database without writing, whether or not a bot is running and the folder is
    writable.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro"
    logs = any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-journal"))
    # Without a log file, the database file is complete. With one, SQLite would have to create files in order to read.
    return uri if logs or is_held(path) else f"{uri}&immutable=1"


@contextlib.contextmanager
def open_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a read-only connection. Raises NotOurs, and Replaced if nobody uses the file and the log beside it is another's."""
    try:
        if not is_held(path):
            check_log(path)
        connection = sqlite3.connect(reading(path), uri=True)
    except sqlite3.OperationalError as error:
        raise NotOurs(f"{path} cannot be opened ({error}).") from error
    with contextlib.closing(connection) as db:
        db.execute("PRAGMA query_only = ON")
        yield db


def check(db: sqlite3.Connection, path: Path) -> int:
    """Check a whole database of ours and return its version. Raises NotOurs, TooNew, TooOld, Damaged."""
    try:
        version = version_of(db, path)
        faults = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
        faults += [f"{row[0]} row {row[1]} refers to nothing" for row in db.execute("PRAGMA foreign_key_check")]
    except sqlite3.DatabaseError as error:
        raise _unreadable(error, path) from error
    if faults:
        raise Damaged(f"{path} is damaged: {'; '.join(faults[:5])}.")
    return version


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """Returns the version of a database of ours. Raises NotOurs (Empty for a file without anything), TooNew, TooOld."""
    ours: int = db.execute("PRAGMA application_id").fetchone()[0]
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    if not (ours or version or db.execute("SELECT 1 FROM sqlite_master").fetchone()):
        raise Empty(f"{path} is empty.")
    if ours != APPLICATION_ID:
        raise NotOurs(f"{path} is the database of another program.")
    check_number(path, version, MIGRATIONS)
    return version


def check_place(path: Path) -> None:
    """Check whether a database can be opened or made here, without changing anything. Raises StoreError."""
    if left := _left_beside(path):
        found = "only an empty file" if path.exists() else "no database"
        raise Missing(f"There is {found} at {path.absolute()}, but beside it {', '.join(left)}.")
    if path.is_file() and os.access(path, os.R_OK):
        with open_to_read(path) as db, contextlib.suppress(Empty):
            version_of(db, path)


def _left_beside(path: Path) -> list[str]:
    """Returns the names of what a database has left that is not there, or of which only an empty file is there. The journal
    beside such a file is no sign of one: a first start that was killed leaves it.
    """
    if path.exists() and not (path.is_file() and path.stat().st_size == 0):
        return []
    names = (file.name for file in beside(path) if file != path and file.suffix not in PASSING and file.exists())
    return sorted(name for name in names if not (path.exists() and name.endswith("-journal")))


def roll_back(path: Path) -> None:
    """Have SQLite undo what a first start had begun that was killed; who only reads a database with such a journal cannot."""
    if path.is_file() and path.with_name(f"{path.name}-journal").exists():
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("SELECT 1 FROM sqlite_master")


def quick_check(path: Path, seconds: float | None = None, *, whole: bool = False) -> bool:
    """Check the pages of a database file, and with `whole` all that is in them; return False if the time (`QUICK_SECONDS`,
    `WHOLE_SECONDS`) was too short. Raises Damaged, NotOurs.
    """
    if path.stat().st_size > QUICK_BYTES:
        return False
    end = time.monotonic() + (seconds if seconds is not None else WHOLE_SECONDS if whole else QUICK_SECONDS)
    with open_to_read(path) as db:
        db.set_progress_handler(lambda: time.monotonic() > end, STEPS)
        try:
            faults = [row[0] for row in db.execute(f"PRAGMA {'integrity' if whole else 'quick'}_check(5)") if row[0] != "ok"]
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                return False
            raise _unreadable(error, path) from error
    if faults:
        raise Damaged(f"{path} is damaged: {'; '.join(faults)}.")
    return True


def _unreadable(error: sqlite3.DatabaseError, path: Path) -> StoreError:
    if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB:
        return NotOurs(f"{path} cannot be read ({error}).")
    return Damaged(f"{path} is damaged ({error}).")


def copy(source: Path, target: Path) -> None:
    """Copy a database as of one moment: checked before and after, synced, private, all or nothing. Raises StoreError."""
    fresh = target.with_name(target.name + ".part")
    if left := [file.name for file in logs_of(target) if file.exists()]:
        raise Unwritable(f"{target} is a database in use or was one: {', '.join(left)} lies beside it.")
    try:
        make_folder(target.parent)
        remove(fresh)
        make_file(fresh)
        with open_to_read(source) as old, contextlib.closing(sqlite3.connect(fresh)) as new:
            check(old, source)
            # In one step: reading a WAL database blocks no writer, and copying in parts restarts after each write.
            old.backup(new)
            # A single file, without the -wal and -shm files that WAL mode needs.
            new.execute("PRAGMA journal_mode = DELETE")
            renew(new)
            check(new, fresh)
        sync(fresh)
        fresh.replace(target)
        sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise unwritable(target, error, source) from error
    finally:
        with contextlib.suppress(OSError):
            remove(fresh)


def unwritable(path: Path, error: OSError | sqlite3.Error, source: Path | None = None) -> StoreError:
    """Returns what is told if a file cannot be written. `source`: the database that is copied to it."""
    if isinstance(error, OSError):
        why, full = error.strerror, error.errno in {errno.ENOSPC, errno.EDQUOT}
    else:
        why, full = str(error), getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    if not full:
        return Unwritable(f"{path} cannot be written ({why}).")
    size = 0 if source is None else sum(file.stat().st_size for file in (source, *logs_of(source)) if file.exists())
    return StoreFull(f"{path} cannot be written: the disk is full{f', and {-(-size >> 20)} MiB are needed' if size else ''}.")


def logs_of(database: Path) -> list[Path]:
    """Returns the paths at which SQLite looks for what is not in the file yet, and their index."""
    return [database.with_name(database.name + ending) for ending in ("-wal", "-journal", "-shm")]


def remove(database: Path) -> None:
    """Remove a database file with its logs, as far as they exist. Raises OSError."""
    for file in (*logs_of(database), database):
        file.unlink(missing_ok=True)


def equal(one: Path, other: Path) -> bool:
    """Returns whether two databases contain the same."""
    with open_to_read(one) as first, open_to_read(other) as second:
        return all(a == b for a, b in zip_longest(_dump(first), _dump(second)))


def _dump(db: sqlite3.Connection) -> Iterator[str]:
    return (line for line in db.iterdump() if not line.startswith('INSERT INTO "opened"'))


def keep_before(database: Path, version: int, wanted: int) -> Path:
    """Copy a database beside itself before it is migrated; the bot never deletes the copy. Raises StoreError."""
    stem = f"{database.stem}-before-{version}-to-{wanted}"
    fresh = database.with_name(f"{stem}.fresh")
    copy(database, fresh)
    number = 1
    while (kept := database.with_name(f"{stem}{f'-{number}' if number > 1 else ''}{database.suffix}")).exists():
        # A migration that fails at every start leaves only one copy.
        if equal(kept, fresh):
            break
        number += 1
    fresh.replace(kept)
    sync(kept.parent)
    return kept


def sync(path: Path) -> None:
    """Flush a file, or a directory's entries, to disk."""
    if path.is_dir() and not hasattr(os, "O_DIRECTORY"):
        return  # Windows cannot open directories, and its file system journals their entries
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
