"""Why a database can not be used, each with what the operator can do about it."""

from __future__ import annotations


class StoreError(Exception):
    """The database can not be used. `remedy` tells the operator (in English, for the log) what to do."""

    remedy = "See the log for the cause."

    def __init__(self, problem: str) -> None:
        super().__init__(f"{problem} {self.remedy}")
        self.problem = problem


class Unwritable(StoreError):
    """The file or its directory can not be created or written."""

    remedy = (
        "Give the bot's user write permission for the file and its directory (SQLite keeps -wal and -shm files beside it), "
        "make room on the disk, or set ZAMKI_DATABASE to another path."
    )


class TooNew(StoreError):
    """A later version of the bot has written this database."""

    remedy = "Install the newer version of the bot again, or restore a backup made by this version (bot.py restore)."


class NotOurs(StoreError):
    """The file is not a database, or the database of another program."""

    remedy = "Set ZAMKI_DATABASE to another path; a file that does not exist yet is created."


class InUse(StoreError):
    """Another running process holds this database."""

    remedy = "Stop the other bot first, or give this one a database of its own with ZAMKI_DATABASE."


class Damaged(StoreError):
    """The integrity check found faults."""

    remedy = "Stop the bot and restore the latest good backup (bot.py restore)."
