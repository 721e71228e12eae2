"""When the garbage collector works: a full collection holds the event loop up, so it waits for a moment in which nobody does.

Left to itself it came in the middle of a crowd, where most has been made since the last one: 45 ms at 400 presses at once. What
a crowd has left free is handed back to the system in the same moment: some 45 MiB of pictures on their way (`render.pool`).
"""

import asyncio
import gc
from collections.abc import Callable

from render import pool

YOUNG, MIDDLE, NEVER = 4_000, 4, 1_000_000_000
"""How many more objects are made than freed before the youngest are looked through (some 2 ms), how often that is done before
those of middle age are (some 8 ms), and before all are.
"""

LOOK, PAUSE, LATEST = 0.5, 20.0, 300.0
"""Seconds between two looks whether somebody waits, between two full collections, and after which one is due whoever waits."""


def settle() -> None:
    """Take all that start-up has made out of the collector's sight: a full collection would otherwise hold the event loop up
    for some 50 ms, again and again, to find out that the catalogues and the sprites are still there. From now on full
    collections are `collect_when_quiet`'s.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def collect_when_quiet(busy: Callable[[], bool]) -> None:
    """Collect, and hand free memory back, now and then while nobody waits (`busy` says whether somebody does). Runs until it
    is cancelled.
    """
    loop = asyncio.get_running_loop()
    done, quiet = loop.time(), 0
    while True:
        await asyncio.sleep(LOOK)
        quiet = 0 if busy() else quiet + 1
        since = loop.time() - done
        if (since > PAUSE and quiet > 1) or since > LATEST:
            gc.collect()
            pool.hand_back()
            done = loop.time()
