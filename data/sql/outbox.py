"""The outbox, and the messages of tables."""

# ruff: noqa: S608 - only our own column lists and conditions are interpolated; values are always parameters.
import itertools
from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from data.records.messages import BOARDS, FLAG, BegunPost, Noted, Posted, Pressed, RetiredMessage, Shows
from data.records.outbox import OutboxLoad, OutboxRecord, StoredOutboxRow, Struck
from data.records.people import PersonRow
from data.sql.statements import Statements, column_list, names, to_structs, upsert
from data.sql.subjects import CHANNEL, PLACED

ROW = names(StoredOutboxRow)

_LINE = "SELECT min(serial) FROM outbox WHERE beside = false"
_HELD_UP = (
    "SELECT subject_id FROM outbox WHERE (kind = 'scene' OR attempts > 0 AND due > ?1)"
    f" AND serial IN ({_LINE} GROUP BY subject_id)"
)
HEAD = (
    f"(beside = true OR serial IN ({_LINE} GROUP BY subject_id)"
    f" OR serial IN ({_LINE} AND kind IN ('hand', 'remind') AND subject_id IN ({_HELD_UP}) GROUP BY subject_id))"
)
"""Condition: a row's position in the queue allows sending it; ?1: see `outbox_heads`."""

_OTHERS = "EXISTS (SELECT 1 FROM outbox AS other WHERE other.subject_id = outbox.subject_id AND {})"
_LEFT = "{0}.subject_id = outbox.subject_id AND {0}.beside = false AND NOT {0}.serial IN (??)"

STRIKE = (
    f"DELETE FROM outbox WHERE serial IN (??) RETURNING {_OTHERS.format('other.after IS NOT NULL')},"
    f" {_OTHERS.format('NOT other.serial IN (??)')} AS more,"
    f" (SELECT json_agg(json_build_array({column_list(StoredOutboxRow.__struct_fields__, 'next')}))::text FROM outbox AS next"
    f" WHERE {_LEFT.format('next')} AND next.kind = 'hand' AND next.due <= ? AND NOT EXISTS (SELECT 1 FROM outbox AS line"
    f" WHERE {_LEFT.format('line')} AND line.serial < next.serial AND NOT (line.kind = 'hand' AND line.due <= ?))) AS hands"
)
"""Deletes rows of a subject as they were handed out; returns the values of `Struck`. Its parameters: see `strike_values`."""


BEGIN_WAITS = (
    "UPDATE outbox SET due = least(due, ? + after) WHERE subject_id = ? AND after IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM outbox AS board WHERE board.subject_id = outbox.subject_id AND board.kind = 'board' AND board.serial <> ?)"
)
"""See `OutboxWrites.begin_waits`; the last parameter: a board that is deleted at the same time, or 0."""

_SHOWS = names(Shows)

_KEY = ("subject_id", "kind", "user")

_OF_ONE = 'subject_id = ? AND kind = ? AND "user" = ?'

_NOTED = {
    "standing": f'kind, "user", channel, message, {_SHOWS} FROM messages WHERE subject_id = ?1',
    "begun": f'kind, "user", channel, nonce, {_SHOWS} FROM posts_begun WHERE subject_id = ?1',
    "retired": f"{names(RetiredMessage)} FROM retired WHERE subject_id = ?1",
    "person": f'seats."user", people."user" IS NOT NULL, {column_list(PersonRow.__struct_fields__, "people")} FROM seats'
    ' LEFT JOIN people ON people."user" = seats."user" WHERE table_id = ?1 AND seats."user" IS NOT NULL',
    "muted": '"user" FROM mutes WHERE subject_id = ?1',
    "notes": '"user", text FROM notes WHERE table_id = ?1',
    "version": "version FROM tables WHERE id = ?1",
    "newest": "max(serial) FROM outbox WHERE subject_id = ?1",
    "language": "language FROM guilds WHERE guild = (SELECT guild FROM subjects WHERE id = ?1)",
    "flag": f"value FROM meta WHERE key = '{FLAG}'",
}
"""What `read_noted` reads: columns and their tables."""

_ALL_NOTED = " UNION ALL ".join(
    "SELECT '{}', json_build_array({})::text FROM {}".format(what, *said.split(" FROM ", 1)) for what, said in _NOTED.items()
)

