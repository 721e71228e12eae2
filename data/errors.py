"""Why a database cannot be used, each with what the operator can do about it."""


class StoreError(Exception):
    """The database cannot be used. `remedy` tells the operator (in English, for the log) what to do."""

    remedy = "See the log for the cause."

    def __init__(self, problem: str) -> None:
        super().__init__(f"{problem} {self.remedy}")
        self.problem = problem


class Unwritable(StoreError):
    """The file or its directory cannot be created or written."""

    remedy = (
        "Give the bot's user write permission for the file and its directory (SQLite keeps -wal and -shm files beside it), "
        "make room on the disk, or set ZAMKI_DATABASE to another path. In PostgreSQL: give its user the right to create tables "
        "in the schema, and name the server that writes, not a copy that only reads."
    )


class TooNew(StoreError):
    """A later version of the bot has written this database."""

    remedy = "Install the newer version of the bot again, or restore a backup made by this version (bot.py restore)."


class NotOurs(StoreError):
    """The file is not a database, or the database of another program."""

    remedy = (
        "Set ZAMKI_DATABASE to another path; a file that does not exist yet is created (in PostgreSQL: to an empty database)."
    )


class NotABackup(NotOurs):
    """What was to be restored is not a backup of a database of ours."""

    remedy = "Name a file that bot.py backup or ZAMKI_BACKUPS has made. The database is as it was."


class NoSource(NotOurs):
    """What was to be read is not there."""

    remedy = "Name the database that the bot uses (ZAMKI_DATABASE): the path of its file, or its postgresql:// URL."


class Outdated(StoreError):
    """The database is of an earlier version, and what only reads never migrates it."""

    remedy = "Start the bot once: it keeps a copy of the database and migrates it. Or use the version of the bot that wrote it."


class InUse(StoreError):
    """Another running process holds this database."""

    remedy = "Stop the other bot first, or give this one a database of its own with ZAMKI_DATABASE."


class Damaged(StoreError):
    """The integrity check found faults."""

    remedy = "Stop the bot and restore the latest good backup (bot.py restore; in PostgreSQL: pg_restore)."


class Unreachable(StoreError):
    """The database server cannot be used: it is away, too old, or refuses us."""

    remedy = (
        "Start PostgreSQL (15 or newer) and look at host, port, user, password and database in ZAMKI_DATABASE "
        "(postgresql://user:password@host:5432/database)."
    )


class DriverMissing(StoreError):
    """The library that speaks with this kind of database is not installed."""

    remedy = "Install it: .venv/bin/python -m pip install --require-hashes -r requirements-postgres.lock."


class OnlyFiles(StoreError):
    """What was asked can be done with an SQLite file alone."""

    remedy = (
        "While the bots run, pg_dump --format=custom --file=zamki.dump URL makes a backup; with all bots stopped, "
        "pg_restore --clean --if-exists --no-owner --dbname=URL zamki.dump puts it back."
    )


class OtherShards(StoreError):
    """Processes on one database disagree about the number of shards."""

    remedy = "Set the same number behind the / of ZAMKI_SHARDS everywhere; to change it, stop all processes first."


class NotEmpty(StoreError):
    """What is to be carried over would meet something that is there already."""

    remedy = "Name a file that does not exist yet, or an empty PostgreSQL database."


class Unequal(StoreError):
    """What was carried over did not arrive as it was; nothing of it has been kept."""

    remedy = "The old database is as it was: go on with it, and tell us."


class Overtaken(Exception):
    """The table has been changed by another process since it was loaded: nothing was stored."""


class Repeated(Exception):
    """The interaction has been carried out already, by whatever process: nothing was stored."""


class ClaimLost(Exception):
    """A claim has passed to another process (or its lease has run out): what was begun under it must not go on."""
