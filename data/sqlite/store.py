"""The SQLite store: one writer, one reader, one process.

Everything acknowledged survives `kill -9` and a power cut: WAL with `synchronous=FULL` syncs each commit (about a millisecond
on an SSD, which is fine with one transaction per move).
"""

# ruff: noqa: S608 - only our own names of tables and columns are interpolated; values are always parameters.
import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Self

import aiosqlite

from data import telemetry
from data.answers_file import AnswersFile
from data.errors import Damaged, InUse, NoSource, NotOurs
from data.records.messages import Posted
from data.records.outbox import OutboxRecord, StoredOutboxRow, Struck
from data.records.processes import Claim, News, Work
from data.sql import outbox
from data.sql.statements import insert
from data.sql.subjects import SubjectWrites
from data.sqlite.claims import Claims, ClaimWrites, ProcessWrites
from data.sqlite.connection import BUSY_MILLISECONDS, Connected, Writing, connect
from data.sqlite.copying import Copying
from data.sqlite.files import (
    beside,
    check_place,
    make_file,
    open_to_read,
    quick_check,
    reading,
    roll_back,
    tighten,
    unwritable,
    version_of,
)
from data.sqlite.generation import left_log
from data.sqlite.hold import Hold
from data.sqlite.log import Log
from data.sqlite.migrate import migrate
from data.store import Reads, Store, Transaction

logger = logging.getLogger(__name__)

_FRESH = "(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'outbox')"


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
            roll_back(path)
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
                writer = await connect(path)
                connections.append(writer)
                log = Log()
                await log.begin(writer)  # before a migration writes into it
                await migrate(writer, path)
                await log.begin(writer)
                # A harmless write: better refused now than at the first move.
                await writer.execute(
                    "INSERT INTO meta VALUES ('opened', unixepoch()) ON CONFLICT DO UPDATE SET value = unixepoch()"
                )
                reader = await connect(path)
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
