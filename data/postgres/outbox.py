"""New rows of the outbox, with a serial of PostgreSQL's sequence."""

from __future__ import annotations

from collections.abc import Iterable

from data.records import OutboxRecord
from data.sql import outbox


class OutboxWrites(outbox.OutboxWrites):
    """See `data.sql.outbox`."""

    async def put_outbox(self, table: int, rows: Iterable[OutboxRecord]) -> None:
        # A new row's `id` is its `serial`; in the place of another it takes a new serial and keeps the other's id.
        await self._run_each(
            "INSERT INTO outbox (serial, id, table_id, key, kind, payload, due, beside, after, attempts)"
            " SELECT fresh, fresh, ?, ?, ?, ?, ?, ?, ?, 0 FROM nextval('outbox_serial') AS fresh"
            " ON CONFLICT (table_id, key) DO UPDATE SET serial = excluded.serial, kind = excluded.kind,"
            " payload = excluded.payload, due = excluded.due, beside = excluded.beside, after = excluded.after, attempts = 0",
            [(table, row.key, row.kind, row.payload, row.due, row.beside, row.after) for row in rows],
        )
