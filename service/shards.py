"""Which shards of Discord's gateway this process holds: those in the settings, as far as the store's leases grant them.

A lease in the store is renewed in time, and taken over by another process when it has expired. A process that was frozen for
longer than a lease asks the store before it does anything else (`holds`), so that two processes never answer for one shard. The
store times the leases; this process counts its own from before its request.
"""

import asyncio
import logging
import math
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from data.errors import OtherShards
from data.store import Store
from service.tasks import end_task

log = logging.getLogger(__name__)

LEASE, RENEWED = 12.0, 3.0
"""Seconds that a lease lasts, and after which it is renewed."""

CONFIRMED_SECONDS = 1.0
"""Seconds that the store has to confirm an expired lease; an interaction waits for it."""

LOGIN_SECONDS = 5.5
"""Seconds between two logins in one bucket: Discord requires five, and latency varies."""

MOST = 10_000

_WRITTEN = re.compile(r"(?:(?P<auto>auto)|(?P<first>\d+)(?:-(?P<last>\d+))?)/(?P<count>\d+)")


class ShardPlan(msgspec.Struct, frozen=True):
    """The shards that a process wants: `only` (None for any), of `count` in all (0: as many as Discord recommends). If `fair`,
    it takes no more than its equal share among the live processes.
    """

    only: range | None = None
    count: int = 0
    fair: bool = False

    @property
    def whole(self) -> bool:
        """Returns whether no shard is left to other processes."""
        return self.only is None or len(self.only) == self.count


def plan(text: str) -> ShardPlan:
    """Parse `0-3/16`, `5/16`, `auto/16`, or "" for all. Raises ValueError, which says what to write instead."""
    if not text:
        return ShardPlan()
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError("write a range and the number in all, such as 0-3/16, or auto/16, or leave it empty.")
    count = int(found["count"])
    if not 0 < count <= MOST:
        raise ValueError(f"the shard count after the / must be between 1 and {MOST}.")
    if found["auto"]:
        return ShardPlan(count=count, fair=True)
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if not first <= last < count:
        raise ValueError(f"of {count} shards the first is 0 and the last {count - 1}; write the lower one first.")
    return ShardPlan(range(first, last + 1), count)


