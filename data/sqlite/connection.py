"""What all parts of the SQLite store are built on: a connection, and how rows are named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import aiosqlite
import msgspec


class Connected:
    """Something that works on a connection: the reader's, or the writer's inside a transaction."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db

    async def _rows(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self._db.execute_fetchall(sql, values)]


def names(kind: type[msgspec.Struct]) -> str:
    """The columns of a row."""
    return ", ".join(kind.__struct_fields__)


def marks(kind: type[msgspec.Struct]) -> str:
    """A question mark for each column."""
    return ", ".join("?" for _ in kind.__struct_fields__)
