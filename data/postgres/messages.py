"""Where our messages stand, which are on their way in and which on their way out."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

import msgspec

from data.postgres.connection import Connected, marks, names
from data.records import BegunPost, Posted, RetiredMessage, Shows

_SHOWS = names(Shows)
_NEW_SHOWS = ", ".join(f"{name} = excluded.{name}" for name in Shows.__struct_fields__)
_OF_ONE = 'table_id = $1 AND kind = $2 AND "user" = $3'


def _shows(values: tuple[int | None, ...]) -> Shows:
    return Shows(**dict(zip(Shows.__struct_fields__, values, strict=True)))


STANDING = "(\"user\" = 0 OR kind = 'offer') AND message <> 0 AND kind NOT IN ('scene', 'fleeting')"
"""What of a table's messages stands in its channel to be pressed."""


class MessageReads(Connected):
    """See `data.store.Reads`."""

    async def message(self, table: int, kind: str, user: int) -> Posted | None:
        rows = await self._rows(f"SELECT channel, message, {_SHOWS} FROM messages WHERE {_OF_ONE}", table, kind, user)
        return Posted(rows[0][0], rows[0][1], _shows(rows[0][2:])) if rows else None

    async def begun_posts(self, table: int) -> list[BegunPost]:
        sql = f'SELECT kind, "user", channel, nonce, {_SHOWS} FROM posts_begun WHERE table_id = $1 ORDER BY kind, "user"'
        return [
            BegunPost(table=table, kind=kind, user=user, channel=channel, nonce=nonce, shows=_shows(tuple(values)))
            for kind, user, channel, nonce, *values in await self._rows(sql, table)
        ]

    async def retired_messages(self, table: int) -> list[RetiredMessage]:
        sql = "SELECT channel, message, remove, turn FROM retired WHERE table_id = $1 ORDER BY message"
        return [RetiredMessage(*row) for row in await self._rows(sql, table)]

    async def known_messages(self, table: int) -> set[int]:
        sql = "SELECT message FROM messages WHERE table_id = $1 UNION SELECT message FROM retired WHERE table_id = $1"
        return {row[0] for row in await self._rows(sql, table)}


class MessageWrites(Connected):
    """See `data.store.Transaction`."""

    async def put_message(self, table: int, kind: str, user: int, posted: Posted) -> None:
        values = (table, kind, user, posted.channel, posted.message, *msgspec.structs.astuple(posted.shows))
        await self._run(
            f'INSERT INTO messages (table_id, kind, "user", channel, message, {_SHOWS}) VALUES ({marks(len(values))})'
            ' ON CONFLICT (table_id, kind, "user")'
            f" DO UPDATE SET channel = excluded.channel, message = excluded.message, {_NEW_SHOWS}",
            *values,
        )

    async def drop_message(self, table: int, kind: str, user: int) -> None:
        await self._run(f"DELETE FROM messages WHERE {_OF_ONE}", table, kind, user)

    async def drop_messages(self, table: int, kind: str) -> None:
        await self._run("DELETE FROM messages WHERE table_id = $1 AND kind = $2", table, kind)

    async def forget_turns(self, table: int) -> None:
        await self._run("UPDATE messages SET turn = NULL WHERE table_id = $1 AND kind IN ('board', 'hand', 'ping')", table)

    async def begin_post(self, post: BegunPost) -> None:
        values = (post.table, post.kind, post.user, post.channel, post.nonce, *msgspec.structs.astuple(post.shows))
        await self._run(
            f'INSERT INTO posts_begun (table_id, kind, "user", channel, nonce, {_SHOWS}) VALUES ({marks(len(values))})'
            ' ON CONFLICT (table_id, kind, "user")'
            f" DO UPDATE SET channel = excluded.channel, nonce = excluded.nonce, {_NEW_SHOWS}",
            *values,
        )

    async def end_post(self, table: int, kind: str, user: int) -> None:
        await self._run(f"DELETE FROM posts_begun WHERE {_OF_ONE}", table, kind, user)

    async def retire_message(self, table: int, row: RetiredMessage) -> None:
        await self._run(
            "INSERT INTO retired (table_id, channel, message, remove, turn) VALUES ($1, $2, $3, $4, $5)"
            " ON CONFLICT (table_id, message)"
            " DO UPDATE SET channel = excluded.channel, remove = excluded.remove, turn = excluded.turn",
            table,
            row.channel,
            row.message,
            row.remove,
            row.turn,
        )

    async def retire_messages(self, table: int) -> None:
        standing = f"FROM messages WHERE table_id = $1 AND {STANDING}"
        await self._run(
            "INSERT INTO retired (table_id, channel, message, remove, turn)"
            " SELECT table_id, channel, message, false, CASE WHEN kind = 'board' THEN coalesce(turn, 0) END"
            f" {standing} ON CONFLICT (table_id, message) DO NOTHING",
            table,
        )
        await self._run(f"DELETE {standing}", table)

    async def message_cleaned(self, table: int, message: int) -> None:
        await self._run("DELETE FROM retired WHERE table_id = $1 AND message = $2", table, message)