class Keeper:
    """Holds shards for this process. Call `begin` once, and `end` at the end. In between, `held` is what it holds, `kept` the
    part it will keep, and `living` the number of processes that share the work. `leave` is awaited before a shard goes to
    another process; `changed` is set whenever `kept` changes.
    """

    def __init__(self, store: Store, wanted: ShardPlan, *, lease: float = LEASE, renewed: float = RENEWED) -> None:
        self.process = uuid.uuid4().hex
        self.held: frozenset[int] = frozenset()
        self.kept: frozenset[int] = frozenset()
        self.living = 1
        self.count = wanted.count
        self.at_once = 1
        self.changed = asyncio.Event()
        self.leave: Callable[[int], Awaitable[None]] = _nothing
        self._store, self._plan = store, wanted
        self._lease, self._renewed = lease, renewed
        self._until = -math.inf
        self._taken: dict[int, float] = {}
        """Since when (monotonic) each shard is held: earlier interactions were another process's to answer."""
        self._asking = asyncio.Lock()
        self._ended = False
        self._task: asyncio.Task[None] | None = None

    async def begin(self, recommended: int, at_once: int) -> None:
        """Take the first shards as soon as some are free; none if `end` was called before. `recommended`: the number that
        Discord recommends; `at_once`: how many may log in together. Raises OtherShards.
        """
        self.count, self.at_once = self.count or recommended, at_once
        waited = False
        while not self._ended:
            try:
                await self._renew()
            except OtherShards:
                raise
            except Exception:
                log.exception("cannot read which shards are free")
            if self.kept:
                self._task = asyncio.create_task(self._keep(), name="shards")
                break
            if not waited:
                log.info("waiting for shards: other processes hold them")
            waited = True
            await asyncio.sleep(self._renewed / 4)

    async def end(self) -> None:
        """Release everything."""
        self._ended = True
        if self._task is not None:
            await end_task(self._task)
        self.held = self.kept = frozenset()
        try:
            async with self._asking, self._store.transaction() as tx:
                await tx.end_process(self.process)
        except Exception as error:  # noqa: BLE001 - each store has its own errors; the lease expires by itself
            log.warning("cannot release shards, they stay reserved until their lease expires: %s", error)

    async def holds(self, shard: int) -> bool:
        """Returns whether this process should answer an interaction of that shard. If the store cannot say, the last state
        counts: an answer given then can change nothing.
        """
        came = time.monotonic()
        if came >= self._until and self._task is not None:
            with suppress(Exception):
                async with asyncio.timeout(CONFIRMED_SECONDS):
                    await self._renew(asked=came)
        return shard in self.held and self._taken.get(shard, came) <= came

    async def turn_to_log_in(self, shard: int) -> None:
        """Wait until that shard may log in, after earlier ones of all processes. Call it immediately before the login."""
        while wait := await self._turn(shard):  # noqa: ASYNC110 - other processes take turns as well
            await asyncio.sleep(wait)

    async def _turn(self, shard: int) -> float:
        try:
            async with self._store.transaction() as tx:
                return await tx.login_turn(shard % self.at_once, LOGIN_SECONDS)
        except Exception as error:  # noqa: BLE001 - each store has its own errors
            log.warning("cannot read whose turn it is to log in: %s", error)
            return self._renewed

    async def logged_in(self, shard: int) -> None:
        """Note that the login of that shard has just been sent: it may have waited for the network after its turn came."""
        try:
            async with self._store.transaction() as tx:
                await tx.logged_in(shard % self.at_once)
        except Exception as error:  # noqa: BLE001 - as above; the turn counts from when it came
            log.warning("cannot record a login: %s", error)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._renewed)
            try:
                await self._renew()
            except Exception as error:  # noqa: BLE001 - as above; it is retried, and expired leases are checked
                log.warning("cannot renew the leases of shards: %s", error)

    async def _renew(self, asked: float | None = None) -> None:
        """Ask the store what is held. `asked`: when a caller asked because of an expired lease; one answer serves them all."""
        async with self._asking:
            if self._ended or (asked is not None and self._until > asked):
                return
            if asked is not None:
                log.warning("lease expired: reading who owns the shards")
            began = time.monotonic()
            async with self._store.transaction() as tx:
                living = await tx.keep_process(self.process, self._lease)
                wanted = self._plan.only if self._plan.only is not None else range(self.count)
                most = math.ceil(self.count / living) if self._plan.fair else len(wanted)
                found = await tx.hold_shards(self.process, self.count, wanted, most, self._lease)
            before, self.held = self.held, frozenset(found)
            now = time.monotonic()
            self._taken |= dict.fromkeys(self.held - before, now)
            self.living, self._until = living, began + self._lease
            kept, self.kept = self.kept, frozenset(found[:most])
            if self.kept != kept:
                log.info("shards of %d held: %s", self.count, list_shards(self.kept))
                self.changed.set()
            for shard in sorted(before - self.kept):
                await self.leave(shard)
            if surplus := self.held - self.kept:
                # Until they were disconnected, their interactions were answered here.
                self.held = self.kept
                async with self._store.transaction() as tx:
                    await tx.release_shards(self.process, surplus)


async def _nothing(_shard: int) -> None:
    pass


def list_shards(shards: frozenset[int]) -> str:
    """Returns shards in words: `0-3 8`; `none`."""
    runs: list[list[int]] = []
    for shard in sorted(shards):
        if runs and shard == runs[-1][1] + 1:
            runs[-1][1] = shard
        else:
            runs.append([shard, shard])
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs) or "none"
