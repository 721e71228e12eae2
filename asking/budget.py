"""How much one person may do in a while, in whatever face of the bot they do it."""

import time
from collections.abc import Callable

from cachetools import LRUCache

BURST, A_SECOND = 50, 4.0
"""Maximum presses and commands in a burst, and a second after that."""

SUGGESTIONS = 10
"""Suggestions a second, and in a burst: a client asks for some with each letter."""

TOLD_EVERY_SECONDS = 5.0
"""Seconds after which a person is told again that they press too fast."""

PEOPLE = 10_000
"""People remembered; a person who is dropped starts again."""


class RateLimiter:
    """Remembers how far ahead of an even pace everybody is (generic cell rate algorithm: one number for each person)."""

    def __init__(self, *, burst: int = BURST, a_second: float = A_SECOND, now: Callable[[], float] = time.monotonic) -> None:
        self._ahead = burst / a_second + 1e-6  # tolerance for rounding
        self._step = 1 / a_second
        self._now = now
        self._even: LRUCache[int, float] = LRUCache(PEOPLE)
        self._warned: LRUCache[int, float] = LRUCache(PEOPLE)

    def wait(self, user: int) -> float:
        """Returns 0 if this press is carried out; else the seconds after which the next one would be."""
        if early := self.early(user):
            return early
        now = self._now()
        self._even[user] = max(self._even.get(user, now), now) + self._step
        return 0.0

    def early(self, user: int) -> float:
        """Returns what `wait` would, without counting a press."""
        now = self._now()
        return max(0.0, max(self._even.get(user, now), now) + self._step - self._ahead - now)

    def to_tell(self, user: int) -> bool:
        """Returns whether to tell the person why, which is not done for each of many presses."""
        now = self._now()
        if now - self._warned.get(user, float("-inf")) < TOLD_EVERY_SECONDS:
            return False
        self._warned[user] = now
        return True
