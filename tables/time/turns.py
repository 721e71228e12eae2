"""Turns at what few can do at once, by person: whoever has had the least of it today goes next."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from tables.time.timing import DAY


class Turns:
    """A number of `places`, each taken for one turn at a time. People who take many turns delay a newcomer at most by those
    that have begun. A person's time is forgotten after a day of this process.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._line: list[tuple[int, asyncio.Future[None]]] = []
        """Who waits, in order of arrival."""
        self._used: dict[int, float] = {}
        """Seconds that people have had since `_since`."""
        self._since = time.monotonic()

    @contextlib.asynccontextmanager
    async def turn(self, user: int) -> AsyncIterator[None]:
        """Run the block in this person's turn."""
        await self._wait(user)
        begun = time.monotonic()
        try:
            yield
        finally:
            now = time.monotonic()
            if now - self._since > DAY:
                self._used, self._since = {}, now
            self._used[user] = self._used.get(user, 0.0) + now - begun
            self._give()

    async def _wait(self, user: int) -> None:
        if self._free:
            self._free -= 1
            return
        called = asyncio.get_running_loop().create_future()
        self._line.append((user, called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._give()  # called and cancelled at the same moment
            else:
                self._line.remove((user, called))
            raise

    def _give(self) -> None:
        """Call whoever is next, or leave the place free."""
        if not self._line:
            self._free += 1
            return
        following = min(self._line, key=lambda waits: self._used.get(waits[0], 0.0))
        self._line.remove(following)
        following[1].set_result(None)
