"""How statements are run on a connection to SQLite."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
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

    async def _lock_rows(self, sql: str, *values: Any) -> None:
        """Transactions take turns anyway."""

    async def _have_alone(self, what: str, number: int) -> None:
        """Transactions take turns anyway."""


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
