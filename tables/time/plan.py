"""A person's reminder settings: times, places, extra messages, quiet hours, vacation. Pure; times are Unix seconds.

Quiet hours are a daily span of local time in the person's zone, across changes to and from summer time.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from data.words import typed_words
from tables.errors import BadChoice
from tables.time.timing import DAY, HOUR, MINUTE, SeatClock, TimeControl

_TIME = r"(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?"


DAY_MINUTES = 24 * 60
"""Minutes in a day."""

When: TypeAlias = Literal["late", "half", "both", "off"]
"""When to remind with a clock: when the last quarter of the time begins, at half time, at both, or never."""

WhenFree: TypeAlias = Literal["day", "daily", "week", "off"]
"""When to remind without a clock: after a day, every day, after a week, or never."""

Where: TypeAlias = Literal["channel", "direct"]

CallsWanted: TypeAlias = Literal["each", "daily", "none"]
"""Whether slow games call a person one by one, or one message a day shows them all; or nothing calls them."""

PARTS: dict[When, tuple[float, ...]] = {"late": (0.75,), "half": (0.5,), "both": (0.5, 0.75), "off": ()}
"""The fractions of the available time after which to remind."""

WAITS: dict[WhenFree, tuple[float, ...]] = {
    "day": (DAY,),
    "daily": tuple(day * DAY for day in range(1, 15)),
    "week": (7 * DAY,),
    "off": (),
}
"""Seconds of waiting after which to remind."""

BEFORE_SECONDS = 60.0
"""A reminder that would be too late after quiet hours is sent this many seconds before they begin."""

NIGHT = (22 * 60, 8 * 60)
"""When nobody is reminded or called who has not chosen it, in minutes since midnight of the server's zone."""

CALLED = 60.0
"""Seconds of silence after which an awaited person is mentioned at a live table; at a slow table it is immediately."""

VACATION = 30
"""Days of vacation allowed within `YEAR`."""

IN_A_ROW = 14
"""Days of vacation allowed in a row; less than a day between two vacations does not part them."""

IN_A_ROUND = 7 * DAY
"""Seconds of vacation that stop a person's clock in a round of a tournament, which is as much longer."""

YEAR = 365 * DAY
"""Seconds for which a day of vacation counts as taken."""

ANSWER_SECONDS = {"live": 3 * MINUTE, "days": 12 * HOUR}
"""Seconds in which a person may answer the question whether they play, at the two speeds; their quiet hours do not count."""

STEP_SECONDS = 15 * MINUTE
"""Seconds between the times at which quiet hours are looked for."""


class Quiet(msgspec.Struct, frozen=True):
    """Quiet hours from `start` to `end`, in minutes since local midnight in `zone` (IANA). They span midnight if `end` is
    earlier.
    """

    start: int
    end: int
    zone: str = "UTC"

    def holds(self, at: float) -> bool:
        """Returns whether `at` is in quiet hours."""
        local = datetime.fromtimestamp(at, ZoneInfo(self.zone))
        minute = local.hour * 60 + local.minute
        if self.start <= self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end

    def ends(self, at: float) -> float:
        """Returns the first time from `at` on that is outside quiet hours."""
        if not self.holds(at):
            return at
        return min(edge for edge in self._edges(at) if edge > at and not self.holds(edge))

    def begins(self, at: float) -> float:
        """Returns when the quiet hours that include `at` began; `at` itself if it is outside them."""
        if not self.holds(at):
            return at
        return max(edge for edge in self._edges(at) if edge <= at and self.holds(edge) and not self.holds(edge - 1))

    def _edges(self, at: float) -> list[float]:
        """Returns all times around `at` when quiet hours can begin or end: two for each day, and the changes of local time."""
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
    """The times in a UTC day (counted from 1970) at which a zone's clocks change."""
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
def _span() -> re.Pattern[str]:
    """The pattern of two times with the words that any language puts between them."""
    first, then = ("|".join(map(re.escape, typed_words(f"tables.typed.{word}"))) for word in ("from", "to"))
    return re.compile(rf"\s*(?:{first})?\s*{_TIME}\s*(?:-|–|—|{then})\s*{_TIME}\s*", re.IGNORECASE)


def span(text: str) -> tuple[int, int] | None:
    """Parse typed quiet hours ("22-8", "od 22:30 do 7:15", "10pm to 8am") into minutes since midnight; None for "off" and the
    like. Raises BadChoice.
    """
    if text.strip().casefold() in {"0", "-", *typed_words("tables.typed.off")}:
        return None
    match = _span().fullmatch(text)
    # "10 to 8am" may mean either ten: with am or pm on the end time, the start time needs it too.
    if match is None or (match[6] and not match[3] and int(match[1]) <= 12):
        raise BadChoice("tables.refusal.unreadable-quiet")
    first, then = (_minutes(match[at], match[at + 1], match[at + 2]) for at in (1, 4))
    if first % DAY_MINUTES == then % DAY_MINUTES:
        raise BadChoice("tables.refusal.unreadable-quiet")
    return first % DAY_MINUTES, then % DAY_MINUTES


