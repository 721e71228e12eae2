"""The computer player: legal advice from views alone; random play, `easy` and `normal` in this order of strength.

Figures with intervals are in bench/engines_zamek.py.
"""

from __future__ import annotations

import random

import pytest

from engines.zamek import computer, turns
from engines.zamek.rules import GAME
from engines.zamek.table import OVER
from tests.engines.zamek.zamek_stories import begin, empty_pile, give, hold, lay, say


def lead(one: str, other: str, seed: int) -> int:
    """By how many points `one` wins as seat 1."""
    rng = random.Random(seed)
    position = begin(seed)
    while position.phase != OVER:
        level = one if position.pending()[0] == 1 else other
        if level == "random":
            turns.step(position, rng.choice(turns.moves(position)))
        else:
            blind = position.copy()
            blind.seed = rng.randbytes(16)
            turns.step(position, computer.choose(blind, rng, level))
    return position.scores[1] - position.scores[0]


def test_normal_beats_easy_and_easy_beats_random() -> None:
    assert all(lead("normal", "random", seed) > 0 for seed in range(4))
    assert sum(lead("easy", "random", seed) for seed in range(6)) > 0
    assert sum(lead("normal", "easy", seed) for seed in range(6)) > 0


def test_a_whole_game_is_played_from_views_alone() -> None:
    position = begin(11)
    rng = random.Random(11)
    while position.pending():
        (seat,) = position.pending()
        position.play(seat, GAME.advise(position.view(seat), rng, "normal"))
    assert position.result() is not None


@pytest.mark.parametrize("level", computer.LEVELS)
def test_advice_in_every_question(level: str) -> None:
    rng = random.Random(3)
    castle = begin()
    give(castle, 1, "house", "again", "end_house")
    lay(castle, "A4", "c1 0 house1")
    assert say(castle, " ".join(GAME.advise(castle.view(1), rng, level)))  # again or pass
    while castle.pending() == (0,):
        lay(castle, "C1", "f9 0 none")
    hold(castle, "A1")
    say(castle, "lay c2 0 none")
    assert " ".join(GAME.advise(castle.view(1), rng, level)) in {"use house", "save"}


def test_the_end_token_goes_to_the_area_that_pays_most() -> None:
    castle = begin()
    lay(castle, "A11", "b7 0 house1")
    lay(castle, "C1", "f9 0 none")
    lay(castle, "A4", "c1 0 house1")
    lay(castle, "C3", "f8 0 none")
    give(castle, 1, "end_house")
    hold(castle, "A12")
    empty_pile(castle)
    say(castle, "lay h1 0 none")
    assert GAME.advise(castle.view(1), random.Random(1), "normal") == ("target", "c1", "house1")


def test_a_level_that_is_not_there_and_a_spectator_get_no_advice() -> None:
    castle = begin()
    with pytest.raises(ValueError, match="genius"):
        GAME.advise(castle.view(1), random.Random(1), "genius")
    with pytest.raises(ValueError, match="normal"):
        GAME.advise(castle.view(None), random.Random(1), "normal")
