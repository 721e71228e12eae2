"""Regular online backups into a folder: when one is due, how it is named, and which of them are removed."""

import asyncio
import datetime as dt
import logging
import os
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from data.address import is_url
from data.errors import StoreError
from data.sqlite.backup import backup, examine
from data.sqlite.files import tighten
from service.settings import Settings
from service.tasks import run_beside
from tables.time.clock import SystemClock

log = logging.getLogger("zamki.backups")

NAME = "zamki-%Y%m%d-%H%M%S.sqlite"
PATTERN = re.compile(r"zamki-[0-9]{8}-[0-9]{6}\.sqlite")
"""Files with other names are not removed."""

FAST = dt.timedelta(hours=1)
"""By so much a clock may have been fast."""

SOON_SECONDS = 3600.0
"""The longest pause after a backup that failed, and after the first one: there was not much in it."""


def name_of(moment: dt.datetime) -> str:
    """Returns the file name of a backup made at that moment (UTC). Sorting the names gives the order of time."""
    return moment.strftime(NAME)


def regular(folder: Path, database: Path) -> list[Path]:
    """Returns the regular backups in a folder, oldest first; never the database itself, whatever its name is, nor one of the
    future, made while the clock was wrong.
    """
    live, latest = database.resolve(), name_of(dt.datetime.now(dt.UTC) + FAST)
    found = sorted(file for file in folder.glob("zamki-*.sqlite") if PATTERN.fullmatch(file.name) and file.name <= latest)
    return [file for file in found if file.resolve() != live]


def folder_fault(settings: Settings) -> str | None:
    """Returns why no backups can be made in the folder, and what to do; None if they can, or if none are made."""
    if not settings.backups:
        return None
    folder = Path(settings.backups).absolute()
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if there.is_dir() and os.access(there, os.W_OK):
        return None
    return f"{folder} cannot be written. Name a folder in ZAMKI_BACKUPS that the bot may write."


def newest(settings: Settings) -> float | None:
    """Returns when (Unix) the newest regular backup was made: 0 if there is none yet, None if none are made."""
    if not settings.backups:
        return None
    files = regular(Path(settings.backups), Path(settings.database))
    return dt.datetime.strptime(f"{files[-1].name} +0000", f"{NAME} %z").timestamp() if files else 0.0


def newest_good(settings: Settings) -> Path | None:
    """Returns the newest regular backup that passes the full check."""
    if not settings.backups or is_url(settings.database):
        return None
    for file in reversed(regular(Path(settings.backups), Path(settings.database))):
        with suppress(StoreError):
            examine(file)
            return file
    return None


@asynccontextmanager
async def backing_up(settings: Settings, logged_in: Callable[[], Awaitable[object]]) -> AsyncIterator[None]:
    """Make backups at the set interval while the block runs, starting after `logged_in`; none without a folder."""
    if not settings.backups:
        yield
        return
    tighten(regular(Path(settings.backups), Path(settings.database)))
    async with run_beside(_keep_backing_up(settings, logged_in), "backups"):
        yield


async def _keep_backing_up(settings: Settings, logged_in: Callable[[], Awaitable[object]]) -> None:
    period = settings.backup_hours * 3600
    # A bot that cannot log in restarts again and again, and has nothing new to back up.
    await logged_in()
    age = time.time() - (newest(settings) or 0.0)
    pause = period if len(regular(Path(settings.backups), Path(settings.database))) > 1 else min(period, SOON_SECONDS)
    if 0 <= age < pause:
        await SystemClock().sleep(pause - age)
    while True:
        pause = min(period, SOON_SECONDS)
        try:
            made = await asyncio.to_thread(make, Path(settings.database), Path(settings.backups), settings.backup_keep)
        except (StoreError, OSError) as error:
            log.error("backup failed, trying again in %g hours: %s", pause / 3600, error)  # noqa: TRY400 - one line
        else:
            if len(regular(made.parent, Path(settings.database))) > 1:
                pause = period
        await SystemClock().sleep(pause)


def make(database: Path, folder: Path, keep: int) -> Path:
    """Make one checked backup and return its file. Of the older ones, keeps the newest `keep`, and the last of each of the
    newest `keep` days with backups. Raises StoreError and OSError.
    """
    for torn in folder.glob("zamki-*.sqlite.part"):
        if PATTERN.fullmatch(torn.stem):
            torn.unlink()  # the bot was killed while it was being written
    file = folder / name_of(dt.datetime.now(dt.UTC))
    backup(database, file)
    log.info("backup made: %s", file)
    files = regular(folder, database)
    last_of_day = {file.name[: len("zamki-yyyymmdd")]: file for file in files}
    kept = {*files[-keep:], *list(last_of_day.values())[-keep:]}
    for old in files:
        if old not in kept:
            old.unlink()
    return file
