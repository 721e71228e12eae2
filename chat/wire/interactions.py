"""Answers to interactions on their way to Discord: retried if a connection breaks, as long as there is time.

discord.py sends them through an adapter, which this one replaces for everything that uses an interaction's token. An
acknowledgement has three seconds, so it is retried immediately; discord.py would wait as long as Discord asks, or give up when
a connection is dropped. A second acknowledgement is harmless: Discord refuses it and says so. Editing an answer twice is
harmless as well. Only an additional message could appear twice; that is better than never, since only the presser sees it.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from chat.wire.internals import Adapter, Once, Route
from chat.wire.rest import UNREACHED
from data import telemetry

RUSH = 16
"""Acknowledgements in flight, or begun within `WINDOW_SECONDS`, above which everything else waits for them."""

WINDOW_SECONDS = 0.25
"""Seconds. The gateway passes on presses one by one, so few acknowledgements may be in flight in the middle of a crowd."""

PATIENCE_SECONDS = 1.0
"""Maximum seconds for which a crowd may hold up everything else."""


class LoadShedding:
    """Detects crowds of presses. `hold` is called with True when everything else must wait, and with False when that ends."""

    def __init__(self, hold: Callable[[bool], None] = lambda _held: None) -> None:
        self._hold = hold
        self._under_way = 0
        self._begun: deque[float] = deque(maxlen=RUSH + 1)
        self._since: float | None = None
        self._next_look: asyncio.TimerHandle | None = None
        self._over = asyncio.Event()
        self._over.set()
        self._line = asyncio.Lock()

    @contextlib.contextmanager
    def acknowledging(self) -> Iterator[None]:
        """Count an acknowledgement for the duration of the block."""
        self._under_way += 1
        self._begun.append(asyncio.get_running_loop().time())
        self._look()
        try:
            yield
        finally:
            self._under_way -= 1
            self._look()

    async def over(self) -> None:
        """Wait until hardly any acknowledgement is pending. Waiting tasks go on one after the other; each first lets what has
        arrived meanwhile go ahead.
        """
        if self._over.is_set() and not self._line.locked():
            return
        async with self._line:
            await self._over.wait()
            await asyncio.sleep(0)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        crowd = self._under_way > RUSH or (len(self._begun) > RUSH and now - self._begun[0] < WINDOW_SECONDS)
        self._since = (now if self._since is None else self._since) if crowd else None
        rushing = self._since is not None and now - self._since < PATIENCE_SECONDS
        if rushing and self._next_look is None:
            self._next_look = loop.call_later(WINDOW_SECONDS, self._look_again)
        if rushing == self._over.is_set():
            (self._over.clear if rushing else self._over.set)()
            self._hold(rushing)

    def _look_again(self) -> None:
        self._next_look = None
        self._look()


log = logging.getLogger(__name__)

ACKNOWLEDGED_SECONDS = 2.8
"""Seconds within which an interaction must be acknowledged (three, less the time for the transfer)."""

FIRST_TRIES_SECONDS = 0.8
"""Timeout in seconds of the first attempts at an acknowledgement."""

ANSWERED, ONE_ANSWER = 25.0, 6.0
"""Seconds within which an answer must succeed, and the timeout of one attempt."""

PAUSE, LONGEST_PAUSE = 0.1, 3.0
"""First and longest seconds before a retry of what was lost or failed, doubled each time."""

ALREADY_ACKNOWLEDGED = 40060

SUGGESTIONS = discord.InteractionResponseType.autocomplete_result.value


class Unreached(discord.DiscordServerError):
    """Discord was not reached in time, so it is unknown whether it got the request."""

    def __init__(self) -> None:
        answer: Any = SimpleNamespace(status=503, reason="out of reach")  # all that is read of it
        super().__init__(answer, None)


class Limited(Exception):
    """A rate limit: the seconds to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class PatientAdapter(Adapter):
    """discord.py's adapter with its own retries. Raises discord.HTTPException only."""

    async def carry(self, route: Route, once: Once, payload: dict[str, Any] | None) -> Any:
        """Make one request, with retries."""
        if route.path.endswith("/callback"):
            try:
                answer = await _carried_through(route, once, within=ACKNOWLEDGED_SECONDS, each=FIRST_TRIES_SECONDS)
            except discord.HTTPException as error:
                if (payload or {}).get("type") != SUGGESTIONS:
                    raise
                # People who go on typing ask again: nobody misses suggestions that came too late.
                log.info("suggestions came too late", extra={"status": error.status, "code": error.code})
                return _acknowledged(route)
            telemetry.measured(telemetry.ACKNOWLEDGED, telemetry.since())
            return answer
        # For one answer, what was requested first is shown first.
        async with self.lock(route):
            return await _carried_through(route, once, within=ANSWERED, each=ONE_ANSWER)

    async def read(self, response: aiohttp.ClientResponse, data: Any) -> Any:
        """Returns the content of a response. Raises the error of a failed one."""
        if 200 <= response.status < 300:
            return data
        if response.status == 429 and isinstance(data, dict):
            raise Limited(float(data["retry_after"]))
        kinds = {403: discord.Forbidden, 404: discord.NotFound}
        usual = discord.DiscordServerError if response.status >= 500 else discord.HTTPException
        raise kinds.get(response.status, usual)(response, data)


async def _carried_through(route: Route, once: Once, *, within: float, each: float) -> Any:
    """Returns Discord's answer to a request, retried for `within` seconds, with a timeout of `each` for one attempt."""
    loop = asyncio.get_running_loop()
    end, pause, tries = loop.time() + within, PAUSE, 0
    while True:
        try:
            return await once(min(each, end - loop.time()))
        except discord.DiscordServerError as error:
            failed: discord.HTTPException = error
        except discord.HTTPException as error:
            if error.code == ALREADY_ACKNOWLEDGED and tries:
                return _acknowledged(route)  # an earlier attempt succeeded and only its answer was lost
            raise
        except UNREACHED:
            failed = Unreached()
        except Limited as limited:
            failed = Unreached()
            # If the requested wait ends too late, an earlier attempt can only help.
            pause = max(pause, limited.seconds if limited.seconds < end - loop.time() else FIRST_TRIES_SECONDS)
        tries += 1
        if loop.time() + pause >= end:
            log.info("Discord out of reach", extra={"route": route.key, "tries": tries})
            raise failed
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _acknowledged(route: Route) -> dict[str, Any]:
    """Returns Discord's answer to an acknowledgement, as far as discord.py reads it."""
    return {"interaction": {"id": route.webhook_id}}


def here(interaction: discord.Interaction[Any]) -> set[int]:
    """Returns the channels for which an interaction has its person's permissions: its own, and the parent of its thread."""
    channel = interaction.channel
    return {interaction.channel_id or 0, (channel.parent_id if isinstance(channel, discord.Thread) else 0)} - {0}
