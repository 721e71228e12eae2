"""Signs of life for systemd, which starts the bot again if its event loop hangs (`WatchdogSec=` in deploy/zamki.service)."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from service.tasks import run_beside


@asynccontextmanager
async def tell_systemd(environment: Mapping[str, str] = os.environ) -> AsyncIterator[None]:
    """Tell systemd three times in each of its periods, while the block runs, that the event loop does; nothing without it."""
    address, period = environment.get("NOTIFY_SOCKET", ""), environment.get("WATCHDOG_USEC", "")
    if not address or not period.isdecimal():
        yield
        return
    async with run_beside(_tell(f"\0{address[1:]}" if address[0] == "@" else address, int(period) / 3e6), "watchdog"):
        yield


async def _tell(address: str, pause: float) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        while True:
            with suppress(OSError):
                told.sendto(b"WATCHDOG=1", address)
            await asyncio.sleep(pause)
