"""A clock that stands still until a test moves it."""

from __future__ import annotations

import asyncio


class ManualClock:
    """Sleepers wake when `advance` has moved the time past their hour."""

    def __init__(self, start: float = 1_000_000.0) -> None:
        self._now = start
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        future = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + seconds, future))
        await future

    async def advance(self, seconds: float) -> None:
        """Move the time on and give everybody who wakes the time to act."""
        self._now += seconds
        woken = [future for until, future in self._sleepers if until <= self._now]
        self._sleepers = [(until, future) for until, future in self._sleepers if until > self._now and not future.done()]
        for future in woken:
            if not future.done():
                future.set_result(None)
        await settle()


async def settle() -> None:
    """Let tasks and the database's threads do what they have begun."""
    for _ in range(12):
        await asyncio.sleep(0.004)
