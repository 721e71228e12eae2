"""What Discord has yet to be told."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

from data.postgres.connection import Connected, names
from data.records import OutboxLoad, OutboxRecord, StoredOutboxRow

ROW = names(StoredOutboxRow)

_LINE = "SELECT min(serial) FROM outbox WHERE NOT beside"
_HELD_UP = (
    f"SELECT table_id FROM outbox WHERE (kind = 'scene' OR attempts > 0 AND due > $1) AND serial IN ({_LINE} GROUP BY table_id)"
)
HEAD = (
    f"(beside OR serial IN ({_LINE} GROUP BY table_id)"
    f" OR serial IN ({_LINE} AND kind IN ('hand', 'remind') AND table_id IN ({_HELD_UP}) GROUP BY table_id))"
)
"""Whether a row can be sent as far as its line goes; $1: see `outbox_heads`."""


class OutboxReads(Connected):
    """See `data.store.Reads`."""

    async def outbox_waits(self, table: int, key: str) -> bool:
        return bool(await self._rows("SELECT 1 FROM outbox WHERE table_id = $1 AND key = $2", table, key))

    async def outbox_heads(self, late: float) -> list[StoredOutboxRow]:
        return [
            StoredOutboxRow(*row)
            for row in await self._rows(f"SELECT {ROW} FROM outbox WHERE {HEAD} ORDER BY due, serial", late)
        ]

    async def outbox_load(self) -> OutboxLoad:
        return OutboxLoad(*(await self._rows("SELECT count(*), min(due) FROM outbox"))[0])

    async def boards_behind(self) -> list[tuple[int, int, int]]:
        sql = (
            "SELECT t.id, t.guild, t.channel FROM tables AS t LEFT JOIN messages AS m ON m.table_id = t.id AND m.kind = 'told'"
            " WHERE t.state = 'playing' AND (m.stage IS NULL OR m.stage <> t.stage)"
            " AND NOT EXISTS (SELECT 1 FROM outbox AS o WHERE o.table_id = t.id AND o.kind = 'board') ORDER BY t.id"
        )
        return [(table, guild, channel) for table, guild, channel in await self._rows(sql)]

    async def outbox_refused_in(self, channel: int) -> list[int]:
        sql = (
            "SELECT serial FROM outbox WHERE attempts > 0 AND table_id IN (SELECT id FROM tables WHERE channel = $1)"
            " ORDER BY serial"
        )
        return [row[0] for row in await self._rows(sql, channel)]


class OutboxWrites(Connected):
    """See `data.store.Transaction`."""

    async def put_outbox(self, table: int, rows: Iterable[OutboxRecord]) -> None:
        # A new row's `id` is its `serial`; in the place of another it takes a new serial and keeps the other's id.
        await self._run_each(
            "INSERT INTO outbox (serial, id, table_id, key, kind, payload, due, beside, after, attempts)"
            " SELECT fresh, fresh, $1, $2, $3, $4, $5, $6, $7, 0 FROM nextval('outbox_serial') AS fresh"
            " ON CONFLICT (table_id, key) DO UPDATE SET serial = excluded.serial, kind = excluded.kind,"
            " payload = excluded.payload, due = excluded.due, beside = excluded.beside, after = excluded.after, attempts = 0",
            ((table, row.key, row.kind, row.payload, row.due, row.beside, row.after) for row in rows),
        )

    async def retry_outbox(self, table: int) -> None:
        await self._run("UPDATE outbox SET due = 0 WHERE table_id = $1 AND attempts > 0", table)

    async def withdraw_outbox(self, table: int, kind: str) -> None:
        await self._run("DELETE FROM outbox WHERE table_id = $1 AND kind = $2", table, kind)

    async def strike_outbox(self, serial: int) -> None:
        await self._run("DELETE FROM outbox WHERE serial = $1", serial)

    async def postpone_outbox(self, serial: int, due: float) -> None:
        await self._run("UPDATE outbox SET due = $1, attempts = attempts + 1 WHERE serial = $2", due, serial)

    async def hasten_outbox(self, serials: Iterable[int], now: float) -> None:
        # Rows of many tables: what somebody is just working on is left alone, or each could wait for the other.
        free = "SELECT serial FROM outbox WHERE serial = ANY ($2::bigint[]) AND due > $1 FOR UPDATE SKIP LOCKED"
        await self._run(f"UPDATE outbox SET due = $1 WHERE serial IN ({free})", now, list(serials))

    async def begin_waits(self, table: int, now: float) -> None:
        await self._run(
            "UPDATE outbox SET due = least(due, $1 + after) WHERE table_id = $2 AND after IS NOT NULL"
            " AND NOT EXISTS (SELECT 1 FROM outbox WHERE table_id = $2 AND kind = 'board')",
            now,
            table,
        )

    async def rest_outbox(self, table: int, kind: str, until: float) -> None:
        await self._run("UPDATE outbox SET due = greatest(due, $1) WHERE table_id = $2 AND kind = $3", until, table, kind)
