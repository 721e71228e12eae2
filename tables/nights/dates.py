"""Dates of nights as people type and choose them, in their server's time zone. Pure."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tables.errors import BadChoice

USUAL = "20:00"
"""The hour that is offered to somebody who has typed none."""

OFFERED = 14
"""Days that are offered."""

_HOUR = re.compile(r"\b(\d{1,2})[:.](\d{2})\s*$")
_CLOCK = r"[\s,T]*(?P<hour>\d{1,2}):(?P<minute>\d{2})"
_TYPED = (
    re.compile(rf"(?P<year>\d{{4}})-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}}){_CLOCK}"),
    re.compile(rf"(?:(?P<day>\d{{1,2}})\.\s*(?P<month>\d{{1,2}})\.?\s*(?P<year>\d{{4}})?)?{_CLOCK}"),
)


def days_offered(typed: str, zone: str, now: float) -> Iterator[datetime]:
    """Yield the dates of the next days, at the hour that was typed."""
    place = ZoneInfo(zone)
    hour, minute = map(int, (match.groups() if (match := _HOUR.search(typed)) else USUAL.split(":")))
    if hour < 24 and minute < 60:
        today = datetime.fromtimestamp(now, place).date()
        for days in range(OFFERED + 1):
            day = today + timedelta(days=days)
            when = datetime(day.year, day.month, day.day, hour, minute, tzinfo=place)
            if when.timestamp() > now:
                yield when


def read_date(typed: str, zone: str, now: float) -> float:
    """Returns the time of a date that was chosen, or typed as `2026-11-27 20:00`, `27.11. 20:00` or `20:00`: without a year or
    a day, the next one. Raises BadChoice.
    """
    match = next((match for each in _TYPED if (match := each.fullmatch(typed.strip()))), None)
    if match is None:
        raise BadChoice("tables.refusal.night-date")
    said = {name: int(value) for name, value in match.groupdict().items() if value}
    try:
        when = datetime.fromtimestamp(now, ZoneInfo(zone)).replace(second=0, microsecond=0, **said)  # type: ignore[arg-type]
        if when.timestamp() <= now and "year" not in said:
            when = when.replace(year=when.year + 1) if "day" in said else when + timedelta(days=1)
    except ValueError:
        raise BadChoice("tables.refusal.night-date") from None
    return when.timestamp()
