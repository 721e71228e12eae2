"""How the system asks the bot to stop: SIGTERM and Ctrl+C, on Windows also Ctrl+Break and the closing of its window."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

NAMES = ("SIGTERM", "SIGINT", "SIGBREAK")


@asynccontextmanager
async def stopped_by_signals(stop: asyncio.Event) -> AsyncIterator[None]:
    """Have these signals set `stop` within the block. Not by `loop.add_signal_handler`, which Windows does not have."""
    loop = asyncio.get_running_loop()

    def asked(_number: int, _frame: object) -> None:
        loop.call_soon_threadsafe(stop.set)

    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    before = {number: signal.signal(number, asked) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
