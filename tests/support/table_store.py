"""The tables as they are stored, with everything that nobody is told."""

from __future__ import annotations

from tables.model.table import LoadedTable
from tables.service.service import TableService
from tables.store.table_store import TableStore


def table_store(tables: TableService) -> TableStore:
    return tables._table_store


async def loaded_table(tables: TableService, number: int) -> LoadedTable:
    return await table_store(tables).read(number)
