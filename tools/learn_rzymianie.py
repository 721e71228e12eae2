"""`python -m tools.learn_rzymianie [--rounds N] [--turns N] [--seed N]`: learn the policy of Rzymianie do domu! by self-play.

Every clan looks at a few random plans and lays one by the policy; after each batch of turns the weights move towards the plans
that ended better than was to be expected, and shrink a little, which keeps the policy mixed (policy gradient with entropy). The
mean of the weights over the second half is kept in data/learned/rzymianie.json.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

from engines.rzymianie.components import PLACES, STACK
from engines.rzymianie.fast import FastGame, plans
from engines.rzymianie.plans import choose, worth
from engines.rzymianie.play import arrange_wall
from engines.rzymianie.policy import FILE, LOOKED_AT, Plan, Policy, Weights
from tools.learning import Mean, main

STEP = 0.12
SHRINK = 0.01
"""What weights lose with each step: the greater, the more mixed."""


def _cells(plan: Plan, wall: list[int]) -> Iterator[tuple[int, int, int]]:
    """The weights that a plan's weight is the sum of: table, card, index."""
    for place, card in enumerate(plan):
        yield 0, card, place
        yield 1, card, wall[place]
        if place + 1 < PLACES:
            yield 2, card, plan[place + 1]


def batch(weights: Weights, clans: int, turns: int, rng: random.Random) -> dict[tuple[int, int, int], float]:
    """Where the weights should move: by cell, the mean of what better plans had more of, in its standard deviations."""
    every = plans()
    moves: dict[tuple[int, int, int], list[float]] = {}
    game: Any = None
    for _ in range(turns):
        if game is None or game.turns == 0 or game.hecas >= 0:
            unseen = list(STACK)
            rng.shuffle(unseen)
            game = FastGame(clans, clans, [], unseen, [[] for _ in range(clans)])
        wall = game.wall = arrange_wall([game.unseen.pop() for _ in range(PLACES)])
        wall = wall[:]
        policy = Policy(weights, wall)
        before = worth(game.won, clans, hecas=game.hecas, left=game.turns)
        laid = [policy.choose([rng.choice(every) for _ in range(LOOKED_AT)], rng.random) for _ in range(clans)]
        game.turn(laid, choose(game))
        after = worth(game.won, clans, hecas=game.hecas, left=game.turns)
        for clan, plan in enumerate(laid):
            better = after[clan] - before[clan]
            for cell in _cells(plan, wall):
                found = moves.setdefault(cell, [0.0, 0.0])
                found[0] += better
                found[1] += better * better
    return {cell: total / math.sqrt(squares + 1e-9) for cell, (total, squares) in moves.items()}


def learn(clans: int, rounds: int, turns: int, rng: random.Random) -> Weights:
    """The mean of the weights over the second half of the rounds."""
    weights, mean = Weights.even(), Weights.even()
    kept = Mean(_lines(mean), rounds)
    for number in range(rounds):
        tables = (weights.places, weights.forts, weights.follows)
        for (table, card, index), move in batch(weights, clans, turns, rng).items():
            tables[table][card][index] += STEP * max(-3.0, min(3.0, move)) / 3
        for line in _lines(weights):
            line[:] = [each * (1 - SHRINK) for each in line]
        kept.add(number, _lines(weights))
    kept.rounded()
    return mean


def _lines(weights: Weights) -> list[list[float]]:
    return [*weights.places, *weights.forts, *weights.follows]


if __name__ == "__main__":
    main("learn_rzymianie", FILE, learn, turns=4_000)
