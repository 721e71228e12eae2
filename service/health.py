"""The HTTP health check and the figures, answered by the bot's own event loop: a hanging loop does not answer, which is the
point.

`/live` answers 200 while the loop turns and asks nothing else. `/ready` answers 200 when Discord is connected and the store
answers, else 503, with what is the matter as JSON. `/metrics` is for Prometheus.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from service.metrics import CONTENT_TYPE, Figures, text

Report = dict[str, object]


@asynccontextmanager
async def serving(
    address: tuple[str, int] | None, report: Callable[[], Awaitable[Report]], figures: Callable[[], Awaitable[Figures]]
) -> AsyncIterator[int | None]:
    """Serve while the block runs; yields the port (of use with port 0). `report` has a key `ready`: bool.

    Raises OSError when the address cannot be bound.
    """
    if address is None:
        yield None
        return

    async def live(_: web.Request) -> web.Response:
        return web.json_response({"live": True})

    async def ready(_: web.Request) -> web.Response:
        body = await report()
        return web.json_response(body, status=200 if body.get("ready") else 503)

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=text(await figures()), headers={"Content-Type": CONTENT_TYPE})

    app = web.Application()
    app.add_routes([web.get("/live", live), web.get("/ready", ready), web.get("/metrics", metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        site = web.TCPSite(runner, *address)
        await site.start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
