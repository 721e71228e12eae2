"""Tests' queries to a store, in SQL that both databases read (`?` for a value, booleans without `= 0`)."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

from data.opening import open_store
from data.sql.statements import Statements
from data.sqlite.store import SqliteStore
from data.store import Store

Row = tuple[Any, ...]


async def ask(store: Store, sql: str, *values: Any) -> list[Row]:
    """Returns the rows of a query as of the last commit."""
    if isinstance(store, SqliteStore):
        return await store.read(sql, values)
    found: list[Row] = await rows(store, numbered(sql), *values)
    return found


async def rows(where: Statements, sql: str, *values: Any) -> list[Row]:
    """Returns the rows of a query in a transaction, or of a store."""
    return await where._rows(sql, *values)


async def run(tx: Statements, sql: str, *values: Any) -> None:
    """Carry out a statement in a transaction."""
    await tx._run(sql, *values)


async def meddle(where: str | Path, sql: str, *values: Any) -> None:
    """Change the contents of a database that nobody has open."""
    store = await open_store(where)
    try:
        async with store.transaction() as tx:
            if isinstance(store, SqliteStore):
                await tx.run(sql, values)  # type: ignore[attr-defined]
            else:
                await run(tx, numbered(sql), *values)
    finally:
        await store.close()


def numbered(sql: str) -> str:
    """Returns the query as PostgreSQL reads it."""
    numbers = itertools.count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", sql)