_PRESSED = (
    f"SELECT 'person', json_build_array({column_list(PersonRow.__struct_fields__)})::text FROM people WHERE \"user\" = ?1"
    " UNION ALL SELECT 'version', json_build_array(version)::text FROM tables WHERE id = ?2"
    f" UNION ALL SELECT 'board', json_build_array(channel, message, {_SHOWS})::text FROM messages"
    " WHERE subject_id = ?2 AND kind = 'board' AND \"user\" = 0"
    " UNION ALL SELECT 'notes', json_build_array(text)::text FROM notes WHERE table_id = ?2 AND \"user\" = ?1"
)

STANDING = "(\"user\" = 0 OR kind = 'offer') AND message <> 0 AND kind NOT IN ('scene', 'fleeting', 'ended')"
"""Condition: the message is in the channel and may have buttons."""

PUT_MESSAGE = upsert("messages", _KEY, "channel", "message", *Shows.__struct_fields__)
"""Stores where a message is and what it shows."""


def strike_values(serials: Sequence[int], hand: float | None) -> tuple[Any, ...]:
    """Returns the values for `STRIKE`; `hand`: the time by which hands must be due to be sent under the same claim; None: no
    hand is.
    """
    struck = list(serials)
    return struck, struck, struck, hand, struck, hand


def stored_rows(text: str | None) -> tuple[StoredOutboxRow, ...]:
    """Returns the rows whose columns are in this JSON, in the order of their queue."""
    return tuple(sorted(to_structs(StoredOutboxRow, msgspec.json.decode(text or "[]")), key=lambda row: row.serial))


class OutboxReads(Statements):
    """Read operations."""

    async def outbox_waits(self, subject: int, key: str) -> bool:
        """Returns whether there is an unsent row with this key."""
        return bool(await self._rows("SELECT 1 FROM outbox WHERE subject_id = ? AND key = ?", subject, key))

    async def scenes_waiting(self, subject: int) -> int:
        """Returns the number of a subject's unsent scenes."""
        return int(await self._value("SELECT count(*) FROM outbox WHERE subject_id = ? AND kind = 'scene'", subject))

    async def outbox_heads(self, late: float) -> list[StoredOutboxRow]:
        """Returns the first row of each subject's queue, and the rows beside the queues, earliest due first. If the first row
        of a queue is a scene, or was refused and is not retried before `late`, the first hand or reminder behind it is
        included, so that neither the pauses between scenes nor an unreachable channel delay people's own messages.
        """
        return to_structs(
            StoredOutboxRow, await self._rows(f"SELECT {ROW} FROM outbox WHERE {HEAD} ORDER BY due, serial", late)
        )

    async def before_change(self, table: int, users: Iterable[int]) -> tuple[int | None, set[str], dict[int, str]]:
        """Returns what a change of a running game needs: its version, `board` if its board has not been sent, `refused` if rows
        wait that Discord has refused, and `plans`.
        """
        sql = (
            "SELECT 'version', version, NULL FROM tables WHERE id = ?1"
            " UNION ALL SELECT 'board', subject_id, NULL FROM outbox WHERE subject_id = ?1 AND key = 'board'"
            " UNION ALL SELECT 'refused', subject_id, NULL FROM outbox WHERE subject_id = ?1 AND attempts > 0"
            ' UNION ALL SELECT \'plan\', "user", plan FROM people WHERE "user" IN (??)'
        )
        rows = await self._rows(sql, table, list(users))
        version = next((number for what, number, _ in rows if what == "version"), None)
        plans = {user: plan for what, user, plan in rows if what == "plan"}
        return version, {what for what, *_ in rows} & {"board", "refused"}, plans

    async def outbox_load(self) -> OutboxLoad:
        """Returns how many rows wait, and since when."""
        return OutboxLoad(*(await self._rows("SELECT count(*), min(due) FROM outbox"))[0])

    async def boards_behind(self) -> list[tuple[int, int, int]]:
        """Returns the running games whose board last showed a different stage (or none) and that have no unsent board: the
        table, its server and its channel.
        """
        sql = (
            "SELECT t.id, t.guild, t.channel FROM tables AS t"
            " LEFT JOIN messages AS m ON m.subject_id = t.id AND m.kind = 'told'"
            " WHERE t.state = 'playing' AND (m.stage IS NULL OR m.stage <> t.stage)"
            " AND NOT EXISTS (SELECT 1 FROM outbox AS o WHERE o.subject_id = t.id AND o.kind = 'board') ORDER BY t.id"
        )
        return [(table, guild, channel) for table, guild, channel in await self._rows(sql)]

    async def outbox_refused_in(self, channel: int) -> list[int]:
        """Returns the serials of rows for a channel's subjects that wait for a retry."""
        return await self._refused_tables(f"{CHANNEL} = ?", channel)

    async def outbox_refused_on(self, guilds: Iterable[int]) -> list[int]:
        """The same for the subjects of servers."""
        return await self._refused_tables("subjects.guild IN (??)", list(guilds))

    async def _refused_tables(self, where: str, value: object) -> list[int]:
        of = f"outbox JOIN subjects ON subjects.id = subject_id {PLACED}"
        return await self._column(f"SELECT serial FROM {of} WHERE attempts > 0 AND {where} ORDER BY serial", value)


