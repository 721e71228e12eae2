"""Whether everything that a PostgreSQL database holds of ours can be read, and points at something."""

from __future__ import annotations

import asyncpg

from data.errors import Damaged


async def check(db: asyncpg.Pool | asyncpg.Connection, where: str) -> None:
    """Every row is read whole, and none points nowhere. Raises Damaged."""
    faults = []
    for (table,) in await db.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"):
        try:
            await db.fetchval(f'SELECT sum(length(t::text)) FROM "{table}" AS t', timeout=None)  # noqa: S608 - a name of ours
        except (asyncpg.DataCorruptedError, asyncpg.InternalServerError) as error:
            faults.append(f"{table} cannot be read ({error})")
    owned = await db.fetch(
        "SELECT relname, attname FROM pg_constraint"
        " JOIN pg_class ON pg_class.oid = conrelid"
        " JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]"
        " WHERE contype = 'f' AND relnamespace = current_schema()::regnamespace AND confrelid = 'tables'::regclass"
        " ORDER BY 1, 2"
    )
    for table, column in owned:
        sql = f"SELECT count(*) FROM {table} AS t WHERE {column} IS NOT NULL AND NOT EXISTS"  # noqa: S608 - names of ours
        lost = await db.fetchval(f"{sql} (SELECT 1 FROM tables WHERE id = t.{column})")  # noqa: S608
        if lost:
            faults.append(f"{lost} rows of {table} refer to nothing")
    if faults:
        raise Damaged(f"{where} is damaged: {'; '.join(faults[:5])}.")
