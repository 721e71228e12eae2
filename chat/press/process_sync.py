"""What happens at other processes that share the store, and must show in what this process alone can change.

A private answer can be edited by the token of its interaction alone, and once it is given, that stays with the process that was
asked. So this process follows the tables that its answers show, whoever changes them and whoever tells their channels.
When it ends, its answers stay as they are, as when a bot alone ends: a press on any of them rebuilds it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import discord

from chat.app import App
from chat.press import private
from chat.wire.rest import UNREACHED
from data.errors import StoreError
from data.records import News
from tables.store import claims

log = logging.getLogger(__name__)

SOON_SECONDS = 0.4
"""Seconds for which changes of a table are gathered; the process that tells the board has often followed by then."""

TRIES, PAUSE, LONGEST_PAUSE = 8, 1.0, 5.0
"""Attempts while Discord or the store is out of order, and seconds between them, doubled each time."""


class ProcessSync:
    """Hears what is told, until it is closed."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._gathering: set[int] = set()
        """Tables whose changes are gathered: one more changes nothing."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self) -> None:
        self._app.tables.listen(self._hear)

    async def close(self) -> None:
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _hear(self, news: News) -> None:
        if self._closed:
            return
        match news.kind:
            case "table" if news.table not in self._gathering and self._app.replies.show(news.table):
                self._gathering.add(news.table)
                self._apart(self._follow(news.table))
            case "answered":
                self._apart(private.replaced(self._app, news.table, news.user, news.name, news.message))
            case "person":
                self._app.languages.forget(news.user)

    def _apart(self, work: Coroutine[Any, Any, None]) -> None:
        # What a row changes while it is told is heard under the claim of its table's line, which ends with the row.
        task = asyncio.create_task(work, context=claims.free())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, table: int) -> None:
        try:
            await asyncio.sleep(SOON_SECONDS)
        finally:
            self._gathering.discard(table)  # a change from now on is followed by another
        for number in range(TRIES):
            try:
                await private.follow_changed(self._app, table)
            except (discord.DiscordException, StoreError, *UNREACHED):
                await asyncio.sleep(min(PAUSE * 2**number, LONGEST_PAUSE))
            except Exception:
                log.exception("private answers could not be brought up to date", extra={"table": table})
                return
            else:
                return
