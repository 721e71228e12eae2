"""Acknowledgements go first if many people press at once."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterator

RUSH = 16
"""Acknowledgements in flight, or begun within `WINDOW_SECONDS`, above which everything else waits for them."""

WINDOW_SECONDS = 0.25
"""Seconds. The gateway passes on presses one by one, so few acknowledgements may be in flight in the middle of a crowd."""

PATIENCE_SECONDS = 1.0
"""Maximum seconds for which a crowd may hold up everything else."""


class LoadShedding:
    """Detects crowds of presses. `hold` is called with True when everything else must wait, and with False when that ends."""

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
        """Count an acknowledgement for the duration of the block."""
        self._under_way += 1
        self._begun.append(asyncio.get_running_loop().time())
        self._look()
        try:
            yield
        finally:
            self._under_way -= 1
            self._look()

    async def over(self) -> None:
        """Wait until hardly any acknowledgement is pending. Waiting tasks go on one after the other; each first lets what has
        arrived meanwhile go ahead.
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
