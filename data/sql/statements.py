"""What every part of the store is built on: how a statement is run, and how statements are put together.

A statement is written in PostgreSQL's SQL, as far as SQLite has the same by another word (`data.sqlite.store`), with
SQLite's places for values: `?` is the next value, `?2` the second, and `IN (??)` takes a list. Numbers count only up to the
first list.
"""

# ruff: noqa: S608 - the pieces put together are names of tables and columns of ours; values are always parameters.
import functools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec

Struct = TypeVar("Struct", bound=msgspec.Struct)

LOCK = " FOR NO KEY UPDATE"
"""At the end of a query: its rows are ours until the transaction ends. Rows that refer to them can be stored meanwhile."""


class Statements(ABC):
    """Something that runs statements: what reads, or a transaction."""

    _lock = ""
    """`LOCK` in a transaction: whoever reads there in order to change has it alone."""

    @abstractmethod
    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows."""

    async def _last_rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """As `_rows`, of a statement that its transaction may end with: none follows."""
        return await self._rows(sql, *values)

    @abstractmethod
    async def _run(self, sql: str, *values: Any) -> None:
        """Run a statement that has no rows."""

    @abstractmethod
    async def _run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of these values."""

    @abstractmethod
    async def _later(self, sql: str, *values: Any, unless: type[Exception] | None = None) -> None:
        """As `_run`; in a block of `Transaction.together` it may wait for the others of that block. `unless`: raised where it
        touches no row.
        """

    @abstractmethod
    async def _lock_rows(self, sql: str, *numbers: int) -> bool:
        """Run a query only for its lock, mostly as the first of a transaction; whether it has a row."""

    @abstractmethod
    async def _have_alone(self, what: str, number: int) -> None:
        """Wait until no other transaction has this alone (such as a server), and have it until ours ends."""

    async def _value(self, sql: str, *values: Any) -> Any:
        """The first value of the first row; None where there is no row."""
        rows = await self._rows(sql, *values)
        return rows[0][0] if rows else None

    async def _first(self, kind: type[Struct], sql: str, *values: Any) -> Struct | None:
        """The first row as a struct; None where there is no row."""
        found = made(kind, await self._rows(sql, *values))
        return found[0] if found else None

    async def _column(self, sql: str, *values: Any) -> list[Any]:
        """The first value of each row."""
        return [row[0] for row in await self._rows(sql, *values)]


@functools.cache
def names(kind: type[msgspec.Struct]) -> str:
    """The columns of a row."""
    return listed(kind.__struct_fields__)


def listed(columns: Iterable[str], table: str = "") -> str:
    """Columns (of a table), quoted: `user` by itself is a word of PostgreSQL's own."""
    of = f"{table}." if table else ""
    return ", ".join(f'{of}"{column}"' for column in columns)


@functools.cache
def insert(table: str, *columns: str) -> str:
    """Store a new row."""
    return f"INSERT INTO {table} ({listed(columns)}) VALUES ({', '.join('?' for _ in columns)})"


@functools.cache
def upsert(table: str, key: tuple[str, ...], *columns: str) -> str:
    """Store a row in the place of the one with the same key, if there is one. The key comes first among the values."""
    new = ", ".join(f'"{column}" = excluded."{column}"' for column in columns)
    return f"{insert(table, *key, *columns)} ON CONFLICT ({listed(key)}) DO UPDATE SET {new}"


def made(kind: type[Struct], rows: Iterable[Sequence[Any]]) -> list[Struct]:
    """Rows as structs, from values in the order of the fields."""
    fields = kind.__struct_fields__
    # SQLite has no booleans: lax conversion makes them of 0 and 1.
    return [msgspec.convert(dict(zip(fields, row, strict=True)), kind, strict=False) for row in rows]
