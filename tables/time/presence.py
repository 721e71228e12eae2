"""When the bot was online. A timestamp is stored regularly; outages count towards nobody's clock."""

import logging
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from data.store import Store
from tables.time.clock import Clock, Watch

log = logging.getLogger(__name__)

BEAT_SECONDS = 60.0
"""Seconds between two stored timestamps."""

TOLERATED_SECONDS = 3 * BEAT_SECONDS
"""Seconds without a timestamp that do not yet count as an outage."""

KEPT = 50
"""Number of outages remembered. Every table accounts for an outage soon after it ends."""

_ALIVE, _OUTAGES = "alive", "outages"
"""Keys of the installation's stored values."""


class Outage(msgspec.Struct, frozen=True, array_like=True):
    """A span in which no bot was online, from its last timestamp on. Unix seconds."""

    begin: float
    end: float


def missing(outages: Sequence[Outage], seen: float) -> float:
    """Returns the seconds of outage since `seen`."""
    return sum(max(0.0, outage.end - max(outage.begin, seen)) for outage in outages)


class Presence(Watch):
    """Stores a timestamp regularly while it runs; `arrive` finds out how long no bot was online before."""

    name = "presence"

    def __init__(self, store: Store, clock: Clock, account: Callable[[], Awaitable[None]]) -> None:
        """`account` makes all tables account for newly found outages."""
        self._store = store
        self._clock = clock
        self._account = account

    async def arrive(self) -> None:
        """Store that the bot is online again, together with the outage before it, in one transaction."""
        async with self._store.transaction() as tx:
            now = self._clock.now()
            alive = float(await tx.value(_ALIVE) or now)
            if now - alive > TOLERATED_SECONDS:
                known = _decoded(await tx.value(_OUTAGES))
                outages = msgspec.json.encode([*known, Outage(alive, now)][-KEPT:]).decode()
                await tx.set_value(_OUTAGES, outages)
                log.info("nobody was there for %d s: deadlines are put off by it", now - alive)
            await tx.set_value(_ALIVE, repr(now))

    async def outages(self) -> tuple[Outage, ...]:
        """Returns all remembered outages, oldest first."""
        return _decoded(await self._store.value(_OUTAGES))

    async def close(self) -> None:
        """Store the last timestamp."""
        await super().close()
        if self._task is not None:
            await self._beat()

    async def _watch(self) -> None:
        try:
            await self._account()
        except Exception:
            log.exception("not every table has accounted for an outage yet; each does before its next deadline")
        while True:
            await self._clock.sleep(BEAT_SECONDS)
            try:
                await self._beat()
            except Exception:
                log.exception("no sign of life could be stored")

    async def _beat(self) -> None:
        async with self._store.transaction() as tx:
            await tx.set_value(_ALIVE, repr(self._clock.now()))


def _decoded(text: str | None) -> tuple[Outage, ...]:
    return msgspec.json.decode(text, type=tuple[Outage, ...]) if text else ()
