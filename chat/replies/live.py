"""The private answers that show subjects, as long as they can be edited. `chat.press.replies` makes them follow."""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from cachetools import LRUCache

from chat.wire.layout import Card
from chat.wire.original import Original
from data.words import Words
from tables.model.table_info import TableInfo

MOMENT_SECONDS = 1.5
"""Seconds that an update of a reply waits for a press that is being answered."""

DIRECT = 2000
"""Direct messages for which it is remembered what they show."""


class LiveReply(msgspec.Struct, frozen=True):
    """A private answer: its message and what edits it, its language and its token's expiry (monotonic), the version and stage
    it shows (0: the subject has no stages), what reads its subject for its user (a table as a `Reading`), and what makes it
    again (from what was read, the user and the language; it may raise Outdated). `card`: what it shows, if it is edited only
    when that changes.
    """

    message: int
    original: Original
    words: Words
    until: float
    version: int
    stage: int
    read: Callable[[], Awaitable[Any]]
    draw: Callable[[Any, int, Words], Awaitable[Card]]
    card: Card | None = None


class LiveReplies:
    """The newest private answer of each kind (`hand`, `text`, `board`) to each person. Nothing is lost when the process ends,
    since a press on any reply rebuilds it.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: dict[int, dict[tuple[int, str], LiveReply]] = {}
        """By table, since that is how they are looked up."""
        self._ends: OrderedDict[tuple[int, int, str], float] = OrderedDict()
        """When their tokens expire, the soonest first."""
        self._direct: LRUCache[tuple[int, int], tuple[int, int]] = LRUCache(DIRECT)
        self._under_way: dict[tuple[int, int, str], set[asyncio.Event]] = {}
        self._locks: WeakValueDictionary[tuple[int, int, str], asyncio.Lock] = WeakValueDictionary()

    def lock(self, table: int, user: int, kind: str) -> asyncio.Lock:
        """Held while a reply is updated or replaced; otherwise an older state could arrive after a newer one."""
        return self._locks.setdefault((table, user, kind), asyncio.Lock())

    @contextlib.contextmanager
    def answering(self, table: int, user: int, kind: str) -> Iterator[None]:
        """Mark a press as being answered within the block: `wait_for_answers` waits for it."""
        key, ended = (table, user, kind), asyncio.Event()
        self._under_way.setdefault(key, set()).add(ended)
        try:
            yield
        finally:
            self._under_way[key].discard(ended)
            if not self._under_way[key]:
                del self._under_way[key]
            ended.set()

    async def wait_for_answers(self, table: int, user: int, kind: str) -> None:
        """Wait until no press is being answered, since what it shows need not be made twice; at most `MOMENT_SECONDS`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MOMENT_SECONDS):
                for ended in tuple(self._under_way.get((table, user, kind), ())):
                    await ended.wait()

    def keep(self, table: int, user: int, kind: str, reply: LiveReply) -> LiveReply | None:
        """Remember a private answer; a later press on the same message brings a fresh token for it. Returns the answer that it
        replaces, if that is another message and can still be edited.
        """
        before = self.alive(table, user, kind)
        self._kept.setdefault(table, {})[user, kind] = reply
        self._ends[table, user, kind] = reply.until
        self._ends.move_to_end((table, user, kind))
        self.prune()
        return before if before is not None and before.message != reply.message else None

    def alive(self, table: int, user: int, kind: str) -> LiveReply | None:
        """Returns the reply of this kind, if it can still be edited."""
        reply = self._kept.get(table, {}).get((user, kind))
        return reply if reply is not None and reply.until > self._now() else None

    def renew(self, table: int, user: int, kind: str, reply: LiveReply, newer: LiveReply) -> None:
        """Note what a reply now shows, unless a newer one has replaced it."""
        if self._kept.get(table, {}).get((user, kind)) is reply:
            self._kept[table][user, kind] = newer

    def names(self, table: int, user: int) -> list[str]:
        """Returns the kinds of answers about a table that a person has."""
        return [kind for whose, kind in self._kept.get(table, {}) if whose == user]

    def of(self, subject: int) -> list[tuple[int, str]]:
        """Returns the users and kinds of all answers that show a subject."""
        return list(self._kept.get(subject, ()))

    def behind(self, table: int, stage: int) -> list[tuple[int, str]]:
        """Returns the users and kinds of the answers that show this table at another stage."""
        now = self._now()
        return [key for key, reply in self._kept.get(table, {}).items() if reply.stage != stage and reply.until > now]

    def behind_table(self, table: int, info: TableInfo) -> list[tuple[int, str]]:
        """Like `behind`, plus the hands that show another version of the table."""
        now = self._now()
        return [
            (user, kind)
            for (user, kind), reply in self._kept.get(table, {}).items()
            if (reply.stage != info.stage or (kind == "hand" and reply.version != info.version)) and reply.until > now
        ]

    def show(self, table: int) -> bool:
        """Returns whether any answer shows this table."""
        return table in self._kept

    def note(self, table: int, user: int, message: int, version: int) -> None:
        """Remember that a direct message shows this version of the table."""
        self._direct[table, user] = (message, version)

    def shows(self, table: int, user: int, message: int, version: int) -> bool:
        """Returns whether a direct message already shows this version."""
        return self._direct.get((table, user)) == (message, version)

    def forget(self, table: int, user: int, kind: str, gone: LiveReply) -> None:
        """Drop a reply that Discord no longer knows."""
        if self._kept.get(table, {}).get((user, kind)) is gone:
            self._drop(table, user, kind)

    def prune(self) -> None:
        """Drop the replies whose tokens have expired."""
        now = self._now()
        while self._ends and next(iter(self._ends.values())) <= now:
            self._drop(*next(iter(self._ends)))

    def _drop(self, table: int, user: int, kind: str) -> None:
        del self._ends[table, user, kind]
        del self._kept[table][user, kind]
        if not self._kept[table]:
            del self._kept[table]
