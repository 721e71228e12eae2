"""Answers to interactions on their way to Discord: tried again where connections break, and while the time for it lasts.

discord.py sends them through an adapter; this one takes its place for everything that a token of an interaction is used for.
An acknowledgement has three seconds, so it is sent again at once; discord.py's own would wait as long as Discord tells it to,
or give up where a connection is dropped. A second acknowledgement does no harm: Discord refuses it, and says so. The edit of an
answer may come twice as well. Only a message told besides could: rather twice than never, for the presser alone sees it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord.http import Route, json_or_text
from discord.utils import _to_json
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from chat.wire.rest import UNREACHED
from data import meters, tracing

log = logging.getLogger(__name__)

ACKNOWLEDGED = 2.8
"""Seconds in which an interaction must be acknowledged (three, less what the way takes)."""

FIRST_TRIES = 0.8
"""Seconds that one try at an acknowledgement is waited for."""

ANSWERED, ONE_ANSWER = 25.0, 6.0
"""Seconds in which an answer must go through, and that one try is waited for."""

PAUSE, LONGEST_PAUSE = 0.1, 3.0
"""Seconds before the next try of what was lost or failed, doubled each time."""

ALREADY_ACKNOWLEDGED = 40060

SUGGESTIONS = discord.InteractionResponseType.autocomplete_result.value


class Unreached(discord.DiscordServerError):
    """Discord was not reached in time: nobody knows whether it has heard."""

    def __init__(self) -> None:
        super().__init__(SimpleNamespace(status=503, reason="out of reach"), None)


class Limited(Exception):
    """A rate limit: the seconds to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class PatientAdapter(AsyncWebhookAdapter):
    """discord.py's adapter with a patience of its own. Raises discord.HTTPException, and nothing else."""

    @classmethod
    def install(cls) -> None:
        """Use it for all interactions that this task, and the tasks it starts, will answer."""
        async_context.set(cls())

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        payload: dict[str, Any] | None = None,
        multipart: list[dict[str, Any]] | None = None,
        proxy: str | None = None,
        proxy_auth: aiohttp.BasicAuth | None = None,
        files: Sequence[discord.File] | None = None,
        reason: str | None = None,  # noqa: ARG002 - answers have none
        auth_token: str | None = None,  # noqa: ARG002 - their token is in the path
        params: dict[str, Any] | None = None,
    ) -> Any:
        """One request, carried through if it can be."""

        async def once(seconds: float) -> Any:
            for file in files or ():
                file.reset(seek=True)
            limit = aiohttp.ClientTimeout(total=seconds)
            options: dict[str, Any] = {"params": params, "proxy": proxy, "proxy_auth": proxy_auth, "timeout": limit}
            if multipart:
                form = aiohttp.FormData(quote_fields=False)
                for part in multipart:
                    form.add_field(**part)
                options["data"] = form
            elif payload is not None:
                options |= {"data": _to_json(payload), "headers": {"Content-Type": "application/json"}}
            async with session.request(route.method, route.url, **options) as response:
                return await _read(response)

        if route.path.endswith("/callback"):
            try:
                answer = await _carried_through(route, once, within=ACKNOWLEDGED, each=FIRST_TRIES)
            except discord.HTTPException as error:
                if (payload or {}).get("type") != SUGGESTIONS:
                    raise
                # Whoever types on asks again: suggestions that came too late are missed by nobody.
                log.info("suggestions came too late", extra={"status": error.status, "code": error.code})
                return _acknowledged(route)
            meters.measured(meters.ACKNOWLEDGED, tracing.since())
            return answer
        # Of one answer, what was asked for first is shown first.
        lock = self._locks.setdefault((route.webhook_id, route.webhook_token), asyncio.Lock())
        async with lock:
            return await _carried_through(route, once, within=ANSWERED, each=ONE_ANSWER)


async def _carried_through(route: Route, once: Any, *, within: float, each: float) -> Any:
    """What Discord answers to a request, tried for `within` seconds, `each` at most at a time."""
    loop = asyncio.get_running_loop()
    end, pause, tries = loop.time() + within, PAUSE, 0
    while True:
        try:
            return await once(min(each, end - loop.time()))
        except discord.DiscordServerError as error:
            failed: discord.HTTPException = error
        except discord.HTTPException as error:
            if error.code == ALREADY_ACKNOWLEDGED and tries:
                return _acknowledged(route)  # an earlier try did it, only its answer was lost
            raise
        except UNREACHED:
            failed = Unreached()
        except Limited as limited:
            failed = Unreached()
            # Where waiting as told would be too late, trying earlier can only help.
            pause = max(pause, limited.seconds if limited.seconds < end - loop.time() else FIRST_TRIES)
        tries += 1
        if loop.time() + pause >= end:
            log.info("Discord out of reach", extra={"route": route.key, "tries": tries})
            raise failed
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _acknowledged(route: Route) -> dict[str, Any]:
    """What Discord answers to an acknowledgement, as far as discord.py looks at it."""
    return {"interaction": {"id": route.webhook_id}}


async def _read(response: aiohttp.ClientResponse) -> Any:
    """The answer's content. Raises what an answer that is none means."""
    data = await json_or_text(response)
    if 200 <= response.status < 300:
        return data
    if response.status == 429 and isinstance(data, dict):
        raise Limited(float(data["retry_after"]))
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    usual = discord.DiscordServerError if response.status >= 500 else discord.HTTPException
    raise kinds.get(response.status, usual)(response, data)
