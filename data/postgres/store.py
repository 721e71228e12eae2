"""The store in PostgreSQL, shared by several processes. Each has one connection that writes, a few that read, and one for its
lease.

Everything acknowledged survives a kill and a power cut: `synchronous_commit` is on whatever the server's default is. A process
that needs the database alone (to move it) keeps all others out with an advisory lock of its writing connection's session, which
ends with it in any case; all others share that lock.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Self

import asyncpg

from data import telemetry
from data.address import printable
from data.answers_file import SharedAnswers
from data.errors import Damaged, InUse, NotOurs, ServerUnwritable, StoreError, StoreUnreachable
from data.postgres.claims import CHANNEL, NOTIFY, RELEASE, TAKE, TAKE_ROW, ClaimWrites, ProcessWrites, encode
from data.postgres.connection import Begin, Connected, Writing, away_as_unreachable, in_postgres
from data.postgres.copying import Copying
from data.postgres.lease import Lease
from data.postgres.migrate import migrate, version_of
from data.records.outbox import OutboxRecord, StoredOutboxRow
from data.records.processes import Claim, News, Work
from data.sql import outbox
from data.sql.statements import insert
from data.sql.subjects import SubjectWrites
from data.store import Reads, Store, Transaction
from data.versions import APPLICATION_ID

log = logging.getLogger(__name__)

# A new row's `id` is its `serial`; a replacement gets a new serial and keeps the id.
_PUT = (
    "INSERT INTO outbox (serial, id, subject_id, key, kind, payload, due, beside, after, attempts)"
    " SELECT fresh, fresh, ?, key, kind, payload, due, beside, after, 0 FROM"
    " (SELECT nextval('outbox_serial') AS fresh, given.* FROM unnest(?::text[], ?::text[], ?::text[], ?::double precision[],"
    " ?::boolean[], ?::double precision[]) WITH ORDINALITY AS given (key, kind, payload, due, beside, after, place)"
    " ORDER BY place) AS new ON CONFLICT (subject_id, key) DO UPDATE SET serial = excluded.serial, kind = excluded.kind,"
    " payload = excluded.payload, due = excluded.due, beside = excluded.beside, after = excluded.after, attempts = 0"
)


OLDEST = 15
"""The oldest supported major version of the server."""

READERS = 4
"""The most connections for reading."""

CONNECT_SECONDS = 10.0

HOLD_TRIES = 10

HOLD_SECONDS = 0.1
"""Attempts to lock the database, and seconds between them: the server may need a moment to notice that an old connection of
ours has ended, and keeps its lock until then.
"""

COMMAND_SECONDS = 30.0
"""Seconds without an answer after which the server counts as away."""

ROLLBACK_SECONDS = 5.0
"""Seconds to wait for a rollback; then the connection is closed, and the server rolls back by itself."""

IDLE_SECONDS = 6
"""Seconds without a statement within a transaction after which the server ends it and frees its locks, as the process is frozen
or gone. Shorter than a lease, whose takeover may need one of those rows.
"""

LOCK_SECONDS = 10
"""Seconds for which a statement waits for a lock: longer than a frozen process can keep one, so it ends only faults of ours."""

KEEPALIVE = {"idle": 5, "interval": 3, "count": 3}

GONE_SECONDS = 15
"""After `idle` seconds of silence the server sends `count` probes, and then closes the connection; its default is two hours.
The second limit, in seconds, is for data that our computer does not acknowledge.
"""

NAME = {"application_name": "zamki"}
"""The only parameter set on connecting: a pooler (PgBouncer) refuses all others there."""

UNBOUNDED = "SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0"
"""Settings for a process that has the database alone: as nobody else waits, there are no time limits."""

WAITED = (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError)
"""Errors that end the wait for a lock and leave the connection usable."""


class OutboxWrites(outbox.OutboxWrites):
    """See `data.sql.outbox`."""

    async def put_outbox(self, subject: int, rows: Iterable[OutboxRecord]) -> None:
        values = [(row.key, row.kind, row.payload, row.due, row.beside, row.after) for row in rows]
        if values:
            await self._later(_PUT, subject, *map(list, zip(*values, strict=True)))


class PostgresSubjects(SubjectWrites):
    """See `data.sql.subjects`."""

    async def add_table(self, guild: int, columns: Sequence[str], values: Sequence[Any]) -> int:
        subject = f"{insert('subjects', 'kind', 'guild')} RETURNING id"
        row = insert("tables", "id", *columns).replace("VALUES (?", "VALUES ((SELECT id FROM subject)")
        return int(await self._value(f"WITH subject AS ({subject}) {row} RETURNING id", "table", guild, *values))


def session() -> str:
    """Returns the settings that are sent on every new connection."""
    said = {
        "synchronous_commit": "on",
        "jit": "off",
        "idle_in_transaction_session_timeout": f"'{IDLE_SECONDS}s'",
        "lock_timeout": f"'{LOCK_SECONDS}s'",
        "tcp_user_timeout": f"'{GONE_SECONDS}s'",
        **{f"tcp_keepalives_{name}": str(value) for name, value in KEEPALIVE.items()},
    }
    return "; ".join(f"SET {name} = {value}" for name, value in said.items())


class PostgresTransaction(OutboxWrites, PostgresSubjects, ClaimWrites, ProcessWrites, Writing, Copying, Transaction):
    """Implements `data.store.Transaction` on the writing connection; tables that it reads are locked until it ends."""

    def __init__(self, begin: Begin, holder: int | None) -> None:
        super().__init__(begin)
        self.holder = holder
        self.released = []


class PostgresStore(Connected, Store):
    """Implements `data.store.Store`. Created by `PostgresStore.open`; reads run concurrently with writes, transactions one
    after the other. A broken connection is reopened by the next operation that needs it; the current operation raises.
    """

    shared = True

    def __init__(self, url: str, writer: asyncpg.Connection, readers: asyncpg.Pool, lease: Lease, *, alone: bool) -> None:
        super().__init__(readers)
        self._url = url
        self._writer = writer
        self._readers = readers
        self._lease = lease
        self._alone = alone
        self._turn = asyncio.Lock()
        self._closed = False
        self._claims: dict[tuple[int, Work], tuple[int, int]] = {}
        """The claims of this process: the token, and the number that it had at that time."""

    @classmethod
    async def open(cls, url: str, *, alone: bool = False, state: Path | None = None) -> Self:
        """Open the database of a `postgresql://` URL and migrate it; an empty one is initialized. `alone`: no other process may
        have it open. `state`: the folder for local notes. Raises a StoreError that names the remedy.
        """
        with _explain(url):
            writer = await _holding(url, alone=alone)
            try:
                schema = await migrate(writer, printable(url))
                # A harmless write: better refused now than at the first move.
                await writer.execute(
                    "INSERT INTO meta (key, value) VALUES ('opened', extract(epoch FROM now())::bigint::text)"
                    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
                )
                readers = await asyncpg.create_pool(
                    url,
                    # No idle connections: while the server is away, the pool would retry by itself and fill the log.
                    min_size=0,
                    max_size=READERS,
                    timeout=CONNECT_SECONDS,
                    command_timeout=COMMAND_SECONDS,
                    server_settings=NAME,
                    init=_only_reads,
                    # Single statements leave nothing to reset, and a reset would undo the session's settings.
                    reset=_as_it_is,
                )
                lease = Lease(partial(_connect, url), schema)
                await lease.start()
            except BaseException:
                writer.terminate()
                raise
        store = cls(url, writer, readers, lease, alone=alone)
        if state is not None:
            store.owed = _answers(state, url)
        return store

    async def close(self) -> None:
        """Close after the current transaction; the claims of this process are immediately free."""
        self._closed = True
        try:
            async with self._turn:
                await self._lease.close()
                await self._readers.close()
                await self._writer.close()
        finally:  # cancelled, or the server does not answer
            self._lease.end()
            self._readers.terminate()
            self._writer.terminate()
            if self.owed is not None:
                self.owed.close()

    @property
    def ahead(self) -> float:
        return self._lease.ahead

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[PostgresTransaction]:
        """Open a transaction, committed at the end of the block and rolled back on any exception. Transactions take turns."""
        async with telemetry.store_turn(self._turn):
            try:
                tx = PostgresTransaction(self._begin, self._lease.holder)
                yield tx
                await tx.commit()
            except BaseException:
                await asyncio.shield(self._roll_back())
                raise
            for claim in tx.released:
                self._forget(claim)

    async def claim(self, subject: int, work: Work) -> Claim | None:
        async with self._turn:
            holder = self._lease.holder
            if holder is None or self._still_claims(subject, work):
                return None
            rows = await self._at_once(TAKE, subject, work, holder)
            return self._keep(Claim(subject, work, rows[0][0]), holder) if rows else None

    async def claim_outbox(
        self, now: float, late: float, resting: Collection[int], without: Collection[int] = ()
    ) -> tuple[tuple[StoredOutboxRow, Claim] | None, list[StoredOutboxRow]]:
        async with self._turn:
            holder = self._lease.holder
            if holder is None:
                return None, []
            mine = [subject for subject, work in self._claims if work == "outbox" and self._still_claims(subject, work)]
            rows = await self._at_once(TAKE_ROW, late, now, list(resting), holder, [*mine, *without])
            heads = [StoredOutboxRow(*values) for *values, token in rows if token is None]
            taken = [(StoredOutboxRow(*values), token) for *values, token in rows if token is not None]
            if not taken:
                return None, heads
            (row, token), *_ = taken
            return (row, self._keep(Claim(row.subject_id, "outbox", token), holder)), heads

    async def give_back(self, claim: Claim) -> None:
        async with self._turn:
            try:
                await self._at_once(RELEASE, claim.subject, claim.work, claim.token)
            finally:
                # Not earlier: whoever claims meanwhile would get the same work again. If the server is away, the claim stays
                # there under our lease, and we can take it again.
                self._forget(claim)

    def holds(self, claim: Claim) -> bool:
        token, holder = self._claims.get((claim.subject, claim.work), (0, 0))
        return token == claim.token and holder == self._lease.holder

    async def announce(self, news: News) -> None:
        async with self._turn:
            await self._at_once(NOTIFY, CHANNEL, encode(self._lease.holder, news))

    def listen(self, hear: Callable[[News], None]) -> None:
        self._lease.listen(hear)

    def _still_claims(self, subject: int, work: Work) -> bool:
        """Returns whether this process has claimed it and has kept its number since."""
        return self._claims.get((subject, work), (0, 0))[1] == self._lease.holder

    def _keep(self, claim: Claim, holder: int) -> Claim:
        self._claims[claim.subject, claim.work] = claim.token, holder
        return claim

    def _forget(self, claim: Claim) -> None:
        if self._claims.get((claim.subject, claim.work), (0, 0))[0] == claim.token:
            del self._claims[claim.subject, claim.work]

    async def _at_once(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run one statement as its own transaction, for the caller that has the turn."""
        with away_as_unreachable():
            if self._writer.is_closed():
                await self._hold_again()
            return [tuple(row) for row in await self._writer.fetch(in_postgres(sql), *values)]

    async def _begin(self, first: str) -> tuple[asyncpg.Connection, str]:
        sql = f"BEGIN; {first}"
        if not self._writer.is_closed():
            try:
                return self._writer, await self._writer.execute(sql)
            except WAITED:
                raise
            except Exception:  # noqa: BLE001 - the driver's errors have no common base; nothing has been done yet
                self._writer.terminate()
        await self._hold_again()
        return self._writer, await self._writer.execute(sql)

    async def _hold_again(self) -> None:
        """Reopen the writing connection. Raises StoreUnreachable once the store is closed: nobody would close another one."""
        if not self._closed:
            self._writer = await _holding(self._url, alone=self._alone)
        if self._closed:  # perhaps meanwhile
            self._writer.terminate()
            raise StoreUnreachable("The store is closed.")

    async def _roll_back(self) -> None:
        try:
            # Not the driver's own timeout, which starts only when the server has cancelled the previous statement.
            async with asyncio.timeout(ROLLBACK_SECONDS):
                await self._writer.execute("ROLLBACK")
        except Exception:  # noqa: BLE001 - as above; in any case the server ends what a lost connection had begun
            self._writer.terminate()


