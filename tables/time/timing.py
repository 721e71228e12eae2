"""Time controls, and what a table knows of time: a clock for each seat, what a timeout does, a pause. Values and pure
functions; Unix seconds.

A time control is stored as a key: one of `PACES`, or a host's own, `own-<each>-<bank>` in seconds.

A clock runs while its seat owes an answer. Once the seat has answered, it stands, and what is left goes on running should the
answer be taken back; with the next stage it begins again: the time for each move, and what is left of the bank.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from data.words import typed_words
from engines.contract import Seat
from tables.errors import BadChoice

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR

PaceKind: TypeAlias = Literal["live", "days", "free"]
"""What people plan their reminders by: everybody is there, it takes days, or there is no clock."""

SHORTEST, LONGEST, LONGEST_BANK = 30.0, 14 * DAY, 60 * DAY
"""Seconds: the least and the most for each move of a host's own pace, and the most for its bank."""

LIVE = HOUR
"""Seconds for each move up to which everybody is expected to be present."""


class TimeControl(msgspec.Struct, frozen=True):
    """`each`: seconds for each move, None: no clock. `bank`: seconds for the whole game besides; what a move does not use is
    kept, never more than the bank had at first.
    """

    each: float | None
    bank: float = 0.0

    @property
    def kind(self) -> PaceKind:
        if self.each is None:
            return "free"
        return "days" if self.slow else "live"

    @property
    def slow(self) -> bool:
        """Whether it leaves room for vacations: no clock, more than an hour for each move, or a bank of a day."""
        return self.each is None or self.each > LIVE or self.each + self.bank >= DAY


PACES = {
    "none": TimeControl(None),
    "live": TimeControl(5 * MINUTE),
    "rapid": TimeControl(MINUTE, 10 * MINUTE),
    "day": TimeControl(DAY),
    "slow": TimeControl(3 * DAY),
    "bank": TimeControl(12 * HOUR, 3 * DAY),
}
"""The paces that the lobby offers; the first is the default."""

_OWN = re.compile(r"own-(\d{1,8})-(\d{1,8})")


def read_pace(key: str) -> TimeControl:
    """The pace of a key. Raises BadChoice where there is none such, and where a host's own is out of bounds."""
    if key in PACES:
        return PACES[key]
    match = _OWN.fullmatch(key)
    if match is None:
        raise BadChoice(typed=key, values=tuple(PACES))
    pace = TimeControl(float(match[1]), float(match[2]))
    _check(pace)
    return pace


def own(each: float, bank: float = 0.0) -> str:
    """The key of a host's own pace, in seconds. Raises BadChoice where it is out of bounds; the refusal says how."""
    _check(TimeControl(each, bank))
    return f"own-{int(each)}-{int(bank)}"


def _check(pace: TimeControl) -> None:
    assert pace.each is not None
    if pace.each < SHORTEST:
        raise BadChoice("tables.refusal.pace-short")
    if pace.each > LONGEST or pace.bank > LONGEST_BANK:
        raise BadChoice("tables.refusal.pace-long")
    if 0 < pace.bank < pace.each:
        raise BadChoice("tables.refusal.bank-below-move")


_UNITS = {"second": 1.0, "minute": MINUTE, "hour": HOUR, "day": DAY}


@functools.cache
def _units() -> dict[str, float]:
    """Seconds by each word that any language has for a unit."""
    return {word: length for unit, length in _UNITS.items() for word in typed_words(f"tables.typed.{unit}")}


_PART = re.compile(r"(\d{1,6}(?:[.,]\d{1,2})?)\s*([^\W\d]*)\.?")


def seconds(text: str) -> float:
    """What somebody typed as a length of time: "90 s", "1h 30m", "2 dni"; a bare number counts minutes. Raises BadChoice."""
    said = text.strip().casefold()
    parts = list(_PART.finditer(said))
    if not parts or re.sub(r"[\s,]", "", _PART.sub("", said)):
        raise BadChoice("tables.refusal.unreadable-time")
    found = 0.0
    for part in parts:
        unit = _units().get(part[2]) if part[2] else (MINUTE if len(parts) == 1 else None)
        if unit is None:
            raise BadChoice("tables.refusal.unreadable-time")
        found += float(part[1].replace(",", ".")) * unit
    return float(round(found))


Late: TypeAlias = Literal["computer", "default", "vote"]
"""What a timeout does: the computer player moves, the game's safe default is played, or all wait and the others vote."""

