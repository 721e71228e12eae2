"""Private answers follow tables that other processes change, and everywhere the lists of people who look for a game."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from chat.app import App
from chat.press import replies
from chat.wire.outcomes import UNREACHED
from data.errors import StoreError
from data.records.processes import News
from tables.store import claims
from tables.store.changes import TableNews

log = logging.getLogger(__name__)

SOON_SECONDS = 0.4
"""Seconds for which changes of a table are collected; the process that sends the board has often updated them by then."""

TRIES, PAUSE, LONGEST_PAUSE = 8, 1.0, 5.0
"""Attempts while Discord or the store is out of order; first and longest seconds between them, doubled each time."""


class ProcessSync:
    """Listens to news from other processes until it is closed."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._gathering: set[int] = set()
        """Tables and lists whose changes are being collected; one more change makes no difference."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsubscribe: Callable[[], None] | None = None
        self._closed = False

    def start(self) -> None:
        tables = self._app.tables
        tables.listen(self._hear)
        tables.matchmaking.may_follow = self._hear_list
        if not tables.people.alone:
            # Otherwise this process sends each board, and private answers follow it.
            self._unsubscribe = tables.changes.subscribe(self._hear_table)

    async def close(self) -> None:
        self._closed = True
        if self._unsubscribe is not None:
            self._unsubscribe()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _hear(self, news: News) -> None:
        if self._closed:
            return
        match news.kind:
            case "answered":
                claims.apart(replies.drop_replaced(self._app, news.table, news.user, news.name, news.message), self._tasks)
            case "person":
                self._app.languages.forget(news.user)
            case "wishes":
                self._hear_list(news.table)

    def _hear_table(self, news: TableNews) -> None:
        self._gather(news.table, replies.follow_changed)

    def _hear_list(self, number: int) -> None:
        if not self._closed:
            self._gather(number, replies.follow_subject)

    def _gather(self, subject: int, follow: Callable[[App, int], Awaitable[None]]) -> None:
        if subject not in self._gathering and self._app.live_replies.show(subject):
            self._gathering.add(subject)
            claims.apart(self._follow(subject, follow), self._tasks)

    async def _follow(self, subject: int, follow: Callable[[App, int], Awaitable[None]]) -> None:
        try:
            await asyncio.sleep(SOON_SECONDS)
        finally:
            self._gathering.discard(subject)  # a later change needs another update
        for number in range(TRIES):
            try:
                await follow(self._app, subject)
            except (discord.DiscordException, StoreError, *UNREACHED):
                await asyncio.sleep(min(PAUSE * 2**number, LONGEST_PAUSE))
            except Exception:
                log.exception("cannot update private answers", extra={"table": subject})
                return
            else:
                return
