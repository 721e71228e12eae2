"""Time controls and a table's timing: a clock for each seat, what a timeout does, pauses. Pure; times are Unix seconds.

A time control is stored as a key: one of `PACES`, or a host's own, `own-<each>-<bank>` in seconds.

A clock runs while its seat owes an answer and stops when the seat has answered. It continues with the time left if the answer
is taken back. The next stage restarts it with the time for one move and what is left of the bank.
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
"""The kinds of pace that people plan their reminders by: everybody is present, moves take days, or there is no clock."""

SHORTEST, LONGEST, LONGEST_BANK = 30.0, 14 * DAY, 60 * DAY
"""Limits of a host's own pace, in seconds: the least and the most for each move, and the most for its bank."""

LIVE = HOUR
"""Seconds per move up to which everybody is expected to be present."""

_OWN = re.compile(r"own-(\d{1,8})-(\d{1,8})")

_UNITS = {"second": 1.0, "minute": MINUTE, "hour": HOUR, "day": DAY}

_PART = re.compile(r"(\d{1,6}(?:[.,]\d{1,2})?)\s*([^\W\d]*)\.?")

Late: TypeAlias = Literal["computer", "default", "vote"]
"""What a timeout does: the computer player moves, the game's safe default is played, or all wait and the others vote."""

LATE: tuple[Late, ...] = ("computer", "default", "vote")

HIDDEN_SECONDS = 14 * DAY
"""Seconds for which a clock is stopped at most because its person could be shown nothing."""

OWN = ("remind", "snooze", "gathered", "told", "called", "nudged", "drafted")
"""Fields of a clock that only the person and the table know: reminders."""


class TimeControl(msgspec.Struct, frozen=True):
    """A time control. `each`: seconds for each move; None: no clock. `bank`: extra seconds for the whole game; time that a move
    does not use is kept, up to the initial bank.
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
        """Whether the pace leaves room for vacations: no clock, over an hour per move, or a day or more including the bank."""
        return self.each is None or self.each > LIVE or self.each + self.bank >= DAY


PACES = {
    "daily": TimeControl(36 * HOUR, 3 * DAY),
    "none": TimeControl(None),
    "live": TimeControl(5 * MINUTE),
    "rapid": TimeControl(MINUTE, 10 * MINUTE),
    "day": TimeControl(DAY),
    "slow": TimeControl(3 * DAY),
    "bank": TimeControl(12 * HOUR, 3 * DAY),
}
"""The paces that the lobby offers, in this order. People who look in once a day overrun 24 hours a move (`day`) in most games,
and `daily` almost never.
"""


def read_pace(key: str) -> TimeControl:
    """Returns the pace of a key. Raises BadChoice if the key is unknown, or if a host's own pace is out of bounds."""
    if key in PACES:
        return PACES[key]
    match = _OWN.fullmatch(key)
    if match is None:
        raise BadChoice(typed=key, values=tuple(PACES))
    pace = TimeControl(float(match[1]), float(match[2]))
    _check(pace)
    return pace


def own_pace_key(each: float, bank: float = 0.0) -> str:
    """Returns the key of a host's own pace, given in seconds. Raises BadChoice if it is out of bounds; the message says how."""
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


@functools.cache
def _units() -> dict[str, float]:
    """Seconds by each word that any language has for a unit."""
    return {word: length for unit, length in _UNITS.items() for word in typed_words(f"tables.typed.{unit}")}


