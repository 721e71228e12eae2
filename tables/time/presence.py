"""When people could be answered: one account for each shard of Discord's gateway, and so for each server. The time in which
they could not be is an outage, and counts towards nobody's clock.

The source of the account says since when each shard's people can be answered without a break, and until when. Until when they
could last be answered is stored regularly; an outage lies between that and the next time. So an outage is found whatever has
caused it: the process, the gateway, the requests, the machine, or a clock that was set. Nothing that is due is handled before
the account has been brought up to date (`Presence.settle`).
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from data import telemetry
from data.store import Store
from tables.time.clock import Clock, Watch, wait

log = logging.getLogger(__name__)

BEAT_SECONDS = 15.0
"""Seconds between two stored timestamps: people gain at most this if the process is killed."""

TOLERATED_SECONDS = 10.0
"""Seconds of a break that do not yet count as an outage: a shard that connects again needs some."""

MOMENT_SECONDS = 60.0
"""Seconds that everybody has at least to act after an outage."""

FRESH_SECONDS = 1.0
"""Seconds for which an answer of the source is used again."""

RECENT_SECONDS = 5.0
"""Seconds since people could last be answered for which they still count as reachable."""

KEPT = 1000
"""Number of outages remembered. Every table accounts for an outage soon after it ends."""

_ALIVE, _REACHED, _OUTAGES = "alive", "reached", "outages"
"""Keys of the installation's stored values: the timestamp of earlier versions, those of each shard, the outages."""

Shard: TypeAlias = tuple[int, int]
"""A shard's number, and how many there are."""

WHOLE: Shard = (0, 1)
"""The shard of a service that stands alone."""


def shard_of(guild: int | None, count: int) -> int:
    """Returns the shard that gets a server's events; direct messages (None) go to the first."""
    return (guild >> 22) % count if guild is not None else 0


class Span(NamedTuple):
    """Since when people can be answered without a break, and until when, in steady seconds of the clock."""

    since: float
    until: float


Source: TypeAlias = Callable[[], Awaitable[Mapping[Shard, Span]]]


async def nowhere() -> Mapping[Shard, Span]:
    """The source of a service that is not connected yet."""
    return {}


class Outage(msgspec.Struct, frozen=True, array_like=True):
    """A span in which a shard's people could not be answered (None: nobody). It ends before its beginning if it is a clock that
    was set back. Unix seconds.
    """

    begin: float
    end: float
    number: int = 0
    """Outages are numbered in the order in which they are found."""
    shard: Shard | None = None

    def concerns(self, guild: int) -> bool:
        """Returns whether people of a server could not be answered."""
        return self.shard is None or shard_of(guild, self.shard[1]) == self.shard[0]


def missing(outages: Sequence[Outage], seen: float) -> float:
    """Returns the seconds of outage since `seen`; a clock that was set back counts negatively. Outages are in order."""
    return missing_until(outages, seen)[0]


def missing_until(outages: Sequence[Outage], seen: float) -> tuple[float, float]:
    """Like `missing`; returns also up to when they are accounted for."""
    lost = 0.0
    for outage in outages:
        if outage.end < outage.begin:
            if seen > outage.begin + MOMENT_SECONDS:  # by the clock that was set, this is a time to come: it stays as it is
                continue
            lost += outage.end - outage.begin
            seen += outage.end - outage.begin
        else:
            lost += max(0.0, outage.end - max(outage.begin, seen))
            seen = max(seen, outage.end)
    return lost, seen


def put_off(time: float, outages: Sequence[Outage], since: float) -> float:
    """Returns the end of what lasts since then, later by these outages, and at least a moment after each of them, unless it was
    before. They are all that its subject has not accounted for.
    """
    for outage in outages:
        lost, since = missing_until((outage,), since)
        waits = lost and time > outage.begin
        time = max(time + lost, outage.end + MOMENT_SECONDS) if waits else time + lost
    return time


