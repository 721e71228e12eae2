"""The computer player of Goofspiel."""

from __future__ import annotations

import random

import pytest

from engines.goof import GAME


def won(games: int) -> float:
    """The share of games that `normal` wins against `easy`, a shared win counting half."""
    rng, share = random.Random(1), 0.0
    for number in range(games):
        position = GAME.start(2, {}, number.to_bytes(16, "big"))
        strong = number % 2
        while pending := position.pending():
            for seat in pending:
                level = "normal" if seat == strong else "easy"
                position.play(seat, GAME.choose_move(position.view(seat), rng, level))
        result = position.result()
        assert result is not None
        share += (result.places[strong] == 1) / result.places.count(1)
    return share / games


def test_normal_beats_easy() -> None:
    assert won(60) > 0.6


def test_there_is_no_other_level() -> None:
    with pytest.raises(ValueError, match="genius"):
        GAME.choose_move(GAME.start(2, {}, bytes(16)).view(0), random.Random(1), "genius")
