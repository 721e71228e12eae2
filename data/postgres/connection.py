"""What all parts of the PostgreSQL store are built on: something that runs statements, and how rows are named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import asyncpg
import msgspec

from data.errors import Unreachable

AWAY = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.LockNotAvailableError,
    asyncpg.InterfaceError,
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


class Connected:
    """Something that works on a database: the readers' pool, or the writer's connection inside a transaction."""

    def __init__(self, db: asyncpg.Pool | asyncpg.Connection) -> None:
        self._db = db

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with reached():
            return [tuple(row) for row in await self._db.fetch(sql, *as_kept(values))]

    async def _run(self, sql: str, *values: Any) -> None:
        with reached():
            await self._db.execute(sql, *as_kept(values))

    async def _run_each(self, sql: str, values: Iterable[tuple[Any, ...]]) -> None:
        with reached():
            await self._db.executemany(sql, [as_kept(row) for row in values])


def as_kept(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Values as PostgreSQL can keep them: no text of its may hold U+0000; the sign that pictures it stands in its place."""
    return tuple(value.replace("\0", "␀") if isinstance(value, str) and "\0" in value else value for value in values)


def names(kind: type[msgspec.Struct]) -> str:
    """The columns of a row, quoted: `user` by itself is a word of PostgreSQL's own."""
    return ", ".join(f'"{name}"' for name in kind.__struct_fields__)


def marks(count: int, first: int = 1) -> str:
    """`$1, $2, …`: so many places for values, from the number `first`."""
    return ", ".join(f"${number}" for number in range(first, first + count))
