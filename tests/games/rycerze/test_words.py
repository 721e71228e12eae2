"""What the words say of Rycerze i zamki."""

from __future__ import annotations

import re

import pytest

from data.words import words
from engines import games
from engines.rycerze.components import ARMY, CARDS, STRENGTH, TILES, VALUE
from render import renderers
from tests.support.wording import KNOWN


@pytest.mark.parametrize("language", KNOWN)
def test_a_turn_is_told_as_the_round_that_the_board_counts(language: str) -> None:
    drawn, speak = renderers()["rycerze"], words(language)
    round_, game = {"pl": ("runda", "partia"), "en": ("round", "game"), "de": ("Runde", "Partie")}[language]
    assert drawn.when(3, speak) == f"{round_} 3"
    assert drawn.when(8, speak) == f"{game} 2, {round_} 1"
    position = games()["rycerze"].start(2, {}, bytes(16))
    assert drawn.moment(position.turn) == (len(position.seen),), "a drum that found empty camps was a round, too"


@pytest.mark.rule("R2", "R3", "R8")
@pytest.mark.parametrize("language", KNOWN)
def test_the_shepherds_are_told(language: str) -> None:
    position = games()["rycerze"].start(2, {}, bytes(16))
    assert not position.choices(0, ("play", "shepherd", "shepherd")).words
    assert position.choices(0, ("play", "shepherd", "shepherd")).complete, "both may be played"
    rules = words(language)("rycerze.rules")
    assert {"pl": "nie ma siły", "en": "has no strength", "de": "hat keine Stärke"}[language] in rules
    assert {"pl": "obu możesz wyłożyć naraz", "en": "play both at once", "de": "beide zugleich spielen"}[language] in rules


@pytest.mark.parametrize("language", KNOWN)
def test_the_numbers_told_are_those_in_the_box(language: str) -> None:
    speak = words(language)
    rules = speak("rycerze.rules")
    for card, key in enumerate(CARDS[:ARMY]):
        strengths = [str(row[card]) for row in STRENGTH]
        told = next(line for line in rules.splitlines() if line.startswith(f"{speak(f'rycerze.card.{key}')} "))
        assert re.findall(r"\d", told) == re.findall(r"\d", speak(f"rycerze.does.{key}")) == strengths
    for tile, value in enumerate(VALUE):
        assert re.findall(r"\d", speak(f"rycerze.does.{TILES[tile]}")) == [str(value)]
