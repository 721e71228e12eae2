"""`python -m tools.learn_rzymianie [--rounds N] [--turns N] [--seed N]`: learns the policy of Rzymianie do domu! and the worth
of a game between two turns, by self-play.

The policy: every clan considers a few random plans and lays one by the policy. After each batch of turns the weights move
towards the plans that ended better than expected, and shrink a little, which keeps the policy mixed (policy gradient with
entropy). The mean of the weights over the second half is stored.

The worth: games in which every clan lays the best of a few plans of the policy against imagined ones, and a logistic fit of the
winner to points and FortHecas between the turns. This is done twice, since the worth of FortHecas depends on who collects them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

from engines.rzymianie.components import CARDS, HECA, HECAS, PLACES, STACK, TURNS, VALUES
from engines.rzymianie.fast import FastGame, plans
from engines.rzymianie.play import arrange_wall
from engines.rzymianie.policy import LOOKED_AT, STACKED, Plan, Policy, Weights
from engines.rzymianie.search import by_rule
from engines.rzymianie.value import Value
from tools.learning import Mean, main

STEP = 0.12
SHRINK = 0.01
"""How much weights lose with each step: the higher, the more mixed."""

GAMES = 3_000
"""Number of games played, twice, to learn the worth of a game between two turns."""
TRIED = 6
MET = 3
"""Number of plans that every clan tries in them, and of imagined turns against which it tries each."""
STEPS = 150
"""Steps of gradient ascent."""

Sample = tuple[int, int, list[int], list[int], list[float]]
"""Turns still to come, FortHecas in the stack, points and FortHecas held by clan, and each clan's final share of the win."""


def _cells(plan: Plan, wall: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yields the weights that sum up to a plan's weight: table, card, index."""
    for place, card in enumerate(plan):
        yield 0, card, place
        yield 1, card, wall[place]
        if place + 1 < PLACES:
            yield 2, card, plan[place + 1]


def batch(weights: Weights, clans: int, turns: int, rng: random.Random) -> dict[tuple[int, int, int], float]:
    """Returns by cell where the weights should move: the mean of what better plans had more of, in standard deviations."""
    every = plans()
    moves: dict[tuple[int, int, int], list[float]] = {}
    game: Any = None
    shares: list[float] = []
    for _ in range(turns):
        if game is None or game.turns == 0 or game.hecas >= 0:
            unseen = list(STACK)
            rng.shuffle(unseen)
            game = FastGame(clans, clans, [], unseen, [[] for _ in range(clans)])
            shares = [1 / clans] * clans
        wall = game.wall = arrange_wall([game.unseen.pop() for _ in range(PLACES)])
        wall = wall[:]
        policy = Policy(weights, wall)
        values = [Value(weights, game, clan) for clan in range(clans)]
        laid = [policy.choose([rng.choice(every) for _ in range(LOOKED_AT)], rng.random) for _ in range(clans)]
        game.turn(laid, by_rule(game))
        for clan, plan in enumerate(laid):
            share = values[clan](game)[0]
            better, shares[clan] = share - shares[clan], share
            for cell in _cells(plan, wall):
                found = moves.setdefault(cell, [0.0, 0.0])
                found[0] += better
                found[1] += better * better
    return {cell: total / math.sqrt(squares + 1e-9) for cell, (total, squares) in moves.items()}


def ended(weights: Weights, clans: int, rng: random.Random) -> list[Sample]:
    """Play a game. Returns its samples between the turns, with its result."""
    unseen = list(STACK)
    rng.shuffle(unseen)
    game = FastGame(clans, clans, [], unseen, [[] for _ in range(clans)])
    between: list[tuple[int, int, list[int], list[int]]] = []
    while game.turns and game.hecas < 0:
        wall = game.wall = arrange_wall([unseen.pop() for _ in range(PLACES)])
        policy = Policy(weights, wall[:])
        laid = [_laid(weights, game, clan, policy, rng) for clan in range(clans)]
        values = [Value(weights, game, clan) for clan in range(clans)]
        game.turn(laid, by_rule(game))
        points = [sum(VALUES[fort] for fort in forts) for forts in game.won]
        held = [sum(HECA[fort] for fort in forts) for forts in game.won]
        between.append((game.turns, sum(HECA[fort] for fort in unseen), points, held))
    shares = [value(game)[0] for value in values]
    return [(*each, shares) for each in between[:-1]]


def _laid(weights: Weights, game: FastGame, clan: int, policy: Policy, rng: random.Random) -> Plan:
    """Returns the best of a few plans of the policy against imagined plans of the others."""
    every = plans()
    value = Value(weights, game, clan)

    def drawn() -> Plan:
        return policy.choose([rng.choice(every) for _ in range(LOOKED_AT)], rng.random)

    own = [drawn() for _ in range(TRIED)]
    found = [0.0] * TRIED
    for _ in range(MET):
        laid = [drawn() for _ in range(game.clans)]
        for number, plan in enumerate(own):
            played = game.copy()
            laid[clan] = plan
            played.turn(laid, by_rule(played))
            found[number] += value(played)[0]
    return own[found.index(max(found))]


def fit(weights: Weights, samples: list[Sample]) -> None:
    """Move `points` and `hecas` to where the predicted shares are likeliest, by gradient ascent."""
    for _ in range(STEPS):
        point = [0.0] * TURNS
        heca = [[[0.0] * HECAS for _ in range(STACKED + 1)] for _ in range(TURNS)]
        many = [0] * TURNS
        for left, coming, points, held, shares in samples:
            promise = weights.hecas[left][coming]
            powers = [math.exp(weights.points[left] * each + promise[own]) for each, own in zip(points, held, strict=True)]
            total = sum(powers)
            many[left] += 1
            for each, own, power, share in zip(points, held, powers, shares, strict=True):
                more = share - power / total
                point[left] += more * each
                heca[left][coming][own] += more
        for left in range(1, TURNS):
            weights.points[left] += 0.02 * point[left] / many[left]
            for coming in range(STACKED + 1):
                for own in range(1, HECAS):
                    # shrunk a little towards 0: some are rare
                    before = weights.hecas[left][coming][own]
                    weights.hecas[left][coming][own] += 20 * (heca[left][coming][own] - before) / many[left]


def even() -> Weights:
    """Every plan is equally likely; a clan's strength depends on its points and on holding two FortHecas."""
    places, forts, follows = ([[0.0] * many for _ in CARDS] for many in (PLACES, len(VALUES) + 1, len(CARDS)))
    hecas = [[[0.0, 0.0, 0.5 if coming else 0.0] for coming in range(STACKED + 1)] for _ in range(TURNS)]
    return Weights(places, forts, follows, [1.0, 0.22, 0.17], hecas)


def learn(clans: int, rounds: int, turns: int, rng: random.Random) -> Weights:
    """Returns the policy, and the worth that belongs to it."""
    weights = learn_policy(clans, rounds, turns, rng)
    for _ in range(2):
        fit(weights, [sample for _ in range(GAMES) for sample in ended(weights, clans, rng)])
    weights.points = [round(each, 3) for each in weights.points]
    weights.hecas = [[[round(each, 2) for each in line] for line in lines] for lines in weights.hecas]
    return weights


def learn_policy(clans: int, rounds: int, turns: int, rng: random.Random) -> Weights:
    """Returns the mean of the weights over the second half of the rounds."""
    weights, mean = even(), even()
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
    main("rzymianie", learn, turns=4_000)
