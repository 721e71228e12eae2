"""New adults, of whom simple players stand in that know the rules: whether they beat `easy`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bench.measure import wilson
from engines.contract import Fleeting, Game, Move
from tests.support.random_game_count import WHOLE

GAMES = 200
"""At most so many are played."""

SETTLES = 40
"""After so many games their interval may decide."""

GOAL = 0.6
"""The share of games that an adult has to win."""


def beats_easy(game: Game, adult: Callable[[Any, random.Random], Move], seed: int) -> bool:
    """Whether the adult wins more games of two than the goal, first and second by turns. Where things shown vanish again, it
    keeps in mind what `normal` does. Ends as soon as the interval of the games so far is above the goal (ZAMKI_WHOLE=1: plays
    all of them).
    """
    rng = random.Random(seed)
    won = 0
    for number in range(GAMES):
        if not WHOLE and number >= SETTLES and number % 2 == 0 and wilson(won, number)[0] > GOAL:
            return True
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
    return won > GOAL * GAMES
