"""The outbox: what Discord must still be told; and the messages of tables: where they stand."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from data.records import (
    BegunPost,
    Noted,
    OutboxLoad,
    OutboxRecord,
    PersonRow,
    Posted,
    RetiredMessage,
    Shows,
    StoredOutboxRow,
    Struck,
)
from data.sql.statements import Statements, listed, made, names, upsert

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
    f" {_OTHERS.format('serial <> outbox.serial')} AS more,"
    f" (SELECT json_build_array({listed(StoredOutboxRow.__struct_fields__, 'next')})::text FROM outbox AS next"
    " WHERE next.kind = 'hand' AND next.due <= ? AND next.serial = (SELECT min(line.serial) FROM outbox AS line"
    " WHERE line.table_id = outbox.table_id AND line.beside = false AND line.serial <> outbox.serial)) AS hand"
)
"""Take out a row as it was handed out; returns the values of `Struck`. The last value: by when a hand is due that is told under
the same claim; None: no hand is.
"""

BEGIN_WAITS = (
    "UPDATE outbox SET due = least(due, ? + after) WHERE table_id = ? AND after IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM outbox AS board WHERE board.table_id = outbox.table_id AND board.kind = 'board' AND board.serial <> ?)"
)
"""See `OutboxWrites.begin_waits`; the last value: a board that is taken out at the same time, or 0."""


def stored_row(text: str | None) -> StoredOutboxRow | None:
    """The row that JSON tells the columns of."""
    return None if text is None else made(StoredOutboxRow, [msgspec.json.decode(text)])[0]


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

    async def strike_outbox(self, serial: int, *, hand: float | None = None, last: bool = False) -> Struck:
        """Take out a row as it was handed out; one that replaced it stays. `hand`: see `Transaction.finish_row`; `last`: the
        transaction ends with it.
        """
        rows = await (self._last_rows if last else self._rows)(STRIKE, serial, hand)
        if not rows:
            return Struck(waits=False, more=True)
        ((waits, more, text),) = rows
        return Struck(bool(waits), bool(more), stored_row(text))

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


_SHOWS = names(Shows)
_KEY = ("table_id", "kind", "user")
_OF_ONE = 'table_id = ? AND kind = ? AND "user" = ?'

_NOTED = {
    "standing": f'kind, "user", channel, message, {_SHOWS} FROM messages WHERE table_id = ?1',
    "begun": f'kind, "user", channel, nonce, {_SHOWS} FROM posts_begun WHERE table_id = ?1',
    "retired": f"{names(RetiredMessage)} FROM retired WHERE table_id = ?1",
    "person": f'seats."user", people."user" IS NOT NULL, {listed(PersonRow.__struct_fields__, "people")} FROM seats'
    ' LEFT JOIN people ON people."user" = seats."user" WHERE table_id = ?1 AND seats."user" IS NOT NULL',
    "muted": '"user" FROM mutes WHERE table_id = ?1',
    "version": "version FROM tables WHERE id = ?1",
    "newest": "max(serial) FROM outbox WHERE table_id = ?1",
    "language": "language FROM guilds WHERE guild = (SELECT guild FROM tables WHERE id = ?1)",
}
"""What `noted` reads: columns and where they stand."""

_ALL_NOTED = " UNION ALL ".join(
    "SELECT '{}', json_build_array({})::text FROM {}".format(what, *said.split(" FROM ", 1)) for what, said in _NOTED.items()
)

STANDING = "(\"user\" = 0 OR kind = 'offer') AND message <> 0 AND kind NOT IN ('scene', 'fleeting', 'ended')"
"""What of a table's messages stands in its channel to be pressed."""

PUT_MESSAGE = upsert("messages", _KEY, "channel", "message", *Shows.__struct_fields__)
"""Note where a message stands and what it shows."""


def message_values(table: int, kind: str, user: int, posted: Posted) -> tuple[Any, ...]:
    """The values for `PUT_MESSAGE`."""
    return table, kind, user, posted.channel, posted.message, *msgspec.structs.astuple(posted.shows)


def _shows(values: Iterable[int | None]) -> Shows:
    return Shows(**dict(zip(Shows.__struct_fields__, values, strict=True)))


class MessageReads(Statements):
    """What can be read."""

    async def message(self, table: int, kind: str, user: int) -> Posted | None:
        """Where the message of this kind stands, and what it shows."""
        rows = await self._rows(f"SELECT channel, message, {_SHOWS} FROM messages WHERE {_OF_ONE}", table, kind, user)
        return Posted(rows[0][0], rows[0][1], _shows(rows[0][2:])) if rows else None

    async def noted(self, table: int) -> Noted:
        """All that is noted of the table's messages and of those who are told by them, read at once."""
        found: dict[str, list[list[Any]]] = {what: [] for what in _NOTED}
        for what, values in await self._rows(_ALL_NOTED, table):
            found[what].append(msgspec.json.decode(values))
        return Noted(
            {(kind, user): Posted(channel, message, _shows(of)) for kind, user, channel, message, *of in found["standing"]},
            [
                BegunPost(table=table, kind=kind, user=user, channel=channel, nonce=nonce, shows=_shows(of))
                for kind, user, channel, nonce, *of in found["begun"]
            ],
            sorted(made(RetiredMessage, found["retired"]), key=lambda each: each.message),
            {user: made(PersonRow, [row])[0] if known else None for user, known, *row in found["person"]},
            [user for (user,) in found["muted"]],
            next((language for (language,) in found["language"]), None),
            next((version for (version,) in found["version"]), None),
            next((serial for (serial,) in found["newest"] if serial is not None), 0),
        )

    async def known_messages(self, table: int) -> set[int]:
        """The ids of all messages of a table that are noted anywhere."""
        sql = "SELECT message FROM messages WHERE table_id = ?1 UNION SELECT message FROM retired WHERE table_id = ?1"
        return set(await self._column(sql, table))


