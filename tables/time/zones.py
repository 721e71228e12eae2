"""Time zones by the names that people use: cities, countries, abbreviations (CET), offsets (UTC+2), in every language."""

import difflib
import functools
import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from data.words import ZONE, words
from data.zones import zones
from tables.errors import BadChoice

UTC_ZONE = "UTC"

SUGGESTED = 3
"""Zones that a refusal names."""

HIDDEN = ("Etc/", "posix/", "right/")
"""Zones that nobody means: the signs of `Etc/GMT+2` are the other way round."""

_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+−-])\s*(\d{1,2})(?:[:.]?(\d{2}))?")


def _misspelt(typed: str) -> list[str]:
    """Returns the zones of cities that are written nearly like this."""
    near = {city: name for name in _known_zones() for city in _cities(name)}
    return [near[city] for city in difflib.get_close_matches(typed, near, n=SUGGESTED, cutoff=0.8)]


def zone(text: str, language: str, *, now: float) -> str:
    """Parse a typed time zone. Raises BadChoice, which suggests the nearest ones."""
    typed = _plain(text)
    if typed in {"utc", "gmt"}:
        return UTC_ZONE
    if (known := _by_id().get(typed)) is not None:
        return known
    found = [name for name in _known_zones() if _fits(typed, name, now)] if typed else []
    cities = [name for name in found if typed in _cities(name)]
    if len(cities or found) == 1:
        return (cities or found)[0]
    known_to = cities or _misspelt(typed) or offered_zones(text, language, now=now)
    raise BadChoice("tables.refusal.unknown-zone", zones=tuple(dict.fromkeys(known_to))[:SUGGESTED])


def days_later(at: float, days: int, zone: str) -> float:
    """Returns the time that many days after a time, at the same hour of a zone."""
    place = ZoneInfo(zone)
    wall = datetime.fromtimestamp(at, place).replace(tzinfo=None) + timedelta(days=days)
    return wall.replace(tzinfo=place).timestamp()


def zone_of(language: str) -> str:
    """Returns the zone that is assumed for a language."""
    return words(language).header.get(ZONE, UTC_ZONE)


def offered_zones(text: str, language: str, *, country: str = "", now: float) -> list[str]:
    """Returns the zones that a typed text may mean: first those of the person's country (by default, their language's), then by
    name. If nothing fits, only the first ones are returned.
    """
    names, typed = zones().of(language), _plain(text)
    home = country or names.home
    every = sorted(_known_zones(), key=lambda each: (zones().zones[each] != home, _plain(names.cities[each])))
    fitting = [each for each in every if _fits(typed, each, now)]
    # What is called just so comes first, then what begins like that.
    fitting.sort(key=lambda each: (typed not in _names(each), not any(name.startswith(typed) for name in _names(each))))
    if typed and (typed in "utc" or typed in "gmt"):
        fitting.insert(0, UTC_ZONE)
    return fitting or [each for each in every if zones().zones[each] == home]


def label(name: str, language: str) -> str:
    """Returns a zone as it is offered: its city, its country and its name."""
    if name not in zones().zones:
        return name
    names = zones().of(language)
    return f"{names.cities[name]} · {names.countries[zones().zones[name]]} · {name}"


@functools.cache
def _by_id() -> dict[str, str]:
    """The names of all zones that people may type, also former ones."""
    return {_plain(name): name for name in available_timezones() if "/" in name and not name.startswith(HIDDEN)}


@functools.cache
def _known_zones() -> tuple[str, ...]:
    """The zones that this machine knows."""
    here = available_timezones()
    return tuple(name for name in zones().zones if name in here)


def _fits(typed: str, name: str, now: float) -> bool:
    if (match := _OFFSET.fullmatch(typed)) is not None:
        minutes = int(match[2]) * 60 + int(match[3] or 0)
        return _offset(name, int(now // 3600)) == timedelta(minutes=minutes if match[1] == "+" else -minutes)
    return typed in _plain(name) or any(typed in each for each in _names(name)) or typed in _short(name)


@functools.lru_cache(maxsize=2048)
def _offset(name: str, hour: int) -> timedelta | None:
    return datetime.fromtimestamp(hour * 3600, UTC).astimezone(ZoneInfo(name)).utcoffset()


@functools.cache
def _names(name: str) -> frozenset[str]:
    """A zone's city and country in every language, and its abbreviations."""
    code = zones().zones.get(name, "")
    return _cities(name) | {_plain(each.countries[code]) for each in zones().names.values() if code} | _short(name)


@functools.cache
def _cities(name: str) -> frozenset[str]:
    return frozenset(_plain(each.cities[name]) for each in zones().names.values() if name in each.cities)


@functools.cache
def _short(name: str) -> frozenset[str]:
    """Its abbreviations in winter and summer, if it has any ("CET", "CEST")."""

    def names() -> Iterator[str]:
        for month in (1, 7):
            text = datetime(2026, month, 1, tzinfo=ZoneInfo(name)).tzname() or ""
            if text.isalpha():
                yield text.casefold()

    return frozenset(names())


def _plain(text: str) -> str:
    """Returns a text without case, accents and the marks of zones' names."""
    bare = unicodedata.normalize("NFKD", text.strip().replace("_", " ").replace("ł", "l").replace("Ł", "L"))
    return "".join(each for each in bare if not unicodedata.combining(each)).casefold()
