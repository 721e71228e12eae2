"""Clocks, which tests and benches can replace."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable
from typing import ClassVar, Protocol

from data.store import Store


class Clock(Protocol):
    """The table service's only source of time."""

    def now(self) -> float:
        """Unix time in seconds."""

    def sleep(self, seconds: float) -> Awaitable[None]:
        """Sleep for this number of seconds of this clock; return immediately if it is not positive."""


class SystemClock:
    """The clock of this computer."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))


class StoreClock(SystemClock):
    """The store's clock. All processes that share the store agree on it, even if their computers' clocks differ."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def now(self) -> float:
        return time.time() + self._store.ahead


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
