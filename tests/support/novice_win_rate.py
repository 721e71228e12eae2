"""Simple players that know the rules stand in for new adults: do they beat `easy`?"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bench.measure import wilson
from engines.contract import Fleeting, Game, Move
from tests.support.random_game_count import WHOLE

GAMES = 200
"""Maximum games played."""

SETTLES = 40
"""Number of games after which the interval may decide."""

GOAL = 0.6
"""The share of games that an adult must win."""


def beats_easy(game: Game, adult: Callable[[Any, random.Random], Move], seed: int) -> bool:
    """Returns whether the adult wins more than the goal of two-player games, first and second by turns. If shown things vanish
    again, the adult remembers what `normal` does. Ends as soon as the interval of the games so far is above the goal
    (ZAMKI_WHOLE=1: plays all).
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
