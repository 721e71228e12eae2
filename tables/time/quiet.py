"""Quiet hours: a daily span of a person's own time, as the clock on the wall says, over changes to summer time and back."""

from __future__ import annotations

import difflib
import functools
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from data.words import typed_words
from tables.errors import BadChoice

_TIME = r"(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?"


DAY = 24 * 60
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
    if first % DAY == then % DAY:
        raise BadChoice("tables.refusal.unreadable-quiet")
    return first % DAY, then % DAY


def _minutes(hour: str, minute: str | None, half: str | None) -> int:
    """A time on the wall's clock in minutes since midnight; `half`: am or pm, of a clock of twelve hours. Raises BadChoice."""
    hours, minutes = int(hour), int(minute or 0)
    if half:
        if not 1 <= hours <= 12:
            raise BadChoice("tables.refusal.unreadable-quiet")
        hours = hours % 12 + 12 * (half[0] in "pP")
    if minutes > 59 or hours * 60 + minutes > DAY:
        raise BadChoice("tables.refusal.unreadable-quiet")
    return hours * 60 + minutes
