"""Messages that go on by themselves for a while: stopped by the next press, by the end, or when Discord takes no more of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import discord
from cachetools import LRUCache

REMEMBERED = 1000
"""So many messages' newest presses are known."""


class Rolling:
    """What each message shows next; of presses that overtake each other the newest counts."""

    def __init__(self) -> None:
        self._tasks: dict[int, tuple[asyncio.Event, asyncio.Task[None]]] = {}
        self._newest: LRUCache[int, int] = LRUCache(REMEMBERED)
        self._locks: dict[int, asyncio.Lock] = {}

    async def begin(self, message: int, request: int) -> None:
        """A press on a message: what goes on there by itself is stopped, and has finished what it was sending."""
        if request > self._newest.get(message, 0):
            self._newest[message] = request
        await self.stop(message)

    def newest(self, message: int, request: int) -> bool:
        """Whether no newer press on this message is known."""
        return bool(self._newest.get(message, 0) <= request)

    @contextlib.asynccontextmanager
    async def showing(self, message: int) -> AsyncIterator[None]:
        """One edit of a message at a time."""
        lock = self._locks.setdefault(message, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if not lock.locked():
                self._locks.pop(message, None)

    def roll(self, message: int, step: Callable[[], Awaitable[bool]], pace: float) -> None:
        """Take steps every `pace` seconds until one says that it was the last."""
        halt = asyncio.Event()

        async def go() -> None:
            try:
                while not halt.is_set():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(halt.wait(), pace)
                        return
                    if not await step():
                        return
            except discord.HTTPException:
                return  # gone, or its time is over
            finally:
                if self._tasks.get(message, (None,))[0] is halt:
                    del self._tasks[message]

        self._tasks[message] = halt, asyncio.create_task(go(), name=f"rolling of message {message}")

    def rolls(self, message: int) -> bool:
        """Whether a message goes on by itself."""
        return message in self._tasks

    async def stop(self, message: int) -> None:
        """Have a message stay as it is; what is being sent is sent."""
        if message in self._tasks:
            halt, task = self._tasks.pop(message)
            halt.set()
            await asyncio.wait({task})

    async def close(self) -> None:
        """Stop all."""
        for message in list(self._tasks):
            await self.stop(message)
