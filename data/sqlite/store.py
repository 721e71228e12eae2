"""The SQLite store: one writer, one reader, one process.

Everything acknowledged survives `kill -9` and a power cut: WAL with `synchronous=FULL` syncs each commit (about a millisecond
on an SSD, which is fine with one transaction per move).
"""

# ruff: noqa: S608 - only our own names of tables and columns are interpolated; values are always parameters.
import asyncio
import functools
import itertools
import logging
import os
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Self

import aiosqlite

from data import telemetry
from data.answers_file import AnswersFile
from data.errors import ClaimLost, Damaged, InUse, NoSource, NotOurs
from data.locks import lock
from data.records import Claim, News, OutboxRecord, Posted, StoredOutboxRow, Struck, Work
from data.sql import outbox
from data.sql.sharing import SharingWrites
from data.sql.statements import Statements, column_list, insert, upsert
from data.sql.subjects import SubjectWrites
from data.sqlite.files import (
    beside,
    check_place,
    make_file,
    make_folder,
    open_to_read,
    quick_check,
    reading,
    tighten,
    unwritable,
    version_of,
)
from data.sqlite.generation import NEXT_LOG, has_mark, left_log
from data.sqlite.migrate import migrate
from data.store import Reads, Store, Transaction

logger = logging.getLogger(__name__)

BUSY_MILLISECONDS = 5000

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "wal_autocheckpoint = 0")
"""Of both connections."""

COMMITS = 256
"""Transactions after which the log is moved into the file: about 4 MB of log."""

# aiosqlite writes each statement with its values into its debug log, including secret choices.
logging.getLogger("aiosqlite").setLevel(logging.INFO)

_OTHER = re.compile(
    r'::\w+| COLLATE "C"| FOR (?:NO KEY )?UPDATE(?: SKIP LOCKED)?'
    r"|\b(?:true|false|least|greatest|bool_or|json_build_array|json_agg)\b"
)
_WORDS = {
    "true": "1",
    "false": "0",
    "least": "min",
    "greatest": "max",
    "bool_or": "max",
    "json_build_array": "json_array",
    "json_agg": "json_group_array",
}


_FRESH = "(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'outbox')"


