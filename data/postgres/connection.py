"""How statements are run on a connection to PostgreSQL."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

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

    async def _lock_rows(self, sql: str, *values: Any) -> None:
        await self._rows(sql, *values)

    async def _have_alone(self, what: str, number: int) -> None:
        await self._rows("SELECT pg_advisory_xact_lock(hashtextextended(?, ?))", what, number)


@functools.lru_cache(maxsize=1024)
def in_postgres(sql: str) -> str:
    """A statement with PostgreSQL's places for values."""
    last = 0

    def place(found: re.Match[str]) -> str:
        nonlocal last
        number = int(found["number"] or last + 1)
        last = max(last, number)
        return f"= ANY (${number})" if found["list"] else f"${number}"

    return re.sub(r"(?P<list>IN \(\?\?\))|\?(?P<number>\d*)", place, sql)


def as_kept(values: Sequence[Any]) -> tuple[Any, ...]:
    """Values as PostgreSQL can keep them: no text of its may hold U+0000; the sign that pictures it stands in its place."""
    return tuple(value.replace("\0", "␀") if isinstance(value, str) and "\0" in value else value for value in values)