class OutboxWrites(Statements):
    """Write operations."""

    @abstractmethod
    async def put_outbox(self, subject: int, rows: Iterable[OutboxRecord]) -> None:
        """Append rows to their subject's queue, each replacing an unsent one with the same key (whose `id` it takes over)."""

    async def renew_outbox(
        self, subject: int, rows: Sequence[OutboxRecord], withdrawn: Collection[str], *, refused: bool = True
    ) -> None:
        """Like `put_outbox`, after deleting the unsent rows of the kinds `withdrawn`; also retry the subject's refused rows
        immediately. `refused`: whether there may be any.
        """
        keys, kinds = [row.key for row in rows], list(withdrawn)
        if kinds:
            sql = "DELETE FROM outbox WHERE subject_id = ? AND kind IN (??) AND NOT key IN (??)"
            await self._later(sql, subject, kinds, keys)
        await self.put_outbox(subject, rows)
        if refused:
            sql = "UPDATE outbox SET due = 0 WHERE subject_id = ? AND attempts > 0 AND NOT kind IN (??) AND NOT key IN (??)"
            await self._later(sql, subject, kinds, keys)

    async def strike_outbox(self, *serials: int, hand: float | None = None, last: bool = False) -> Struck:
        """Delete rows of a subject as they were handed out; a newer one that replaced one of them stays. `hand`: see
        `Transaction.finish_row`; `last`: the transaction ends with it.
        """
        rows = await (self._last_rows if last else self._rows)(STRIKE, *strike_values(serials, hand))
        if not rows:
            return Struck(waits=False, more=True)
        waits, more, text = rows[0]
        return Struck(bool(waits), bool(more), stored_rows(text))

    async def postpone_outbox(self, serial: int, due: float, *, beside: bool) -> None:
        """Retry a row at this time. `beside`: it waits beside its subject's queue from now on."""
        sql = "UPDATE outbox SET due = ?, attempts = attempts + 1, beside = (beside OR ?) WHERE serial = ?"
        await self._run(sql, due, beside, serial)

    async def hasten_outbox(self, serials: Iterable[int], now: float) -> None:
        """Retry these rows immediately, whatever they wait for."""
        # These are rows of many tables: locked ones are skipped, or two transactions could deadlock.
        free = "SELECT serial FROM outbox WHERE serial IN (??) AND due > ?1 FOR UPDATE SKIP LOCKED"
        await self._run(f"UPDATE outbox SET due = ?1 WHERE serial IN ({free})", now, list(serials))

    async def begin_waits(self, subject: int, now: float) -> None:
        """The subject's board has been sent: the row beside its queue, if any, waits its number of seconds from now on, unless
        its time has started already or a newer board is still to come.
        """
        await self._run(BEGIN_WAITS, now, subject, 0)

    async def rest_outbox(self, subject: int, kind: str, until: float) -> None:
        """Send no rows of this kind before this time."""
        await self._run("UPDATE outbox SET due = greatest(due, ?) WHERE subject_id = ? AND kind = ?", until, subject, kind)

    async def rest_boards(self, subject: int, until: float, scene: int = 0) -> None:
        """Send the subject's board, or its end, not before this time, and meanwhile whatever is behind it. If it waits behind a
        scene it stays there, or it would overtake that scene; `scene`: the serial of one that is sent.
        """
        before = (
            "EXISTS (SELECT 1 FROM outbox AS scene WHERE scene.subject_id = outbox.subject_id AND scene.kind = 'scene'"
            " AND scene.serial < outbox.serial AND scene.serial <> ?)"
        )
        sql = (
            "UPDATE outbox SET beside = true, due = greatest(due, ?) WHERE subject_id = ? AND kind IN (??) AND attempts = 0"
            f" AND NOT {before}"
        )
        await self._run(sql, until, subject, list(BOARDS), scene)

    async def wake_boards(self, subject: int, now: float) -> None:
        """Send immediately what rests (`rest_boards`)."""
        sql = "UPDATE outbox SET due = least(due, ?) WHERE subject_id = ? AND kind IN (??) AND beside = true AND attempts = 0"
        await self._run(sql, now, subject, list(BOARDS))