class Connected(Statements):
    """Statements on a connection: the reader's, or the writer's inside a transaction."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self._db.execute_fetchall(*fill(in_sqlite(sql), values))]

    async def _run(self, sql: str, *values: Any) -> None:
        await self._db.execute_fetchall(*fill(in_sqlite(sql), values))

    async def _run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        await self._db.executemany(in_sqlite(sql), list(values))

    async def _later(self, sql: str, *values: Any, unless: type[Exception] | None = None) -> None:
        raise NotImplementedError  # nothing is written outside a transaction

    async def _lock_rows(self, sql: str, *numbers: int) -> bool:  # noqa: ARG002 - there is nothing to lock
        return True  # transactions take turns anyway

    async def _have_alone(self, what: str, number: int) -> None:
        """Transactions take turns anyway."""


class Log:
    """The -wal file of an open store, and when it is moved into the database file. SQLite would do that by itself, but begin
    the next log unnoticed, without a mark (`data.sqlite.generation`).
    """

    def __init__(self) -> None:
        self.moved = False
        """Whether the file has everything: then the next transaction may begin a new log, and marks it."""
        self._marks = False
        self._commits = 0

    async def begin(self, db: aiosqlite.Connection) -> None:
        """Move all that an earlier process left, and begin a new log."""

        def work() -> None:
            self._marks = has_mark(db._conn)  # noqa: SLF001 - as below
            self.move(db._conn, "TRUNCATE")  # noqa: SLF001
            if self.moved:
                db._conn.execute(NEXT_LOG)  # noqa: SLF001
                self.moved = False

        visit: Callable[[Any], Awaitable[None]] = db._execute  # noqa: SLF001
        await visit(work)

    def move(self, db: sqlite3.Connection, how: str = "PASSIVE") -> None:
        """Move the log into the file, as far as nobody is reading."""
        self._commits = 0
        with suppress(sqlite3.Error):  # the disk is full: later, then
            _, frames, moved = db.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
            self.moved = self._marks and frames == moved

    def note_commit(self, db: sqlite3.Connection, *, marked: bool) -> None:
        """A transaction was committed; `marked`: with NEXT_LOG."""
        self.moved &= not marked
        self._commits += 1
        if self._commits >= COMMITS:
            self.move(db)


class Writing(Connected):
    """A transaction that begins with its first statement; a single statement is its own transaction. Statements without rows
    are run together with the next one that has some, or with the commit, in one call to the connection's thread, as each call
    costs more than most statements. Their errors are raised there, and roll the transaction back all the same.
    """

    def __init__(self, db: aiosqlite.Connection, log: Log) -> None:
        super().__init__(db)
        self._log = log
        self._marked = False
        self._late: list[tuple[str, Sequence[Any], bool, type[Exception] | None]] = []
        """Statements not run yet: their values, whether those are for many rows, and what to raise if they affect no row."""
        self._begun = self._over = False

    def _add(
        self, sql: str, values: Sequence[Any], *, many: bool = False, unless: type[Exception] | None = None, first: bool = False
    ) -> None:
        assert not self._over, "nothing follows the last statement of a transaction"
        self._late.insert(0 if first else len(self._late), (sql, values, many, unless))

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        self._add(*fill(in_sqlite(sql), values))
        return await self._carried_out()

    async def _last_rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        self._add(*fill(in_sqlite(sql), values))
        return await self._carried_out(last=True)

    async def _run(self, sql: str, *values: Any) -> None:
        self._add(*fill(in_sqlite(sql), values))

    async def _run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        self._add(in_sqlite(sql), list(values), many=True)

    async def _later(self, sql: str, *values: Any, unless: type[Exception] | None = None) -> None:
        self._add(*fill(in_sqlite(sql), values), unless=unless)

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()  # one after the other, in no more calls than otherwise

    async def commit(self) -> None:
        """Run the waiting statements and end the transaction."""
        if not self._over and (self._begun or self._late):
            await self._carried_out(last=True)

    async def _carried_out(self, *, last: bool = False) -> list[tuple[Any, ...]]:
        """Run the waiting statements, and return the rows of the last one. `last`: the transaction ends with it."""
        by_itself = last and len(self._late) < 2 and not self._log.moved and not any(many for _, _, many, _ in self._late)
        if not self._begun and not by_itself:
            self._begun = True
            if self._log.moved:
                self._marked = True
                self._add(NEXT_LOG, (), first=True)
            self._add("BEGIN IMMEDIATE", (), first=True)
        late, self._late, self._over = self._late, [], last

        def work() -> list[tuple[Any, ...]]:
            db = self._db._conn  # noqa: SLF001 - as below
            rows: list[tuple[Any, ...]] = []
            for sql, values, many, unless in late:
                done = (db.executemany if many else db.execute)(sql, values)
                rows = done.fetchall()
                if unless is not None and not done.rowcount:
                    raise unless
            if last and self._begun:
                db.execute("COMMIT")
            if last:
                self._log.note_commit(db, marked=self._marked)
            return rows

        # aiosqlite has no method that runs several statements with their values.
        visit: Callable[[Any], Awaitable[list[tuple[Any, ...]]]] = self._db._execute  # noqa: SLF001
        return await visit(work)


@functools.lru_cache(maxsize=1024)
def in_sqlite(sql: str) -> str:
    """Returns a statement in SQLite's dialect: without types, locks and collations, and with booleans as 1 and 0."""
    return _OTHER.sub(lambda found: _WORDS.get(found[0], ""), sql)


