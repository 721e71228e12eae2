"""How statements are run on a connection to PostgreSQL."""

import functools
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple

import asyncpg

from data.errors import Unreachable
from data.sql.statements import Statements

AWAY = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.LockNotAvailableError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InterfaceError,
    # The server's farewell that arrives while a statement begins.
    asyncpg.InternalClientError,
)
"""What the driver raises where the server is away, or what was asked could not be done for now: it may go through later."""


@contextmanager
def reached() -> Iterator[None]:
    """Turns the driver's errors of a server that is away into Unreachable: to those above, the network is Discord's."""
    try:
        yield
    except AWAY as error:
        if isinstance(error, ValueError):
            raise  # values that the driver does not take
        raise Unreachable(f"PostgreSQL does not answer ({str(error) or type(error).__name__}).") from error


class Connected(Statements):
    """Something that works on a database: the readers' pool, or the writer's connection inside a transaction."""

    def __init__(self, db: asyncpg.Pool | asyncpg.Connection) -> None:
        self._db = db

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with reached():
            return [tuple(row) for row in await self._db.fetch(in_postgres(sql), *as_kept(values))]

    async def _run(self, sql: str, *values: Any) -> None:
        with reached():
            await self._db.execute(in_postgres(sql), *as_kept(values))

    async def _run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        with reached():
            await self._db.executemany(in_postgres(sql), [as_kept(row) for row in values])

    async def _later(self, sql: str, *values: Any, unless: type[Exception] | None = None) -> None:
        raise NotImplementedError  # nothing is written outside a transaction

    async def _lock_rows(self, sql: str, *numbers: int) -> bool:
        return bool(await self._rows(sql, *numbers))

    async def _have_alone(self, what: str, number: int) -> None:
        await self._rows("SELECT pg_advisory_xact_lock(hashtextextended(?, ?))", what, number)


class Late(NamedTuple):
    """A statement that waits for the next one."""

    sql: str
    values: tuple[Any, ...]
    unless: type[Exception] | None


Begin = Callable[[str], Awaitable[tuple[asyncpg.Connection, str]]]
"""Begins a transaction with a statement that has no values (""; none), in one message to the server; returns the connection and
the server's word for what the last of it has done.
"""


class Writing(Connected):
    """A transaction, begun with its first statement. What is written `together` is sent as one statement: most of what a
    statement costs, here and at the server, it costs whatever it does.
    """

    def __init__(self, begin: Begin) -> None:
        # Without a connection: the first statement brings it.
        self._begin = begin
        self._begun = self._joins = False
        self._late: list[Late] = []
        """What was written together and is not carried out yet."""

    async def _start(self, first: str = "") -> str:
        with reached():
            self._db, word = await self._begin(first)
        self._begun = True
        return word

    async def _carried_out(self) -> None:
        """Carry out what waits, in a transaction that has begun."""
        if not self._begun:
            await self._start()
        if not self._late:
            return
        late, self._late = self._late, []
        sql = joined(tuple((each.sql, len(each.values), each.unless is not None) for each in late))
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
        """Carry out what is left, and end the transaction."""
        if self._late:
            await self._carried_out()
        if self._begun:
            with reached():
                await self._db.execute("COMMIT")


@functools.lru_cache(maxsize=1024)
def joined(statements: tuple[tuple[str, int, bool], ...]) -> str:
    """Several statements as one, each with the number of its values and whether its rows are counted: the counts are the values
    of the one row. The order in which they are carried out is the server's.
    """
    parts, counts, asked, before = list[str](), list[str](), list[str](), 0
    for number, (sql, values, counted) in enumerate(statements):
        said = in_postgres(sql, before)
        before += values
        if said.startswith("SELECT"):
            asked.append(f"({said})")  # as a part of its own the server would leave it out
            continue
        parts.append(f"late{number} AS ({said}{' RETURNING 1' if counted else ''})")
        if counted:
            counts.append(f"(SELECT count(*) FROM late{number})")  # noqa: S608 - a number of ours
    return f"{'WITH ' if parts else ''}{', '.join(parts)} SELECT {', '.join([*counts, *asked]) or '1'}"


@functools.lru_cache(maxsize=1024)
def in_postgres(sql: str, before: int = 0) -> str:
    """A statement with PostgreSQL's places for values, numbered from those `before`."""
    last = before

    def place(found: re.Match[str]) -> str:
        nonlocal last
        number = before + int(found["number"]) if found["number"] else last + 1
        last = max(last, number)
        return f"= ANY (${number})" if found["list"] else f"${number}"

    return re.sub(r"(?P<list>IN \(\?\?\))|\?(?P<number>\d*)", place, sql)


def as_kept(values: Sequence[Any]) -> tuple[Any, ...]:
    """Values as PostgreSQL can keep them: no text of its may hold U+0000; the sign that pictures it stands in its place."""
    return tuple(value.replace("\0", "␀") if isinstance(value, str) and "\0" in value else value for value in values)
