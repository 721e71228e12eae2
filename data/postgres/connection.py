"""How statements are run on a connection to PostgreSQL."""

import functools
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple

import asyncpg

from data.errors import StoreUnreachable
from data.sql.statements import Statements

AWAY = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.LockNotAvailableError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InterfaceError,
    # The server's last message when it arrives at the start of a statement.
    asyncpg.InternalClientError,
)
"""The driver's errors if the server is away, or cannot do what was asked at present; a retry may succeed."""

Begin = Callable[[str], Awaitable[tuple[asyncpg.Connection, str]]]
"""Begins a transaction together with a statement without values ("": none), in one message to the server. Returns the
connection and the server's command tag for the last of it.
"""


@contextmanager
def away_as_unreachable() -> Iterator[None]:
    """Convert the driver's errors for a server that is away to Unreachable, as callers take network errors for Discord's."""
    try:
        yield
    except AWAY as error:
        if isinstance(error, ValueError):
            raise  # values that the driver rejects
        raise StoreUnreachable(f"PostgreSQL does not answer ({str(error) or type(error).__name__}).") from error


class Connected(Statements):
    """Statements on a database: on the readers' pool, or on the writer's connection inside a transaction."""

    def __init__(self, db: asyncpg.Pool | asyncpg.Connection) -> None:
        self._db = db

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with away_as_unreachable():
            return [tuple(row) for row in await self._db.fetch(in_postgres(sql), *as_kept(values))]

    async def _run(self, sql: str, *values: Any) -> None:
        with away_as_unreachable():
            await self._db.execute(in_postgres(sql), *as_kept(values))

    async def _run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        with away_as_unreachable():
            await self._db.executemany(in_postgres(sql), [as_kept(row) for row in values])

    async def _later(self, sql: str, *values: Any, unless: type[Exception] | None = None) -> None:
        raise NotImplementedError  # nothing is written outside a transaction

    async def _lock_rows(self, sql: str, *numbers: int) -> bool:
        return bool(await self._rows(sql, *numbers))

    async def _have_alone(self, what: str, number: int) -> None:
        await self._rows("SELECT pg_advisory_xact_lock(hashtextextended(?, ?))", what, number)


class Late(NamedTuple):
    """A statement that is run with the next one."""

    sql: str
    values: tuple[Any, ...]
    unless: type[Exception] | None


class Writing(Connected):
    """A transaction that begins with its first statement. Statements within `together` are sent as one, as most of a
    statement's cost, here and on the server, is independent of what it does.
    """

    def __init__(self, begin: Begin) -> None:
        # There is no connection yet: the first statement provides it.
        self._begin = begin
        self._begun = self._joins = False
        self._late: list[Late] = []
        """Statements written together that have not been run yet."""

    async def _start(self, first: str = "") -> str:
        with away_as_unreachable():
            self._db, word = await self._begin(first)
        self._begun = True
        return word

    async def _carried_out(self) -> None:
        """Run the waiting statements, in a transaction that has begun."""
        if not self._begun:
            await self._start()
        if not self._late:
            return
        late, self._late = self._late, []
        sql = join(tuple((each.sql, len(each.values), each.unless is not None) for each in late))
        rows = await super()._rows(sql, *(value for each in late for value in each.values))
        counts = iter(rows[0])
        for each in late:
            if each.unless is not None and not next(counts):
                raise each.unless

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        await self._carried_out()
        return await super()._rows(sql, *values)

    async def _run(self, sql: str, *values: Any) -> None:
        await self._carried_out()
        await super()._run(sql, *values)

    async def _run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        await self._carried_out()
        await super()._run_each(sql, values)

    async def _later(self, sql: str, *values: Any, unless: type[Exception] | None = None) -> None:
        self._late.append(Late(sql, values, unless))
        if not self._joins:
            await self._carried_out()

    def together(self) -> AbstractContextManager[None]:
        return self._joining()

    @contextmanager
    def _joining(self) -> Iterator[None]:
        self._joins = True
        try:
            yield
        finally:
            self._joins = False

    async def _lock_rows(self, sql: str, *numbers: int) -> bool:
        if self._begun or self._late:
            return bool(await self._rows(sql, *numbers))
        places = iter(numbers)
        return await self._start(re.sub(r"\?", lambda _: str(int(next(places))), sql)) != "SELECT 0"

    async def commit(self) -> None:
        """Run the waiting statements and end the transaction."""
        if self._late:
            await self._carried_out()
        if self._begun:
            with away_as_unreachable():
                await self._db.execute("COMMIT")


@functools.lru_cache(maxsize=1024)
def join(statements: tuple[tuple[str, int, bool], ...]) -> str:
    """Returns several statements as one, each given with the number of its values and whether its rows are counted; the counts
    are the values of the only row. The server chooses the order in which they run.
    """
    parts, counts, asked, before = list[str](), list[str](), list[str](), 0
    for number, (sql, values, counted) in enumerate(statements):
        said = in_postgres(sql, before)
        before += values
        if said.startswith("SELECT"):
            asked.append(f"({said})")  # as an unused CTE the server would skip it
            continue
        parts.append(f"late{number} AS ({said}{' RETURNING 1' if counted else ''})")
        if counted:
            counts.append(f"(SELECT count(*) FROM late{number})")  # noqa: S608 - a number of ours
    return f"{'WITH ' if parts else ''}{', '.join(parts)} SELECT {', '.join([*counts, *asked]) or '1'}"


@functools.lru_cache(maxsize=1024)
def in_postgres(sql: str, before: int = 0) -> str:
    """Returns a statement with PostgreSQL's placeholders, numbered after those `before`."""
    last = before

    def place(found: re.Match[str]) -> str:
        nonlocal last
        number = before + int(found["number"]) if found["number"] else last + 1
        last = max(last, number)
        return f"= ANY (${number})" if found["list"] else f"${number}"

    return re.sub(r"(?P<list>IN \(\?\?\))|\?(?P<number>\d*)", place, sql)


def as_kept(values: Sequence[Any]) -> tuple[Any, ...]:
    """Returns values as PostgreSQL can store them: texts cannot contain U+0000, which is replaced by its picture U+2400."""
    return tuple(value.replace("\0", "␀") if isinstance(value, str) and "\0" in value else value for value in values)
