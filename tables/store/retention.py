"""The task that forgets what has been kept long enough: a few tables at a time, by times that are stored, so that it does not
matter when the bot was away.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tables.time.clock import Clock
from tables.time.pace import HOUR

log = logging.getLogger(__name__)

EVERY_SECONDS = 6 * HOUR
"""Seconds between two looks."""

BREATH_SECONDS = 1.0
"""Seconds between two batches."""


class Forgetting:
    """Calls `forget` (which says whether there may be more to do) again and again."""

    def __init__(self, clock: Clock, forget: Callable[[], Awaitable[bool]]) -> None:
        self._clock = clock
        self._forget = forget
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch(), name="forgetting")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            await self._clock.sleep(EVERY_SECONDS)
            try:
                while await self._forget():
                    await self._clock.sleep(BREATH_SECONDS)
            except Exception:
                log.exception("what is old could not be forgotten; it is tried again later")
