"""Opens the store that the settings name: an SQLite file by its path, or a PostgreSQL database by its URL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from data.address import HIDDEN, is_url, printable
from data.errors import DriverMissing, StoreOutdated, StoreUnreachable
from data.sqlite.files import MIGRATIONS
from data.sqlite.store import SqliteReader, SqliteStore
from data.store import Reads, Store
from data.versions import newest


async def open_store(where: str | Path, *, alone: bool = False, state: Path | None = None) -> Store:
    """Open the store, create it if there is none, and migrate it. `alone`: no other process may have it open, which is always
    so for an SQLite file. `state`: the folder for local notes of a process that shares the store. Raises a StoreError that
    names the remedy.
    """
    if not is_url(where):
        return await SqliteStore.open(where)
    store: Store = await _postgres(where).PostgresStore.open(str(where), alone=alone, state=state)
    return store


@asynccontextmanager
async def reading(where: str | Path) -> AsyncIterator[Reads]:
    """Open the store read-only: nothing is written or migrated, and bots may be running on it. Raises a StoreError that names
    the remedy; Outdated if the database has an earlier version, whose rows this code cannot read.
    """
    kind = _postgres(where).PostgresReader if is_url(where) else SqliteReader
    reader = await kind.open(where)
    try:
        if reader.version < latest_version():
            raise StoreOutdated(
                f"{printable(where)} is of version {reader.version}, this version of the bot reads {latest_version()}."
            )
        yield reader
    finally:
        await reader.close()


def latest_version() -> int:
    """Returns the database version that this code works with, the same for both kinds."""
    return newest(MIGRATIONS)


async def examine_server(url: str) -> tuple[int, bool]:
    """Check a whole PostgreSQL database without writing; return its version (0: empty) and whether it can be written. Raises a
    StoreError that names the remedy.
    """
    reader = await _postgres(url).PostgresReader.open(url)
    try:
        if reader.version:
            await reader.integrity()
        return reader.version, await reader.writable()
    finally:
        await reader.close()


def _postgres(where: str | Path) -> Any:
    """Returns the store's module. The driver is optional and loaded only for such a database. Raises DriverMissing, and
    Unreachable for a URL that the driver would parse differently than intended.
    """
    if printable(where) == HIDDEN:
        raise StoreUnreachable(f"{HIDDEN} cannot be read: in user and password write : / ? # @ as %3A %2F %3F %23 %40.")
    if find_spec("asyncpg") is None:
        raise DriverMissing(f"{printable(where)} needs the library asyncpg.")
    return import_module("data.postgres.store")
