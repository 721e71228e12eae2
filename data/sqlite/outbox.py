"""What Discord has yet to be told."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable

from data.records import (
    OutboxLoad,
    OutboxRecord,
    StoredOutboxRow,
)
from data.sqlite.connection import Connected, names

_ROW = names(StoredOutboxRow)


class OutboxReads(Connected):
    """See `data.store.Reads`."""

    async def outbox_waits(self, table: int, key: str) -> bool:
        return bool(await self._rows("SELECT 1 FROM outbox WHERE table_id = ? AND key = ?", (table, key)))

    async def outbox_heads(self, late: float) -> list[StoredOutboxRow]:
        line = "SELECT min(serial) FROM outbox WHERE beside = 0"
        held_up = (
            "SELECT table_id FROM outbox WHERE (kind = 'scene' OR attempts > 0 AND due > ?)"
            f" AND serial IN ({line} GROUP BY table_id)"
        )
        sql = (
            f"SELECT {_ROW} FROM outbox WHERE beside = 1 OR serial IN ({line} GROUP BY table_id)"
            f" OR serial IN ({line} AND kind IN ('hand', 'remind') AND table_id IN ({held_up}) GROUP BY table_id)"
            " ORDER BY due, serial"
        )
        return [StoredOutboxRow(*row) for row in await self._rows(sql, (late,))]

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
        sql = "SELECT serial FROM outbox WHERE attempts > 0 AND table_id IN (SELECT id FROM tables WHERE channel = ?)"
        return [row[0] for row in await self._rows(sql, (channel,))]


class OutboxWrites(Connected):
    """See `data.store.Transaction`."""

    async def put_outbox(self, table: int, rows: Iterable[OutboxRecord]) -> None:
        fresh = "(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'outbox')"
        await self._db.executemany(
            "INSERT OR REPLACE INTO outbox (id, table_id, key, kind, payload, due, beside, after, attempts) VALUES"
            f" (coalesce((SELECT id FROM outbox WHERE table_id = ? AND key = ?), {fresh}), ?, ?, ?, ?, ?, ?, ?, 0)",
            [(table, row.key, table, row.key, row.kind, row.payload, row.due, row.beside, row.after) for row in rows],
        )

    async def retry_outbox(self, table: int) -> None:
        await self._db.execute("UPDATE outbox SET due = 0 WHERE table_id = ? AND attempts > 0", (table,))

    async def withdraw_outbox(self, table: int, kind: str) -> None:
        await self._db.execute("DELETE FROM outbox WHERE table_id = ? AND kind = ?", (table, kind))

    async def strike_outbox(self, serial: int) -> None:
        await self._db.execute("DELETE FROM outbox WHERE serial = ?", (serial,))

    async def postpone_outbox(self, serial: int, due: float) -> None:
        await self._db.execute("UPDATE outbox SET due = ?, attempts = attempts + 1 WHERE serial = ?", (due, serial))

    async def hasten_outbox(self, serials: Iterable[int], now: float) -> None:
        await self._db.executemany(
            "UPDATE outbox SET due = ? WHERE serial = ? AND due > ?", [(now, each, now) for each in serials]
        )

    async def begin_waits(self, table: int, now: float) -> None:
        await self._db.execute(
            "UPDATE outbox SET due = min(due, ? + after) WHERE table_id = ? AND after IS NOT NULL"
            " AND NOT EXISTS (SELECT 1 FROM outbox WHERE table_id = ? AND kind = 'board')",
            (now, table, table),
        )

    async def rest_outbox(self, table: int, kind: str, until: float) -> None:
        await self._db.execute("UPDATE outbox SET due = max(due, ?) WHERE table_id = ? AND kind = ?", (until, table, kind))
