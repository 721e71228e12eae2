"""The private answers that show a table: kept by their tokens for as long as Discord lets them be edited."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeAlias
from weakref import WeakValueDictionary

import msgspec
from cachetools import LRUCache

from chat.copies.original import Original
from chat.wire import limits
from chat.wire.layout import Card
from data.words import Words
from tables.model.models import TableInfo, TableView

MARGIN_SECONDS = 30
"""Seconds before a token ends from which it is used no more."""

MOMENT_SECONDS = 1.5
"""Seconds that whoever would bring a copy up to date waits for an answer that is being made."""

DIRECT = 2000
"""Direct messages of which it is remembered what they show."""


Draw: TypeAlias = Callable[[TableView, int, Words], Awaitable[Card]]


class LiveReply(msgspec.Struct, frozen=True):
    """A private answer: its message and what edits it, the language it is in, until when, the version and stage of the table
    that it shows, and what makes it again (of the table as its user may see it, the user, the language; it may raise Outdated).
    """

    message: int
    original: Original
    words: Words
    until: float
    version: int
    stage: int
    draw: Draw


class LiveReplies:
    """The newest private answer of each kind (`hand`, `text`, `board`) to each person. Only a convenience: nothing is lost
    when the process ends, since a press on any copy rebuilds it.
    """

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._kept: dict[int, dict[tuple[int, str], LiveReply]] = {}
        """By table, since that is how they are looked for."""
        self._ends: OrderedDict[tuple[int, int, str], float] = OrderedDict()
        """When their tokens end, the soonest first."""
        self._direct: LRUCache[tuple[int, int], tuple[int, int]] = LRUCache(DIRECT)
        self._under_way: dict[tuple[int, int, str], set[asyncio.Event]] = {}
        self._locks: WeakValueDictionary[tuple[int, int, str], asyncio.Lock] = WeakValueDictionary()

    def lock(self, table: int, user: int, kind: str) -> asyncio.Lock:
        """Held while a copy is brought up to date or replaced, or an older state could arrive after a newer one."""
        return self._locks.setdefault((table, user, kind), asyncio.Lock())

    @contextlib.contextmanager
    def answering(self, table: int, user: int, kind: str) -> Iterator[None]:
        """A press is being answered in the block: `answered` waits for it."""
        key, ended = (table, user, kind), asyncio.Event()
        self._under_way.setdefault(key, set()).add(ended)
        try:
            yield
        finally:
            self._under_way[key].discard(ended)
            if not self._under_way[key]:
                del self._under_way[key]
            ended.set()

    async def answered(self, table: int, user: int, kind: str) -> None:
        """Returns when no press is being answered: what it shows need not be made twice. Waits for a moment only."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MOMENT_SECONDS):
                for ended in tuple(self._under_way.get((table, user, kind), ())):
                    await ended.wait()

    def keep(self, table: int, user: int, kind: str, copy: LiveReply) -> LiveReply | None:
        """Remember a private answer; a later press on the same message brings a fresh token for it. Returns the one it takes
        the place of, if that is another message and can still be edited.
        """
        before = self.alive(table, user, kind)
        self._kept.setdefault(table, {})[user, kind] = copy
        self._ends[table, user, kind] = copy.until
        self._ends.move_to_end((table, user, kind))
        self.prune()
        return before if before is not None and before.message != copy.message else None

    def alive(self, table: int, user: int, kind: str) -> LiveReply | None:
        """The copy of this kind, as long as it can be edited."""
        copy = self._kept.get(table, {}).get((user, kind))
        return copy if copy is not None and copy.until > self._now() else None

    def renew(self, table: int, user: int, kind: str, copy: LiveReply, info: TableInfo) -> None:
        """Note that a copy shows this state of the table now, unless a newer one has taken its place."""
        if self._kept.get(table, {}).get((user, kind)) is copy:
            self._kept[table][user, kind] = msgspec.structs.replace(copy, version=info.version, stage=info.stage)

    def names(self, table: int, user: int) -> list[str]:
        """The kinds of answers about a table that a person has."""
        return [kind for whose, kind in self._kept.get(table, {}) if whose == user]

    def behind(self, table: int, stage: int) -> list[tuple[int, str]]:
        """Who has an answer that shows this table at another stage, and of which kind."""
        now = self._now()
        return [key for key, copy in self._kept.get(table, {}).items() if copy.stage != stage and copy.until > now]

    def changed(self, table: int, info: TableInfo) -> list[tuple[int, str]]:
        """As `behind`, and the hands that show another version of the table."""
        now = self._now()
        return [
            (user, kind)
            for (user, kind), copy in self._kept.get(table, {}).items()
            if (copy.stage != info.stage or (kind == "hand" and copy.version != info.version)) and copy.until > now
        ]

    def show(self, table: int) -> bool:
        """Whether any answer shows this table."""
        return table in self._kept

    def note(self, table: int, user: int, message: int, version: int) -> None:
        """Remember that a direct message shows this version of the table."""
        self._direct[table, user] = (message, version)

    def shows(self, table: int, user: int, message: int, version: int) -> bool:
        """Whether a direct message shows this version already."""
        return self._direct.get((table, user)) == (message, version)

    def forget(self, table: int, user: int, kind: str, gone: LiveReply) -> None:
        """Drop a copy that Discord no longer knows."""
        if self._kept.get(table, {}).get((user, kind)) is gone:
            self._drop(table, user, kind)

    def prune(self) -> None:
        """Forget the copies whose tokens have ended."""
        now = self._now()
        while self._ends and next(iter(self._ends.values())) <= now:
            self._drop(*next(iter(self._ends)))

    def _drop(self, table: int, user: int, kind: str) -> None:
        del self._ends[table, user, kind]
        del self._kept[table][user, kind]
        if not self._kept[table]:
            del self._kept[table]


def copy_of(message: int, original: Original, words: Words, info: TableInfo, draw: Draw) -> LiveReply:
    """A private answer just given, with the time its token lives."""
    until = original.born + limits.TOKEN_LIFE_SECONDS - MARGIN_SECONDS
    return LiveReply(message, original, words, until, info.version, info.stage, draw)
