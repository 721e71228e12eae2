"""Regular online backups into a folder, the oldest thrown away; and the names they bear."""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from data.errors import StoreError
from data.sqlite.backup import backup
from service.settings import Settings

log = logging.getLogger("zamki.backups")

PATTERN = "zamki-*.sqlite"


def name_of(moment: dt.datetime) -> str:
    """The file name of a backup made at that moment (UTC), in the order of time when sorted."""
    return moment.strftime("zamki-%Y%m%d-%H%M%S.sqlite")


def newest(settings: Settings) -> float | None:
    """When (Unix) the newest regular backup was made: 0 where there is none yet, None where none is made."""
    if not settings.backups:
        return None
    return max((file.stat().st_mtime for file in Path(settings.backups).glob(PATTERN)), default=0.0)


@asynccontextmanager
async def backing_up(settings: Settings) -> AsyncIterator[None]:
    """Back up at the set interval while the block runs (not at all without a folder)."""
    if not settings.backups:
        yield
        return
    task = asyncio.create_task(_keep_backing_up(settings), name="backups")
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _keep_backing_up(settings: Settings) -> None:
    folder = Path(settings.backups)
    while True:
        try:
            await asyncio.to_thread(make, Path(settings.database), folder, settings.backup_keep)
        except (StoreError, OSError):
            log.exception("the backup failed; the next one is tried in %s hours", settings.backup_hours)
        await asyncio.sleep(settings.backup_hours * 3600)


def make(database: Path, folder: Path, keep: int) -> Path:
    """One backup, checked, and the oldest beyond `keep` removed; returns its file. Raises StoreError and OSError."""
    file = folder / name_of(dt.datetime.now(dt.UTC))
    backup(database, file)
    log.info("backup made: %s", file)
    for old in sorted(folder.glob(PATTERN))[:-keep]:
        old.unlink()
    return file