LATE: tuple[Late, ...] = ("computer", "default", "vote")


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's clock."""

    bank: float | None = None
    """Seconds left of the bank; None: all of it."""
    asked: bool = False
    """The stage has asked the seat."""
    since: float | None = None
    """Since when the seat's answer is awaited; None: it is not."""
    due: float | None = None
    """When the time is up, while the clock runs."""
    rest: float | None = None
    """Seconds that were left when the clock was stopped; None: it runs, is up, or never ran."""
    spent: float = 0.0
    """Seconds that had run when it was stopped."""
    late: bool = False
    """The time was up, and nothing has come of it yet but a vote."""
    away: float | None = None
    """Until when the person is on vacation, as `due` has been moved for it."""
    lone: float | None = None
    """Since when of several who are asked at once this seat alone is awaited."""
    remind: float | None = None
    """When the person is to be reminded next."""
    told: int = 0
    """How many reminders of the person's plan have gone out for this answer."""
    called: bool = False
    """The person has been called by name for this answer, at a live table."""
    nudged: bool = False
    """The person has been told that they alone are awaited."""
    drafted: float | None = None
    """When the person last drafted a move of the turn: they are there."""
    snooze: float | None = None
    """When the person wants to be reminded again, instead of by their plan."""


OWN = ("remind", "snooze", "told", "called", "nudged", "drafted")
"""What only the person and the table know of a clock: their reminders."""


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks stand."""

    since: float
    until: float
    """When they go on by themselves."""
    outage: bool = False
    """Because the bot was away for long, and not because people agreed on it."""


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a table knows of time besides its pace."""

    late: Late = "computer"
    clocks: tuple[SeatClock, ...] = ()
    """By seat; () before the game and for tables of before there were clocks."""
    pause: Pause | None = None
    next: Seat | None = None
    """Who was last said to play next."""
    seen: float | None = None
    """Up to when times the bot was away are accounted for."""
    reveal: float | None = None
    """When what chance brings is looked at, unless somebody looks earlier (`tables.rules.automatic`)."""

    def of(self, seat: Seat) -> SeatClock:
        """A seat's clock."""
        return self.clocks[seat] if seat < len(self.clocks) else SeatClock()

    def deadline(self) -> float | None:
        """The first time that is up."""
        return min((clock.due for clock in self.clocks if clock.due is not None), default=None)

    def remind(self) -> float | None:
        """The first reminder."""
        return min((clock.remind for clock in self.clocks if clock.remind is not None), default=None)

    def up(self, now: float) -> tuple[Seat, ...]:
        """The seats whose time is up."""
        return tuple(seat for seat, clock in enumerate(self.clocks) if clock.due is not None and clock.due <= now)

    def public(self) -> Timing:
        """What everybody may know: nobody's reminders."""
        unknown = {name: getattr(SeatClock(), name) for name in OWN}
        hidden = tuple(replace(each, **unknown) for each in self.clocks)
        return replace(self, clocks=hidden)


def begin(timing: Timing, pace: TimeControl, waiting: Iterable[Seat], seats: int, now: float) -> Timing:
    """A stage begins: the clocks of those awaited begin again."""
    awaited = set(waiting)
    clocks = []
    for seat in range(seats):
        clock = SeatClock(bank=_bank(timing.of(seat), pace, now))
        clocks.append(_asked(clock, pace, now, running=timing.pause is None) if seat in awaited else clock)
    return replace(timing, clocks=tuple(clocks), seen=now)


def handed_on(timing: Timing, pace: TimeControl, seat: Seat, now: float) -> Timing:
    """Somebody else sits there now: where the seat is awaited, they have the time for a move and what is left of the bank."""
    running = timing.pause is None
    return _each(
        timing,
        lambda at, clock: (
            _asked(SeatClock(bank=_bank(clock, pace, now)), pace, now, running=running)
            if at == seat and clock.since is not None
            else clock
        ),
    )


def _asked(clock: SeatClock, pace: TimeControl, now: float, *, running: bool) -> SeatClock:
    """The clock of a seat that the stage asks from now on."""
    clock = replace(clock, asked=True, since=now)
    if pace.each is None:
        return clock
    span = pace.each + (pace.bank if clock.bank is None else clock.bank)
    return replace(clock, due=now + span) if running else replace(clock, rest=span)


def _bank(clock: SeatClock, pace: TimeControl, now: float) -> float | None:
    """What is left of the bank after a stage."""
    if not pace.bank:
        return None
    if clock.due is not None:
        return min(pace.bank, _left(clock, now))
    if clock.rest is not None:
        return min(pace.bank, clock.rest)
    return clock.bank


