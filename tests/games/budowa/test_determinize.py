"""What a viewer could be in: a position that looks the same to that viewer and can be played to its end."""

from __future__ import annotations

import random

import pytest

from engines.notation import legal_moves, random_game
from tests.games.budowa.laws import laws
from tests.games.budowa.tale import GAME, say, table


@pytest.mark.long
@pytest.mark.parametrize(("figures", "notes"), [("off", "off"), ("on", "off"), ("off", "on"), ("on", "on")])
@pytest.mark.parametrize("seats", [2, 4])
def test_it_looks_the_same_at_every_step_and_can_be_played_on(seats: int, figures: str, notes: str) -> None:
    rng = random.Random(seats)
    position = GAME.start(seats, {"figures": figures, "notes": notes}, b"determinize")
    for number, _ in enumerate(random_game(position, rng)):
        view = position.view(number % seats)
        imagined = GAME.determinize(view, rng)
        laws(imagined)
        assert imagined.view(number % seats) == view
        assert imagined.seed != position.seed
        for seat in position.pending():
            assert legal_moves(imagined, seat) == legal_moves(position, seat)
    for _ in random_game(imagined, rng):
        pass
    assert imagined.result() == position.result()


@pytest.mark.rule("B11")
def test_whether_the_wizard_has_been_used_is_known() -> None:
    position = table([4, 17, 26, 28], [12], lie={"c7": 23}, figures="on")
    assert not GAME.determinize(position.view(1), random.Random(1)).used
    say(position, "flip c7", "insert")
    assert GAME.determinize(position.view(1), random.Random(1)).used
    plain = table([4, 17, 26, 28], [12])
    assert not GAME.determinize(plain.view(1), random.Random(1)).used
