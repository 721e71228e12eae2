"""Backup while the bot is running, and restoring while it is not. Plain functions; in an event loop, use a thread."""

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from data.errors import NoSource, NotABackup, NotOurs, StoreError, Unwritable
from data.sqlite.files import check, copy, logs_of, open_to_read, remove, sync, unwritable
from data.sqlite.generation import check_log
from data.sqlite.hold import Hold


def backup(source: str | Path, target: str | Path) -> None:
    """Copy the database as of one moment to `target` (replacing it): checked, synced, all or nothing. The bot may be running on
    it. Raises NoSource, NotOurs, TooNew, TooOld, Damaged, Unwritable.
    """
    source, target = Path(source), Path(target)
    if not source.is_file():
        raise NoSource(f"There is no database at {source.absolute()}.")
    if target.exists() and target.samefile(source):
        raise Unwritable(f"{target} is the database itself: name another file for its backup.")
    copy(source, target)


def restore(source: str | Path, database: str | Path) -> Path | None:
    """Replace `database` with the backup `source`; the old database is kept beside it, and its path is returned. The backup is
    checked first, and nothing is changed unless it is good. Killed at any moment, it leaves the old database or the backup.
    Raises NotABackup, TooNew, TooOld, Damaged, Replaced, Unwritable, and InUse while a bot is running on the database.
    """
    source, database = Path(source), Path(database)
    if not source.is_file():
        raise NotABackup(f"There is no backup at {source}.")
    hold = Hold(database)
    fresh = database.with_name(database.name + ".restored")
    try:
        remove(fresh)
        copy(source, fresh)
        kept = _keep(database)
        fresh.replace(database)
        sync(database.parent)
    except NotOurs as error:
        raise NotABackup(error.problem) from error
    except OSError as error:
        raise unwritable(database, error, database) from error
    finally:
        hold.release()
    return kept


def examine(path: str | Path) -> int:
    """Check a whole database file of ours without changing it, and return its version. Raises NotOurs, TooNew, TooOld,
    Damaged.
    """
    path = Path(path)
    with open_to_read(path) as db:
        return check(db, path)


def _keep(database: Path) -> Path | None:
    """Copy the database beside itself, sound or not, and return the path. Its log is moved into it; one that cannot be, as it
    is damaged or another file's, is set aside with the copy.
    """
    with suppress(StoreError, sqlite3.Error):
        if database.exists():
            check_log(database)
            with closing(sqlite3.connect(database)) as db:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    left = [file for file in (database, *logs_of(database)) if file.exists()]
    number = 1
    while (kept := database.with_name(f"{database.name}.before-restore-{number}")).exists():
        number += 1
    for file in left:
        part = kept.with_name(f"{kept.name}.part")
        shutil.copy2(file, part)
        sync(part)
        part.replace(kept.with_name(kept.name + file.name.removeprefix(database.name)))
    sync(database.parent)
    for log in left:
        if log != database:
            log.unlink()
    return kept if database.exists() else None