def _minutes(hour: str, minute: str | None, half: str | None) -> int:
    """Convert a local time to minutes since midnight; `half` is am or pm of a 12-hour clock. Raises BadChoice."""
    hours, minutes = int(hour), int(minute or 0)
    if half:
        if not 1 <= hours <= 12:
            raise BadChoice("tables.refusal.unreadable-quiet")
        hours = hours % 12 + 12 * (half[0] in "pP")
    if minutes > 59 or hours * 60 + minutes > DAY_MINUTES:
        raise BadChoice("tables.refusal.unreadable-quiet")
    return hours * 60 + minutes


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person's reminder settings."""

    live: When = "late"
    days: When = "late"
    free: WhenFree = "day"
    where: Where = "channel"
    calls: CallsWanted = "each"
    hour: int = 9
    """The hour in `zone` of the one message a day."""
    offered: bool = False
    """Whether that message has been offered."""
    alone: bool = True
    """Send a private message when, of several who choose at the same time, only this person is still awaited."""
    next: bool = False
    """Send a private message when this person's turn comes after the current one."""
    obvious: bool = True
    """Play this person's obvious moves for them immediately."""
    quiet: tuple[int, int] | None = None
    """Quiet hours in minutes since midnight in `zone`."""
    nightly: bool = False
    """Whether reminders come at night too, since the person wants no quiet hours."""
    zone: str = "UTC"
    away: float | None = None
    """When the person's vacation ends."""
    vacations: tuple[tuple[float, int], ...] = ()
    """The vacations of the last `YEAR`, oldest first: when each began, and its days."""

    def at_night(self, pace: TimeControl, zone: str) -> Plan:
        """Returns the plan for a game in a server of this zone: a slow game reminds nobody at night who has not chosen it."""
        if self.quiet is not None or self.nightly or not pace.slow:
            return self
        return replace(self, quiet=NIGHT, zone=zone)

    @property
    def quiet_hours(self) -> Quiet | None:
        return None if self.quiet is None else Quiet(*self.quiet, self.zone)

    def silent(self, now: float, *, live: bool = False) -> bool:
        """Returns whether nothing calls the person: on vacation, in quiet hours, and if they have chosen so. `live`: it is
        about people who play at once, or a clock that runs out.
        """
        quiet = self.quiet_hours
        chosen = self.calls == "none" or (self.calls == "daily" and not live)
        return chosen or self.off(now) or (quiet is not None and quiet.holds(now))

    @property
    def reminding(self) -> Plan:
        """The plan with the reminders that the choice of calls leaves: one message a day leaves those of live games and of
        the last quarter of a clock.
        """
        if self.calls == "each":
            return self
        none = self.calls == "none"
        days: When = "off" if none or self.days == "off" else "late"
        return replace(self, live="off" if none else self.live, days=days, free="off", alone=False, next=False)

    def next_digest(self, now: float) -> float:
        """Returns when the next message of the day is after `now`."""
        zone = ZoneInfo(self.zone)
        today = datetime.fromtimestamp(now, zone).date()
        days = (datetime.combine(today + timedelta(days=each), time(self.hour), zone).timestamp() for each in range(3))
        return next(at for at in days if at > now)

    def off(self, now: float) -> bool:
        """Returns whether the person is on vacation."""
        return self.away is not None and self.away > now

    def left(self, now: float) -> int:
        """Returns the days of vacation left."""
        return max(0, VACATION - sum(days for begun, days in self.vacations if begun > now - YEAR))

    def left_in_a_row(self, now: float) -> int:
        """Returns the days of vacation that may begin now."""
        together, until = 0, now
        for begun, days in reversed(self.vacations):
            if begun + days * DAY <= until - DAY:
                break
            together, until = together + days, begun
        return max(0, min(self.left(now), IN_A_ROW - together))


def vacations_since(plan: Plan, since: float) -> list[tuple[float, float]]:
    """Returns when the person was and will be on vacation in a round of a tournament that began at `since`."""
    found, left = [], IN_A_ROUND
    for start, days in plan.vacations:
        begun = max(start, since)
        ends = min(start + days * DAY, begun + left)
        if begun < ends:
            found.append((begun, ends))
            left -= ends - begun
    return found


def together(vacations: Iterable[Iterable[tuple[float, float]]]) -> float:
    """Returns the seconds in which at least one of several people is on vacation."""
    found, until = 0.0, 0.0
    for begun, ends in sorted(span for spans in vacations for span in spans):
        found += max(0.0, ends - max(begun, until))
        until = max(until, ends)
    return found


