"""How much one person may press: generously for people, so that no machine or stuck finger slows everybody else."""

from __future__ import annotations

import time
from collections.abc import Callable

from cachetools import LRUCache

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
        self._told: LRUCache[int, float] = LRUCache(PEOPLE)

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
        if now - self._told.get(user, float("-inf")) < TOLD_EVERY_SECONDS:
            return False
        self._told[user] = now
        return True
