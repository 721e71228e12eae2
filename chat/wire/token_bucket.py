"""The requests a second that Discord grants the bot as a whole, shared out among its processes.

Each process takes an even share and keeps below it by itself: nothing needs to be asked between two requests, and no share is
overdrawn when another process is busy. Alone it goes without: Discord says when it is too much, and discord.py waits then.
Answers to interactions are free of this limit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

BURST = 0.2
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
        step = 1 / (share * (1 - BURST))
        # The time at which the share would be even; as much as a burst may be ahead of it.
        self._next = max(self._next, now - step * max(0.0, share * BURST - 1)) + step
        await asyncio.sleep(self._next - step - now)
