"""The languages in which people use Discord."""

import asyncio
import itertools
import logging

from cachetools import LRUCache

from data.words import Words, words
from tables.model.people import Preferences
from tables.service.service import TableService

log = logging.getLogger(__name__)

KEPT = 50_000
"""How many people's languages are kept in memory; the others are read from the store."""

SOON, TOGETHER = 0.5, 50
"""Seconds for which new languages are collected before they are stored; people stored at a time. No answer waits for it."""


class Languages:
    """Remembers, across restarts, the language that Discord last reported for each person."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._locales: LRUCache[int, str] = LRUCache(KEPT)
        self._news: dict[int, str] = {}
        self._soon: asyncio.Task[None] | None = None
        self._storing = asyncio.Lock()

    def note(self, user: int, language: str) -> None:
        """Note the language of an interaction. It is stored soon, and only if it has changed."""
        if self._locales.get(user) == language:
            return
        self._locales[user] = self._news[user] = language
        if self._soon is None or self._soon.done():
            self._soon = asyncio.create_task(self._store_soon(), name="store languages")

    def forget(self, user: int) -> None:
        """Drop what is remembered of a person, because another process has changed it."""
        self._locales.pop(user, None)
        self._news.pop(user, None)

    async def words(self, user: int, otherwise: str, preferences: Preferences | None = None) -> Words:
        """Returns the words for a message to this person, or `otherwise` if nothing is known of them. `preferences` are theirs,
        if the caller has read them.
        """
        preferences = preferences or await self._tables.people.person(user)
        language = self._locales.get(user) or await self._tables.people.locale(user)
        return words(preferences.language or language or otherwise)

    async def store(self) -> None:
        """Store what has been noted, and wait until that is done."""
        async with self._storing:
            while self._news:
                some = dict(itertools.islice(self._news.items(), TOGETHER))
                await self._tables.people.note_locales(some)
                for user, language in some.items():
                    if self._news.get(user) == language:
                        del self._news[user]

    async def _store_soon(self) -> None:
        await asyncio.sleep(SOON)
        await self._store_if_it_goes()

    async def _store_if_it_goes(self) -> None:
        try:
            await self.store()
        except Exception:
            self._locales.clear()  # the next interaction of each person stores it again
            self._news.clear()
            log.exception("cannot store languages")

    async def close(self) -> None:
        """Store what has been noted, without delay."""
        if self._soon is not None:
            self._soon.cancel()
            await asyncio.gather(self._soon, return_exceptions=True)
        await self._store_if_it_goes()
