"""Where our messages stand, which are on their way in and which on their way out."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

import msgspec

from data.records import (
    BegunPost,
    Posted,
    RetiredMessage,
    Shows,
)
from data.sqlite.connection import Connected, names

_SHOWS = names(Shows)


def _shows(values: tuple[int | None, ...]) -> Shows:
    return Shows(**dict(zip(Shows.__struct_fields__, values, strict=True)))


STANDING = "(user = 0 OR kind = 'offer') AND message <> 0 AND kind NOT IN ('scene', 'fleeting')"
"""What of a table's messages stands in its channel to be pressed."""


class MessageReads(Connected):
    """See `data.store.Reads`."""

    async def message(self, table: int, kind: str, user: int) -> Posted | None:
        sql = f"SELECT channel, message, {_SHOWS} FROM messages WHERE table_id = ? AND kind = ? AND user = ?"
        rows = await self._rows(sql, (table, kind, user))
        return Posted(rows[0][0], rows[0][1], _shows(rows[0][2:])) if rows else None

    async def begun_posts(self, table: int) -> list[BegunPost]:
        sql = f"SELECT kind, user, channel, nonce, {_SHOWS} FROM posts_begun WHERE table_id = ?"
        return [
            BegunPost(table=table, kind=kind, user=user, channel=channel, nonce=nonce, shows=_shows(tuple(values)))
            for kind, user, channel, nonce, *values in await self._rows(sql, (table,))
        ]

    async def retired_messages(self, table: int) -> list[RetiredMessage]:
        sql = "SELECT channel, message, remove, turn FROM retired WHERE table_id = ? ORDER BY message"
        rows = await self._rows(sql, (table,))
        return [RetiredMessage(channel, message, bool(remove), turn) for channel, message, remove, turn in rows]

    async def known_messages(self, table: int) -> set[int]:
        sql = "SELECT message FROM messages WHERE table_id = ? UNION SELECT message FROM retired WHERE table_id = ?"
        return {row[0] for row in await self._rows(sql, (table, table))}


class MessageWrites(Connected):
    """See `data.store.Transaction`."""

    async def put_message(self, table: int, kind: str, user: int, posted: Posted) -> None:
        await self._db.execute(
            f"INSERT OR REPLACE INTO messages (table_id, kind, user, channel, message, {_SHOWS})"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (table, kind, user, posted.channel, posted.message, *msgspec.structs.astuple(posted.shows)),
        )

    async def drop_message(self, table: int, kind: str, user: int) -> None:
        await self._db.execute("DELETE FROM messages WHERE table_id = ? AND kind = ? AND user = ?", (table, kind, user))

    async def drop_messages(self, table: int, kind: str) -> None:
        await self._db.execute("DELETE FROM messages WHERE table_id = ? AND kind = ?", (table, kind))

    async def forget_turns(self, table: int) -> None:
        await self._db.execute(
            "UPDATE messages SET turn = NULL WHERE table_id = ? AND kind IN ('board', 'hand', 'ping')", (table,)
        )

    async def begin_post(self, post: BegunPost) -> None:
        await self._db.execute(
            f"INSERT OR REPLACE INTO posts_begun (table_id, kind, user, channel, nonce, {_SHOWS})"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (post.table, post.kind, post.user, post.channel, post.nonce, *msgspec.structs.astuple(post.shows)),
        )

    async def end_post(self, table: int, kind: str, user: int) -> None:
        await self._db.execute("DELETE FROM posts_begun WHERE table_id = ? AND kind = ? AND user = ?", (table, kind, user))

    async def retire_message(self, table: int, row: RetiredMessage) -> None:
        values = (table, row.channel, row.message, row.remove, row.turn)
        sql = "INSERT OR REPLACE INTO retired (table_id, channel, message, remove, turn) VALUES (?, ?, ?, ?, ?)"
        await self._db.execute(sql, values)

    async def retire_messages(self, table: int) -> None:
        standing = f"FROM messages WHERE table_id = ? AND {STANDING}"
        shown = "CASE WHEN kind = 'board' THEN coalesce(turn, 0) END"
        await self._db.execute(
            "INSERT OR REPLACE INTO retired (table_id, channel, message, remove, turn)"
            f" SELECT table_id, channel, message, 0, {shown} {standing}",
            (table,),
        )
        await self._db.execute(f"DELETE {standing}", (table,))

    async def message_cleaned(self, table: int, message: int) -> None:
        await self._db.execute("DELETE FROM retired WHERE table_id = ? AND message = ?", (table, message))