def seconds(text: str) -> float:
    """Parse a typed duration ("90 s", "1h 30m", "2 dni") into seconds. A bare number is in minutes. Raises BadChoice."""
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


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's clock."""

    bank: float | None = None
    """Seconds left in the bank; None: all of it."""
    asked: bool = False
    """Whether the stage has asked the seat."""
    since: float | None = None
    """When the seat was asked for the answer it owes; None: it owes none."""
    due: float | None = None
    """When the time runs out, while the clock runs."""
    rest: float | None = None
    """Seconds left when the clock was stopped; None: it is running, has run out, or never ran."""
    spent: float = 0.0
    """Seconds that had run when the clock was stopped."""
    late: bool = False
    """The time has run out, and so far only a vote has followed from it."""
    away: float | None = None
    """The end of the person's vacation for which `due` has been moved."""
    hidden: float | None = None
    """Since when the person could be shown nothing of what they are asked: the clock is stopped."""
    lone: float | None = None
    """Since when only this seat is awaited, of several asked at the same time."""
    remind: float | None = None
    """When to remind the person next."""
    told: int = 0
    """How many reminders of the person's plan have been sent for this answer."""
    called: bool = False
    """The person has been mentioned for this answer, at a live table."""
    nudged: bool = False
    """The person has been told that only they are awaited."""
    drafted: float | None = None
    """When the person last drafted a move of the turn, which shows that they are present."""
    snooze: float | None = None
    """When the person wants the next reminder; overrides their plan."""
    gathered: float | None = None
    """When the person is called, as their call was gathered with others (`tables.time.calls`)."""


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pause: all clocks are stopped."""

    since: float
    until: float
    """When the clocks resume automatically."""
    outage: bool = False
    """Whether a long outage of the bot caused the pause, and not an agreement."""


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table's timing besides its pace."""

    late: Late = "computer"
    clocks: tuple[SeatClock, ...] = ()
    """By seat; () before the game, and for tables stored by versions without clocks."""
    pause: Pause | None = None
    next: Seat | None = None
    """The seat last announced as playing next."""
    seen: float | None = None
    """Up to when outages of the bot are accounted for."""
    counted: int = 0
    """The number of the newest of them (`tables.time.presence`)."""
    reveal: float | None = None
    """When the next look is made, unless somebody makes it earlier (`tables.rules.automatic`)."""

    def of(self, seat: Seat) -> SeatClock:
        """Returns a seat's clock."""
        return self.clocks[seat] if seat < len(self.clocks) else SeatClock()

    def deadline(self) -> float | None:
        """Returns the time of the first timeout."""
        return min((clock.due for clock in self.clocks if clock.due is not None), default=None)

    def remind(self) -> float | None:
        """Returns the time of the first reminder."""
        return min((clock.remind for clock in self.clocks if clock.remind is not None), default=None)

    def hidden_until(self) -> float | None:
        """Returns when the first clock runs on that is stopped because its person could be shown nothing."""
        return min((clock.hidden + HIDDEN_SECONDS for clock in self.clocks if clock.hidden is not None), default=None)

    def up(self, now: float) -> tuple[Seat, ...]:
        """Returns the seats whose time has run out."""
        return tuple(seat for seat, clock in enumerate(self.clocks) if clock.due is not None and clock.due <= now)

    def each(self, change: Callable[[SeatClock], SeatClock], seats: Iterable[Seat] | None = None) -> Timing:
        """Returns the timing with this change applied to all clocks, or to those of these seats."""
        changed = range(len(self.clocks)) if seats is None else set(seats)
        return replace(self, clocks=tuple(change(clock) if at in changed else clock for at, clock in enumerate(self.clocks)))

    def public(self) -> Timing:
        """Returns what everybody may know: the clocks without reminders."""
        unknown = {name: getattr(SeatClock(), name) for name in OWN}
        return self.each(lambda clock: replace(clock, **unknown))


def begin(timing: Timing, pace: TimeControl, waiting: Iterable[Seat], seats: int, now: float) -> Timing:
    """Begin a stage: restart the clocks of the awaited seats."""
    awaited = set(waiting)
    clocks = []
    for seat in range(seats):
        clock = SeatClock(bank=_bank(timing.of(seat), pace, now))
        clocks.append(_ask_seat(clock, pace, now, running=timing.pause is None) if seat in awaited else clock)
    return replace(timing, clocks=tuple(clocks), seen=now)


def handed_on(timing: Timing, pace: TimeControl, seat: Seat, now: float) -> Timing:
    """Somebody else has taken over the seat. If it is awaited, they get the time for a move and what is left of the bank."""

    def begin_clock(clock: SeatClock) -> SeatClock:
        fresh = SeatClock(bank=_bank(clock, pace, now))
        return clock if clock.since is None else _ask_seat(fresh, pace, now, running=timing.pause is None)

    return timing.each(begin_clock, (seat,))


def _ask_seat(clock: SeatClock, pace: TimeControl, now: float, *, running: bool) -> SeatClock:
    """Returns the clock of a seat that the stage asks from now on."""
    clock = replace(clock, asked=True, since=now)
    if pace.each is None:
        return clock
    span = pace.each + (pace.bank if clock.bank is None else clock.bank)
    return replace(clock, due=now + span) if running else replace(clock, rest=span)


def _bank(clock: SeatClock, pace: TimeControl, now: float) -> float | None:
    """Returns what is left of the bank after a stage."""
    if not pace.bank:
        return None
    if clock.due is not None:
        return min(pace.bank, _left(clock, now))
    if clock.rest is not None:
        return min(pace.bank, clock.rest)
    return clock.bank


def follow(timing: Timing, pace: TimeControl, waiting: Iterable[Seat], now: float) -> Timing:
    """Update the clocks within a stage: stop those of seats that have answered, resume those of seats that took their answer
    back, and start the clock of a person who has taken over a seat.
    """
    awaited = set(waiting)
    answered = any(clock.asked and clock.since is None for clock in timing.clocks)
    clocks = []
    for seat, old in enumerate(timing.clocks):
        clock = old
        if seat in awaited and clock.since is None:
            running = timing.pause is None
            clock = _on(clock, now, running=running) if clock.asked else _ask_seat(clock, pace, now, running=running)
        elif seat not in awaited and clock.since is not None:
            clock = replace(
                _off(clock, now), since=None, hidden=None, lone=None, remind=None, snooze=None, gathered=None, late=False
            )
            answered = True
        clocks.append(clock)
    alone = len(awaited) == 1 and answered
    clocks = [
        replace(clock, lone=(clock.lone or now) if alone and seat in awaited else None) if clock.since is not None else clock
        for seat, clock in enumerate(clocks)
    ]
    return replace(timing, clocks=tuple(clocks))


