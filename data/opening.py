"""Opening the store that the settings name: an SQLite file by its path, a PostgreSQL database by its URL."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from data.address import is_url, printable
from data.errors import DriverMissing
from data.sqlite.store import SqliteStore
from data.store import Store


async def open_store(where: str | Path, *, alone: bool = False) -> Store:
    """Open the store, make it if there is none, and bring it up to date. `alone`: nobody else may have it open (an SQLite file
    nobody else can in any case). Raises a StoreError that names the remedy.
    """
    if not is_url(where):
        return await SqliteStore.open(where)
    if find_spec("asyncpg") is None:
        raise DriverMissing(f"{printable(where)} needs the library asyncpg.")
    # The driver is optional: only who has such a database loads it.
    from data.postgres.store import PostgresStore  # noqa: PLC0415

    return await PostgresStore.open(str(where), alone=alone)
