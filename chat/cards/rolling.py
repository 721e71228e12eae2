"""Messages that play on by themselves for a while, until the next press, the end, or a refusal by Discord."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import discord
import msgspec
from cachetools import LRUCache

from tables.errors import Refusal

REMEMBERED = 1000
"""Messages whose newest presses are remembered."""

EACH, ALL = 2, 50
"""Maximum messages that play at the same time, for one person and in this process."""


class Roll(msgspec.Struct):
    """A message that plays by itself."""

    user: int
    halt: asyncio.Event
    task: asyncio.Task[None]
    replaced: bool = False
    """Whether it makes room for a newer one of the same person."""


class Rolling:
    """Controls what each message shows next; of presses that overtake each other, the newest counts."""

    def __init__(self) -> None:
        self._tasks: dict[int, Roll] = {}
        self._newest: LRUCache[int, int] = LRUCache(REMEMBERED)
        self._locks: dict[int, asyncio.Lock] = {}

    async def begin(self, message: int, request: int) -> None:
        """Handle a press on a message: stop what plays there, and wait until it has sent its last step."""
        if request > self._newest.get(message, 0):
            self._newest[message] = request
        await self.stop(message)

    def newest(self, message: int, request: int) -> bool:
        """Returns whether this is the newest known press on the message."""
        return bool(self._newest.get(message, 0) <= request)

    @contextlib.asynccontextmanager
    async def showing(self, message: int) -> AsyncIterator[None]:
        """Allow one edit of a message at a time."""
        lock = self._locks.setdefault(message, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if not lock.locked():
                self._locks.pop(message, None)

    def admit(self, user: int) -> None:
        """Raises Refusal if the maximum number of messages plays and none of this person's can make room."""
        if len(self._tasks) >= ALL and not any(each.user == user for each in self._tasks.values()):
            raise Refusal("replay.refusal.many-play")

    def roll(
        self,
        message: int,
        step: Callable[[], Awaitable[bool]],
        pace: float,
        *,
        user: int,
        rest: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """Take steps every `pace` seconds until one returns that it was the last. If the person is at their maximum, their
        oldest message comes to `rest`.
        """
        halt = asyncio.Event()
        own = [each for each in self._tasks.values() if each.user == user and not each.replaced]
        if len(own) >= EACH or (own and len(self._tasks) >= ALL):
            own[0].replaced = True
            own[0].halt.set()

        async def go() -> None:
            try:
                while not halt.is_set():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(halt.wait(), pace)
                        break
                    if not await step():
                        return
                if rest is not None and rolled.replaced:
                    await rest()
            except discord.HTTPException:
                return  # deleted, or its token has expired
            finally:
                if self._tasks.get(message) is rolled:
                    del self._tasks[message]

        rolled = Roll(user, halt, asyncio.create_task(go(), name=f"rolling of message {message}"))
        self._tasks[message] = rolled

    def rolls(self, message: int) -> bool:
        """Returns whether a message plays."""
        return message in self._tasks

    async def stop(self, message: int) -> None:
        """Stop a message where it is; what is being sent is still sent."""
        if message in self._tasks:
            rolled = self._tasks.pop(message)
            rolled.halt.set()
            await asyncio.wait({rolled.task})

    async def close(self) -> None:
        """Stop all messages."""
        for message in list(self._tasks):
            await self.stop(message)
