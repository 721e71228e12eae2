"""The computer player of Chomp."""

from __future__ import annotations

import itertools
import random

import pytest

from bench.arena.match import Pairing, Player, play
from engines.chomp import GAME
from engines.levels import LEVELS


@pytest.mark.parametrize(("weaker", "stronger"), [*itertools.pairwise(LEVELS)])
def test_every_level_beats_the_one_below(weaker: str, stronger: str) -> None:
    pairing = Pairing("chomp", 2, Player(stronger), Player(weaker))
    assert sum(play(GAME, pairing, number).share for number in range(60)) > 33


def test_the_strongest_begins_and_never_loses() -> None:
    for seed in range(10):
        rng, position = random.Random(seed), GAME.start(2, {}, bytes(16))
        while pending := position.pending():
            level = "easy" if pending[0] else "master"
            position.play(pending[0], GAME.choose_move(position.view(pending[0]), rng, level))
        assert position.points() == (1, 0)


def test_there_is_no_other_level() -> None:
    with pytest.raises(ValueError, match="tuple"):
        GAME.choose_move(GAME.start(2, {}, bytes(16)).view(0), random.Random(1), "genius")
