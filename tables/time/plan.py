"""How a person wants to be reminded: when, where, what besides, quiet hours, vacation. Pure; Unix seconds.

Quiet hours are a daily span of a person's own time, as the clock on the wall says, over changes to summer time and back.
"""

import difflib
import functools
import re
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec.structs import replace

from data.words import typed_words
from tables.errors import BadChoice
from tables.time.timing import DAY, HOUR, SeatClock, TimeControl

_TIME = r"(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?"


DAY_MINUTES = 24 * 60
"""Minutes."""


class Quiet(msgspec.Struct, frozen=True):
    """From `start` to `end`, minutes since midnight on the wall's clock in `zone` (IANA); over midnight
    where `end` is earlier.
    """

    start: int
    end: int
    zone: str = "UTC"

    def holds(self, at: float) -> bool:
        """Whether it is quiet at that time."""
        local = datetime.fromtimestamp(at, ZoneInfo(self.zone))
        minute = local.hour * 60 + local.minute
        if self.start <= self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end

    def ends(self, at: float) -> float:
        """The first time from `at` on that is not quiet."""
        if not self.holds(at):
            return at
        return min(edge for edge in self._edges(at) if edge > at and not self.holds(edge))

    def begins(self, at: float) -> float:
        """When the quiet that holds at `at` began; `at` itself where none does."""
        if not self.holds(at):
            return at
        return max(edge for edge in self._edges(at) if edge <= at and self.holds(edge) and not self.holds(edge - 1))

    def _edges(self, at: float) -> list[float]:
        """All times around `at` when quiet can begin or end: the two times of each day, and changes of the wall's clock."""
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(at, zone).date()
        found = []
        for days in (-2, -1, 0, 1, 2):
            date = day + timedelta(days=days)
            for minute in (self.start, self.end):
                for fold in (0, 1):
                    wall = datetime(date.year, date.month, date.day, minute // 60, minute % 60, fold=fold, tzinfo=zone)
                    found.append(wall.timestamp())
        return found + _changes(self.zone, at)


@functools.lru_cache(maxsize=512)
def _changes_of_day(zone: str, day: int) -> tuple[float, ...]:
    """The times in a day of UTC (counted from 1970) at which the clocks of a zone are changed."""
    place = ZoneInfo(zone)

    def offset(at: float) -> timedelta | None:
        return datetime.fromtimestamp(at, UTC).astimezone(place).utcoffset()

    low, high = day * 86400, (day + 1) * 86400
    if offset(low) == offset(high):
        return ()
    while high - low > 1:
        middle = (low + high) // 2
        if offset(middle) == offset(low):
            low = middle
        else:
            high = middle
    return (float(high),)


def _changes(zone: str, at: float) -> list[float]:
    today = int(at // 86400)
    return [change for day in range(today - 2, today + 3) for change in _changes_of_day(zone, day)]


@functools.cache
def zones() -> tuple[str, ...]:
    """The names of all time zones people may choose, sorted."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def zone(text: str) -> str:
    """The time zone that somebody typed. Raises BadChoice, which suggests the nearest names."""
    typed = text.strip().replace(" ", "_").casefold()
    by_name = {name.casefold(): name for name in zones() if not name.startswith(("Etc/", "posix/", "right/"))}
    if typed in by_name:
        return by_name[typed]
    cities = {name.rpartition("/")[2]: name for name in by_name}
    if typed in cities:
        return by_name[cities[typed]]
    near = difflib.get_close_matches(typed.rpartition("/")[2], cities, n=3, cutoff=0.5)
    names = [by_name[cities[name]] for name in near] or ["Europe/Warsaw", "Europe/London", "America/New_York"]
    raise BadChoice("tables.refusal.unknown-zone", zones=tuple(names))


@functools.cache
def _span() -> re.Pattern[str]:
    """Two times, with the words that any language has between them."""
    first, then = ("|".join(map(re.escape, typed_words(f"tables.typed.{word}"))) for word in ("from", "to"))
    return re.compile(rf"\s*(?:{first})?\s*{_TIME}\s*(?:-|–|—|{then})\s*{_TIME}\s*", re.IGNORECASE)


def span(text: str) -> tuple[int, int] | None:
    """Quiet hours that somebody typed, "22-8", "od 22:30 do 7:15" or "10pm to 8am", in minutes since midnight; None for "off"
    and its like. Raises BadChoice.
    """
    if text.strip().casefold() in {"0", "-", *typed_words("tables.typed.off")}:
        return None
    match = _span().fullmatch(text)
    # "10 to 8am" may mean either ten: who says am or pm at the end says it at the start.
    if match is None or (match[6] and not match[3] and int(match[1]) <= 12):
        raise BadChoice("tables.refusal.unreadable-quiet")
    first, then = (_minutes(match[at], match[at + 1], match[at + 2]) for at in (1, 4))
    if first % DAY_MINUTES == then % DAY_MINUTES:
        raise BadChoice("tables.refusal.unreadable-quiet")
    return first % DAY_MINUTES, then % DAY_MINUTES


def _minutes(hour: str, minute: str | None, half: str | None) -> int:
    """A time on the wall's clock in minutes since midnight; `half`: am or pm, of a clock of twelve hours. Raises BadChoice."""
    hours, minutes = int(hour), int(minute or 0)
    if half:
        if not 1 <= hours <= 12:
            raise BadChoice("tables.refusal.unreadable-quiet")
        hours = hours % 12 + 12 * (half[0] in "pP")
    if minutes > 59 or hours * 60 + minutes > DAY_MINUTES:
        raise BadChoice("tables.refusal.unreadable-quiet")
    return hours * 60 + minutes


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
    return replace(plan, away=now + days * DAY if days else None, spent=spent)


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
    return (clock.drafted or clock.since) + CALLED


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
