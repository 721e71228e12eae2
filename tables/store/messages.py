"""Where our messages on Discord are, and which posts are under way."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from data.records.messages import BegunPost, Noted, Posted, RetiredMessage, Shows
from data.store import Store
from tables.store import claims

PING = "ping"
"""The kind of message under which the people mentioned in each turn are noted."""

TOLD = "told"
"""The kind under which the stage that a table's board last showed is noted."""

UNTOLD = ("lost", "closed", "gone", "refused")
"""Kinds under which people are noted who know that a channel cannot be written to; deleted when it can."""

BARE = ("scene", "final", "season", "day")
"""Kinds of messages that keep what buttons they have when a newer one of their kind is posted."""


class Messages:
    """The messages on Discord by subject, kind and person, so that they can be edited."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, subject: int) -> Noted:
        """Returns everything noted of a table's messages; under a claim of the subject, it is read only once."""
        work = claims.of(subject)
        if work is None:
            return await self._store.read_noted(subject)
        if work.noted is None:
            work.noted = await self._store.read_noted(subject)
        return work.noted

    @staticmethod
    def forget(subject: int) -> None:
        """Discard what was read of the table's messages, as the subject has changed; it is read again on demand."""
        work = claims.of(subject)
        if work is not None:
            work.noted = None

    async def get(self, subject: int, kind: str, user: int = 0) -> Posted | None:
        """Returns the message of this kind (and for this person), if there is one."""
        work = claims.of(subject)
        if work is None or work.noted is None:
            return await self._store.message(subject, kind, user)
        return work.noted.get(kind, user)

    async def put(self, subject: int, kind: str, posted: Posted, user: int = 0) -> None:
        """Record where a message is and what it shows."""
        async with claims.transaction(self._store) as tx:
            await tx.put_message(subject, kind, user, posted)
        update_noted(subject, lambda noted: {"standing": {**noted.standing, (kind, user): posted}})

    async def drop(self, subject: int, kind: str, user: int = 0) -> None:
        """Forget a message that has been deleted."""
        async with claims.transaction(self._store) as tx:
            await tx.drop_message(subject, kind, user)
        update_noted(
            subject, lambda noted: {"standing": {key: each for key, each in noted.standing.items() if key != (kind, user)}}
        )


class Posts:
    """Records a table's posts so that no message with live buttons is ever unknown, whenever the process dies.

    Before a message is posted, the post is recorded as begun, with its nonce. When Discord has answered, one transaction
    records where the message is, retires the message it replaces and deletes the begun post. A retired message stays recorded
    until its buttons are gone. So each message that may have buttons is always current, retired, or left behind by a begun
    post, which is looked for before anything else is posted.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def begin(self, wanted: BegunPost) -> BegunPost:
        """Record a post that is about to be sent, and return it as it must be sent. If one of its kind and channel may have
        been posted already, it gets that one's nonce.
        """
        async with claims.transaction(self._store) as tx:
            begun = msgspec.structs.replace(wanted, nonce=await tx.begin_post(wanted, last=True))
        update_noted(wanted.subject, lambda noted: {"begun": [*_others(noted, begun), begun]})
        return begun

    async def end(self, row: BegunPost) -> None:
        """Record that nothing was posted."""
        async with claims.transaction(self._store) as tx:
            await tx.end_post(*_key(row))
        update_noted(row.subject, lambda noted: {"begun": _others(noted, row)})

    async def note_posted(self, row: BegunPost, message: int, mentioned: Iterable[int] = (), *, alone: bool = False) -> None:
        """Record a posted message, and retire its predecessor (deleted if it was of the same turn or a person's). `mentioned`:
        the people it mentions in this turn; a hand calls its person, and a call is noted for each of these instead of for the
        row's person. `alone`: the predecessor is deleted already.
        """
        retired = list[RetiredMessage]()
        called = (row.user,) if row.kind == "hand" else mentioned
        posted = Posted(row.channel, message, row.shows)
        if row.kind == "mention":
            stand = [(row.kind, user, posted) for user in tuple(called) or (row.user,)]
        else:
            pings = [(PING, user, Posted(row.channel, 0, Shows(turn=row.shows.turn))) for user in called]
            stand = [(row.kind, row.user, posted), *pings]
        known = UNTOLD if row.user == 0 else ()
        async with claims.transaction(self._store) as tx:
            if row.kind not in BARE and not alone:
                retired = await tx.retire_replaced(*_key(row), message, row.shows)
            with tx.together():
                await tx.put_messages(row.subject, stand)
                if known:
                    await tx.drop_messages(row.subject, known)
                await tx.end_post(*_key(row))
        update_noted(
            row.subject,
            lambda noted: {
                "standing": {key: each for key, each in noted.standing.items() if key[0] not in known}
                | {(kind, user): posted for kind, user, posted in stand},
                "begun": _others(noted, row),
                "retired": [*noted.retired, *retired],
            },
        )

    async def noted_messages(self, subject: int) -> set[int]:
        """Returns the ids of all messages noted for a subject."""
        return await self._store.known_messages(subject)

    async def retire(self, subject: int, channel: int, message: int, *, remove: bool = False, turn: int | None = None) -> None:
        """Retire a message of the subject, to be cleaned up (`remove`: deleted; `turn`: the turn shown, if it was a board)."""
        async with claims.transaction(self._store) as tx:
            await tx.retire_message(subject, row := RetiredMessage(channel, message, remove, turn))
        update_noted(subject, lambda noted: {"retired": [*(each for each in noted.retired if each.message != message), row]})

    async def note_cleaned(self, subject: int, message: int) -> None:
        """A retired message has been cleaned up. Under a claim, this is stored together with the row's outcome; if the process
        dies before that, the message is cleaned up again.
        """
        work = claims.of(subject)
        if work is None:
            async with self._store.transaction() as tx:
                await tx.messages_cleaned(subject, [message])
            return
        work.cleaned.append(message)
        update_noted(subject, lambda noted: {"retired": [each for each in noted.retired if each.message != message]})


def update_noted(subject: int, change: Callable[[Noted], dict[str, Any]]) -> None:
    """Apply a change that was just stored to what has been read of the table's messages under its claim."""
    work = claims.of(subject)
    if work is not None and work.noted is not None:
        work.noted = msgspec.structs.replace(work.noted, **change(work.noted))


def turn_of(kind: str, shows: Shows) -> int | None:
    """Returns the turn shown by a board message; 0 if it is no longer known; None: it is not a board."""
    return shows.turn or 0 if kind == "board" else None


def _others(noted: Noted, row: BegunPost) -> list[BegunPost]:
    """Returns the begun posts except the one that this one replaces."""
    return [each for each in noted.begun if _key(each) != _key(row)]


def _key(row: BegunPost) -> tuple[int, str, int]:
    return row.subject, row.kind, row.user