def message_values(subject: int, kind: str, user: int, posted: Posted) -> tuple[Any, ...]:
    """Returns the values for `PUT_MESSAGE`."""
    return subject, kind, user, posted.channel, posted.message, *msgspec.structs.astuple(posted.shows)


def _shows(values: Iterable[int | None]) -> Shows:
    return Shows(**dict(zip(Shows.__struct_fields__, values, strict=True)))


class MessageReads(Statements):
    """Read operations."""

    async def message(self, subject: int, kind: str, user: int) -> Posted | None:
        """Returns where the message of this kind is, and what it shows."""
        rows = await self._rows(f"SELECT channel, message, {_SHOWS} FROM messages WHERE {_OF_ONE}", subject, kind, user)
        return Posted(rows[0][0], rows[0][1], _shows(rows[0][2:])) if rows else None

    async def read_press(self, user: int, subject: int) -> Pressed:
        """Returns what is read of a press first: of its person, and of the subject that it names."""
        found = {what: msgspec.json.decode(values) for what, values in await self._rows(_PRESSED, user, subject)}
        person, board = found.get("person"), found.get("board")
        return Pressed(
            None if person is None else to_structs(PersonRow, [person])[0],
            found.get("version", [None])[0],
            None if board is None else Posted(board[0], board[1], _shows(board[2:])),
            found.get("notes", [""])[0],
        )

    async def read_noted(self, subject: int) -> Noted:
        """Returns everything noted of the subject's messages and of the people who get them, in one read."""
        found: dict[str, list[list[Any]]] = {what: [] for what in _NOTED}
        for what, values in await self._rows(_ALL_NOTED, subject):
            found[what].append(msgspec.json.decode(values))
        return Noted(
            {(kind, user): Posted(channel, message, _shows(of)) for kind, user, channel, message, *of in found["standing"]},
            [
                BegunPost(subject=subject, kind=kind, user=user, channel=channel, nonce=nonce, shows=_shows(of))
                for kind, user, channel, nonce, *of in found["begun"]
            ],
            sorted(to_structs(RetiredMessage, found["retired"]), key=lambda each: each.message),
            {user: to_structs(PersonRow, [row])[0] if known else None for user, known, *row in found["person"]},
            [user for (user,) in found["muted"]],
            next((language for (language,) in found["language"]), None),
            next((version for (version,) in found["version"]), None),
            next((serial for (serial,) in found["newest"] if serial is not None), 0),
            next((value for (value,) in found["flag"]), None),
            dict(found["notes"]),
        )

    async def known_messages(self, subject: int) -> set[int]:
        """Returns the ids of all recorded messages of a subject."""
        sql = "SELECT message FROM messages WHERE subject_id = ?1 UNION SELECT message FROM retired WHERE subject_id = ?1"
        return set(await self._column(sql, subject))