class PostgresReader(Connected, Reads):
    """A read-only database, on one connection with read-only transactions. Nothing is migrated."""

    def __init__(self, url: str, db: asyncpg.Connection, version: int) -> None:
        super().__init__(db)
        self._url = url
        self.version = version

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open an existing database, whether bots are running on it or not. Raises a StoreError that names the remedy."""
        with _explain(url):
            connection = await _connect(url)
            try:
                await _only_reads(connection)
                version = await version_of(connection, printable(url))
            except BaseException:
                connection.terminate()
                raise
        return cls(url, connection, version)

    async def integrity(self) -> None:
        """Read every row completely, and check that all references are valid. Raises Damaged."""
        faults = []
        for table in await self._column("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"):
            try:
                await self._db.fetchval(f'SELECT sum(length(t::text)) FROM "{table}" AS t', timeout=None)  # noqa: S608 - a name of ours
            except (asyncpg.DataCorruptedError, asyncpg.InternalServerError) as error:
                faults.append(f"{table} cannot be read ({error})")
        owned = await self._rows(
            "SELECT relname, attname, confrelid::regclass::text FROM pg_constraint"
            " JOIN pg_class ON pg_class.oid = conrelid"
            " JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]"
            " WHERE contype = 'f' AND relnamespace = current_schema()::regnamespace ORDER BY 1, 2"
        )
        for table, column, owner in owned:
            sql = f"SELECT count(*) FROM {table} AS t WHERE {column} IS NOT NULL AND NOT EXISTS"  # noqa: S608 - names of ours
            lost = await self._value(f"{sql} (SELECT 1 FROM {owner} WHERE id = t.{column})")  # noqa: S608
            if lost:
                faults.append(f"{lost} rows of {table} refer to nothing")
        if faults:
            raise Damaged(f"{printable(self._url)} is damaged: {'; '.join(faults[:5])}.")

    async def writable(self) -> bool:
        """Returns whether the database is a writable primary and its schema allows CREATE TABLE."""
        asked = "SELECT NOT pg_is_in_recovery() AND has_schema_privilege(current_schema(), 'CREATE')"
        return bool((await self._rows(asked))[0][0])

    async def close(self) -> None:
        await self._db.close()


async def _connect(url: str) -> asyncpg.Connection:
    connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS, server_settings=NAME)
    try:
        await connection.execute(session())
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _only_reads(connection: asyncpg.Connection) -> None:
    await connection.execute(f"{session()}; SET default_transaction_read_only = on")


async def _as_it_is(_connection: asyncpg.Connection) -> None:
    pass


def _answers(folder: Path, url: str) -> SharedAnswers | None:
    """Without the file, only answers known to the database are ended, so the bot starts anyway."""
    try:
        return SharedAnswers(folder, hashlib.sha256(printable(url).encode()).hexdigest()[:16])
    except OSError as error:
        log.warning("cannot write to %s (%s): set ZAMKI_STATE to another folder", folder, error.strerror)
        return None


async def _holding(url: str, *, alone: bool) -> asyncpg.Connection:
    """Open a connection that writes, and lock the database, shared with all other processes or `alone`. Raises InUse and
    Unreachable.
    """
    connection = await _connect(url)
    hold = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
    try:
        for _ in range(HOLD_TRIES):
            held = await connection.fetchval(f"SELECT {hold}($1)", APPLICATION_ID)
            if held:
                break
            await asyncio.sleep(HOLD_SECONDS)
        if alone:
            await connection.execute(UNBOUNDED)
        version = connection.get_server_version()
    except BaseException:
        connection.terminate()
        raise
    if held and version.major >= OLDEST:
        return connection
    connection.terminate()
    if not held:
        raise InUse(f"{printable(url)} is held by another running process.")
    raise StoreUnreachable(f"{printable(url)} is PostgreSQL {version.major}, older than {OLDEST}.")


@contextmanager
def _explain(url: str) -> Iterator[None]:
    """Convert errors while opening to ours."""
    try:
        yield
    except StoreError:
        raise
    except asyncpg.InvalidCatalogNameError as error:
        raise NotOurs(f"There is no database at {printable(url)} ({error}).") from error
    except (asyncpg.InsufficientPrivilegeError, asyncpg.ReadOnlySQLTransactionError, asyncpg.DiskFullError) as error:
        raise ServerUnwritable(f"{printable(url)} cannot be written ({error}).") from error
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StoreUnreachable(f"{printable(url)} cannot be reached ({str(error) or type(error).__name__}).") from error
