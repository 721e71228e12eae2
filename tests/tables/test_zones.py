"""Time zones as people type them, in their own language, and as they are offered."""

from __future__ import annotations

import pytest

from data.words import languages
from tables.errors import BadChoice
from tables.time import zones
from tests.support.cases import cases
from tests.support.fresh_module import fresh_copy

SUMMER, WINTER = 1_783_000_000.0, 1_768_000_000.0


@pytest.mark.parametrize(
    ("typed", "language", "zone"),
    [
        ("Europe/Warsaw", "en", "Europe/Warsaw"),
        ("US/Eastern", "en", "US/Eastern"),
        ("warsaw", "en", "Europe/Warsaw"),
        ("Warszawa", "pl", "Europe/Warsaw"),
        ("Warschau", "de", "Europe/Warsaw"),
        ("Londyn", "pl", "Europe/London"),
        ("Kijów", "pl", "Europe/Kyiv"),  # CLDR has it as Europe/Kiev
        ("Kiew", "de", "Europe/Kyiv"),
        ("Kalkuta", "pl", "Asia/Kolkata"),
        ("Nowy Jork", "pl", "America/New_York"),
        ("new york", "en", "America/New_York"),
        ("Polska", "pl", "Europe/Warsaw"),
        ("österreich", "de", "Europe/Vienna"),
        ("utc", "en", "UTC"),
        ("GMT", "en", "UTC"),
    ],
)
def test_zones_as_people_type_them(typed: str, language: str, zone: str) -> None:
    assert zones.zone(typed, language, now=WINTER) == zone


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "language", "suggested"),
    [
        ("Londn", "en", "Europe/London"),
        ("Kraków", "pl", "Europe/Warsaw"),
        ("CET", "pl", "Europe/Warsaw"),
        ("../../etc/passwd", "en", None),
        ("", "de", "Europe/Berlin"),
        ("Etc/GMT+2", "en", None),
        ("a\0b", "en", None),
    ],
)
def test_an_unknown_zone_is_refused_with_suggestions(typed: str, language: str, suggested: str | None) -> None:
    with pytest.raises(BadChoice) as refused:
        zones.zone(typed, language, now=WINTER)
    assert refused.value.key == "tables.refusal.unknown-zone"
    assert refused.value.values["zones"]
    assert suggested is None or suggested in refused.value.values["zones"]


@pytest.mark.parametrize(("typed", "first"), [("Wien", "Europe/Vienna"), ("GMT", "UTC"), ("CET", "Europe/Berlin")])
def test_what_is_called_just_so_is_offered_first(typed: str, first: str) -> None:
    assert zones.offered_zones(typed, "de", now=WINTER)[0] == first


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "typed", cases(["", "Pol", "GMT", "utc", "Krak", "EST", "CET", "UTC+2", "-5", "new", "ö", "x"], ["Pol", "GMT"])
)
def test_what_is_offered_is_accepted(typed: str, language: str) -> None:
    found = zones.offered_zones(typed, language, now=SUMMER)
    assert found
    assert [zones.zone(name, language, now=SUMMER) for name in found[:60]] == found[:60]
    assert all(zones.label(name, language) for name in found)


@pytest.mark.parametrize(
    ("typed", "language", "first"),
    [
        ("", "pl", "Europe/Warsaw"),
        ("", "de", "Europe/Berlin"),
        ("Krak", "pl", "Europe/Warsaw"),
        ("Pol", "pl", "Europe/Warsaw"),
        ("Lond", "pl", "Europe/London"),
        ("CET", "de", "Europe/Berlin"),
    ],
)
def test_the_zones_of_ones_own_language_come_first(typed: str, language: str, first: str) -> None:
    assert zones.offered_zones(typed, language, now=WINTER)[0] == first


def test_an_offset_means_cities_that_have_it_now() -> None:
    assert "Europe/Warsaw" in zones.offered_zones("UTC+2", "pl", now=SUMMER)
    assert "Europe/Warsaw" not in zones.offered_zones("UTC+2", "pl", now=WINTER)
    assert zones.offered_zones("gmt-5", "en", country="US", now=WINTER)[0].startswith("America/")
    assert "Asia/Kolkata" in zones.offered_zones("+5:30", "en", now=WINTER) or "Asia/Calcutta" in zones.offered_zones(
        "+5:30", "en", now=WINTER
    )


def test_names_are_in_the_persons_language() -> None:
    assert zones.label("Europe/London", "pl") == "Londyn · Wielka Brytania · Europe/London"
    assert zones.label("Europe/Warsaw", "de").startswith("Warschau · Polen")


@pytest.mark.long
def test_the_file_is_as_it_would_be_written() -> None:
    written = pytest.importorskip("tools.zones").written
    from data.zones import PATH

    assert PATH.read_text(encoding="utf-8") == written()


def test_the_machine_is_asked_for_its_zones_once_for_each_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks through hundreds of files for them, and the bot does nothing else meanwhile."""
    unused, asked = fresh_copy(zones), list[int]()
    known = unused.available_timezones()

    def found() -> set[str]:
        asked.append(1)
        return set(known)

    monkeypatch.setattr(unused, "available_timezones", found)
    for city in ("Warszawa", "Berlin"):
        unused.zone(city, "pl", now=SUMMER)
    assert len(asked) == 2
