"""What is measured and checked at each request to Discord."""

import time
from collections.abc import Callable

import aiohttp

from chat.wire.rest import asked
from data import telemetry
from tables.store import claims


def request_trace(told: Callable[..., None]) -> aiohttp.TraceConfig:
    """Returns a trace that stops requests made under a lost claim at the last moment before they are sent, and that measures
    Discord's responses and how long its limits held a request back. `told`: is told whether each was answered (`well`).
    """

    async def look(*_: object) -> None:
        claims.ensure()

    async def on_begin(*_: object) -> None:
        if wanted := asked.get():
            telemetry.LIMIT_WAIT.observe(time.monotonic() - wanted)

    async def on_answer(_session: object, _context: object, about: aiohttp.TraceRequestEndParams) -> None:
        status = about.response.status
        telemetry.DISCORD.labels("429" if status == 429 else f"{status // 100}xx").inc()
        told(well=status < 500)
        if asked.get():
            asked.set(time.monotonic())  # a retry has waited from here on

    async def on_break(*_: object) -> None:
        telemetry.DISCORD.labels("none").inc()
        told(well=False)

    trace = aiohttp.TraceConfig()
    for moment in (trace.on_request_start, trace.on_connection_create_end, trace.on_connection_reuseconn):
        moment.append(look)
    trace.on_request_start.append(on_begin)
    trace.on_request_end.append(on_answer)
    trace.on_request_exception.append(on_break)
    return trace
