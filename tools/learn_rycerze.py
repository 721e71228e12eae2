"""`python -m tools.learn_rycerze [--rounds N] [--games N] [--seed N]`: learns the policy of Rycerze i zamki by self-play.

Everybody plays by the policy. After each batch of games the weight of every choice rises by how much better it did than the
average of the same hand there, and all weights shrink a little, which keeps the policy mixed (natural policy gradient with
entropy). The mean of the weights over the second half is stored in data/learned/rycerze.json: single batches go in circles.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate

from engines.contract import Seat
from engines.rycerze.components import ALL, ARMY, CASTLES, DRUM, HAND_PAIRS, HELD, PAIRS, STACK
from engines.rycerze.fast import Table
from engines.rycerze.policy import PHASES, Weights, phase
from engines.rycerze.search import shares
from tools.learning import Mean, main

STEP = 1.0
"""How far weights move towards what did better."""
SHRINK = 0.03
"""How much weights lose with each step: the higher, the more mixed."""
SURE = 40
"""Number of tries at which the result of a choice has half its weight."""

Key = tuple[int, ...]


class Entry:
    """A hand in a situation: its choices, and their results."""

    __slots__ = ("bounds", "choices", "sums", "visits")

    def __init__(self, choices: tuple[int, ...], chances: Sequence[float]) -> None:
        self.choices = choices
        self.bounds = [*accumulate(chances)]
        self.visits = [0] * len(choices)
        self.sums = [0.0] * len(choices)

    def draw(self, number: float) -> int:
        return min(bisect(self.bounds, number), len(self.choices) - 1)


def batch(weights: Weights, seats: int, games: int, rng: random.Random) -> dict[Key, Entry]:
    """Play this number of games. Returns the results by situation and hand."""
    known: dict[Key, Entry] = {}
    for _ in range(games):
        unseen = list(STACK)
        rng.shuffle(unseen)
        table = Table([ALL] * seats, [0] * seats, 0, unseen.pop(), unseen)
        taken: list[tuple[Seat, Entry, int]] = []
        while table.tile >= 0:
            left = len(table.unseen)
            coming = sum(1 << tile for tile in table.unseen if tile != DRUM)
            choices = []
            for seat, hand in enumerate(table.hands):
                if table.tile == DRUM and hand == ALL:
                    choices.append(0)
                    continue
                sword = seat == table.sword
                key = (phase(left), table.tile, coming if table.tile == DRUM else sword, hand)
                entry = known.get(key)
                if entry is None:
                    found = (
                        weights.take(left, coming, hand) if table.tile == DRUM else weights.show(left, table.tile, sword, hand)
                    )
                    entry = known[key] = Entry(*found)
                number = entry.draw(rng.random())
                taken.append((seat, entry, number))
                choices.append(entry.choices[number])
            table.step(choices, lambda tiles: tiles[-1])
        worth = shares(table.points, table.hands)
        for seat, entry, number in taken:
            entry.visits[number] += 1
            entry.sums[number] += worth[seat]
    return known


def follow(weights: Weights, known: dict[Key, Entry]) -> None:
    """Move the weights by the results of a batch of games."""
    shows: dict[tuple[int, int, int, int], list[float]] = {}
    takes: dict[tuple[int, int, int], list[float]] = {}
    for key, entry in known.items():
        count = sum(entry.visits)
        mean = sum(entry.sums) / count
        at, tile, third, hand = key
        names = HELD[ALL ^ hand] if tile == DRUM else HAND_PAIRS[hand]
        for name, visits, worth in zip(names, entry.visits, entry.sums, strict=True):
            better = worth - visits * mean
            if tile == DRUM:
                for castle in range(CASTLES):
                    if third >> castle & 1:
                        found = takes.setdefault((at, castle, name), [0.0, 0.0])
                        found[0] += better
                        found[1] += visits
            else:
                found = shows.setdefault((at, tile, third, name), [0.0, 0.0])
                found[0] += better
                found[1] += visits
    for (at, tile, sword, pair), (gained, tried) in shows.items():
        weights.shows[at][tile][sword][pair] += STEP * gained / (tried + SURE)
    for (at, castle, card), (gained, tried) in takes.items():
        weights.takes[at][castle][card] += STEP * gained / (tried + SURE)
    for line in _lines(weights):
        line[:] = [each * (1 - SHRINK * STEP) for each in line]


def _lines(weights: Weights) -> list[list[float]]:
    return [
        *(line for one in weights.shows for two in one for line in two),
        *(line for one in weights.takes for line in one),
    ]


def even() -> Weights:
    """Returns weights that make all choices equally likely."""
    return Weights(
        [[[[0.0] * len(PAIRS) for _ in range(2)] for _ in range(CASTLES)] for _ in range(PHASES)],
        [[[0.0] * ARMY for _ in range(CASTLES)] for _ in range(PHASES)],
    )


def learn(seats: int, rounds: int, games: int, rng: random.Random) -> Weights:
    """Returns the mean of the weights over the second half of the rounds."""
    weights, mean = even(), even()
    kept = Mean(_lines(mean), rounds)
    for number in range(rounds):
        follow(weights, batch(weights, seats, games, rng))
        kept.add(number, _lines(weights))
    kept.rounded()
    return mean


if __name__ == "__main__":
    main("rycerze", learn, games=10_000)
