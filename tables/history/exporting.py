"""The record of a table straight from what is stored: no service is started, so nothing goes on and nothing is written."""

from __future__ import annotations

import msgspec

from data.store import Reads
from tables.errors import NoSuchTable, SetAside
from tables.history.verify import Record, record
from tables.model.table import from_rows


async def stored_record(reads: Reads, table: int) -> Record:
    """What can be verified of a table. Raises NoSuchTable, SetAside where its rows are torn, and WrongState where
    its history is forgotten.
    """
    found = await reads.table(table) if 0 < table < 1 << 63 else None
    if found is None:
        raise NoSuchTable
    try:
        held = from_rows(*found)
    except msgspec.MsgspecError:
        raise SetAside from None
    return await record(reads, held)
