"""Migrates a PostgreSQL database to the version the code needs: `migrations/NNNN_name.sql`, with SQLite's numbers and names.

Processes of the previous version may be running meanwhile. A migration therefore only adds (tables, columns with a default,
indexes), so that they keep working. One that removes or changes what an earlier version uses begins with the line `--
contracts: …`; it is not run while such a process lives, and none can start afterwards (docs/operations.md).
"""

import logging
from pathlib import Path

import asyncpg

from data.errors import InUse, NotOurs
from data.versions import APPLICATION_ID, check_number, scripts

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"

VERSION = "zamki_version"
"""The table whose only row has the version, and the oldest version of the code that can work with it (`compatible`). A schema
with this table is ours.
"""

CONTRACTS = "-- contracts:"
"""The beginning of a migration that is incompatible with earlier versions of the code."""

MIGRATING = APPLICATION_ID + 1
"""The advisory lock of the migrating process."""


async def migrate(db: asyncpg.Connection, where: str, folder: Path = MIGRATIONS) -> int:
    """Migrate the database, each migration in one transaction, and return the version that this code knows. `where` names the
    database in errors. Waits while another process migrates. Raises NotOurs, TooNew and TooOld before anything is changed, and
    InUse before a migration with which a living process of an earlier version could not work.
    """
    bound = await db.fetchval("SHOW lock_timeout")
    await db.execute("SET lock_timeout = 0")  # another process's migration may take any time
    await db.execute("SELECT pg_advisory_lock($1)", MIGRATING)
    try:
        return await _migrate(db, where, folder)
    finally:
        if not db.is_closed():
            await db.execute("SELECT pg_advisory_unlock($1)", MIGRATING)
            await db.execute("SELECT set_config('lock_timeout', $1, false)", bound)


async def version_of(db: asyncpg.Connection, where: str) -> int:
    """Returns the version of a database that is only read; 0: it is empty. Raises NotOurs, TooNew, TooOld."""
    if not await _ours(db, where):
        return 0
    return await _checked_version(db, where, MIGRATIONS)


async def _checked_version(db: asyncpg.Connection, where: str, folder: Path) -> int:
    """Returns the version of a database of ours. Raises TooNew, TooOld."""
    row = await db.fetchrow(f"SELECT * FROM {VERSION}")  # noqa: S608 - a name of ours
    check_number(where, row["version"], folder, row.get("compatible", 0))  # the oldest databases lack the column
    return int(row["version"])


async def _ours(db: asyncpg.Connection, where: str) -> bool:
    """Returns whether the database has our tables; False: it has none at all. Raises NotOurs."""
    tables = {row[0] for row in await db.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")}
    if tables and VERSION not in tables:
        raise NotOurs(f"{where} has tables of another program.")
    return bool(tables)


async def _migrate(db: asyncpg.Connection, where: str, folder: Path) -> int:
    wanted = scripts(folder)
    known = max(wanted)
    if not await _ours(db, where):
        await db.execute(f"CREATE TABLE {VERSION} AS SELECT 0::bigint AS version, 0::bigint AS compatible")
    version = await _checked_version(db, where, folder)
    if 0 < version < known:
        log.warning("migrating %s from version %d to %d; to go back, restore a pg_dump made before this", where, version, known)
    for number, script in wanted.items():
        if number <= version:
            continue
        if contracts := script.startswith(CONTRACTS):
            await _nobody_older(db, where, number)
        async with db.transaction():
            await db.execute(script)
            await db.execute(f"UPDATE {VERSION} SET version = $1", number)  # noqa: S608 - a name of ours
            if contracts:
                await db.execute(f"UPDATE {VERSION} SET compatible = $1", number)  # noqa: S608 - as above
    return known


async def _nobody_older(db: asyncpg.Connection, where: str, number: int) -> None:
    if await db.fetchval("SELECT to_regclass('leases') IS NULL"):
        return
    now = "extract(epoch FROM clock_timestamp())"
    if await db.fetchval(f"SELECT count(*) FROM leases WHERE schema < $1 AND until > {now}", number):  # noqa: S608 - as above
        raise InUse(f"{where} is used by a process of an earlier version, which cannot work with version {number}.")
