"""The time zones that people choose from, with their cities and countries in every language. `tools.zones` writes the file,
from Unicode's CLDR.
"""

import functools
from pathlib import Path

import msgspec

PATH = Path(__file__).parent / "zones.json"


class ZoneNames(msgspec.Struct, frozen=True):
    """Names in one language."""

    home: str
    """The code of the country where most people speak it."""
    cities: dict[str, str]
    """By zone (IANA)."""
    countries: dict[str, str]
    """By code."""


class Zones(msgspec.Struct, frozen=True):
    """All time zones."""

    zones: dict[str, str]
    """The country's code, by zone."""
    names: dict[str, ZoneNames]
    """By language."""

    def of(self, language: str) -> ZoneNames:
        """Returns the names in a language, or in English."""
        return self.names.get(language) or self.names["en"]


@functools.cache
def zones() -> Zones:
    """Returns them, read once."""
    return msgspec.json.decode(PATH.read_bytes(), type=Zones)
