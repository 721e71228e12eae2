"""The private answers that show somebody's hand: kept by their tokens for as long as Discord lets them be edited."""

from __future__ import annotations

from typing import Any

import discord
import msgspec

from cogs import limits
from data.words import Words

MARGIN = 30
"""Seconds before a token ends from which it is used no more."""

HANDS = 2000
"""Hands remembered before those whose tokens have ended are cleared away."""


class Copy(msgspec.Struct, frozen=True):
    """A private answer: its message, the interaction whose token edits it, the language it is in, until when, and the
    version of the table that it shows.
    """

    message: int
    interaction: discord.Interaction[Any]
    words: Words
    until: float
    version: int


class Copies:
    """The newest private copy of each hand. Only a convenience: nothing is lost when the process ends, since a press on any
    copy rebuilds it.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], Copy] = {}
        self._direct: dict[tuple[int, int], tuple[int, int]] = {}

    def keep(self, table: int, user: int, copy: Copy) -> Copy | None:
        """Remember a private answer; a later press on the same message brings a fresh token for it. Returns the one it takes
        the place of, if that is another message and can still be edited.
        """
        before = self.alive(table, user)
        if len(self._kept) >= HANDS:
            self._prune()
        self._kept[table, user] = copy
        return before if before is not None and before.message != copy.message else None

    def alive(self, table: int, user: int) -> Copy | None:
        """The copy of a hand, as long as it can be edited."""
        copy = self._kept.get((table, user))
        return copy if copy is not None and copy.until > _now() else None

    def note(self, table: int, user: int, message: int, version: int) -> None:
        """Remember that a direct message shows this version of the table."""
        if len(self._direct) >= HANDS:
            self._direct.clear()
        self._direct[table, user] = (message, version)

    def shows(self, table: int, user: int, message: int, version: int) -> bool:
        """Whether a direct message shows this version already."""
        return self._direct.get((table, user)) == (message, version)

    def forget(self, table: int, user: int, gone: Copy) -> None:
        """Drop a copy that Discord no longer knows."""
        if self._kept.get((table, user)) is gone:
            del self._kept[table, user]

    def _prune(self) -> None:
        for key, copy in list(self._kept.items()):
            if copy.until <= _now():
                del self._kept[key]


def copy_of(message: int, interaction: discord.Interaction[Any], words: Words, version: int) -> Copy:
    """A private answer just given, with the time its token lives."""
    return Copy(message, interaction, words, interaction.created_at.timestamp() + limits.TOKEN_LIFE - MARGIN, version)


def _now() -> float:
    return discord.utils.utcnow().timestamp()
