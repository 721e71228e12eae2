"""Rate limits: of all requests to Discord, shared among the processes, and of what one person may press."""

import asyncio
import time
from collections.abc import Callable

from cachetools import LRUCache

BURST_PART = 0.2
"""The part of a second's share that may go out at once; the rest is spread over the second, so that no second has more."""


class TokenBucket:
    """`most`: requests a second for all processes together; 0: somebody else limits them (a proxy). `sharers` returns how many
    processes there are.
    """

    def __init__(self, most: float = 50.0, sharers: Callable[[], int] = lambda: 1) -> None:
        self._most = most
        self._sharers = sharers
        self._next = 0.0

    async def turn(self) -> None:
        """Wait until the next request may go out. Turns come in the order they were asked for."""
        sharers = self._sharers()
        if not self._most or sharers < 2:
            return
        now = asyncio.get_running_loop().time()
        share = self._most / sharers
        step = 1 / (share * (1 - BURST_PART))
        # The time at which the share would be even; as much as a burst may be ahead of it.
        self._next = max(self._next, now - step * max(0.0, share * BURST_PART - 1)) + step
        await asyncio.sleep(self._next - step - now)


BURST, A_SECOND = 50, 4.0
"""Presses and commands at once, and presses and commands a second from then on."""

SUGGESTIONS = 10
"""Suggestions a second, and at once: a client asks for some with each letter."""

TOLD_EVERY_SECONDS = 5.0
"""Seconds after which a person is told again that it is too fast."""

PEOPLE = 10_000
"""People remembered; somebody who is dropped begins again."""


class RateLimiter:
    """Remembers how far ahead of an even pace everybody is (the generic cell rate algorithm: one number a person)."""

    def __init__(self, *, burst: int = BURST, a_second: float = A_SECOND, now: Callable[[], float] = time.monotonic) -> None:
        self._ahead = burst / a_second + 1e-6  # so much rounding adds up
        self._step = 1 / a_second
        self._now = now
        self._even: LRUCache[int, float] = LRUCache(PEOPLE)
        self._warned: LRUCache[int, float] = LRUCache(PEOPLE)

    def wait(self, user: int) -> float:
        """0: this press is carried out. Else it is not, and after this many seconds the next would be."""
        now = self._now()
        even = max(self._even.get(user, now), now) + self._step
        early = even - self._ahead - now
        if early > 0:
            return early
        self._even[user] = even
        return 0.0

    def to_tell(self, user: int) -> bool:
        """Whether to tell the person why: not after each of many presses."""
        now = self._now()
        if now - self._warned.get(user, float("-inf")) < TOLD_EVERY_SECONDS:
            return False
        self._warned[user] = now
        return True
