"""New rows of the outbox, with SQLite's own count of their serials."""

# ruff: noqa: S608 - the piece put in is a query of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

from data.records import OutboxRecord
from data.sql import outbox

_FRESH = "(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'outbox')"


class OutboxWrites(outbox.OutboxWrites):
    """See `data.sql.outbox`."""

    async def put_outbox(self, table: int, rows: Iterable[OutboxRecord]) -> None:
        await self._run_each(
            "INSERT OR REPLACE INTO outbox (id, table_id, key, kind, payload, due, beside, after, attempts) VALUES"
            f" (coalesce((SELECT id FROM outbox WHERE table_id = ?1 AND key = ?2), {_FRESH}), ?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)",
            [(table, row.key, row.kind, row.payload, row.due, row.beside, row.after) for row in rows],
        )
