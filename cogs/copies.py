"""The private answers that show a table: kept by their tokens for as long as Discord lets them be edited."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakValueDictionary

import discord
import msgspec

from cogs import limits
from data.words import Words
from tables.shown import TableInfo

MARGIN = 30
"""Seconds before a token ends from which it is used no more."""

HANDS = 2000
"""Hands remembered before those whose tokens have ended are cleared away."""


class Copy(msgspec.Struct, frozen=True):
    """A private answer: its message, the interaction whose token edits it, the language it is in, until when, and the version
    and stage of the table that it shows.
    """

    message: int
    interaction: discord.Interaction[Any]
    words: Words
    until: float
    version: int
    stage: int


class Copies:
    """The newest private answer of each kind (`hand`, `text`, `board`) to each person. Only a convenience: nothing is lost
    when the process ends, since a press on any copy rebuilds it.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int, str], Copy] = {}
        self._direct: dict[tuple[int, int], tuple[int, int]] = {}
        self._locks: WeakValueDictionary[tuple[int, int, str], asyncio.Lock] = WeakValueDictionary()

    def lock(self, table: int, user: int, kind: str) -> asyncio.Lock:
        """Held while a copy is brought up to date, or an older state could arrive after a newer one."""
        return self._locks.setdefault((table, user, kind), asyncio.Lock())

    def keep(self, table: int, user: int, kind: str, copy: Copy) -> Copy | None:
        """Remember a private answer; a later press on the same message brings a fresh token for it. Returns the one it takes
        the place of, if that is another message and can still be edited.
        """
        before = self.alive(table, user, kind)
        if len(self._kept) >= HANDS:
            self._prune()
        self._kept[table, user, kind] = copy
        return before if before is not None and before.message != copy.message else None

    def alive(self, table: int, user: int, kind: str) -> Copy | None:
        """The copy of this kind, as long as it can be edited."""
        copy = self._kept.get((table, user, kind))
        return copy if copy is not None and copy.until > _now() else None

    def renew(self, table: int, user: int, kind: str, copy: Copy, shown: TableInfo) -> None:
        """Note that a copy shows this state of the table now, unless a newer one has taken its place."""
        if self._kept.get((table, user, kind)) is copy:
            self._kept[table, user, kind] = msgspec.structs.replace(copy, version=shown.version, stage=shown.stage)

    def behind(self, table: int, stage: int) -> list[tuple[int, str]]:
        """Who has an answer that shows this table at another stage, and of which kind."""
        return [
            (user, kind)
            for (number, user, kind), copy in self._kept.items()
            if number == table and copy.stage != stage and copy.until > _now()
        ]

    def note(self, table: int, user: int, message: int, version: int) -> None:
        """Remember that a direct message shows this version of the table."""
        if len(self._direct) >= HANDS:
            self._direct.clear()
        self._direct[table, user] = (message, version)

    def shows(self, table: int, user: int, message: int, version: int) -> bool:
        """Whether a direct message shows this version already."""
        return self._direct.get((table, user)) == (message, version)

    def forget(self, table: int, user: int, kind: str, gone: Copy) -> None:
        """Drop a copy that Discord no longer knows."""
        if self._kept.get((table, user, kind)) is gone:
            del self._kept[table, user, kind]

    def _prune(self) -> None:
        for key, copy in list(self._kept.items()):
            if copy.until <= _now():
                del self._kept[key]


def copy_of(message: int, interaction: discord.Interaction[Any], words: Words, shown: TableInfo) -> Copy:
    """A private answer just given, with the time its token lives."""
    until = interaction.created_at.timestamp() + limits.TOKEN_LIFE - MARGIN
    return Copy(message, interaction, words, until, shown.version, shown.stage)


def _now() -> float:
    return discord.utils.utcnow().timestamp()
