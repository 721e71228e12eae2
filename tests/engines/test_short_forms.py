"""The short forms: stored, imagined and played by computers as what they are. Their rules are in the games' own tests."""

from __future__ import annotations

import random

import pytest

from engines import games
from engines.contract import Fleeting
from tests.support.short_forms import SHORT, begin


@pytest.mark.parametrize("key", sorted(SHORT))
def test_it_is_stored_and_imagined_as_what_it_is(key: str) -> None:
    game, rng = games()[key], random.Random(key)
    position = begin(key, rng.randbytes(16))
    while pending := position.pending():
        seat = rng.choice(pending)
        view = game.recall(position, seat, game.levels[0]) if isinstance(game, Fleeting) else position.view(seat)
        assert view.options.items() >= SHORT[key].options.items()
        assert game.load(position.snapshot()) == position
        assert game.determinize(view, rng).view(seat).options == view.options
        position.play(seat, game.choose_move(view, rng, game.levels[0]))
    assert position.result() is not None


@pytest.mark.parametrize("key", sorted(SHORT))
def test_no_lobby_offers_it(key: str) -> None:
    assert not SHORT[key].options.keys() & {option.key for option in games()[key].options}
