"""Errors that make a database unusable, each with what the operator can do about it."""


class StoreError(Exception):
    """The database cannot be used. `remedy` is the advice for the operator (in English, for the log), `lasting` whether another
    start cannot help.
    """

    remedy = "See the log for the cause."
    lasting = False

    def __init__(self, problem: str) -> None:
        super().__init__(f"{problem} {self.remedy}")
        self.problem = problem


class Unwritable(StoreError):
    """The file or its directory cannot be created or written."""

    remedy = (
        "Give the bot's user write permission for the file and its directory (SQLite keeps -wal and -shm files beside it), "
        "or set ZAMKI_DATABASE to another path."
    )


class StoreFull(StoreError):
    """The disk is full."""

    remedy = "Make room on the disk, and do it again: nothing is lost."


class ServerUnwritable(StoreError):
    """The database on a server cannot be written."""

    remedy = (
        "Give its user the right to create tables in the schema, and name the server that writes, not a copy that only reads."
    )


class TooNew(StoreError):
    """A later version of the bot has written to this database."""

    lasting = True
    remedy = "Install the newer version of the bot again, or restore a backup made by this version (bot.py restore)."


class TooOld(StoreError):
    """The database was last used by a version before 1.0.0."""

    lasting = True
    remedy = "Start version 1.0.0 of the bot on it once, which migrates it, and then this version."


class NotOurs(StoreError):
    """The file is not a database, or belongs to another program."""

    lasting = True
    remedy = (
        "Set ZAMKI_DATABASE to another path; a file that does not exist yet is created (in PostgreSQL: to an empty database)."
    )


class Empty(NotOurs):
    """The file has nothing in it yet."""


class NotABackup(NotOurs):
    """The file to restore is not a backup of one of our databases."""

    remedy = "Name a file that bot.py backup or ZAMKI_BACKUPS has made. The database is as it was."


class NoSource(NotOurs):
    """The database to read does not exist."""

    remedy = "Name the database that the bot uses (ZAMKI_DATABASE): the path of its file, or its postgresql:// URL."


class StoreOutdated(StoreError):
    """The database has an earlier version, and read-only access does not migrate it."""

    remedy = "Start the bot once: it keeps a copy of the database and migrates it. Or use the version of the bot that wrote it."


class InUse(StoreError):
    """Another running process uses this database."""

    remedy = "Stop the other bot first, or give this one a database of its own with ZAMKI_DATABASE."


class Damaged(StoreError):
    """The integrity check found faults."""

    lasting = True
    remedy = "Stop the bot and restore the latest good backup (bot.py restore; in PostgreSQL: pg_restore)."


class Replaced(StoreError):
    """The database and the log beside it do not belong together."""

    lasting = True
    remedy = (
        "Put the backup that you want into its place with bot.py restore FILE, which keeps what is there; or move the -wal and"
        " -shm files away, and the database is taken as it is. Never copy a file over the database."
    )


class Missing(StoreError):
    """There is no database, but something that one has left."""

    lasting = True
    remedy = (
        "Restore one of the copies (bot.py restore FILE), which also finishes a restore that was interrupted; or name the right"
        " path in ZAMKI_DATABASE; or, for a new and empty database, move these files away."
    )


class StoreUnreachable(StoreError):
    """The database server cannot be used: it is down, too old, or refuses the connection."""

    remedy = (
        "Start PostgreSQL (15 or newer) and look at host, port, user, password and database in ZAMKI_DATABASE "
        "(postgresql://user:password@host:5432/database)."
    )


class DriverMissing(StoreError):
    """The driver for this kind of database is not installed."""

    lasting = True
    remedy = "Install it: .venv/bin/python -m pip install --require-hashes -r requirements-postgres.lock."


class OnlyFiles(StoreError):
    """The operation is possible only with an SQLite file."""

    remedy = (
        "While the bots run, pg_dump --format=custom --file=zamki.dump URL makes a backup; with all bots stopped, "
        "pg_restore --clean --if-exists --no-owner --dbname=URL zamki.dump puts it back."
    )


class OtherShards(StoreError):
    """Processes on one database disagree about the number of shards."""

    remedy = "Set the same number behind the / of ZAMKI_SHARDS everywhere; to change it, stop all processes first."


class NotEmpty(StoreError):
    """The target of a move is not empty."""

    remedy = "Name a file that does not exist yet, or an empty PostgreSQL database."


class Unequal(StoreError):
    """The moved data is not identical; none of it was kept."""

    remedy = "The old database is as it was: go on with it, and tell us."


class Overtaken(Exception):
    """Another process has changed the table since it was loaded; nothing was stored."""


class Repeated(Exception):
    """The interaction has already been carried out, by any process; nothing was stored."""


class ClaimLost(Exception):
    """A claim has passed to another process, or its lease has run out. Work under it must stop."""
