"""What the words promise of Budowa zamku is what the engine does."""

from __future__ import annotations

import re

import pytest

from data.words import words
from engines.budowa.components import CARDS, HIGHEST, PAIR_WORTH, WORTH
from render import renderers
from tests.games.budowa.tale import table
from tests.support import samples
from tests.support.wording import KNOWN

PAIRED = ("knight", "princess")


@pytest.mark.rule("B11")
@pytest.mark.parametrize("language", KNOWN)
def test_wizard_question_has_no_discard_and_explains_declining(language: str) -> None:
    speak = words(language)
    assert not re.search(r"(?i)odrzu|odłoż|discard|put .*back|ablegen|zurücklegen", speak("budowa.ask.insert"))
    for last, decline in ((12, "back"), (30, "out")):
        position = table([4, 17, 26, 28], [last], lie={"c7": 23}, figures="on")
        position.play(0, ("flip", "c7"))
        assert position.choices(0).ask == "insert"
        view = position.view(0)
        label = renderers()["budowa"].label("back", (), view, samples.audience(2, language))
        assert label == speak(f"budowa.word.back.{decline}", spot="C7")


@pytest.mark.rule("B8", "B9")
@pytest.mark.parametrize("language", KNOWN)
@pytest.mark.parametrize("figures", ["off", "on"])
def test_scores_are_counted_in_what_the_rules_count(language: str, figures: str) -> None:
    position = table([4, 17], [12], figures=figures, lie={"c7": 2}, left="c7")
    position.play(0, ("flip", "c7"))
    result = position.result()
    assert result is not None
    counted = "elements" if figures == "off" else "cards"
    assert counted in result.breakdown[0]
    unit = renderers()["budowa"].unit({"figures": figures, "notes": "off"})
    said = words(language).count(unit, 5)
    elements, points = {"pl": ("elementów", "punktów"), "en": ("elements", "points"), "de": ("Elemente", "Punkte")}[language]
    assert said == f"5 {elements if figures == 'off' else points}"
    if figures == "off":
        assert result.scores[0] == result.breakdown[0][counted]


@pytest.mark.rule("B9")
@pytest.mark.parametrize("language", KNOWN)
def test_the_numbers_told_are_those_in_the_box(language: str) -> None:
    speak = words(language)
    table = next(page for page in speak("budowa.rules").split("\n\n") if re.search(rf"\b{len(CARDS)}\b", page))
    assert re.search(rf"\b{CARDS[0]}\b.*\b{HIGHEST}\b", table)
    for figure, points in WORTH.items():
        told = re.findall(r"\d", speak(f"budowa.does.{figure}"))
        assert told == ([str(points)] if points else []) + ([str(PAIR_WORTH)] if figure in PAIRED else [])
