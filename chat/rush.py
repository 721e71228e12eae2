"""In a rush everybody is acknowledged first, and answered as fast as it goes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

RUSH = 16
"""Acknowledgements on their way at once from which answers wait for them."""

PATIENCE = 1.0
"""Seconds that answers wait at most."""


class Rush:
    """Knows how many acknowledgements are on their way."""

    def __init__(self) -> None:
        self._under_way = 0
        self._over = asyncio.Event()
        self._over.set()

    @contextlib.contextmanager
    def acknowledging(self) -> Iterator[None]:
        """Around an acknowledgement."""
        self._under_way += 1
        if self._under_way > RUSH:
            self._over.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if self._under_way <= RUSH:
                self._over.set()

    async def over(self) -> None:
        """Wait until hardly anybody waits for an acknowledgement."""
        if not self._over.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), PATIENCE)