def follow(timing: Timing, pace: TimeControl, waiting: Iterable[Seat], now: float) -> Timing:
    """Within a stage: the clock of a seat that has answered stops, that of one that has taken its answer back runs again, and
    that of a person who takes a seat over begins.
    """
    awaited = set(waiting)
    answered = any(clock.asked and clock.since is None for clock in timing.clocks)
    clocks = []
    for seat, old in enumerate(timing.clocks):
        clock = old
        if seat in awaited and clock.since is None:
            running = timing.pause is None
            clock = _on(clock, now, running=running) if clock.asked else _asked(clock, pace, now, running=running)
        elif seat not in awaited and clock.since is not None:
            clock = replace(_off(clock, now), since=None, lone=None, remind=None, snooze=None, late=False)
            answered = True
        clocks.append(clock)
    alone = len(awaited) == 1 and answered
    clocks = [
        replace(clock, lone=(clock.lone or now) if alone and seat in awaited else None) if clock.since is not None else clock
        for seat, clock in enumerate(clocks)
    ]
    return replace(timing, clocks=tuple(clocks))


def _off(clock: SeatClock, now: float) -> SeatClock:
    """A running clock, stopped. What is still to come of a vacation is not part of what is left."""
    if clock.due is None:
        return replace(clock, away=None)
    spent = max(0.0, now - clock.since) if clock.since is not None else 0.0
    return replace(clock, due=None, rest=_left(clock, now), spent=spent, away=None)


def _left(clock: SeatClock, now: float) -> float:
    """The seconds left of a running clock."""
    assert clock.due is not None
    return max(0.0, clock.due - max(now, clock.away or now))


def _on(clock: SeatClock, now: float, *, running: bool) -> SeatClock:
    """A stopped clock of which the answer is awaited again."""
    since = now - clock.spent
    if clock.rest is None or not running:
        return replace(clock, since=since)
    return replace(clock, since=since, due=now + clock.rest, rest=None)


def expired(timing: Timing, seats: Iterable[Seat], *, late: bool) -> Timing:
    """The time of these seats is up: their clocks stand at nothing. `late`: they are still to answer themselves."""
    gone = set(seats)
    return _each(
        timing,
        lambda seat, clock: (
            replace(clock, due=None, rest=None, bank=0.0, late=late, remind=None, snooze=None) if seat in gone else clock
        ),
    )


def again(timing: Timing, pace: TimeControl, seats: Iterable[Seat], now: float) -> Timing:
    """These seats have the time for one move once more."""
    anew = set(seats)
    each = pace.each
    if each is None:
        return timing
    due, rest = (now + each, None) if timing.pause is None else (None, each)
    return _each(
        timing,
        lambda seat, clock: (
            replace(clock, since=now, due=due, rest=rest, late=False, away=None, told=0) if seat in anew else clock
        ),
    )


def clear(timing: Timing) -> Timing:
    """Nobody is awaited any more."""
    return replace(timing, clocks=tuple(SeatClock(bank=clock.bank) for clock in timing.clocks), pause=None)


def pause(timing: Timing, now: float, until: float, *, outage: bool = False) -> Timing:
    """All clocks stand until somebody has them go on, or until then."""
    stopped = _each(timing, lambda _seat, clock: replace(_off(clock, now), remind=None))
    return replace(stopped, pause=Pause(now, until, outage))


def resume(timing: Timing, now: float) -> Timing:
    """The clocks go on where they stood. Who is awaited without a clock has waited since now."""
    going = _each(timing, lambda _seat, clock: clock if clock.since is None else _on(clock, now, running=True))
    return replace(going, pause=None, seen=now)


def moved(timing: Timing, away: Callable[[float], float], now: float) -> Timing:
    """The bot was away, `away(since)` tells for how many seconds since then: it is nobody's time, but vacations go on.
    Accounted for until now.
    """
    seen, stop = timing.seen or now, timing.pause
    return replace(
        _each(timing, lambda _seat, clock: shifted(clock, away(max(seen, clock.away or seen)))),
        seen=now,
        pause=None if stop is None else replace(stop, until=stop.until + away(seen)),
    )


def shifted(clock: SeatClock, seconds: float) -> SeatClock:
    """A clock on which everything happens `seconds` later."""
    changes = {
        name: value + seconds
        for name in ("since", "due", "lone", "snooze", "remind")
        if (value := getattr(clock, name)) is not None
    }
    return replace(clock, **changes)


def _each(timing: Timing, change: Callable[[Seat, SeatClock], SeatClock]) -> Timing:
    return replace(timing, clocks=tuple(change(seat, clock) for seat, clock in enumerate(timing.clocks)))
