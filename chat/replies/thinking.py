"""The private answers that this process owes, and those that others have left behind."""

import asyncio
import logging
import time
from itertools import chain, repeat

import discord

from chat.wire import limits
from chat.wire.layout import GREY, Card
from chat.wire.original import MARGIN_SECONDS
from chat.wire.outcomes import UNREACHED, Outcome, outcome
from chat.wire.rest import Rest
from data.errors import StoreError
from data.words import words
from tables.service.service import TableService

log = logging.getLogger(__name__)

SOON_SECONDS = 0.25
"""Seconds in which most answers are given; the others are stored together after that."""

ABANDONED_SECONDS = 60.0
"""Seconds after which no living process is still working on an answer."""

LATE_PAUSES = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds before each attempt to end an answer that Discord has not taken; the last one is repeated."""

LOOKS_SECONDS = 20.0
"""Seconds between two searches for answers that another process has abandoned."""


class Thinking:
    """Keeps track of the answers that this process owes, and ends those that others have abandoned with a line.

    Discord shows "is thinking" for a quarter of an hour, and only the token of the press can end it. So a process writes the
    token to a file immediately (`data.store`). If several share a store, the token of an answer that takes longer than
    `SOON_SECONDS` is also stored until the answer is given: this computer and its file may be gone.
    """

    def __init__(self, tables: TableService, rest: Rest) -> None:
        self._tables = tables
        self._rest = rest
        self._begun: dict[int, tuple[str, str]] = {}
        self._stored: set[int] = set()
        self._ended: set[int] = set()
        self._late: set[asyncio.Task[None]] = set()
        self._soon: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    def begin(self, interaction: int, token: str, language: str) -> None:
        """Note that Discord is about to show "is thinking"."""
        self._tables.people.owe(interaction, token, language)
        if not self._tables.people.alone:
            self._begun[interaction] = token, language
            self._store_soon()

    def end(self, interaction: int) -> None:
        """Note that the answer has been given, or will never be."""
        self._tables.people.settle(interaction)
        if self._begun.pop(interaction, None) is None and interaction in self._stored:
            self._ended.add(interaction)
            self._store_soon()

    def end_later(self, interaction: int, token: str, language: str) -> None:
        """Note that Discord has not taken the answer: it is ended with a line as soon as Discord does."""
        task = asyncio.create_task(self._end_late(interaction, token, language), name="end a late answer")
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _end_late(self, interaction: int, token: str, language: str) -> None:
        card, end = Card(text=words(language)("cogs.error.unseen"), colour=GREY), time.monotonic() + limits.TOKEN_LIFE_SECONDS
        for pause in chain(LATE_PAUSES, repeat(LATE_PAUSES[-1])):
            await asyncio.sleep(pause)
            if await self._ended_with(token, card) or time.monotonic() > end:
                self.end(interaction)
                return

    async def _ended_with(self, token: str, card: Card) -> bool:
        """End an answer with a card, if Discord still waits for it. Returns False if that may succeed later."""
        try:
            await self._rest.end_thinking(token, card)
        except (discord.DiscordException, *UNREACHED) as error:
            log.info("cannot end a private answer left by a crash", extra={"error": type(error).__name__})
            return outcome(error) is not Outcome.LATER
        return True

    def start(self) -> None:
        """End the answers abandoned earlier, and keep looking for others if processes share the store."""
        self._looking = asyncio.create_task(self._look(), name="answers left behind")

    async def close(self) -> None:
        """Stop looking, and store what is new."""
        tasks = [task for task in (self._looking, self._soon, *self._late) if task is not None]
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
            log.warning("cannot store pending answers: %s", error)

    async def _look(self) -> None:
        alone = self._tables.people.alone
        while True:
            try:
                await self._end_left(0.0 if alone else ABANDONED_SECONDS)
            except StoreError as error:
                log.warning("cannot read answers left by other processes: %s", error)
            if alone:
                return  # no other process answers
            await asyncio.sleep(LOOKS_SECONDS)

    async def _end_left(self, age: float) -> None:
        for row in await self._tables.people.take_answers(age, limits.TOKEN_LIFE_SECONDS - MARGIN_SECONDS):
            await self._ended_with(row.token, Card(text=words(row.language)("cogs.error.restarted"), colour=GREY))
