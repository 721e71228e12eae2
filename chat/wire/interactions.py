"""Answers to interactions on their way to Discord: repeated as long as there is time, and only a refusal counts as one.

discord.py sends them through an adapter, which this one replaces for everything that uses an interaction's token. discord.py
would wait as long as Discord asks, or give up when a connection is dropped. Here an attempt that is not answered in time runs
on beside the next one, since Discord may have carried it out. A second acknowledgement is harmless: Discord refuses it and says
so. Editing an answer twice is harmless as well. An additional message could appear twice, so its attempts never overlap; after
a broken connection it is repeated, since only the presser sees it.

An acknowledgement has three seconds. If Discord has neither confirmed nor refused it by then, the press goes on as
acknowledged: a press that came in time must not be lost because its answer was.
"""

import asyncio
import logging
import math
import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from cachetools import LRUCache

from chat.wire.internals import Adapter, Once, Route
from chat.wire.outcomes import UNREACHED
from data import telemetry

log = logging.getLogger(__name__)

ACKNOWLEDGED_SECONDS = 2.8
"""Seconds within which an interaction must be acknowledged (three, less the time for the transfer)."""

NEXT_ACKNOWLEDGEMENT_SECONDS = 0.8
"""Seconds after which an unanswered acknowledgement is sent again beside the first one."""

ANSWERED_SECONDS, NEXT_ANSWER_SECONDS = 25.0, 6.0
"""Seconds within which an answer must succeed, and after which an unanswered one is sent again beside the first one."""

ACCEPTED_SECONDS = 2.0
"""Seconds after which an unconfirmed acknowledgement has surely been carried out or come too late."""

REMEMBERED = 5000
"""Unconfirmed acknowledgements that are remembered."""

PAUSE, LONGEST_PAUSE = 0.1, 3.0
"""First and longest seconds before a retry of what was lost or failed, doubled each time."""

TAKEN, FORGOTTEN_SECONDS = 3, 600.0
"""Presses in a row that somebody else has acknowledged first, from which on another copy of the bot must be running; seconds
without one after which it is gone.
"""

ALREADY_ACKNOWLEDGED, NOT_ACKNOWLEDGED = 40060, 10015

SUGGESTIONS = discord.InteractionResponseType.autocomplete_result.value


class Unreached(discord.DiscordServerError):
    """Discord neither accepted nor refused a request in time. `perhaps`: whether it may have been carried out."""

    def __init__(self, *, perhaps: bool) -> None:
        answer: Any = SimpleNamespace(status=503, reason="out of reach")  # all that is read of it
        super().__init__(answer, None)
        self.perhaps = perhaps


class Limited(Exception):
    """A rate limit: the seconds to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class PatientAdapter(Adapter):
    """discord.py's adapter with its own retries. Raises discord.HTTPException only."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._unconfirmed: LRUCache[str | None, float] = LRUCache(REMEMBERED)
        """Until when (of the event loop) Discord may not yet know that these tokens' presses are acknowledged."""
        self._taken, self._told, self._last = 0, False, -math.inf

    @property
    def trouble(self) -> str:
        """Returns what is wrong if another copy of this bot answers presses; "" if none has for a while."""
        if self._told and time.monotonic() - self._last > FORGOTTEN_SECONDS:
            self._told = False
        return "another copy of this bot answers presses" if self._told else ""

    async def carry(self, route: Route, once: Once, payload: Mapping[str, object] | None) -> Any:
        """Make one request, with retries."""
        if route.path.endswith("/callback"):
            return await self._acknowledge(route, once, (payload or {}).get("type"))
        # For one answer, what was requested first is shown first.
        async with self.lock(route):
            unconfirmed = self._unconfirmed.get(route.webhook_token, 0.0)
            each = ANSWERED_SECONDS if route.method == "POST" else NEXT_ANSWER_SECONDS
            return await _repeat_until_answered(route, once, within=ANSWERED_SECONDS, each=each, unconfirmed=unconfirmed)

    async def _acknowledge(self, route: Route, once: Once, kind: object) -> Any:
        try:
            answer = await _repeat_until_answered(route, once, within=ACKNOWLEDGED_SECONDS, each=NEXT_ACKNOWLEDGEMENT_SECONDS)
        except discord.HTTPException as error:
            if kind == SUGGESTIONS:
                # People who go on typing ask again: nobody misses suggestions that came too late.
                log.info("suggestions came too late", extra={"status": error.status, "code": error.code})
            elif error.code == ALREADY_ACKNOWLEDGED:
                self._taken_by_another()
                raise
            elif isinstance(error, Unreached) and error.perhaps:
                log.info("acknowledgement unconfirmed, handling the press anyway", extra={"interaction": route.webhook_id})
                self._unconfirmed[route.webhook_token] = asyncio.get_running_loop().time() + ACCEPTED_SECONDS
            else:
                raise
            return _acknowledgement(route)
        self._taken = 0
        telemetry.measure(telemetry.ACKNOWLEDGED, telemetry.since())
        return answer

    def _taken_by_another(self) -> None:
        """Note that somebody else has acknowledged a press first. Once, that is a process that has taken over a shard."""
        self._taken += 1
        self._last = time.monotonic()
        if self._taken >= TAKEN and not self.trouble:
            self._told = True
            log.error(
                "another copy of this bot answers presses with the same token: people may read that their table does not exist."
                " Stop the other copy; if you do not know where it runs, reset the token in the developer portal"
            )

    async def read(self, response: aiohttp.ClientResponse, data: dict[str, Any] | str) -> Any:
        """Returns the content of a response. Raises the error of a failed one."""
        if 200 <= response.status < 300:
            return data
        if response.status == 429 and isinstance(data, dict):
            raise Limited(float(data["retry_after"]))
        kinds = {403: discord.Forbidden, 404: discord.NotFound}
        usual = discord.DiscordServerError if response.status >= 500 else discord.HTTPException
        raise kinds.get(response.status, usual)(response, data)