class MessageWrites(Statements):
    """Write operations."""

    async def put_message(self, subject: int, kind: str, user: int, posted: Posted) -> None:
        """Store where a message is and what it shows."""
        await self.put_messages(subject, [(kind, user, posted)])

    async def put_messages(self, subject: int, noted: Iterable[tuple[str, int, Posted]]) -> None:
        """Like `put_message` for several: kind, user, and the message; of two for one kind and user, the last."""
        rows = [message_values(subject, *each) for each in {each[:2]: each for each in noted}.values()]
        if rows:
            one = f"({', '.join('?' for _ in rows[0])})"
            await self._later(PUT_MESSAGE.replace(one, ", ".join([one] * len(rows))), *itertools.chain(*rows))

    async def drop_message(self, subject: int, kind: str, user: int) -> None:
        """Forget where a message is."""
        await self._later(f"DELETE FROM messages WHERE {_OF_ONE}", subject, kind, user)

    async def drop_messages(self, subject: int, kinds: Iterable[str]) -> None:
        """Forget all messages of these kinds, whoever they are for."""
        await self._later("DELETE FROM messages WHERE subject_id = ? AND kind IN (??)", subject, list(kinds))

    async def forget_turns(self, subject: int) -> None:
        """Mark boards, hands and pings as outdated: they showed a turn that was taken back, and are due again."""
        await self._run("UPDATE messages SET turn = NULL WHERE subject_id = ? AND kind IN ('board', 'hand', 'ping')", subject)

    async def begin_post(self, post: BegunPost, *, last: bool = False) -> str:
        """Record that a post is started, replacing an earlier record of its kind. Returns the recorded nonce, which is the
        earlier one's if that was for the same channel. `last`: the transaction ends with it.
        """
        same = "CASE WHEN posts_begun.channel = excluded.channel THEN posts_begun.nonce ELSE excluded.nonce END"
        sql = f"{upsert('posts_begun', _KEY, 'channel', *Shows.__struct_fields__, 'nonce')}"
        sql = sql.replace('"nonce" = excluded."nonce"', f'"nonce" = {same}') + ' RETURNING "nonce"'
        values = msgspec.structs.astuple(post.shows)
        ((nonce,),) = await (self._last_rows if last else self._rows)(
            sql, post.subject, post.kind, post.user, post.channel, *values, post.nonce
        )
        return str(nonce)

    async def end_post(self, subject: int, kind: str, user: int) -> None:
        """Delete the record of a post that is stored, or will never be."""
        await self._later(f"DELETE FROM posts_begun WHERE {_OF_ONE}", subject, kind, user)

    async def retire_message(self, subject: int, row: RetiredMessage) -> None:
        """Record a message to be cleaned up."""
        sql = upsert("retired", ("subject_id", "message"), "channel", "remove", "turn")
        await self._run(sql, subject, row.message, row.channel, row.remove, row.turn)

    async def retire_replaced(self, subject: int, kind: str, user: int, message: int, shows: Shows) -> list[RetiredMessage]:
        """Record that a message of this kind, which shows this, replaces another, which is to be cleaned up; return that one.
        It is deleted if it showed the same or is a person's.
        """
        same = " AND ".join(f"{column} IS NOT DISTINCT FROM ?" for column in _SHOWS.split(", "))
        sql = (
            f"INSERT INTO retired (subject_id, {names(RetiredMessage)})"
            f' SELECT subject_id, channel, message, "user" <> 0 OR ({same}),'
            f" CASE WHEN kind = 'board' THEN coalesce(turn, 0) END FROM messages WHERE {_OF_ONE} AND message NOT IN (0, ?)"
            " ON CONFLICT (subject_id, message) DO UPDATE SET remove = excluded.remove, turn = excluded.turn"
            f" RETURNING {names(RetiredMessage)}"
        )
        return to_structs(RetiredMessage, await self._rows(sql, *msgspec.structs.astuple(shows), subject, kind, user, message))

    async def retire_messages(self, subject: int) -> None:
        """Record all messages with buttons in a subject's channel as retired."""
        standing = f"FROM messages WHERE subject_id = ? AND {STANDING}"
        await self._run(
            "INSERT INTO retired (subject_id, channel, message, remove, turn)"
            " SELECT subject_id, channel, message, false, CASE WHEN kind = 'board' THEN coalesce(turn, 0) END"
            f" {standing} ON CONFLICT (subject_id, message) DO NOTHING",
            subject,
        )
        await self._run(f"DELETE {standing}", subject)

    async def messages_cleaned(self, subject: int, messages: Iterable[int]) -> None:
        """Retired messages have been cleaned up."""
        await self._later("DELETE FROM retired WHERE subject_id = ? AND message IN (??)", subject, list(messages))
