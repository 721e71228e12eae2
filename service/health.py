"""The HTTP health check and the metrics, served by the bot's own event loop, so that a hanging loop does not answer.

`/live` answers 200 while the loop runs and checks nothing else. `/ready` answers 200 if Discord is connected, the store answers
and pictures can be drawn, else 503, with the fault as JSON. `/metrics` is for Prometheus.
"""

import asyncio
import errno
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import TypeVar

from aiohttp import web

from service.metrics import CONTENT_TYPE, Figures, text

LASTS_SECONDS = 5.0
"""Seconds for which metrics are cached: counting the tables is work, and anybody on the network may ask."""

Report = dict[str, object]

Made = TypeVar("Made")


def refusal(address: tuple[str, int]) -> OSError | None:
    """Returns why nothing can listen at an address, or None."""
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        return error
    return None


def is_taken(address: tuple[str, int]) -> bool:
    """Returns whether another process listens at an address."""
    error = refusal(address)
    return error is not None and error.errno == errno.EADDRINUSE


def explanation(error: OSError, address: tuple[str, int], what: str = "health check", setting: str = "ZAMKI_HEALTH") -> str:
    """Returns why `what` cannot be served there, and what to do with the `setting`."""
    where = f"[{address[0]}]:{address[1]}" if ":" in address[0] else f"{address[0]}:{address[1]}"
    if error.errno == errno.EADDRINUSE:
        remedy = f"Is another bot running? Set {setting} to another, or to nothing."
        return f"The {what}'s address {where} is taken. {remedy}"
    remedy = f"Set {setting} to an address of this machine, such as 127.0.0.1:8081, or to nothing."
    return f"The {what} cannot listen at {where} ({error.strerror}). {remedy}"


def cache(make: Callable[[], Awaitable[Made]], seconds: float) -> Callable[[], Awaitable[Made]]:
    """Wrap a function so that its result is cached for `seconds`, and whoever asks meanwhile waits for it."""
    kept: list[Made] = []
    at = 0.0
    turn = asyncio.Lock()

    async def current() -> Made:
        nonlocal at
        async with turn:
            if not kept or time.monotonic() - at >= seconds:
                kept[:] = [await make()]
                at = time.monotonic()
            return kept[0]

    return current


@asynccontextmanager
async def serving(
    address: tuple[str, int] | None,
    report: Callable[[], Awaitable[Report]],
    figures: Callable[[], Awaitable[Figures]],
    more: Iterable[web.RouteDef] = (),
) -> AsyncIterator[int | None]:
    """Serve while the block runs; yields the port (useful with port 0). `report` has a key `ready`: bool. `more` are further
    routes.

    Raises OSError if the address cannot be bound.
    """
    if address is None:
        yield None
        return

    async def live(_: web.Request) -> web.Response:
        return web.json_response({"live": True})

    async def ready(_: web.Request) -> web.Response:
        body = await report()
        return web.json_response(body, status=200 if body.get("ready") else 503)

    async def count() -> bytes:
        return text(await figures())

    current = cache(count, LASTS_SECONDS)

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=await current(), headers={"Content-Type": CONTENT_TYPE})

    app = web.Application()
    app.add_routes([web.get("/live", live), web.get("/ready", ready), web.get("/metrics", metrics), *more])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        site = web.TCPSite(runner, *address)
        await site.start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
