"""Which press is being worked on: its id goes with every log line and every row of the outbox that comes of it, so that all of
it is found by one number, from the press to the post.

The id is the interaction's, a snowflake of Discord's: it says when somebody pressed, and nothing about the person or the press.
"""

from __future__ import annotations

import time
from contextvars import ContextVar

EPOCH = 1_420_070_400.0
"""Unix time from which snowflakes count, in milliseconds from their 22nd bit on."""

LONGEST = 3600.0
"""A press that seems older tells more of clocks than of us."""

_press: ContextVar[tuple[int, float]] = ContextVar("press", default=(0, 0.0))


def begin(press: int, arrived: float | None = None) -> None:
    """What this task does from now on, and what it starts, comes of this press (0: of none); `arrived` (monotonic): when it
    came, now where not told.
    """
    _press.set((press, time.monotonic() if arrived is None else arrived))


def press() -> int:
    """The id of the press that is being worked on; 0: none."""
    return _press.get()[0]


def since() -> float | None:
    """Seconds since the press arrived at this process; None where there is none."""
    number, arrived = _press.get()
    return time.monotonic() - arrived if number else None


def age() -> float | None:
    """Seconds since somebody pressed, whatever process has had it; None where there is none, or where clocks disagree."""
    number = press()
    if not number:
        return None
    seconds = time.time() - EPOCH - (number >> 22) / 1000
    return seconds if 0 <= seconds < LONGEST else None
