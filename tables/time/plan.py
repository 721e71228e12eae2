"""How a person wants to be reminded: when, where, what besides, quiet hours, vacation. Pure; Unix seconds."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

import msgspec

from tables.errors import BadChoice
from tables.time.pace import DAY, HOUR, TimeControl
from tables.time.quiet import Quiet
from tables.time.timing import SeatClock

When: TypeAlias = Literal["late", "half", "both", "off"]
"""With a clock: when the last quarter of the time begins, at half time, at both, or never."""

WhenFree: TypeAlias = Literal["day", "daily", "week", "off"]
"""Without a clock: after a day, each day, after a week, or never."""

Where: TypeAlias = Literal["channel", "direct"]

PARTS: dict[When, tuple[float, ...]] = {"late": (0.75,), "half": (0.5,), "both": (0.5, 0.75), "off": ()}
"""After which parts of the time."""

WAITS: dict[WhenFree, tuple[float, ...]] = {
    "day": (DAY,),
    "daily": tuple(day * DAY for day in range(1, 15)),
    "week": (7 * DAY,),
    "off": (),
}
"""After how many seconds of waiting."""

BEFORE_SECONDS = 60.0
"""Seconds before quiet hours begin at which a reminder goes out that would be too late after them."""

CALLED = 60.0
"""Seconds of silence after which a person who is awaited at a live table is called by name; at a slow one it is at once."""

VACATION = 5
"""Days of vacation in a month."""


MONTHS = 3
"""Months for which vacations taken are remembered."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person's wishes."""

    live: When = "late"
    days: When = "late"
    free: WhenFree = "day"
    where: Where = "channel"
    alone: bool = True
    """A private message when of several who choose at once only this person is awaited."""
    next: bool = False
    """A private message when this person's turn comes after the one being played."""
    obvious: bool = True
    """Where this person has nothing to decide, it is played for them at once."""
    quiet: tuple[int, int] | None = None
    """Quiet hours, minutes since midnight in `zone`."""
    zone: str = "UTC"
    away: float | None = None
    """Until when the person is on vacation."""
    spent: dict[str, int] = {}
    """Days of vacation taken, by month ("2026-11")."""

    @property
    def quiet_hours(self) -> Quiet | None:
        return None if self.quiet is None else Quiet(*self.quiet, self.zone)

    def silent(self, now: float) -> bool:
        """Whether the person is on vacation or keeps quiet hours."""
        quiet = self.quiet_hours
        return self.off(now) or (quiet is not None and quiet.holds(now))

    def off(self, now: float) -> bool:
        """Whether the person is on vacation."""
        return self.away is not None and self.away > now

    def month(self, at: float) -> str:
        """The month that a time is in where the person is."""
        return datetime.fromtimestamp(at, ZoneInfo(self.zone)).strftime("%Y-%m")

    def left(self, now: float) -> int:
        """Days of vacation left this month."""
        return max(0, VACATION - self.spent.get(self.month(now), 0))


def with_vacation(plan: Plan, days: int, now: float) -> Plan:
    """The plan with a vacation of `days` days from now; 0 ends the current one, and days not begun are given back. Raises
    BadChoice if not enough of them are left in the month.
    """
    month = plan.month(now)
    taken = plan.spent.get(month, 0)
    if plan.off(now) and plan.away is not None:
        taken = max(0, taken - int((plan.away - now) // DAY))
    if days < 0 or taken + days > VACATION:
        raise BadChoice("tables.refusal.vacation", left=max(0, VACATION - taken), days=VACATION)
    spent = {**plan.spent, month: taken + days}
    # In another time zone it can be the month before, or the next one already.
    spent = {each: spent[each] for each in sorted(spent)[-MONTHS:] if spent[each]}
    return msgspec.structs.replace(plan, away=now + days * DAY if days else None, spent=spent)


def alone_after(pace: TimeControl) -> float:
    """Seconds after which a person whom alone the others wait for is told so."""
    return HOUR if pace.each is None else min(HOUR, pace.each / 10)


def next_reminder(clock: SeatClock, plan: Plan, pace: TimeControl, now: float) -> float | None:
    """When a person whose answer is awaited is to be reminded next, not before `now`, quiet hours kept; None: not at all."""
    if clock.since is None or clock.rest is not None:
        return None
    wanted = [clock.snooze, nudge(clock, plan, pace), call(clock, pace)]
    if clock.snooze is None:
        planned = planned_at(clock, plan, pace)
        if clock.told < len(planned):
            wanted.append(planned[clock.told])
    timely = (in_time(max(at, now), clock, plan, now) for at in wanted if at is not None)
    return min((at for at in timely if at is not None), default=None)


def nudge(clock: SeatClock, plan: Plan, pace: TimeControl) -> float | None:
    """When the person is told that they alone are awaited."""
    if not plan.alone or clock.nudged or clock.lone is None:
        return None
    return clock.lone + alone_after(pace)


def call(clock: SeatClock, pace: TimeControl) -> float | None:
    """When the person is called by name; None: that is done at once, by the board, or has been done."""
    if pace.slow or clock.called or clock.since is None:
        return None
    return clock.since + CALLED


def planned_at(clock: SeatClock, plan: Plan, pace: TimeControl) -> tuple[float, ...]:
    """All the times of the person's plan for this answer."""
    assert clock.since is not None
    since, kind = clock.since, pace.kind
    if kind == "free":
        return tuple(since + seconds for seconds in WAITS[plan.free])
    if clock.due is None:
        return ()
    parts = PARTS[plan.live if kind == "live" else plan.days]
    return tuple(since + part * (clock.due - since) for part in parts)


def in_time(at: float, clock: SeatClock, plan: Plan, now: float) -> float | None:
    """The time put off to the end of a vacation and of quiet hours; where that is too late, put forward to just before quiet
    hours begin, if that is still to come.
    """
    if plan.away is not None and at < plan.away and clock.away is not None:
        at = plan.away
    quiet = plan.quiet_hours
    if quiet is None or not quiet.holds(at):
        return at
    later = quiet.ends(at)
    if clock.due is None or later < clock.due:
        return later
    before = quiet.begins(at) - BEFORE_SECONDS
    return before if before >= now else None
