"""The posts of a table as a small protocol, so that no message with live buttons is ever unknown, whenever we die.

Before a message is posted it is noted as begun (with the nonce it is sent with). When Discord has answered, ONE transaction
notes where it stands, retires the message whose place it takes and ends the note. A retired message stays noted until its
buttons are gone. So at every moment each message that may have buttons is a standing one, a retired one, or one that a post
begun may have left behind, which is looked for before anything else is posted.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from data.records import BegunPost, Posted, RetiredMessage, Shows
from data.store import Store
from tables.store import claims

PING = "ping"
"""Under this kind of message it is noted who has been mentioned in which turn."""

TOLD = "told"
"""Under this kind it is noted at which stage of its game a table's board was told last."""

UNTOLD = ("lost", "closed", "gone", "refused")
"""Kinds under which it is noted who has been told that a channel cannot be written to; forgotten when it can be."""

BARE = ("scene", "final")
"""Kinds of messages without buttons that a newer one of their kind would have to take away."""


class Posts:
    """What is noted of posts under way and of retired messages."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def begun(self, table: int) -> list[BegunPost]:
        """The posts of which nobody knows what has become of them."""
        return await self._store.begun_posts(table)

    async def begin(self, wanted: BegunPost) -> BegunPost:
        """Note a post that is about to be sent; returns it as it must be sent: where one of its kind and channel may have been
        posted already, with that one's nonce.
        """
        async with claims.telling(self._store) as (tx, _):
            return msgspec.structs.replace(wanted, nonce=await tx.begin_post(wanted))

    async def end(self, row: BegunPost) -> None:
        """Nothing was posted."""
        async with claims.telling(self._store) as (tx, _):
            await tx.end_post(*_key(row))

    async def posted(self, row: BegunPost, message: int, mentioned: Iterable[int] = ()) -> None:
        """The message stands; the one of its kind before it is retired (removed, if it was of the same turn or a person's).
        `mentioned`: the people whom it mentions in this turn.
        """
        async with claims.telling(self._store) as (tx, work):
            if row.kind not in BARE:
                retired = await tx.retire_replaced(*_key(row), message, row.shows)
                if work is not None:
                    work.retired += retired
            pings = [(PING, user, Posted(row.channel, 0, Shows(turn=row.shows.turn))) for user in mentioned]
            with tx.together():
                await tx.put_messages(row.table, [(row.kind, row.user, Posted(row.channel, message, row.shows)), *pings])
                if row.user == 0:
                    await tx.drop_messages(row.table, UNTOLD)
                await tx.end_post(*_key(row))

    async def known(self, table: int) -> set[int]:
        """The ids of all messages noted for a table."""
        return await self._store.known_messages(table)

    async def retired(self, table: int) -> list[RetiredMessage]:
        """The messages that are still to be cleaned."""
        return await self._store.retired_messages(table)

    async def retire(self, table: int, channel: int, message: int, *, remove: bool = False, turn: int | None = None) -> None:
        """A message stands no longer for the table: it is to be cleaned (`remove`: deleted; `turn`: of a board, the turn it
        showed).
        """
        async with claims.transaction(self._store) as tx:
            await tx.retire_message(table, RetiredMessage(channel, message, remove, turn))

    async def cleaned(self, table: int, message: int) -> None:
        """A retired message needs nothing any more."""
        async with claims.telling(self._store) as (tx, work):
            await tx.message_cleaned(table, message)
            if work is not None:
                work.retired = [each for each in work.retired if each.message != message]


def turn_of(kind: str, shows: Shows) -> int | None:
    """The turn that a message shows as its board; 0 where that is not known any more; None: it is no board."""
    return shows.turn or 0 if kind == "board" else None


def _key(row: BegunPost) -> tuple[int, str, int]:
    return row.table, row.kind, row.user
