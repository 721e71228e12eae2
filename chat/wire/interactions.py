"""Answers to interactions on their way to Discord: tried again where connections break, and while the time for it lasts.

discord.py sends them through an adapter; this one takes its place for everything that a token of an interaction is used for.
An acknowledgement has three seconds, so it is sent again at once; discord.py's own would wait as long as Discord tells it to,
or give up where a connection is dropped. A second acknowledgement does no harm: Discord refuses it, and says so. The edit of an
answer may come twice as well. Only a message told besides could: rather twice than never, for the presser alone sees it.
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
"""Acknowledgements on their way at once, or begun within `WINDOW_SECONDS`, from which all else waits for them."""

WINDOW_SECONDS = 0.25
"""Seconds. The gateway hands presses on one by one: few acknowledgements may be on their way in the middle of a crowd."""

PATIENCE_SECONDS = 1.0
"""Seconds that a rush is let to hold all else up."""


class LoadShedding:
    """Knows whether a crowd presses. `hold` is told when all else is to be held back, and when not any more."""

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
        """Around an acknowledgement."""
        self._under_way += 1
        self._begun.append(asyncio.get_running_loop().time())
        self._look()
        try:
            yield
        finally:
            self._under_way -= 1
            self._look()

    async def over(self) -> None:
        """Wait until hardly anybody waits for an acknowledgement. Who has waited goes on one after the other, each letting go
        first whatever has come meanwhile.
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
"""Seconds in which an interaction must be acknowledged (three, less what the way takes)."""

FIRST_TRIES_SECONDS = 0.8
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
        answer: Any = SimpleNamespace(status=503, reason="out of reach")  # all that is read of it
        super().__init__(answer, None)


class Limited(Exception):
    """A rate limit: the seconds to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class PatientAdapter(Adapter):
    """discord.py's adapter with a patience of its own. Raises discord.HTTPException, and nothing else."""

    async def carry(self, route: Route, once: Once, payload: dict[str, Any] | None) -> Any:
        """One request, carried through if it can be."""
        if route.path.endswith("/callback"):
            try:
                answer = await _carried_through(route, once, within=ACKNOWLEDGED_SECONDS, each=FIRST_TRIES_SECONDS)
            except discord.HTTPException as error:
                if (payload or {}).get("type") != SUGGESTIONS:
                    raise
                # Whoever types on asks again: suggestions that came too late are missed by nobody.
                log.info("suggestions came too late", extra={"status": error.status, "code": error.code})
                return _acknowledged(route)
            telemetry.measured(telemetry.ACKNOWLEDGED, telemetry.since())
            return answer
        # Of one answer, what was asked for first is shown first.
        async with self.lock(route):
            return await _carried_through(route, once, within=ANSWERED, each=ONE_ANSWER)

    async def read(self, response: aiohttp.ClientResponse, data: Any) -> Any:
        """The answer's content. Raises what an answer that is none means."""
        if 200 <= response.status < 300:
            return data
        if response.status == 429 and isinstance(data, dict):
            raise Limited(float(data["retry_after"]))
        kinds = {403: discord.Forbidden, 404: discord.NotFound}
        usual = discord.DiscordServerError if response.status >= 500 else discord.HTTPException
        raise kinds.get(response.status, usual)(response, data)


async def _carried_through(route: Route, once: Once, *, within: float, each: float) -> Any:
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
            pause = max(pause, limited.seconds if limited.seconds < end - loop.time() else FIRST_TRIES_SECONDS)
        tries += 1
        if loop.time() + pause >= end:
            log.info("Discord out of reach", extra={"route": route.key, "tries": tries})
            raise failed
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _acknowledged(route: Route) -> dict[str, Any]:
    """What Discord answers to an acknowledgement, as far as discord.py looks at it."""
    return {"interaction": {"id": route.webhook_id}}


def here(interaction: discord.Interaction[Any]) -> set[int]:
    """The channels of which an interaction itself says what its person may do: its own, and the one above it."""
    channel = interaction.channel
    return {interaction.channel_id or 0, (channel.parent_id if isinstance(channel, discord.Thread) else 0)} - {0}
