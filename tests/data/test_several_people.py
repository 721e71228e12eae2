"""A message that names several people, or counts something, agrees with how many they are, in all languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from data.catalogues import parse
from data.words import LOCALE, languages, words

ROOT = Path(__file__).parents[2]
CODE = [path for part in ("asking", "chat", "web", "cogs", "render") for path in sorted((ROOT / part).rglob("*.py"))]

SAME = {
    "cogs.board.ended": "says nothing of the people",
    "cogs.end.dead": "says nothing of the people",
    "cogs.find.who": "says nothing of the people",
    "cogs.guests.called": "says nothing of the people",
    "cogs.guests.invited": "a heading that is the same for one",
    "cogs.tournament.left-it": "a heading that is the same for one",
    "cogs.vote.go-on.done": "a heading that is the same for one",
    "rycerze.text.order": "always everybody",
    "rzymianie.prose.chariotts": "always several",
    "rzymianie.prose.tie": "always several",
    "rzymianie.text.cancelled": "always several",
    "rzymianie.text.tied": "always several",
}
"""Messages with a list of people that read alike for any number of them, with the reason."""


def listing(language: str) -> list[str]:
    """Returns the keys of the messages with a list of people."""
    speak = words(language)
    return [key for key in sorted(speak.keys()) if "{names}" in speak(key)]


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_a_list_of_people_has_plural_forms(language: str) -> None:
    forms = dict(entry for path in (LOCALE / language).glob("*.po") for entry in parse(path))
    flat = {key for key in listing(language) if len(forms[key]) == 1}
    assert flat - SAME.keys() == set(), "give these plural forms, or say why they need none"
    assert not SAME.keys() - flat, "these have plural forms now, or do not exist"


def test_lists_of_people_are_counted() -> None:
    """A list goes into `{names}`, which is counted; `{who}` and `{name}` are one person."""
    several = "|".join(re.escape(key) for key in listing("en") if key not in SAME)
    for path in CODE:
        text = path.read_text(encoding="utf-8")
        assert not re.findall(rf"""(?<!count)\(\s*f?["'](?:{several})["'],""", text), path
        assert not re.findall(r"\b(?:who|name)=(?:mentions\((?!\[)|list_text\(|[\"'],? [\"']\.join\()", text), path


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("pl", ["0,5 punktu", "1 punkt", "2 punkty", "4,5 punktu", "5 punktów"]),
        ("en", ["0.5 points", "1 point", "2 points", "4.5 points", "5 points"]),
        ("de", ["0,5 Punkte", "1 Punkt", "2 Punkte", "4,5 Punkte", "5 Punkte"]),
    ],
)
def test_half_points_have_a_form_of_their_own(language: str, expected: list[str]) -> None:
    assert [words(language).amount("render.points", points) for points in (0.5, 1, 2, 4.5, 5)] == expected