def fill(sql: str, values: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """Returns a statement with a placeholder for each value of its lists, and the values as a flat tuple."""
    if "??" not in sql:
        return sql, values
    flat: list[Any] = []
    for value in values:
        if isinstance(value, list):
            sql = sql.replace("??", ", ".join("?" for _ in value), 1)
            flat += value
        else:
            flat.append(value)
    return sql, tuple(flat)


class Copying(Connected):
    """See `data.moving.Copying`."""

    async def columns(self, table: str) -> list[str]:
        return [row[1] for row in await self._rows(f"PRAGMA table_info({table})")]

    async def batches(
        self, table: str, columns: Iterable[str], key: Iterable[str], size: int
    ) -> AsyncIterator[list[tuple[Any, ...]]]:
        await self._rows("SELECT 1")  # runs what is still waiting
        async with self._db.execute(f"SELECT {column_list(columns)} FROM {table} ORDER BY {column_list(key)}") as cursor:
            while rows := [tuple(row) for row in await cursor.fetchmany(size)]:
                yield rows

    async def add_rows(self, table: str, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
        await self._run_each(insert(table, *columns), rows)

    async def empty(self, table: str) -> None:
        await self._run(f"DELETE FROM {table}")

    async def counters(self) -> dict[str, int]:
        given = dict(await self._rows("SELECT name, seq FROM sqlite_sequence"))
        return {table: given.get(table, 0) for table in ("subjects", "outbox")}

    async def set_counters(self, counters: Mapping[str, int]) -> None:
        for table, number in counters.items():
            await self._run("DELETE FROM sqlite_sequence WHERE name = ?", table)
            if number:
                await self._run("INSERT INTO sqlite_sequence VALUES (?, ?)", table, number)

    def as_kept(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        return row


class Claims:
    """The claims of this process."""

    def __init__(self) -> None:
        self._held: dict[tuple[int, Work], int] = {}
        self._tokens = itertools.count(1)

    def take(self, subject: int, work: Work) -> Claim | None:
        """See `data.store.Store.claim`."""
        if (subject, work) in self._held:
            return None
        token = self._held[subject, work] = next(self._tokens)
        return Claim(subject, work, token)

    def has(self, claim: Claim) -> bool:
        """Returns whether this is the newest claim, and has not been given back."""
        return self._held.get((claim.subject, claim.work)) == claim.token

    def end(self, claim: Claim) -> None:
        """Give a claim back."""
        if self.has(claim):
            del self._held[claim.subject, claim.work]


class ClaimWrites(SharingWrites):
    """See `data.sql.sharing`."""

    claims: Claims
    released: list[Claim]
    """Given back when the transaction is committed; before that, others would not see what was done under them."""

    async def hold(self, claim: Claim) -> None:
        if not self.claims.has(claim):
            raise ClaimLost

    async def release(self, claim: Claim) -> None:
        await self.hold(claim)
        self.released.append(claim)

    async def announce(self, news: News) -> None:
        """Do nothing, as there are no other processes."""


class ProcessWrites(SharingWrites):
    """See `data.sql.sharing`."""

    async def keep_process(self, process: str, seconds: float) -> int:
        await self._run("DELETE FROM processes")
        await self._run("INSERT INTO processes VALUES (?, ?)", process, time.time() + seconds)
        return 1

    async def hold_shards(self, process: str, count: int, wanted: Iterable[int], most: int, seconds: float) -> list[int]:
        until = time.time() + seconds
        await self._run("DELETE FROM shards WHERE process <> ? OR count <> ?", process, count)
        await self._run("UPDATE shards SET until = ?", until)
        held = set(await self._column("SELECT shard FROM shards"))
        for shard in sorted(set(wanted) - held)[: max(0, most - len(held))]:
            await self._run("INSERT INTO shards VALUES (?, ?, ?, ?)", shard, count, process, until)
            held.add(shard)
        return sorted(held)

    async def login_turn(self, bucket: int, seconds: float) -> float:
        now = time.time()
        last = await self._value("SELECT at FROM logins WHERE bucket = ?", bucket)
        if last is not None and now < last + seconds:
            return float(last + seconds - now)
        await self.logged_in(bucket)
        return 0.0

    async def logged_in(self, bucket: int) -> None:
        await self._run(upsert("logins", ("bucket",), "at"), bucket, time.time())


class OutboxWrites(outbox.OutboxWrites):
    """See `data.sql.outbox`."""

    async def put_outbox(self, subject: int, rows: Iterable[OutboxRecord]) -> None:
        await self._run_each(
            "INSERT OR REPLACE INTO outbox (id, subject_id, key, kind, payload, due, beside, after, attempts) VALUES"
            f" (coalesce((SELECT id FROM outbox WHERE subject_id = ?1 AND key = ?2), {_FRESH}), ?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)",
            [(subject, row.key, row.kind, row.payload, row.due, row.beside, row.after) for row in rows],
        )


class SqliteSubjects(SubjectWrites):
    """See `data.sql.subjects`."""

    async def add_table(self, guild: int, columns: Sequence[str], values: Sequence[Any]) -> int:
        await self._run(insert("subjects", "kind", "guild"), "table", guild)
        row = insert("tables", "id", *columns).replace("VALUES (?", "VALUES (last_insert_rowid()")
        return int(await self._value(f"{row} RETURNING id", *values))


class Hold:
    """The exclusive hold on a database: an advisory lock on `<database>.lock`, which ends with the process in any case."""

    def __init__(self, path: Path) -> None:
        """Take the hold. Raises InUse if another process has it, and Unwritable if the lock file cannot be created."""
        file = path.with_name(path.name + ".lock")
        try:
            make_folder(path.parent)
            self._file = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise unwritable(file, error) from error
        if not lock(self._file):
            os.close(self._file)
            raise InUse(f"{path} is held by another running process.")

    def release(self) -> None:
        os.close(self._file)


class SqliteTransaction(OutboxWrites, SqliteSubjects, ClaimWrites, ProcessWrites, Writing, Copying, Transaction):
    """Implements `data.store.Transaction` on the writer's connection."""

    def __init__(self, db: aiosqlite.Connection, log: Log, claims: Claims) -> None:
        super().__init__(db, log)
        self.claims = claims
        self.released = []

    async def finish_row(
        self,
        serials: Sequence[int],
        claim: Claim,
        shown: Iterable[tuple[str, int, Posted]],
        *,
        sent: float | None = None,
        hand: float | None = None,
    ) -> Struck:
        await self.hold(claim)
        await self.put_messages(claim.subject, shown)
        struck = await self.strike_outbox(*serials, hand=hand, last=sent is None)
        if sent is not None and struck.waits:
            await self.begin_waits(claim.subject, sent)
        if not struck.hands:
            self.released.append(claim)
        return struck

    async def run(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows, for tests and tools that use SQLite directly."""
        self._add(sql, tuple(values))
        return await self._carried_out()


class SqliteStore(Connected, Store):
    """Implements `data.store.Store`; created by `SqliteStore.open`. Reads run beside writes, transactions in turn."""

    shared = False

    @property
    def ahead(self) -> float:
        return time.time() - time.monotonic()

    def __init__(
        self,
        path: Path,
        hold: Hold,
        writer: tuple[aiosqlite.Connection, Log],
        reader: aiosqlite.Connection,
        answers: AnswersFile,
    ) -> None:
        super().__init__(reader)
        self.path = path
        self._hold = hold
        self._writer, self._log = writer
        self._turn = asyncio.Lock()
        self._claims = Claims()
        self._answers = self.owed = answers

    @classmethod
    async def open(cls, path: str | Path) -> Self:
        """Open the database, create it if there is none, and migrate it. Raises a StoreError that names the remedy; then a
        database of another program or a newer one is as it was.
        """
        path = Path(path)
        with _explain(path):
            check_place(path)
        hold = Hold(path)
        connections: list[aiosqlite.Connection] = []
        try:
            with _explain(path):
                if not path.exists():
                    logger.info("creating a new database: %s", path.absolute())
                tighten(beside(path))
                make_file(path)
                # First without aiosqlite, whose thread outlives a connection that fails.
                sqlite3.connect(path).close()
                killed = left_log(path)
                if not await asyncio.to_thread(quick_check, path, whole=killed):
                    logger.info("skipping the integrity check, %s is too large; bot.py --check reads all of it", path)
                writer = await _connect(path)
                connections.append(writer)
                log = Log()
                await log.begin(writer)  # before a migration writes into it
                await migrate(writer, path)
                await log.begin(writer)
                # A harmless write: better refused now than at the first move.
                await writer.execute(
                    "INSERT INTO meta VALUES ('opened', unixepoch()) ON CONFLICT DO UPDATE SET value = unixepoch()"
                )
                reader = await _connect(path)
                connections.append(reader)
                await reader.execute("PRAGMA query_only = ON")
            answers = _answers(path)
        except BaseException:
            for connection in connections:
                await connection.close()
            hold.release()
            raise
        return cls(path, hold, (writer, log), reader, answers)

    async def close(self) -> None:
        """Close after the current transaction."""
        async with self._turn:
            await self._db.close()
            await self._writer.close()
            self._answers.close()
            self._hold.release()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[SqliteTransaction]:
        """Open a transaction, committed at the end of the block and rolled back on any exception. Transactions take turns."""
        async with telemetry.store_turn(self._turn):
            try:
                tx = SqliteTransaction(self._writer, self._log, self._claims)
                yield tx
                await tx.commit()
                for claim in tx.released:
                    self._claims.end(claim)
            except BaseException:
                await asyncio.shield(self._writer.rollback())
                raise

    async def claim(self, subject: int, work: Work) -> Claim | None:
        return self._claims.take(subject, work)

    async def claim_outbox(
        self, now: float, late: float, resting: Collection[int], without: Collection[int] = ()
    ) -> tuple[tuple[StoredOutboxRow, Claim] | None, list[StoredOutboxRow]]:
        heads = await self.outbox_heads(late)
        for row in heads:
            if row.due > now or row.subject_id in without or (row.kind == "scene" and row.subject_id in resting):
                continue
            if (claim := self._claims.take(row.subject_id, "outbox")) is not None:
                return (row, claim), [other for other in heads if other is not row]
        return None, heads

    async def give_back(self, claim: Claim) -> None:
        self._claims.end(claim)

    def holds(self, claim: Claim) -> bool:
        return self._claims.has(claim)

    async def announce(self, news: News) -> None:
        """Do nothing, as there are no other processes."""

    def listen(self, hear: Callable[[News], None]) -> None:
        """Do nothing, as there are no other processes."""

    async def read(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """Returns the rows of a query as of the last commit, for tests and tools that use SQLite directly."""
        return [tuple(row) for row in await self._db.execute_fetchall(sql, values)]


class SqliteReader(Connected, Reads):
    """A read-only database, whether or not a bot is running on it. It is not changed or migrated."""

    def __init__(self, path: Path, db: aiosqlite.Connection, version: int) -> None:
        super().__init__(db)
        self.path = path
        self.version = version

    @classmethod
    async def open(cls, path: str | Path) -> Self:
        """Open an existing database. Raises NoSource, NotOurs, TooNew, TooOld, Damaged."""
        path = Path(path)
        if not path.is_file():
            raise NoSource(f"There is no database at {path.absolute()}.")
        with _explain(path):
            with open_to_read(path) as db:
                version = version_of(db, path)
            connection = await aiosqlite.connect(reading(path), uri=True, isolation_level=None)
            await connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
            await connection.execute("BEGIN")
        return cls(path, connection, version)

    async def close(self) -> None:
        await self._db.close()


def _answers(database: Path) -> AnswersFile:
    path = database.with_name(database.name + ".answers")
    try:
        return AnswersFile(path)
    except OSError as error:
        raise unwritable(path, error) from error


async def _connect(path: Path) -> aiosqlite.Connection:
    # Autocommit mode: transactions begin only where the code says so.
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        for pragma in (f"busy_timeout = {BUSY_MILLISECONDS}", *PRAGMAS):
            await connection.execute_fetchall(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


@contextmanager
def _explain(path: Path) -> Iterator[None]:
    """Convert SQLite's errors while opening to ours."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise NotOurs(f"{path} is not a database.") from error
        if code == sqlite3.SQLITE_CORRUPT:
            raise Damaged(f"{path} is damaged ({error}).") from error
        if code == sqlite3.SQLITE_BUSY:
            raise InUse(f"{path} is locked by another program ({error}).") from error
        raise unwritable(path, error) from error
