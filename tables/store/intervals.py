"""Tasks that act at intervals: one for the ends of seasons, one for retention."""

import logging
from collections.abc import Awaitable, Callable

from tables.time.clock import Clock, Watch
from tables.time.timing import HOUR

log = logging.getLogger(__name__)

LOOK_EVERY_SECONDS = 1800.0
"""Seconds between two checks of the seasons, which are at the full and half hours: then it is ten o'clock somewhere."""

FORGET_EVERY_SECONDS = 6 * HOUR
"""Seconds between two runs of retention."""

BREATH_SECONDS = 1.0
"""Seconds between two batches of one."""


class Seasons(Watch):
    """Calls `look` at its start and every half hour, to see which seasons have ended."""

    name = "seasons"

    def __init__(self, clock: Clock, look: Callable[[], Awaitable[None]]) -> None:
        self._clock = clock
        self._look = look

    async def _watch(self) -> None:
        while True:
            try:
                await self._look()
            except Exception:
                log.exception("cannot close seasons")
            await self._clock.sleep(LOOK_EVERY_SECONDS - self._clock.now() % LOOK_EVERY_SECONDS)


class Forgetting(Watch):
    """Calls `forget` regularly, and repeatedly while it returns that there may be more to do."""

    name = "forgetting"

    def __init__(self, clock: Clock, forget: Callable[[], Awaitable[bool]]) -> None:
        self._clock = clock
        self._forget = forget

    async def _watch(self) -> None:
        while True:
            await self._clock.sleep(FORGET_EVERY_SECONDS)
            try:
                while await self._forget():
                    await self._clock.sleep(BREATH_SECONDS)
            except Exception:
                log.exception("cannot delete old data; trying again later")
