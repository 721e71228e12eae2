"""When the garbage collector runs: a full collection blocks the event loop, so it waits until nobody is waiting.

Left to itself, it ran in the middle of a crowd, when most objects are made: 45 ms at 400 presses at the same time. The memory
that a crowd has freed is returned to the system at the same moment: about 45 MiB of pictures in flight (`render.memory`).

A full collection looks through everything that was made since the one before, and then excludes what it has found alive: with a
thousand tables it would take 45 ms otherwise. Excluded objects are freed all the same when nothing refers to them. Only cycles
of them stay until the next collection of everything, and finished answers leave none (`tests/e2e/test_circles.py`).
"""

import asyncio
import gc
from collections.abc import Callable

from render import memory

YOUNG, MIDDLE, NEVER = 4_000, 4, 1_000_000_000
"""Thresholds of the collector: how many more objects are made than freed before it checks the youngest generation (about 2 ms),
how often it does so before the middle one (about 8 ms), and before all.
"""

LOOK, PAUSE, LATEST = 0.5, 20.0, 300.0
"""Seconds between two checks whether somebody waits, between two full collections, and until one is due in any case."""

EVERYTHING = 12 * 3600.0
"""Seconds between two collections of everything since start-up."""


def settle() -> None:
    """Exclude everything that start-up has made from collection. Otherwise each full collection would block the event loop for
    about 50 ms to find that the catalogues and sprites still exist. From now on, `collect_when_quiet` does the full
    collections.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def collect_when_quiet(busy: Callable[[], bool]) -> None:
    """Collect, and return free memory to the system, now and then while nobody waits (as `busy` says). Runs until it is
    cancelled.
    """
    loop = asyncio.get_running_loop()
    done = everything = loop.time()
    quiet = 0
    while True:
        await asyncio.sleep(LOOK)
        quiet = 0 if busy() else quiet + 1
        since = loop.time() - done
        if (since > PAUSE and quiet > 1) or since > LATEST:
            if quiet > 1 and loop.time() - everything > EVERYTHING:
                gc.unfreeze()
                everything = loop.time()
            gc.collect()
            gc.freeze()
            memory.hand_back()
            done = loop.time()
