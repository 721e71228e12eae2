"""A great many random games (`make test-whole`: a hundred thousand) without an exception or a broken law."""

from __future__ import annotations

import random

import pytest

from engines.notation import random_game
from tests.games.budowa.laws import laws
from tests.games.budowa.tale import GAME
from tests.support.random_game_count import plenty

GAMES = plenty(100_000)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(4))
def test_random_games_keep_the_laws(part: int) -> None:
    for number in range(part, GAMES, 4):
        rng = random.Random(number)
        options = {"figures": rng.choice(("off", "on")), "notes": rng.choice(("off", "on"))}
        position = GAME.start(rng.choice((2, 3, 4)), options, rng.randbytes(16))
        for moves, _ in enumerate(random_game(position, rng)):
            if moves % 20 == 0:
                laws(position)
        laws(position)
        assert position.result() is not None
        assert GAME.load(position.snapshot()) == position
