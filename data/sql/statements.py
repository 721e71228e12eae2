"""The base of every part of the store: how statements are run, and how they are composed.

Statements are written in PostgreSQL's SQL, as far as SQLite has an equivalent (`data.sqlite.connection`), with SQLite's
placeholders: `?` is the next value, `?2` the second, and `IN (??)` takes a list. Numbers count only up to the first list.
"""

# ruff: noqa: S608 - only our own names of tables and columns are interpolated; values are always parameters.
import functools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec

Struct = TypeVar("Struct", bound=msgspec.Struct)

LOCK = " FOR NO KEY UPDATE"
"""At the end of a query: locks its rows until the transaction ends. Rows that refer to them can still be stored."""


class Statements(ABC):
    """Something that runs statements: a reader, or a transaction."""

    _lock = ""
    """`LOCK` in a transaction, so that what is read in order to change it is locked."""

    @abstractmethod
    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""

    async def _last_rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Like `_rows`, for a statement that may be the last of its transaction."""
        return await self._rows(sql, *values)

    @abstractmethod
    async def _run(self, sql: str, *values: Any) -> None:
        """Run a statement that returns no rows."""

    @abstractmethod
    async def _run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of these values."""

    @abstractmethod
    async def _later(self, sql: str, *values: Any, unless: type[Exception] | None = None) -> None:
        """Like `_run`; within `Transaction.together` the statement may wait for the others of that block. `unless`:
        raised if it affects no row.
        """

    @abstractmethod
    async def _lock_rows(self, sql: str, *numbers: int) -> bool:
        """Run a query only for its lock, usually first in a transaction; return whether it has a row."""

    @abstractmethod
    async def _have_alone(self, what: str, number: int) -> None:
        """Wait until no other transaction has this lock (for example, on a server), and keep it until ours ends."""

    async def _value(self, sql: str, *values: Any) -> Any:
        """Returns the first value of the first row; None if there is no row."""
        rows = await self._rows(sql, *values)
        return rows[0][0] if rows else None

    async def _first(self, kind: type[Struct], sql: str, *values: Any) -> Struct | None:
        """Returns the first row as a struct; None if there is no row."""
        found = to_structs(kind, await self._rows(sql, *values))
        return found[0] if found else None

    async def _column(self, sql: str, *values: Any) -> list[Any]:
        """Returns the first value of each row."""
        return [row[0] for row in await self._rows(sql, *values)]


@functools.cache
def names(kind: type[msgspec.Struct]) -> str:
    """Returns the columns of a row."""
    return column_list(kind.__struct_fields__)


def column_list(columns: Iterable[str], table: str = "") -> str:
    """Returns columns (of a table), quoted, as `user` is a keyword of PostgreSQL."""
    of = f"{table}." if table else ""
    return ", ".join(f'{of}"{column}"' for column in columns)


@functools.cache
def insert(table: str, *columns: str) -> str:
    """Returns a statement that stores a new row."""
    return f"INSERT INTO {table} ({column_list(columns)}) VALUES ({', '.join('?' for _ in columns)})"


@functools.cache
def upsert(table: str, key: tuple[str, ...], *columns: str) -> str:
    """Returns a statement that stores a row, replacing one with the same key. The key comes first among the values."""
    new = ", ".join(f'"{column}" = excluded."{column}"' for column in columns)
    return f"{insert(table, *key, *columns)} ON CONFLICT ({column_list(key)}) DO UPDATE SET {new}"


def to_structs(kind: type[Struct], rows: Iterable[Sequence[Any]]) -> list[Struct]:
    """Returns rows as structs, from values in the order of the fields."""
    fields = kind.__struct_fields__
    # SQLite has no booleans: lax conversion makes them from 0 and 1.
    return [msgspec.convert(dict(zip(fields, row, strict=True)), kind, strict=False) for row in rows]
