"""New adults, of whom simple players stand in that know the rules: how often they win against `easy`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engines.contract import Fleeting, Game, Move


def wins_against_easy(game: Game, adult: Callable[[Any, random.Random], Move], games: int, seed: int) -> float:
    """The share of so many games of two that the adult wins, first and second by turns. Where things shown vanish again, it
    keeps in mind what `normal` does.
    """
    rng = random.Random(seed)
    won = 0
    for number in range(games):
        position = game.start(2, {}, rng.randbytes(16))
        hero = number % 2
        while pending := position.pending():
            seat = pending[0]
            level = "normal" if seat == hero else "easy"
            view = game.recall(position, seat, level) if isinstance(game, Fleeting) else position.view(seat)
            position.play(seat, adult(view, rng) if seat == hero else game.choose_move(view, rng, "easy"))
        result = position.result()
        assert result is not None
        won += result.places[hero] == 1
    return won / games
