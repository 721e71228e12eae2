"""The tables as they are stored, with everything that nobody is told."""

from __future__ import annotations

from collections.abc import Callable

from data.store import Store
from tables.model.table import Change, LoadedTable
from tables.rules.context import Context
from tables.rules.reading import Reading
from tables.service.service import TableService
from tables.store.deadlines import AT_ONCE, Deadlines
from tables.store.table_store import TableStore


def table_store(tables: TableService) -> TableStore:
    return tables._table_store


def stored(tables: TableService) -> Store:
    """Returns the database of the tables."""
    return tables._store


async def changed(tables: TableService, table: int, user: int, rule: Callable[[Context], Change | None]) -> Reading:
    """Carry out a rule of a test at a table for a person."""
    return await tables._change(table, user, None, rule)


async def loaded_table(tables: TableService, number: int) -> LoadedTable:
    return await table_store(tables).read(number)


def is_working(tables: TableService) -> bool:
    """Returns whether something that nobody waits for is still being done."""
    return bool(tables._tasks)


def is_thinking(tables: TableService) -> bool:
    """Returns whether a computer player is asked for its move."""
    return bool(tables._bots._tasks)


async def is_due(tables: TableService, now: float) -> bool:
    """Returns whether one of the clocks, of whatever kind of subject, has something to do that it has not put off."""
    clocks = [each for each in vars(tables).values() if isinstance(each, Deadlines)]
    due = [each._failed.get(number, due) for each in clocks for number, due in await each._due(AT_ONCE)]
    return any(time <= now for time in due)
