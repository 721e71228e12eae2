"""Which language a person is written to when no interaction tells it: what they chose, else what Discord told last."""

from __future__ import annotations

from cachetools import LRUCache

from data.words import Words, words
from tables.service import TableService

KEPT = 50_000
"""People remembered in memory; the languages of others are read from the store."""


class Languages:
    """Remembers, also over a restart, the language Discord last told for each person."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._told: LRUCache[int, str] = LRUCache(KEPT)

    async def note(self, user: int, language: str) -> None:
        """Note the language of an interaction; it is stored only when it is news."""
        if self._told.get(user) == language:
            return
        self._told[user] = language
        if await self._tables.locale(user) != language:
            await self._tables.set_locale(user, language)

    def forget(self, user: int) -> None:
        """Another process knows better."""
        self._told.pop(user, None)

    async def words(self, user: int, otherwise: str) -> Words:
        """The words for a message to this person; `otherwise` where nothing is known of them."""
        preferences = await self._tables.person(user)
        told = self._told.get(user) or await self._tables.locale(user)
        return words(preferences.language or told or otherwise)
