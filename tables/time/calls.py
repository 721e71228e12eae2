"""How often calls to move in slow games may notify one person. Pure; times are Unix seconds.

The first calls of a day come at once. After these, a call waits until an hour after the last one, and after some more until
two hours after it; whatever comes meanwhile is called together. What need not be answered (an end, or being told again) calls
nobody meanwhile.
"""

from collections.abc import Iterable, Sequence

from tables.time.timing import DAY, HOUR, MINUTE

TOGETHER = 10 * MINUTE
"""Seconds in which calls of one person to several tables become one."""

FEW = 3
"""Calls in a day that come at once."""

GAPS = ((5, 2 * HOUR), (FEW, HOUR))
"""Numbers of calls in the last day, and the seconds that the next one waits after the last one."""


def apart(times: Iterable[float], seconds: float) -> list[float]:
    """Returns the first of these times, and each that is at least this many seconds after the one before it."""
    found: list[float] = []
    for at in times:
        if not found or at >= found[-1] + seconds:
            found.append(at)
    return found


def gathered_until(called: Sequence[float], now: float) -> float | None:
    """Returns until when a call waits; None: it need not. `called`: when the person has been called, oldest first."""
    called = [at for at in called if at >= now - DAY]
    calls = len(apart(called, TOGETHER))
    gap = next((seconds for number, seconds in GAPS if calls >= number), 0.0)
    return called[-1] + gap if gap and called[-1] + gap > now else None
