"""Posts the results of finished games to the addresses that servers' managers have named (docs/program-api.md).

What has been posted is noted with the server's settings, so nothing is lost when the bot stops: a game is posted again until
its receiver accepts it, or has accepted nothing for `PATIENCE_SECONDS`.
"""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Callable
from typing import Any

import aiohttp
import msgspec

from chat.app import FailedPost
from chat.wire.outside import Outside
from data.errors import StoreError
from service.results import VisibleGames, game_json
from tables.model.server import ServerSettings
from tables.model.table_info import TableInfo
from tables.service.service import TableService
from tables.time.clock import Clock

log = logging.getLogger(__name__)

LOOK_SECONDS = 10.0
"""Seconds between two searches for games that have ended."""

ANSWER_SECONDS = 10.0
"""Timeout of a receiver in seconds."""

FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 30.0, 3600.0
"""First and longest seconds until a retry after a refusal, doubled each time."""

PATIENCE_SECONDS = 3 * 86_400.0
"""Seconds after which a receiver that has accepted nothing is dropped, with a line in the server's log."""

HIDDEN_SECONDS = 300.0
"""Seconds after which a game is skipped whose channel is not visible to everybody."""

AT_ONCE = 4
"""Servers that are posted to at the same time."""

A_LOOK = 1
"""Games posted to one server in one round: a slow receiver holds up the others for one answer only."""


class Webhooks:
    """Runs until it is cancelled. `mine`: whether this process posts for a server."""

    def __init__(
        self,
        tables: TableService,
        seen: VisibleGames,
        clock: Clock,
        mine: Callable[[int], bool],
        failed: dict[int, FailedPost] | None = None,
        *,
        outside: Outside | None = None,
    ) -> None:
        self._tables = tables
        self._seen = seen
        self._clock = clock
        self._mine = mine
        self._outside = outside or Outside()
        self._failed: dict[int, FailedPost] = failed if failed is not None else {}
        self._places = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Look for ended games again and again."""
        connector = aiohttp.TCPConnector(resolver=self._outside, use_dns_cache=False, force_close=True)
        timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        async with aiohttp.ClientSession(connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar()) as session:
            while True:
                try:
                    await self.look(session)
                except StoreError as error:
                    log.warning("cannot read webhooks: %s", error)
                except Exception:
                    log.exception("cannot read webhooks")
                await self._clock.sleep(LOOK_SECONDS)

    async def look(self, session: aiohttp.ClientSession) -> None:
        """Post what has ended since the last round."""
        waiting = await self._tables.servers.to_post(A_LOOK)
        await asyncio.gather(*(self._server(session, guild, *waiting[guild]) for guild in waiting if self._mine(guild)))

    async def _server(self, session: aiohttp.ClientSession, guild: int, info: TableInfo) -> None:
        async with self._places:
            settings, now = await self._tables.servers.server_settings(guild), self._clock.now()
            failed = self._failed.get(guild)
            if failed is not None and failed.receiver != (settings.webhook, settings.signing):
                failed = None  # another receiver, or another key: whoever has repaired it need not wait
            if not settings.webhook or (failed is not None and failed.next_try > now):
                return
            seen = await self._seen.game(info)
            if not seen and now - info.changed < HIDDEN_SECONDS:
                return  # Discord may only be out of order
            if seen and not await self._post(session, settings, info):
                await self._wait(guild, info, settings, failed.times if failed is not None else 0)
                return
            self._failed.pop(guild, None)
            await self._tables.servers.note_posted(guild, info)

    async def _wait(self, guild: int, info: TableInfo, settings: ServerSettings, times: int) -> None:
        """Retry a server later, or never if its receiver has been silent for long."""
        now = self._clock.now()
        again = now + min(FIRST_WAIT_SECONDS * 2.0 ** min(times, 16), LONGEST_WAIT_SECONDS)
        self._failed[guild] = FailedPost((settings.webhook, settings.signing), times + 1, again)
        log.info("webhook failed", extra={"guild": guild, "attempts": times + 1})
        if now - info.changed > PATIENCE_SECONDS and times >= 3:
            await self._tables.servers.set_webhook(guild, 0, "")
            del self._failed[guild]

    async def _post(self, session: aiohttp.ClientSession, settings: ServerSettings, info: TableInfo) -> bool:
        """Post a game; returns whether it was accepted. Redirects are not followed: they could lead to the inner network."""
        try:
            if not self._outside.takes(settings.webhook):
                return False
            body = msgspec.json.encode({"server": str(info.place.guild), **game_json(info, names=False)})
            headers = signature_headers(body, settings.signing, int(self._clock.now()))
            headers["X-Zamki-Delivery"] = f"{info.id}-{info.version}"
            async with session.post(settings.webhook, data=body, headers=headers, allow_redirects=False) as answer:
                return 200 <= answer.status < 300
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError):
            return False


def signature_headers(body: bytes, secret: str, now: int) -> dict[str, Any]:
    """Returns the headers that prove the sender and the time of a post."""
    proof = hmac.new(secret.encode(), f"{now}.".encode() + body, hashlib.sha256).hexdigest()
    return {"Content-Type": "application/json", "X-Zamki-Timestamp": str(now), "X-Zamki-Signature": f"sha256={proof}"}
