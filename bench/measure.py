"""Measuring for the benches of the engines, by CPU time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

SECONDS = 0.4
"""CPU seconds for which each rate is measured."""


def rate(act: Callable[[], object], batch: int = 8) -> float:
    """Returns how many times per CPU second `act` runs. The clock is read once a batch."""
    count, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        for _ in range(batch):
            act()
        count += batch
    return count / spent


def milliseconds(act: Callable[[], object]) -> float:
    """Returns the CPU milliseconds of one call."""
    began = time.process_time()
    act()
    return (time.process_time() - began) * 1000


def wilson(won: float, count: int) -> tuple[float, float]:
    """Returns the 95 % interval of a share."""
    z, share = 1.96, won / count
    middle = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)