async def _repeat_until_answered(route: Route, once: Once, *, within: float, each: float, unconfirmed: float = 0.0) -> Any:
    """Returns Discord's answer to a request. The first attempt has `within` seconds. After `each` seconds without an answer
    another one is made beside it, and so on; whichever is accepted or refused first decides. Until `unconfirmed` (a time of the
    event loop), Discord may not know yet that the press is acknowledged. Raises discord.HTTPException if the request is
    refused, and Unreached.
    """
    loop = asyncio.get_running_loop()
    now = due = loop.time()
    end, pause, tries, perhaps = now + within, PAUSE, 0, False
    running: set[asyncio.Task[Any]] = set()
    try:
        while now < end:
            if now >= due:
                running.add(_attempt(once, min(each, end - now) if running else end - now))
                tries, due = tries + 1, now + each
            done, running = await _first(running, min(due, end) - now)
            now = loop.time()
            for attempt in done:
                wait = pause
                try:
                    return attempt.result()
                except Limited as limited:
                    # If the requested wait ends too late, an earlier attempt can only help.
                    wait = max(pause, limited.seconds if limited.seconds < end - now else each)
                except discord.DiscordServerError:
                    perhaps = True
                except discord.HTTPException as error:
                    if error.code == ALREADY_ACKNOWLEDGED and tries > 1:
                        return _acknowledgement(route)  # another attempt succeeded, and its answer is lost or still to come
                    if error.code != NOT_ACKNOWLEDGED or now >= unconfirmed:
                        raise
                except UNREACHED as error:
                    perhaps = perhaps or not isinstance(error, aiohttp.ClientConnectorError)
                due, pause = now + wait, min(2 * pause, LONGEST_PAUSE)
    finally:
        for attempt in running:
            attempt.cancel()
    log.info("cannot reach Discord", extra={"route": route.key, "tries": tries})
    raise Unreached(perhaps=perhaps or bool(running))


def _attempt(once: Once, seconds: float) -> asyncio.Task[Any]:
    task = asyncio.ensure_future(once(seconds))
    task.add_done_callback(lambda attempt: attempt.cancelled() or attempt.exception())  # nobody may ask for it any more
    return task


async def _first(running: set[asyncio.Task[Any]], seconds: float) -> tuple[set[asyncio.Task[Any]], set[asyncio.Task[Any]]]:
    """Returns the attempts that are over and those that are not, after at most this many seconds and as soon as one is over."""
    if not running:
        await asyncio.sleep(seconds)
        return set(), running
    return await asyncio.wait(running, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


def _acknowledgement(route: Route) -> dict[str, dict[str, str | int | None]]:
    """Returns Discord's answer to an acknowledgement, as far as discord.py reads it."""
    return {"interaction": {"id": route.webhook_id}}


def here(interaction: discord.Interaction) -> set[int]:
    """Returns the channels for which an interaction has its person's permissions: its own, and the parent of its thread."""
    channel = interaction.channel
    return {interaction.channel_id or 0, (channel.parent_id if isinstance(channel, discord.Thread) else 0)} - {0}