class Presence(Watch):
    """Keeps the account, and has the tables account for new outages (`account`)."""

    name = "presence"

    def __init__(self, store: Store, clock: Clock, source: Source | None = None) -> None:
        """`source`: by default, that of a service that can be reached from now on."""
        self._store = store
        self._clock = clock
        self._opened = clock.steady()
        self.source = source or self._alone
        self.account: Callable[[Mapping[Shard, int]], Awaitable[None]] | None = None
        """Makes the tables of these shards account for outages with numbers above that of their shard."""
        self._outages: tuple[Outage, ...] = ()
        self._accounted: dict[Shard, int] = {}
        """The newest outage for which the tables of a shard have accounted, which they do when they can be reached."""
        self._spans: Mapping[Shard, Span] = {}
        self._noted: Mapping[Shard, Span] = {}
        """Those that are stored: one that has ended keeps its date, whatever happens to the clock."""
        self._reached: dict[str, float] = {}
        """Until when each shard's people could be answered, as stored."""
        self._looked = -math.inf
        self._asking = asyncio.Lock()
        self._news = asyncio.Event()

    async def _alone(self) -> Mapping[Shard, Span]:
        return {WHOLE: Span(self._opened, self._clock.steady())}

    def wake(self) -> None:
        """The source has changed."""
        self._looked = -math.inf
        self._news.set()

    @property
    def newest(self) -> int:
        """The number of the newest outage; 0: there was none."""
        return self._outages[-1].number if self._outages else 0

    def of(self, guild: int, after: int | None = None) -> tuple[Outage, ...]:
        """Returns the outages that concern a server, oldest first: those with numbers above `after`. None: all in which time
        passed, for what an earlier version has stored; nobody knows whether a clock was set back before that or later.
        """
        if after is None:
            return tuple(outage for outage in self._outages if outage.concerns(guild) and outage.end > outage.begin)
        if after >= self.newest:
            return ()
        return tuple(outage for outage in self._outages if outage.number > after and outage.concerns(guild))

    async def settle(self, guild: int) -> bool:
        """Bring the account up to date, and return whether people of this server can be answered now."""
        await self.look()
        return self.reaches(guild)

    def reaches(self, guild: int) -> bool:
        """Returns whether people of this server could be answered when the account was last brought up to date."""
        return any(self._lasts(span) for (number, count), span in self._spans.items() if shard_of(guild, count) == number)

    async def look(self, *, last: bool = False) -> None:
        """Bring the account up to date. `last`: store it in any case."""
        async with self._asking:
            fresh = 0 <= self._clock.steady() - self._looked < FRESH_SECONDS
            if fresh and not last and not self._is_off():
                return
            self._spans = await self.source()
            self._looked = self._clock.steady()
            await self._note(last=last)

    def _is_off(self) -> bool:
        return abs(self._clock.behind()) > FRESH_SECONDS

    async def _note(self, *, last: bool) -> None:
        """Store until when people could be answered, together with the outage before that."""
        step = self._clock.behind()
        spans = {
            _name(shard): self._unix_span(span, step)
            for shard, span in self._spans.items()
            if span != self._noted.get(shard) or self._lasts(span)
        }
        known = bool(self._reached) and not self._is_off()
        if not last and known and not any(self._is_news(name, *span) for name, span in spans.items()):
            if self._store.shared:
                self._outages = _decode_outages(await self._store.value(_OUTAGES))
            return
        now = self._clock.now() + step
        async with self._store.transaction() as tx:
            outages = _decode_outages(await tx.value(_OUTAGES))
            reached = _read(await tx.value(_REACHED), await tx.value(_ALIVE))
            found, reached = _interruptions(reached, spans, now, outages[-1].number if outages else 0)
            if found:
                outages = (*outages, *found)[-KEPT:]
                await tx.set_value(_OUTAGES, msgspec.json.encode(outages).decode())
            await tx.set_value(_REACHED, msgspec.json.encode(reached).decode())
        self._clock.set_right(step)
        self._noted = self._spans
        self._outages, self._reached = outages, reached
        for outage in found:
            seconds = outage.end - outage.begin
            telemetry.OUTAGE.inc(max(0.0, seconds))
            log.warning("nobody could be answered for %d s, or the clock was set; postponing deadlines", seconds)
            self._news.set()

    def _unix_span(self, span: Span, step: float) -> tuple[float, float]:
        """Returns a span in Unix seconds. If the clock was behind, people can be answered only from now on, if at all."""
        now, steady = self._clock.now(), self._clock.steady()
        since, until = now - (steady - span.since), now - (steady - span.until)
        if step <= FRESH_SECONDS:
            return since + step, until + step
        return (until + step, until + step) if self._lasts(span) else (since, until)

    def _lasts(self, span: Span) -> bool:
        """Returns whether people can be answered now."""
        return self._clock.steady() - span.until <= RECENT_SECONDS

    def _is_news(self, name: str, since: float, until: float) -> bool:
        before = self._reached.get(name)
        return before is None or since - before > TOLERATED_SECONDS or until - before >= BEAT_SECONDS / 2

    async def close(self) -> None:
        """Store the last timestamp."""
        await super().close()
        if self._task is not None:
            await self.look(last=True)

    async def _watch(self) -> None:
        while True:
            self._news.clear()
            try:
                await self.look()
                number, reached = self.newest, [shard for shard, span in self._spans.items() if self._lasts(span)]
                owed = {shard: done for shard in reached if (done := self._accounted.get(shard, -1)) != number}
                if owed and self._outages and self.account is not None:
                    await self.account(owed)
                    self._accounted |= dict.fromkeys(owed, number)
            except Exception:
                log.exception("presence loop failed; every table is brought up to date before its next deadline")
            await wait(self._clock, self._news, BEAT_SECONDS)


def _read(reached: str | None, alive: str | None) -> dict[str, float]:
    """Returns until when each shard's people could be answered; by an earlier version, everybody."""
    found: dict[str, float] = msgspec.json.decode(reached or "{}", type=dict[str, float])
    return found if found or alive is None else {"0/0": float(alive)}


def _before(reached: Mapping[str, float], name: str) -> float | None:
    """Returns until when a shard's people could last be answered, also with another number of shards; None: never."""
    count = name.partition("/")[2]
    known = (at for each, at in reached.items() if each == name or each.partition("/")[2] != count)
    return max(known, default=None)


def _name(shard: Shard) -> str:
    return f"{shard[0]}/{shard[1]}"


def _shard(name: str) -> Shard:
    number, _, count = name.partition("/")
    return int(number), int(count)


def _decode_outages(text: str | None) -> tuple[Outage, ...]:
    return msgspec.json.decode(text, type=tuple[Outage, ...]) if text else ()


def _interruptions(
    reached: Mapping[str, float], spans: Mapping[str, tuple[float, float]], now: float, number: int
) -> tuple[list[Outage], dict[str, float]]:
    """Returns the outages between what was `reached` before and these spans, numbered from the one after `number`, and what is
    reached now. That the clock was set back is one, too.
    """
    found: list[Outage] = []
    after = dict(reached)
    ahead = max(after.values(), default=now) - now
    if ahead > TOLERATED_SECONDS:
        found.append(Outage(now + ahead, now, number + 1))
        after = {name: at - ahead for name, at in after.items()}
    for name, (since, until) in spans.items():
        before = _before(after, name)
        if before is not None and since - before > TOLERATED_SECONDS:
            found.append(Outage(before, since, number + len(found) + 1, _shard(name)))
        after[name] = max(until, before or until)
    return found, after
