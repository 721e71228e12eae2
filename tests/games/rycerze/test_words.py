"""What the words say of Rycerze i zamki."""

from __future__ import annotations

import pytest

from data.words import languages, words
from engines import games
from render import renderers


@pytest.mark.parametrize("language", languages())
def test_a_turn_is_told_as_the_round_that_the_board_counts(language: str) -> None:
    drawn, speak = renderers()["rycerze"], words(language)
    round_, game = {"pl": ("runda", "partia"), "en": ("round", "game")}[language]
    assert drawn.when(3, speak) == f"{round_} 3"
    assert drawn.when(8, speak) == f"{game} 2, {round_} 1"
    position = games()["rycerze"].start(2, {}, bytes(16))
    assert drawn.moment(position.turn) == (len(position.seen),), "a drum that found empty camps was a round, too"


@pytest.mark.rule("R2", "R3", "R8")
@pytest.mark.parametrize("language", languages())
def test_the_shepherds_are_told(language: str) -> None:
    position = games()["rycerze"].start(2, {}, bytes(16))
    assert not position.choices(0, ("play", "shepherd", "shepherd")).words
    assert position.choices(0, ("play", "shepherd", "shepherd")).complete, "both may be played"
    rules = words(language)("rycerze.rules")
    assert {"pl": "nie ma siły", "en": "has no strength"}[language] in rules
    assert {"pl": "obu możesz wyłożyć naraz", "en": "play both at once"}[language] in rules
