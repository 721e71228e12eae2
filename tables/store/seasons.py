"""The end of each server's season: its leaderboard is to be posted where the server wants it, once, also after an outage.

That it is, is stored together with the row of the outbox that has it posted; so however many processes look, one posts.
"""

from __future__ import annotations

import asyncio
import logging

from data.store import Store
from tables.model import server
from tables.model.outbox_rows import SeasonRow
from tables.model.server import ServerSettings
from tables.ranking.counting import ALL
from tables.ranking.standings import season
from tables.store.outbox import Outbox, stored
from tables.time.clock import Clock

log = logging.getLogger(__name__)

EVERY_SECONDS = 3600.0
"""Seconds between two looks."""


class Seasons:
    """Looks every hour, and when it starts, which seasons are over."""

    def __init__(self, store: Store, clock: Clock, outbox: Outbox) -> None:
        self._store = store
        self._clock = clock
        self._outbox = outbox
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch(), name="seasons")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """Have the leaderboards posted of the seasons that are over. Where a server has only just asked for it, the next one
        is the first.
        """
        for guild, text in await self._store.servers_chosen():
            settings = server.read(text, ServerSettings())
            if settings.monthly is not None:
                await self._ended(guild, settings, settings.monthly)

    async def _ended(self, guild: int, settings: ServerSettings, channel: int) -> None:
        now = self._clock.now()
        begun, _ = season(now, settings.season)
        first, last = begun - (1 if settings.season == "month" else 3), begun - 1
        async with self._store.transaction() as tx:
            if not await tx.end_season(guild, last) or not await tx.tallies(guild, ALL, "", (first, last)):
                return
            table = await tx.newest_table(guild)
            if table is not None:
                row = SeasonRow(channel=channel, first=first, last=last)
                await tx.put_outbox(table, [stored(row, now)])
        self._outbox.wake()

    async def _watch(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("seasons could not be looked at")
            await self._clock.sleep(EVERY_SECONDS)