def _off(clock: SeatClock, now: float) -> SeatClock:
    """Returns the clock stopped. The rest of a vacation does not count as time left."""
    if clock.due is None:
        return replace(clock, away=None)
    spent = max(0.0, now - clock.since) if clock.since is not None else 0.0
    return replace(clock, due=None, rest=_left(clock, now), spent=spent, away=None)


def _left(clock: SeatClock, now: float) -> float:
    """Returns the seconds left on a running clock."""
    assert clock.due is not None
    return max(0.0, clock.due - max(now, clock.away or now))


def _on(clock: SeatClock, now: float, *, running: bool) -> SeatClock:
    """Returns a stopped clock whose answer is awaited again."""
    since = now - clock.spent
    if clock.rest is None or not running:
        return replace(clock, since=since)
    return replace(clock, since=since, due=now + clock.rest, rest=None)


def expire_clocks(timing: Timing, seats: Iterable[Seat], *, late: bool) -> Timing:
    """Set the clocks of these seats to zero. `late`: they must still answer themselves."""
    return timing.each(
        lambda clock: replace(
            clock, due=None, rest=None, bank=0.0, late=late, hidden=None, remind=None, snooze=None, gathered=None
        ),
        seats,
    )


def again(timing: Timing, pace: TimeControl, seats: Iterable[Seat], now: float) -> Timing:
    """Give these seats the time for one move again."""
    if pace.each is None:
        return timing
    due, rest = (now + pace.each, None) if timing.pause is None else (None, pace.each)

    def fresh(clock: SeatClock) -> SeatClock:
        return replace(clock, since=now, due=due, rest=rest, late=False, away=None, hidden=None, told=0)

    return timing.each(fresh, seats)


def clear(timing: Timing) -> Timing:
    """Clear the clocks: nobody is awaited any more."""
    return replace(timing, clocks=tuple(SeatClock(bank=clock.bank) for clock in timing.clocks), pause=None)


def pause(timing: Timing, now: float, until: float, *, outage: bool = False) -> Timing:
    """Stop all clocks until somebody resumes them, or until `until`."""
    stopped = timing.each(lambda clock: replace(_off(clock, now), remind=None))
    return replace(stopped, pause=Pause(now, until, outage))


def resume(timing: Timing, now: float) -> Timing:
    """Resume the clocks. People awaited without a clock have been waiting since now."""
    going = timing.each(
        lambda clock: clock if clock.since is None or clock.hidden is not None else _on(clock, now, running=True)
    )
    return replace(going, pause=None, seen=now)


def hide(timing: Timing, seats: Iterable[Seat], now: float, *, never: bool) -> Timing:
    """Stop the clocks of these seats, whose people can be shown nothing. `never`: nor could they since they were asked, so that
    they have all their time.
    """

    def hide_clock(clock: SeatClock) -> SeatClock:
        if clock.since is None or clock.hidden is not None or (clock.due is None and clock.rest is None):
            return clock
        stopped = replace(_off(clock, now), hidden=now, remind=None)
        if clock.due is None or not never:
            return stopped
        return replace(stopped, rest=clock.due - max(clock.since, clock.away or clock.since), spent=0.0)

    return timing.each(hide_clock, seats)


def show(timing: Timing, seats: Iterable[Seat], now: float, moment: float) -> Timing:
    """Let the clocks of these seats run on, with `moment` seconds at least: their people were shown what they are asked."""

    def show_clock(clock: SeatClock) -> SeatClock:
        if clock.hidden is None:
            return clock
        clock = replace(clock, hidden=None, rest=max(clock.rest or 0.0, moment))
        return _on(clock, now, running=timing.pause is None)

    return timing.each(show_clock, seats)


def move_times(timing: Timing, away: Callable[[float], float], now: float, earliest: float = 0.0) -> Timing:
    """Account for outages of the bot: `away(since)` returns their seconds since a time. All times move by that, except that
    vacations go on, and no clock runs out before `earliest`.
    """
    seen, stop = timing.seen or now, timing.pause

    def later(clock: SeatClock) -> SeatClock:
        clock = shift_clock(clock, away(max(seen, clock.away or seen)))
        return clock if clock.due is None else replace(clock, due=max(clock.due, earliest))

    return replace(
        timing.each(later),
        pause=None if stop is None else replace(stop, until=stop.until + away(seen)),
    )


def shift_clock(clock: SeatClock, seconds: float) -> SeatClock:
    """Returns the clock with all its times moved `seconds` later."""
    changes = {
        name: value + seconds
        for name in ("since", "due", "hidden", "lone", "snooze", "remind")
        if (value := getattr(clock, name)) is not None
    }
    return replace(clock, **changes)
