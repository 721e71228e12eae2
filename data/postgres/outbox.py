"""New rows of the outbox, with a serial of PostgreSQL's sequence."""

from __future__ import annotations

from collections.abc import Iterable

from data.records import OutboxRecord
from data.sql import outbox

# A new row's `id` is its `serial`; in the place of another it takes a new serial and keeps the other's id.
_PUT = (
    "INSERT INTO outbox (serial, id, table_id, key, kind, payload, due, beside, after, attempts)"
    " SELECT fresh, fresh, ?, key, kind, payload, due, beside, after, 0 FROM"
    " (SELECT nextval('outbox_serial') AS fresh, given.* FROM unnest(?::text[], ?::text[], ?::text[], ?::double precision[],"
    " ?::boolean[], ?::double precision[]) WITH ORDINALITY AS given (key, kind, payload, due, beside, after, place)"
    " ORDER BY place) AS new ON CONFLICT (table_id, key) DO UPDATE SET serial = excluded.serial, kind = excluded.kind,"
    " payload = excluded.payload, due = excluded.due, beside = excluded.beside, after = excluded.after, attempts = 0"
)


class OutboxWrites(outbox.OutboxWrites):
    """See `data.sql.outbox`."""

    async def put_outbox(self, table: int, rows: Iterable[OutboxRecord]) -> None:
        values = [(row.key, row.kind, row.payload, row.due, row.beside, row.after) for row in rows]
        if values:
            await self._later(_PUT, table, *map(list, zip(*values, strict=True)))
