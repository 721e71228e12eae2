"""Backup while the bot is running, and restoring while it is not. Plain functions; in an event loop, use a thread."""

from pathlib import Path

from data.errors import NoSource, NotABackup, NotOurs, Unwritable
from data.sqlite.files import check, copy, opened, sync
from data.sqlite.store import Hold


def backup(source: str | Path, target: str | Path) -> None:
    """Copy the database as of one moment to `target` (replacing it): checked, synced, all or nothing. The bot may be running on
    it. Raises NoSource, NotOurs, TooNew, Damaged, Unwritable.
    """
    source, target = Path(source), Path(target)
    if not source.is_file():
        raise NoSource(f"There is no database at {source.absolute()}.")
    if target.exists() and target.samefile(source):
        raise Unwritable(f"{target} is the database itself: name another file for its backup.")
    copy(source, target)


def restore(source: str | Path, database: str | Path) -> Path | None:
    """Replace `database` with the backup `source`; the old database is kept beside it, and its path is returned. The backup is
    checked first, and nothing is changed unless it is good. Raises NotABackup, TooNew, Damaged, Unwritable, and InUse while a
    bot is running on the database.
    """
    source, database = Path(source), Path(database)
    if not source.is_file():
        raise NotABackup(f"There is no backup at {source}.")
    hold = Hold(database)
    try:
        fresh = database.with_name(database.name + ".restored")
        copy(source, fresh)
        kept = _set_aside(database)
        fresh.replace(database)
        sync(database.parent)
    except NotOurs as error:
        raise NotABackup(error.problem) from error
    except OSError as error:
        raise Unwritable(f"{database} cannot be replaced ({error.strerror}).") from error
    finally:
        hold.release()
    return kept


def examine(path: str | Path) -> int:
    """Check a whole database file of ours without changing it, and return its version. Raises NotOurs, TooNew, Damaged."""
    path = Path(path)
    with opened(path) as db:
        return check(db, path)


def _set_aside(database: Path) -> Path | None:
    """Rename the database and its -wal file (which belongs to it), if they exist, and return the new path."""
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
