"""In a rush everybody is acknowledged first, and answered as fast as it goes."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterator

RUSH = 16
"""Acknowledgements on their way at once, or begun within `WINDOW_SECONDS`, from which all else waits for them."""

WINDOW_SECONDS = 0.25
"""Seconds. The gateway hands presses on one by one: few acknowledgements may be on their way in the middle of a crowd."""

PATIENCE_SECONDS = 1.0
"""Seconds that a rush is let to hold all else up."""


class LoadShedding:
    """Knows whether a crowd presses. `hold` is told when all else is to be held back, and when not any more."""

    def __init__(self, hold: Callable[[bool], None] = lambda _held: None) -> None:
        self._hold = hold
        self._under_way = 0
        self._begun: deque[float] = deque(maxlen=RUSH + 1)
        self._since: float | None = None
        self._next_look: asyncio.TimerHandle | None = None
        self._over = asyncio.Event()
        self._over.set()
        self._line = asyncio.Lock()

    @contextlib.contextmanager
    def acknowledging(self) -> Iterator[None]:
        """Around an acknowledgement."""
        self._under_way += 1
        self._begun.append(asyncio.get_running_loop().time())
        self._look()
        try:
            yield
        finally:
            self._under_way -= 1
            self._look()

    async def over(self) -> None:
        """Wait until hardly anybody waits for an acknowledgement. Who has waited goes on one after the other, each letting go
        first whatever has come meanwhile.
        """
        if self._over.is_set() and not self._line.locked():
            return
        async with self._line:
            await self._over.wait()
            await asyncio.sleep(0)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        crowd = self._under_way > RUSH or (len(self._begun) > RUSH and now - self._begun[0] < WINDOW_SECONDS)
        self._since = (now if self._since is None else self._since) if crowd else None
        rushing = self._since is not None and now - self._since < PATIENCE_SECONDS
        if rushing and self._next_look is None:
            self._next_look = loop.call_later(WINDOW_SECONDS, self._look_again)
        if rushing == self._over.is_set():
            (self._over.clear if rushing else self._over.set)()
            self._hold(rushing)

    def _look_again(self) -> None:
        self._next_look = None
        self._look()
