"""The outbox: what Discord has yet to be told."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence

from data.records import OutboxLoad, OutboxRecord, StoredOutboxRow, Struck
from data.sql.statements import Statements, made, names

ROW = names(StoredOutboxRow)

_LINE = "SELECT min(serial) FROM outbox WHERE beside = false"
_HELD_UP = (
    f"SELECT table_id FROM outbox WHERE (kind = 'scene' OR attempts > 0 AND due > ?1) AND serial IN ({_LINE} GROUP BY table_id)"
)
HEAD = (
    f"(beside = true OR serial IN ({_LINE} GROUP BY table_id)"
    f" OR serial IN ({_LINE} AND kind IN ('hand', 'remind') AND table_id IN ({_HELD_UP}) GROUP BY table_id))"
)
"""Whether a row can be sent as far as its line goes; ?1: see `outbox_heads`."""

_OTHERS = "EXISTS (SELECT 1 FROM outbox AS other WHERE other.table_id = outbox.table_id AND other.{})"

STRIKE = (
    f"DELETE FROM outbox WHERE serial = ? RETURNING {_OTHERS.format('after IS NOT NULL')},"
    f" {_OTHERS.format('serial <> outbox.serial')} AS more"
)
"""Take out a row as it was handed out; returns the values of `Struck`."""

BEGIN_WAITS = (
    "UPDATE outbox SET due = least(due, ? + after) WHERE table_id = ? AND after IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM outbox AS board WHERE board.table_id = outbox.table_id AND board.kind = 'board' AND board.serial <> ?)"
)
"""See `OutboxWrites.begin_waits`; the last value: a board that is taken out at the same time, or 0."""


class OutboxReads(Statements):
    """What can be read."""

    async def outbox_waits(self, table: int, key: str) -> bool:
        """Whether there is an unsent row of that key."""
        return bool(await self._rows("SELECT 1 FROM outbox WHERE table_id = ? AND key = ?", table, key))

    async def scenes_waiting(self, table: int) -> int:
        """How many scenes of a table are still to be sent."""
        return int(await self._value("SELECT count(*) FROM outbox WHERE table_id = ? AND kind = 'scene'", table))

    async def outbox_heads(self, late: float) -> list[StoredOutboxRow]:
        """The first row of each table's line, and what waits for its time beside the line, earliest due first. Where the first
        row of a line is a scene, or was refused and is not tried again before `late`, the first hand behind it besides: neither
        the time in which scenes are read nor a channel that cannot be written to keeps anybody from their own messages.
        """
        return made(StoredOutboxRow, await self._rows(f"SELECT {ROW} FROM outbox WHERE {HEAD} ORDER BY due, serial", late))

    async def before_change(self, table: int, users: Iterable[int]) -> tuple[int | None, bool, dict[int, str]]:
        """What a change of a running game must know: its version now, whether its board waits to be sent, and `plans`."""
        sql = (
            "SELECT 'version', version, NULL FROM tables WHERE id = ?1"
            " UNION ALL SELECT 'board', table_id, NULL FROM outbox WHERE table_id = ?1 AND key = 'board'"
            ' UNION ALL SELECT \'plan\', "user", plan FROM people WHERE "user" IN (??)'
        )
        rows = await self._rows(sql, table, list(users))
        version = next((number for what, number, _ in rows if what == "version"), None)
        plans = {user: plan for what, user, plan in rows if what == "plan"}
        return version, any(what == "board" for what, *_ in rows), plans

    async def outbox_load(self) -> OutboxLoad:
        """How many rows wait, and since when."""
        return OutboxLoad(*(await self._rows("SELECT count(*), min(due) FROM outbox"))[0])

    async def boards_behind(self) -> list[tuple[int, int, int]]:
        """The running games whose board was last told at another stage than they are at (or at none), and of which no board
        waits to be told: the table, its server and its channel.
        """
        sql = (
            "SELECT t.id, t.guild, t.channel FROM tables AS t LEFT JOIN messages AS m ON m.table_id = t.id AND m.kind = 'told'"
            " WHERE t.state = 'playing' AND (m.stage IS NULL OR m.stage <> t.stage)"
            " AND NOT EXISTS (SELECT 1 FROM outbox AS o WHERE o.table_id = t.id AND o.kind = 'board') ORDER BY t.id"
        )
        return [(table, guild, channel) for table, guild, channel in await self._rows(sql)]

    async def outbox_refused_in(self, channel: int) -> list[int]:
        """The serials of the rows of a channel's tables that wait for another attempt."""
        sql = (
            "SELECT serial FROM outbox WHERE attempts > 0 AND table_id IN (SELECT id FROM tables WHERE channel = ?)"
            " ORDER BY serial"
        )
        return await self._column(sql, channel)


class OutboxWrites(Statements):
    """What can be written."""

    @abstractmethod
    async def put_outbox(self, table: int, rows: Iterable[OutboxRecord]) -> None:
        """Put rows at the end of their table's line, each in the place of an unsent one of the same key (whose `id` it takes
        over).
        """

    async def renew_outbox(self, table: int, rows: Sequence[OutboxRecord], withdrawn: Collection[str]) -> None:
        """As `put_outbox`, after the unsent rows of the kinds `withdrawn` have been taken out; and the table's rows that were
        refused are tried at once.
        """
        keys, kinds = [row.key for row in rows], list(withdrawn)
        if kinds:
            await self._later("DELETE FROM outbox WHERE table_id = ? AND kind IN (??) AND NOT key IN (??)", table, kinds, keys)
        await self.put_outbox(table, rows)
        sql = "UPDATE outbox SET due = 0 WHERE table_id = ? AND attempts > 0 AND NOT kind IN (??) AND NOT key IN (??)"
        await self._later(sql, table, kinds, keys)

    async def withdraw_outbox(self, table: int, kind: str) -> None:
        """Take out the unsent rows of a kind."""
        await self._run("DELETE FROM outbox WHERE table_id = ? AND kind = ?", table, kind)

    async def strike_outbox(self, serial: int) -> Struck:
        """Take out a row as it was handed out; one that replaced it stays."""
        rows = await self._rows(STRIKE, serial)
        return Struck(*map(bool, rows[0])) if rows else Struck(waits=False, more=True)

    async def postpone_outbox(self, serial: int, due: float) -> None:
        """Try a row again at that time."""
        await self._run("UPDATE outbox SET due = ?, attempts = attempts + 1 WHERE serial = ?", due, serial)

    async def hasten_outbox(self, serials: Iterable[int], now: float) -> None:
        """Try these rows at once, whatever they were to wait for."""
        # Rows of many tables: what somebody is just working on is left alone, or each could wait for the other.
        free = "SELECT serial FROM outbox WHERE serial IN (??) AND due > ?1 FOR UPDATE SKIP LOCKED"
        await self._run(f"UPDATE outbox SET due = ?1 WHERE serial IN ({free})", now, list(serials))

    async def begin_waits(self, table: int, now: float) -> None:
        """The table's board has been sent: from now on the row beside its line (if there is one) waits as long as it says,
        unless its time runs already or a newer board is still to come.
        """
        await self._run(BEGIN_WAITS, now, table, 0)

    async def rest_outbox(self, table: int, kind: str, until: float) -> None:
        """Send no row of a kind before that time."""
        await self._run("UPDATE outbox SET due = greatest(due, ?) WHERE table_id = ? AND kind = ?", until, table, kind)