def away_until(plan: Plan, now: float, since: float | None) -> float | None:
    """Returns until when a vacation stops the person's clock; None: it does not. `since`: when the game began, if it belongs to
    a tournament's round.
    """
    if since is None or not plan.off(now):
        return plan.away if plan.off(now) else None
    return next((ends for begun, ends in vacations_since(plan, since) if begun <= now < ends), None)


def with_vacation(plan: Plan, days: int, now: float) -> Plan:
    """Returns the plan with a vacation of `days` days from now. 0 ends the current vacation and gives back the days that have
    not begun. Raises BadChoice if fewer days are left.
    """
    earlier = [each for each in plan.vacations if each[0] > now - YEAR]
    if plan.off(now) and plan.away is not None and earlier:
        begun, taken = earlier.pop()
        taken -= int((plan.away - now) // DAY)
        earlier += [(begun, taken)] * (taken > 0)
    ended = replace(plan, away=None, vacations=tuple(earlier))
    possible = ended.left_in_a_row(now)
    if not 0 <= days <= possible:
        left = ended.left(now)
        raise BadChoice("tables.refusal.vacation", left=left, days=VACATION, together=IN_A_ROW, possible=possible)
    return replace(ended, away=now + days * DAY, vacations=(*earlier, (now, days))) if days else ended


def alone_after(pace: TimeControl) -> float:
    """Seconds after which a person is told that they are the only one the others wait for."""
    return HOUR if pace.each is None else min(HOUR, pace.each / 10)


def next_reminder(clock: SeatClock, plan: Plan, pace: TimeControl, now: float) -> float | None:
    """Returns when to remind an awaited person next, not before `now` and outside quiet hours; None: not at all."""
    if clock.since is None or clock.rest is not None:
        return None
    wanted = [clock.snooze, nudge(clock, plan, pace), call(clock, pace), later_call(clock, plan)]
    if clock.snooze is None:
        planned = planned_at(clock, plan, pace)
        if clock.told < len(planned):
            wanted.append(planned[clock.told])
    timely = (in_time(max(at, now), clock, plan, now) for at in wanted if at is not None)
    return min((at for at in timely if at is not None), default=None)


def nudge(clock: SeatClock, plan: Plan, pace: TimeControl) -> float | None:
    """Returns when to tell the person that only they are awaited."""
    if not plan.alone or clock.nudged or clock.lone is None:
        return None
    return clock.lone + alone_after(pace)


def call(clock: SeatClock, pace: TimeControl) -> float | None:
    """Returns when to mention the person; None: the board does that immediately, or it has been done."""
    if pace.slow or clock.called or clock.since is None:
        return None
    return (clock.drafted or clock.since) + CALLED


def later_call(clock: SeatClock, plan: Plan) -> float | None:
    """Returns when to call the person whose call waits; None: none does, or they want no single calls any more."""
    return clock.gathered if plan.calls == "each" else None


def last_quarter(clock: SeatClock) -> float | None:
    """Returns when the last quarter of the time begins; None: there is no clock, or it stands still."""
    if clock.since is None or clock.due is None:
        return None
    return clock.since + PARTS["late"][0] * (clock.due - clock.since)


def planned_at(clock: SeatClock, plan: Plan, pace: TimeControl) -> tuple[float, ...]:
    """Returns all reminder times of the person's plan for this answer."""
    assert clock.since is not None
    since, kind = clock.since, pace.kind
    if kind == "free":
        return tuple(since + seconds for seconds in WAITS[plan.free])
    if clock.due is None:
        return ()
    parts = PARTS[plan.live if kind == "live" else plan.days]
    return tuple(since + part * (clock.due - since) for part in parts)


def in_time(at: float, clock: SeatClock, plan: Plan, now: float) -> float | None:
    """Returns `at`, postponed to the end of a vacation and of quiet hours. If that is too late, return a time just before quiet
    hours begin, or None if that has passed.
    """
    if clock.away is not None:
        at = max(at, clock.away)
    quiet = plan.quiet_hours
    if quiet is None or not quiet.holds(at):
        return at
    later = quiet.ends(at)
    if clock.due is None or later < clock.due:
        return later
    before = quiet.begins(at) - BEFORE_SECONDS
    return before if before >= now else None


def answer_times(plan: Plan | None, speed: str, now: float) -> tuple[float, float]:
    """Returns when a person is asked whether they play, and until when they may answer (`ANSWER_SECONDS`). At a slow pace quiet
    hours do not count; people who want to play at once are there.
    """
    left = ANSWER_SECONDS[speed]
    quiet = plan.quiet_hours if plan is not None else None
    if speed == "live" or quiet is None:
        return now, now + left
    asked = at = quiet.ends(now)
    while left > 0:
        if quiet.holds(at):
            at = quiet.ends(at)
        at, left = at + min(left, STEP_SECONDS), left - STEP_SECONDS
    return asked, at
