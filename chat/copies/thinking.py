"""Private answers that are still awaited: those that a killed process leaves at "is thinking" are ended with a line.

Discord shows "is thinking" for a quarter of an hour, and only the token of the press can end it. So a process alone notes the
token at once in a file (`data.owed_answers`). Where several share a store, the token of an answer that takes longer than
`SOON_SECONDS` is stored until the answer is given; most answers come sooner and cost nothing.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from chat.wire import limits
from chat.wire.layout import GREY, Card
from chat.wire.rest import UNREACHED, Rest
from data.errors import StoreError
from data.words import words
from tables.service.service import TableService

log = logging.getLogger(__name__)

SOON_SECONDS = 0.25
"""Seconds in which most answers are given; what is news of the others is stored together."""

ABANDONED_SECONDS = 60.0
"""Seconds after which no living process still works at an answer."""

LOOKS_SECONDS = 20.0
"""Seconds between two looks for answers that another process has left."""

MARGIN_SECONDS = 30.0
"""Seconds before a token ends from which it is used no more."""


class Thinking:
    """Knows the answers that this process owes, and ends those that others have left."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._begun: dict[int, tuple[str, str]] = {}
        self._stored: set[int] = set()
        self._ended: set[int] = set()
        self._soon: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    def begin(self, interaction: int, token: str, language: str) -> None:
        """Discord is about to show "is thinking"."""
        if not self._tables.people.owe(interaction, token, language):
            self._begun[interaction] = token, language
            self._store_soon()

    def end(self, interaction: int) -> None:
        """The answer is given, or will never be."""
        if self._tables.people.settle(interaction):
            return
        if self._begun.pop(interaction, None) is None and interaction in self._stored:
            self._ended.add(interaction)
            self._store_soon()

    def start(self, rest: Rest) -> None:
        """End what was left before, and go on looking where other processes share the store."""
        self._looking = asyncio.create_task(self._look(rest), name="answers left behind")

    async def close(self) -> None:
        """Look no more, and store what is news."""
        tasks = [task for task in (self._looking, self._soon) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._store()

    def _store_soon(self) -> None:
        if self._soon is None or self._soon.done():
            self._soon = asyncio.create_task(self._store_while_news(), name="store awaited answers")

    async def _store_while_news(self) -> None:
        while self._begun or self._ended:
            await asyncio.sleep(SOON_SECONDS)
            await self._store()

    async def _store(self) -> None:
        begun, ended = self._begun, self._ended
        if not begun and not ended:
            return
        self._begun, self._ended = {}, set()
        self._stored = (self._stored | begun.keys()) - ended
        try:
            await self._tables.people.note_answers(begun, ended)
        except StoreError as error:
            log.warning("awaited answers could not be stored: %s", error)

    async def _look(self, rest: Rest) -> None:
        alone = self._tables.people.alone
        while True:
            try:
                await self._end_left(rest, 0.0 if alone else ABANDONED_SECONDS)
            except StoreError as error:
                log.warning("answers left behind could not be read: %s", error)
            if alone:
                return  # nobody else answers
            await asyncio.sleep(LOOKS_SECONDS)

    async def _end_left(self, rest: Rest, age: float) -> None:
        for row in await self._tables.people.take_answers(age, limits.TOKEN_LIFE_SECONDS - MARGIN_SECONDS):
            card = Card(text=words(row.language)("cogs.error.restarted"), colour=GREY)
            try:
                await rest.end_thinking(row.token, card)
            except (discord.DiscordException, *UNREACHED) as error:
                log.info("an answer left behind could not be ended", extra={"error": type(error).__name__})
