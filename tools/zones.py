"""`python -m tools.zones`: writes `data/zones.json`, the names of time zones' cities and countries in every language, from
Unicode's CLDR as Babel has it. `--check`: says whether it is as it would be written.
"""

import json
import sys
from zoneinfo import available_timezones

from babel import Locale
from babel.core import get_global

from data.words import languages
from data.zones import PATH

NOWHERE = {"001", "ZZ"}
"""The territories of zones that belong to no country."""


def written() -> str:
    """Returns the file's text."""
    countries = {zone: code for zone, code in get_global("zone_territories").items() if code not in NOWHERE}
    zones = {zone: countries[zone] for zone in sorted(countries) if zone in available_timezones() and "/" in zone}
    names = {}
    for language in languages():
        locale = Locale.parse(language)
        cities = {
            zone: str(locale.time_zones.get(zone, {}).get("city") or zone.rpartition("/")[2].replace("_", " "))
            for zone in zones
        }
        found = {code: str(locale.territories.get(code, code)) for code in sorted({*zones.values()})}
        home = str(get_global("likely_subtags").get(language, "")).rpartition("_")[2]
        names[language] = {"home": home, "cities": cities, "countries": found}
    return json.dumps({"zones": zones, "names": names}, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(PATH.read_text(encoding="utf-8") != written() and "data/zones.json: python -m tools.zones")
    PATH.write_text(written(), encoding="utf-8")
