"""Time and identifiers: a clock that tests can move, and Discord's snowflakes."""

import datetime as dt
import time
from typing import Protocol

DISCORD_EPOCH_MS = 1_420_070_400_000
"""The start of 2015, from which snowflakes count, in unix milliseconds."""


class Clock(Protocol):
    """Anything that has the current time."""

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        ...


class MovableClock:
    """The real time plus an offset that a test can increase; never goes back."""

    def __init__(self, offset: float = 0.0) -> None:
        self.offset = offset

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time() + self.offset

    def advance(self, seconds: float) -> None:
        """Move the clock forward by `seconds` (at least 0)."""
        if seconds < 0:
            raise ValueError("time does not run backwards")
        self.offset += seconds


class Snowflakes:
    """Makes identifiers as Discord does: milliseconds since 2015 in the upper bits, a counter in the lower 22."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """A new identifier, greater than every one given before."""
        now = (int(self._clock.now() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return self._last


def iso(seconds: float) -> str:
    """The moment as Discord writes it, for instance `2026-11-20T10:00:00.000000+00:00`."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat(timespec="microseconds")
