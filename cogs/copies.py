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

KEPT = 2
"""Newest copies of one hand that follow; older ones are rebuilt when they are pressed."""


class Copy(msgspec.Struct, frozen=True):
    """A private answer: its message, the interaction whose token edits it, the language it is in, until when."""

    message: int
    interaction: discord.Interaction[Any]
    words: Words
    until: float


class Copies:
    """Only a convenience: nothing is lost when the process ends, since a press on any copy rebuilds it."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], list[Copy]] = {}

    def keep(self, table: int, user: int, message: int, interaction: discord.Interaction[Any], words: Words) -> None:
        """Remember a private answer; a later press on the same message brings a fresh token for it."""
        until = interaction.created_at.timestamp() + limits.TOKEN_LIFE - MARGIN
        others = [copy for copy in self.alive(table, user) if copy.message != message]
        if len(self._kept) >= HANDS:
            self._prune()
        self._kept[table, user] = [*others, Copy(message, interaction, words, until)][-KEPT:]

    def alive(self, table: int, user: int) -> list[Copy]:
        """The copies of one hand that can still be edited."""
        now = discord.utils.utcnow().timestamp()
        return [copy for copy in self._kept.get((table, user), ()) if copy.until > now]

    def forget(self, table: int, user: int, gone: Copy) -> None:
        """Drop a copy that Discord no longer knows."""
        left = [copy for copy in self.alive(table, user) if copy is not gone]
        if left:
            self._kept[table, user] = left
        else:
            self._kept.pop((table, user), None)

    def _prune(self) -> None:
        for table, user in list(self._kept):
            if not self.alive(table, user):
                del self._kept[table, user]
