"""The record of a table straight from what is stored: no service is started, so nothing goes on and nothing is written."""

from __future__ import annotations

from data.store import Reads
from tables.errors import NoSuchTable
from tables.history.verify import Record, record
from tables.model.table import from_rows


async def stored_record(reads: Reads, table: int) -> Record:
    """What can be verified of a table. Raises NoSuchTable, and WrongState where its history is forgotten."""
    found = await reads.table(table) if 0 < table < 1 << 63 else None
    if found is None:
        raise NoSuchTable
    return await record(reads, from_rows(*found))
