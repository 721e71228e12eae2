"""How statements are run on a connection to SQLite."""

from __future__ import annotations

import functools
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import aiosqlite

from data.sql.statements import Statements

_OTHER = re.compile(
    r'::\w+| COLLATE "C"| FOR (?:NO KEY )?UPDATE(?: SKIP LOCKED)?|\b(?:true|false|least|greatest|bool_or|json_build_array)\b'
)
_WORDS = {"true": "1", "false": "0", "least": "min", "greatest": "max", "bool_or": "max", "json_build_array": "json_array"}


class Connected(Statements):
    """Something that works on a connection: the reader's, or the writer's inside a transaction."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self._db.execute_fetchall(*filled(in_sqlite(sql), values))]

    async def _run(self, sql: str, *values: Any) -> None:
        await self._db.execute_fetchall(*filled(in_sqlite(sql), values))

    async def _run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        await self._db.executemany(in_sqlite(sql), list(values))

    async def _later(self, sql: str, *values: Any, unless: type[Exception] | None = None) -> None:
        raise NotImplementedError  # nothing is written outside a transaction

    async def _lock_rows(self, sql: str, *numbers: int) -> bool:  # noqa: ARG002 - there is nothing to ask
        return True  # transactions take turns anyway

    async def _have_alone(self, what: str, number: int) -> None:
        """Transactions take turns anyway."""


class Writing(Connected):
    """A transaction, begun with its first statement. What asks for no rows is carried out with the next statement that does, or
    with the commit, in one visit to the connection's thread: each visit costs more than most statements. An error is raised
    there, which undoes the transaction just the same.
    """

    def __init__(self, db: aiosqlite.Connection) -> None:
        super().__init__(db)
        self._late: list[tuple[str, Sequence[Any], bool, type[Exception] | None]] = []
        """Statements not carried out yet, with their values, whether those are of many rows, and what is raised where no row is
        touched.
        """
        self._add("BEGIN IMMEDIATE", ())

    def _add(self, sql: str, values: Sequence[Any], *, many: bool = False, unless: type[Exception] | None = None) -> None:
        self._late.append((sql, values, many, unless))

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        self._add(*filled(in_sqlite(sql), values))
        return await self._carried_out()

    async def _run(self, sql: str, *values: Any) -> None:
        self._add(*filled(in_sqlite(sql), values))

    async def _run_each(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        self._add(in_sqlite(sql), list(values), many=True)

    async def _later(self, sql: str, *values: Any, unless: type[Exception] | None = None) -> None:
        self._add(*filled(in_sqlite(sql), values), unless=unless)

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()  # one after the other, in as few visits as otherwise

    async def commit(self) -> None:
        """Carry out what is left, and end the transaction."""
        self._add("COMMIT", ())
        await self._carried_out()

    async def _carried_out(self) -> list[tuple[Any, ...]]:
        """Carry out all that was not yet; the rows of the last statement."""
        late, self._late = self._late, []

        def work() -> list[tuple[Any, ...]]:
            db = self._db._conn  # noqa: SLF001 - as below
            rows: list[tuple[Any, ...]] = []
            for sql, values, many, unless in late:
                done = (db.executemany if many else db.execute)(sql, values)
                rows = done.fetchall()
                if unless is not None and not done.rowcount:
                    raise unless
            return rows

        # aiosqlite has no call of its own that carries out several statements with their values.
        visit: Callable[[Any], Awaitable[list[tuple[Any, ...]]]] = self._db._execute  # noqa: SLF001
        return await visit(work)


@functools.lru_cache(maxsize=1024)
def in_sqlite(sql: str) -> str:
    """A statement in SQLite's words: no types, locks or collations; 1 and 0 as truth, by which its indexes are declared."""
    return _OTHER.sub(lambda found: _WORDS.get(found[0], ""), sql)


def filled(sql: str, values: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """A statement with a place for each value of its lists, and the values one after the other."""
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