class MessageWrites(Statements):
    """What can be written."""

    async def put_message(self, table: int, kind: str, user: int, posted: Posted) -> None:
        """Note where a message stands and what it shows."""
        await self.put_messages(table, [(kind, user, posted)])

    async def put_messages(self, table: int, noted: Iterable[tuple[str, int, Posted]]) -> None:
        """As `put_message`, for several: kind, user, and where and what."""
        for each in noted:
            await self._later(PUT_MESSAGE, *message_values(table, *each))

    async def drop_message(self, table: int, kind: str, user: int) -> None:
        """Forget where a message stands."""
        await self._later(f"DELETE FROM messages WHERE {_OF_ONE}", table, kind, user)

    async def drop_messages(self, table: int, kinds: Iterable[str]) -> None:
        """Forget all messages of these kinds, whosever they are."""
        await self._later("DELETE FROM messages WHERE table_id = ? AND kind IN (??)", table, list(kinds))

    async def forget_turns(self, table: int) -> None:
        """Count boards, hands and pings as of no turn any more: they showed one that was taken back, and are due again."""
        await self._run("UPDATE messages SET turn = NULL WHERE table_id = ? AND kind IN ('board', 'hand', 'ping')", table)

    async def begin_post(self, post: BegunPost, *, last: bool = False) -> str:
        """Note that a post is sent off, in the place of an earlier note of its kind, and return the nonce it is noted with: the
        earlier one's, where that was for the same channel. `last`: the transaction ends with it.
        """
        same = "CASE WHEN posts_begun.channel = excluded.channel THEN posts_begun.nonce ELSE excluded.nonce END"
        sql = f"{upsert('posts_begun', _KEY, 'channel', *Shows.__struct_fields__, 'nonce')}"
        sql = sql.replace('"nonce" = excluded."nonce"', f'"nonce" = {same}') + ' RETURNING "nonce"'
        values = msgspec.structs.astuple(post.shows)
        ((nonce,),) = await (self._last_rows if last else self._rows)(
            sql, post.table, post.kind, post.user, post.channel, *values, post.nonce
        )
        return str(nonce)

    async def end_post(self, table: int, kind: str, user: int) -> None:
        """The post is noted, or will never be."""
        await self._later(f"DELETE FROM posts_begun WHERE {_OF_ONE}", table, kind, user)

    async def retire_message(self, table: int, row: RetiredMessage) -> None:
        """Note a message to be cleaned."""
        sql = upsert("retired", ("table_id", "message"), "channel", "remove", "turn")
        await self._run(sql, table, row.message, row.channel, row.remove, row.turn)

    async def retire_replaced(self, table: int, kind: str, user: int, message: int, shows: Shows) -> list[RetiredMessage]:
        """A message of this kind, which shows this, takes the place of another: note that one to be cleaned, and return it.
        It is removed if it showed the same or is a person's.
        """
        same = " AND ".join(f"{column} IS NOT DISTINCT FROM ?" for column in _SHOWS.split(", "))
        sql = (
            f"INSERT INTO retired (table_id, {names(RetiredMessage)})"
            f' SELECT table_id, channel, message, "user" <> 0 OR ({same}),'
            f" CASE WHEN kind = 'board' THEN coalesce(turn, 0) END FROM messages WHERE {_OF_ONE} AND message NOT IN (0, ?)"
            " ON CONFLICT (table_id, message) DO UPDATE SET remove = excluded.remove, turn = excluded.turn"
            f" RETURNING {names(RetiredMessage)}"
        )
        return made(RetiredMessage, await self._rows(sql, *msgspec.structs.astuple(shows), table, kind, user, message))

    async def retire_messages(self, table: int) -> None:
        """Note everything that can be pressed in a table's channel to be cleaned, as no longer standing."""
        standing = f"FROM messages WHERE table_id = ? AND {STANDING}"
        await self._run(
            "INSERT INTO retired (table_id, channel, message, remove, turn)"
            " SELECT table_id, channel, message, false, CASE WHEN kind = 'board' THEN coalesce(turn, 0) END"
            f" {standing} ON CONFLICT (table_id, message) DO NOTHING",
            table,
        )
        await self._run(f"DELETE {standing}", table)

    async def messages_cleaned(self, table: int, messages: Iterable[int]) -> None:
        """Retired messages need nothing any more."""
        await self._later("DELETE FROM retired WHERE table_id = ? AND message IN (??)", table, list(messages))
