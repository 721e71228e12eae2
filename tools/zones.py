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


def _city(locale: Locale, zone: str) -> str:
    """Returns a zone's city. CLDR has it under the name by which it knew the zone first, as Europe/Kiev."""
    known = [zone, *(former for former, new in get_global("zone_aliases").items() if new == zone)]
    found = [city for each in known if (city := locale.time_zones.get(each, {}).get("city"))]
    return str(found[0]) if found else zone.rpartition("/")[2].replace("_", " ")


def written() -> str:
    """Returns the file's text."""
    countries = {zone: code for zone, code in get_global("zone_territories").items() if code not in NOWHERE}
    zones = {zone: countries[zone] for zone in sorted(countries) if zone in available_timezones() and "/" in zone}
    names = {}
    for language in languages():
        locale = Locale.parse(language)
        cities = {zone: _city(locale, zone) for zone in zones}
        found = {code: str(locale.territories.get(code, code)) for code in sorted({*zones.values()})}
        home = str(get_global("likely_subtags").get(language, "")).rpartition("_")[2]
        names[language] = {"home": home, "cities": cities, "countries": found}
    return json.dumps({"zones": zones, "names": names}, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(PATH.read_text(encoding="utf-8") != written() and "data/zones.json: python -m tools.zones")
    PATH.write_text(written(), encoding="utf-8")
