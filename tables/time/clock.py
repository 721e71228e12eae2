"""Time, which tests and benches can move."""

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
        ...

    def sleep(self, seconds: float) -> Awaitable[None]:
        """Awaited, return after this number of seconds of this clock (at once if not positive)."""
        ...


class SystemClock:
    """The computer's clock."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))


class StoreClock(SystemClock):
    """The clock of the store, which is the same for all processes that share it, whatever their computers think of the time."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def now(self) -> float:
        return time.time() + self._store.ahead


async def wait(clock: Clock, event: asyncio.Event, seconds: float | None) -> None:
    """Wait until the event is set or the seconds (None: any number) have passed."""
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
    """Something that goes on from its start until it is closed, as a task of this `name`."""

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
