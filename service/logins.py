"""How often the bot logs in. Discord allows 1,000 logins a day and resets the token of a bot that needs more.

Pauses between logins of a shard grow, and are forgotten only after a session that lasted. What Discord says is left of the day
is read before each login; when that is little, the rest is spread over the day. Both are in the store: a crash loop counts too.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence

import discord
import msgspec

from chat.wire.internals import Gateway
from chat.wire.outcomes import UNREACHED
from tables.service.people import People
from tables.time.clock import Clock

log = logging.getLogger(__name__)

PAUSES = (0.0, 0.0, 0.0, 5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 600.0)
"""Seconds from one login of a shard to the next, by the number of sessions before that did not last; the last is repeated."""

LASTING_SECONDS = 900.0
"""Seconds after which a session has lasted."""

SCARCE_PART = 0.2
"""The part of a day's logins below which they are spread."""

DAY_SECONDS = 86_400.0

LONGEST_SECONDS = 60.0
"""Longest seconds of one sleep: the computer may be suspended meanwhile."""

STORED, STORED_OF_SHARD = "logins", "logins {}"
"""The keys under which what is left, and the latest logins of a shard, are stored."""


class Left(msgspec.Struct, frozen=True):
    """What Discord has said of the logins of a day: `left` of `total` until `renewed` (Unix)."""

    total: int
    left: int
    renewed: float

    @property
    def scarce(self) -> bool:
        """Whether few are left."""
        return self.left < self.total * SCARCE_PART

    def __str__(self) -> str:
        return f"{self.left:,} left of {self.total:,}"


class _Latest(msgspec.Struct, frozen=True):
    """The latest login of a shard, and how many before it have not lasted."""

    at: float = 0.0
    short: int = 0


def stored_left(text: str | None) -> Left | None:
    """Returns what has been stored under `STORED`."""
    return msgspec.json.decode(text, type=Left) if text else None


class Logins:
    """The logins of this process's shards. `read` asks Discord; `left` is what it said last, `trouble` why a login waits."""

    def __init__(
        self, people: People, read: Callable[[], Awaitable[Gateway]], clock: Clock, pauses: Sequence[float] = PAUSES
    ) -> None:
        self.left: Left | None = None
        self.trouble = ""
        self._people, self._read, self._clock, self._pauses = people, read, clock, pauses

    async def turn(self, shard: int) -> None:
        """Wait until this shard may log in, and note that it does."""
        key = STORED_OF_SHARD.format(shard)
        stored = await self._people.meta_get(key)
        latest = msgspec.json.decode(stored, type=_Latest) if stored else _Latest()
        since = max(0.0, self._clock.now() - latest.at)  # the clock may have been ahead then
        short = latest.short + 1 if since < LASTING_SECONDS else 0
        await self._wait(self._pauses[min(short, len(self._pauses) - 1)] - since, f"shard {shard} keeps losing its session")
        await self._spread()
        await self._people.meta_set(key, msgspec.json.encode(_Latest(self._clock.now(), short)).decode())
        self.trouble = ""

    async def _spread(self) -> None:
        """Wait if few logins are left of this day. Discord's word counts; if it gives none, the last one does."""
        try:
            found = await self._read()
        except (discord.DiscordException, *UNREACHED):
            self.left = self.left or stored_left(await self._people.meta_get(STORED))
        else:
            self.left = Left(found.total, found.left, self._clock.now() + found.renewed_in)
            await self._people.meta_set(STORED, msgspec.json.encode(self.left).decode())
        if self.left is not None and self.left.scarce:
            day = min(max(0.0, self.left.renewed - self._clock.now()), DAY_SECONDS)
            await self._wait(day / max(1, self.left.left), f"few logins are left ({self.left})")

    async def _wait(self, seconds: float, why: str) -> None:
        if seconds <= 0:
            return
        self.trouble = why
        level = logging.ERROR if seconds > LONGEST_SECONDS else logging.WARNING
        log.log(
            level, "%s: the next login is in %d s, since Discord resets the token of a bot that logs in too often", why, seconds
        )
        due = self._clock.steady() + seconds
        while (left := due - self._clock.steady()) > 0:
            await self._clock.sleep(min(left, LONGEST_SECONDS))
