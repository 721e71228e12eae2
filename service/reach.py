"""Since when people can be answered: each shard is connected and receives, requests to Discord are answered, and this process
runs. It is the source of `tables.time.presence`, in steady seconds of the tables' clock.

A connection that is up may be dead, and Discord may be out of order although nobody has asked it for long. So whatever has not
been heard of lately is asked, whenever the tables want to know.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Protocol

from tables.time.clock import Clock
from tables.time.presence import RECENT_SECONDS, TOLERATED_SECONDS, Shard, Span

ANSWER_SECONDS = 5.0
"""Seconds that Discord has to answer the question whether it is there."""

ANSWERED_SECONDS = 10.0
"""Seconds since Discord last answered a request after which it is asked."""

TICK_SECONDS = 5.0
"""Seconds between two signs of life of this process."""

LOOK_SECONDS = 0.1
"""Seconds between two looks for an answer."""


class Probes(Protocol):
    """Discord's gateway and its requests."""

    def silence(self, shard: int) -> float | None:
        """Returns the seconds since the last frame of a shard's connection; None: it has none."""

    async def knock(self, shard: int) -> None:
        """Ask for a frame of a shard's connection."""

    async def ask(self) -> None:
        """Make a request that changes nothing; its answer is noted like every other."""


class ShardLine:
    """Since when something is up, without a break that is not tolerated, and since when it is down."""

    def __init__(self, now: float) -> None:
        self.since = now
        self.lost: float | None = None

    def up(self, now: float) -> bool:
        """Note that it is up. Returns whether that is news."""
        if self.lost is None:
            return False
        if now - self.lost > TOLERATED_SECONDS:
            self.since = now
        self.lost = None
        return True

    def down(self, since: float) -> None:
        """Note that it is down; no effect if that is known."""
        if self.lost is None:
            self.lost = since


class Reach:
    """Told what happens to the gateway and to requests; `spans` is the source. `changed` is called when people can be answered
    again, or no longer.
    """

    def __init__(
        self, clock: Clock, probes: Probes, changed: Callable[[], None], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """`monotonic`: seconds of this process, whatever the tables' clock says."""
        self._clock = clock
        self._monotonic = monotonic
        self._probes = probes
        self._changed = changed
        self._shards: dict[Shard, ShardLine] = {}
        self._silent: set[Shard] = set()
        """Those whose connection is up and does not answer."""
        self._requests = ShardLine(clock.steady())
        self._answered = self._asked = monotonic() - ANSWERED_SECONDS
        """When (monotonic) Discord last answered a request, and was last asked."""
        self._refused = False
        """Whether the last request was not answered."""
        self._runs = ShardLine(clock.steady())
        self._ticked = self._monotonic()
        self._ticking: asyncio.Task[None] | None = None
        self._closed = False

    def start(self) -> None:
        """Begin to give signs of life."""
        self._ticked = self._monotonic()
        self._ticking = asyncio.create_task(self._tick(), name="reach")

    async def close(self) -> None:
        """Give no more signs of life: people could be answered until now, and nothing is asked any more."""
        self._closed = True
        for line in self._shards.values():
            line.down(self._clock.steady())
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)

    def note_connected(self, shard: Shard) -> None:
        """A shard receives events (again)."""
        now = self._clock.steady()
        self._silent.discard(shard)
        line = self._shards.get(shard)
        if line is None:
            self._shards[shard] = ShardLine(now)
        if line is None or line.up(now):
            self._changed()

    def note_disconnected(self, shard: Shard) -> None:
        """A shard receives no more events."""
        self._silent.discard(shard)
        if shard in self._shards:
            self._shards[shard].down(self._clock.steady())
            self._changed()

    def note_answer(self, *, well: bool) -> None:
        """A request has ended; `well`: Discord answered it, and not with a fault of its own."""
        self._refused = not well
        if well:
            self._answered = self._monotonic()
            if self._requests.up(self._clock.steady()):
                self._changed()

    @property
    def requests(self) -> bool:
        """Whether requests are answered, as far as is known."""
        return self._requests.lost is None

    async def spans(self) -> Mapping[Shard, Span]:
        """Returns since when, and until when, the people of each shard can be answered."""
        self._look_at_itself()
        if not self._closed:
            await asyncio.gather(self._request(), *map(self._listen, self._shards))
        now = self._clock.steady()
        found = {}
        for shard, line in self._shards.items():
            lines = (line, self._requests, self._runs)
            until = min(now if each.lost is None else each.lost for each in lines)
            found[shard] = Span(min(max(each.since for each in lines), until), until)
        return found

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self._look_at_itself()

    def _look_at_itself(self) -> None:
        """Note how long this process did not run."""
        now = self._monotonic()
        if self._ticking is not None and now - self._ticked > TICK_SECONDS + TOLERATED_SECONDS:
            self._runs.since = self._clock.steady()
        self._ticked = now

    async def _request(self) -> None:
        """Ask whether requests are answered, if that is not known."""
        now = self._monotonic()
        if not self._refused and now - self._answered < ANSWERED_SECONDS:
            return
        if self._requests.lost is not None and now - self._asked < ANSWER_SECONDS:
            return
        self._asked = now
        await _patiently(self._probes.ask())
        if self._answered < now:
            self._requests.down(self._clock.steady() - (now - self._answered))

    async def _listen(self, shard: Shard) -> None:
        """Find out whether a shard's connection is alive, if it has been silent."""
        line, known = self._shards[shard], shard in self._silent
        if line.lost is not None and not known:
            return
        if self._speaks(shard):
            self._silent.discard(shard)
            line.up(self._clock.steady())
            return
        await _patiently(self._probes.knock(shard[0]))
        until = self._monotonic() + (0.0 if known else ANSWER_SECONDS)
        while not self._speaks(shard):
            if self._monotonic() >= until:
                silence = self._probes.silence(shard[0])
                line.down(self._clock.steady() - (silence or 0.0))
                self._silent.add(shard)
                return
            await asyncio.sleep(LOOK_SECONDS)

    def _speaks(self, shard: Shard) -> bool:
        silence = self._probes.silence(shard[0])
        return silence is not None and silence < RECENT_SECONDS


async def _patiently(question: Awaitable[None]) -> None:
    """Ask, but not for long. Whatever goes wrong is an answer as well."""
    with suppress(Exception):
        async with asyncio.timeout(ANSWER_SECONDS):
            await question
