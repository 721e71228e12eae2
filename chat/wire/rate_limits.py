"""The rate limit of all requests to Discord, shared among the processes."""

import asyncio
from collections.abc import Callable

BURST_PART = 0.2
"""The part of a second's share that may be sent immediately; the rest is spread evenly, so that no second exceeds its share."""


class TokenBucket:
    """`most`: requests a second for all processes together; 0 if a proxy limits them. `sharers` returns the number of
    processes.
    """

    def __init__(self, most: float = 50.0, sharers: Callable[[], int] = lambda: 1) -> None:
        self._most = most
        self._sharers = sharers
        self._next = 0.0

    async def turn(self) -> None:
        """Wait until the next request may be sent, in the order of the calls."""
        sharers = self._sharers()
        if not self._most or sharers < 2:
            return
        now = asyncio.get_running_loop().time()
        share = self._most / sharers
        step = 1 / (share * (1 - BURST_PART))
        # The time at which the share is used evenly; a burst may be this far ahead of it.
        self._next = max(self._next, now - step * max(0.0, share * BURST_PART - 1)) + step
        await asyncio.sleep(self._next - step - now)
