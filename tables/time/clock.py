"""Clocks, which tests and benches can replace."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable
from typing import ClassVar, Protocol

from data.store import Store

LONGEST_SLEEP_SECONDS = 60.0
"""The most seconds of one sleep of the event loop, whose timers stop with the machine: longer sleeps are in pieces."""


class Clock(Protocol):
    """The table service's only source of time."""

    def now(self) -> float:
        """Unix time in seconds."""

    def steady(self) -> float:
        """Seconds that nobody sets, from any beginning. They may stop while the machine is suspended."""

    def behind(self) -> float:
        """Seconds by which `now` is behind the right time, because the machine was suspended or a clock was set; negative if
        it is ahead.
        """

    def set_right(self, seconds: float) -> None:
        """Move `now` by these seconds, after everything that they concern has been noted."""

    def sleep(self, seconds: float) -> Awaitable[None]:
        """Sleep for this number of seconds of this clock; return immediately if it is not positive."""


class SystemClock:
    """The clock of this computer."""

    def now(self) -> float:
        return time.time()

    def steady(self) -> float:
        return time.monotonic()

    def behind(self) -> float:
        return 0.0

    def set_right(self, seconds: float) -> None:
        pass

    async def sleep(self, seconds: float) -> None:
        until = self.now() + seconds
        await asyncio.sleep(0)
        while (left := until - self.now()) > 0:  # noqa: ASYNC110 - time is all that is waited for
            await asyncio.sleep(min(left, LONGEST_SLEEP_SECONDS))


class StoreClock(SystemClock):
    """The store's clock. All processes that share the store agree on it, even if their computers' clocks differ. Between two
    calls of `set_right` it runs steadily, whatever happens to the computers' clocks.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ahead = store.ahead

    def now(self) -> float:
        return self.steady() + self._ahead

    def behind(self) -> float:
        return self._store.ahead - self._ahead

    def set_right(self, seconds: float) -> None:
        self._ahead += seconds


async def wait(clock: Clock, event: asyncio.Event, seconds: float | None) -> None:
    """Wait until the event is set or the seconds have passed; None: no time limit."""
    if seconds is None:
        await event.wait()
        return
    tasks = [asyncio.ensure_future(event.wait()), asyncio.ensure_future(clock.sleep(seconds))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


class Watch(ABC):
    """A background task called `name`, which runs from `start` until `close`."""

    name: ClassVar[str]
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch(), name=self.name)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @abstractmethod
    async def _watch(self) -> None: ...
