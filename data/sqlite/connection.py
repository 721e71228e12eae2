"""Statements on a connection to SQLite: their dialect, and how those of a transaction are run together."""

import functools
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import aiosqlite

from data.sql.statements import Statements
from data.sqlite.generation import NEXT_LOG
from data.sqlite.log import Log

BUSY_MILLISECONDS = 5000

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "wal_autocheckpoint = 0")
"""Of both connections."""

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


async def connect(path: Path) -> aiosqlite.Connection:
    """Open a database, or create it. Raises sqlite3.Error."""
    # Autocommit mode: transactions begin only where the code says so.
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        for pragma in (f"busy_timeout = {BUSY_MILLISECONDS}", *PRAGMAS):
            await connection.execute_fetchall(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


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
