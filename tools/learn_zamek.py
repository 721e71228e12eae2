"""Learns what states of Zamek promise: `nice python -m tools.learn_zamek [GAMES] [ROUNDS]`, written to data/learned/zamek.json.

Each round plays games between equals that move by the current weights, now and then a random move among the nearly best, and
fits the weights to later promises in these games and to their results (TD(lambda)). Seeded: the same numbers make the same
file.
"""

from __future__ import annotations

import argparse
import math
import operator
import random
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from engines.learned import write
from engines.zamek import evaluate, laying, leaf, play
from engines.zamek.components import MEADOW, PILE, STY
from engines.zamek.rules import GAME
from engines.zamek.state import LAY, OVER

STRAY = 0.12
"""How often a tile is not laid in the best way, and by about how many points worse."""
WORSE = 2.0
PULL = 300.0
"""Number of samples that each of the last round's weights counts for."""

BATCH = 50
"""Number of games that a process plays in one batch."""
TRUST = 0.8
"""How much each tile's promise is judged by later ones instead of the next one (the lambda of TD): the result alone says
little, since much happens in between.
"""

Sample = tuple[int, float, tuple[tuple[int, float], ...]]
"""Tiles in the pile, by how many points the promise to seat 0 was too low, features."""
Sums = tuple[list[list[float]], list[float], float, int]
"""For least squares: the matrix (rows from the diagonal on), right-hand side, squared errors, number of samples."""


def first_weights() -> list[list[float]]:
    """Returns the weights of the first round: the rules of thumb of `evaluate`, as far as features can express them."""
    found: list[list[float]] = []
    for left in leaf.KNOTS:
        share, soon = left / len(PILE), min(1.0, left / 12)
        weights = [0.0] * leaf.FEATURES
        for kind in range(5):
            each = 2 if kind in {STY, leaf.STOCKED} else 1
            for ways, chance in enumerate(evaluate.CLOSES):
                number = kind * leaf.WAYS + ways
                if kind == MEADOW:
                    weights[leaf.AREA + number], weights[leaf.TILES + number] = evaluate.GROWTH * share, 3.0
                elif ways < leaf.WAYS - 1:
                    weights[leaf.AREA + number] = chance * soon * each * 0.5 * ways
                    weights[leaf.TILES + number] = chance * soon * each
        for number, worth in enumerate(evaluate.RESERVE):
            weights[leaf.RESERVE + number] = worth * share
        for token, worth in enumerate(evaluate.WORTH):
            weights[leaf.TOKEN + token] = worth * (soon if token < evaluate.IN_PLAY_TOKENS else 1)
        for kind in range(4):
            weights[leaf.AIM + kind] = 1 - share
        weights[leaf.EMPTY] = 0.3 * (1 - share)
        for lead in range(4):
            weights[leaf.KEEP + lead] = evaluate.KEEP + min(3, lead + 1) * (1.5 - share)
        weights[leaf.TEMPO] = evaluate.TEMPO * soon / 2
        found.append(weights)
    return found


def game(weights: list[list[float]], number: int) -> list[Sample]:
    """Returns the samples of one game."""
    rng = random.Random(number)  # noqa: S311 - no secret
    state = GAME.start(2, {}, rng.randbytes(16))
    seen: list[tuple[int, float, tuple[tuple[int, float], ...]]] = []
    while state.phase != OVER:
        if state.phase != LAY:
            play.step(state, laying.greedy(state, weights))
            continue
        seen.append((len(state.pile), leaf.promise(state, 0, weights), tuple(leaf.features(state))))
        values = laying.value_moves(state, weights)
        best = max(values)
        if rng.random() < STRAY:
            nearly = [(value, move) for value, move in values if value > best[0] - 3 * WORSE]
            best = rng.choices(nearly, [math.exp((value - best[0]) / WORSE) for value, _ in nearly])[0]
        play.step(state, best[1])
    samples: list[Sample] = []
    came = float(state.scores[0] - state.scores[1])
    for left, promised, found in reversed(seen):
        samples.append((left, came - promised, found))
        came = TRUST * came + (1 - TRUST) * promised
    return samples


def summed(samples: Sequence[Sample]) -> Sums:
    """Returns the sums of these samples for least squares."""
    size = len(leaf.KNOTS) * leaf.FEATURES
    matrix, wanted = [[0.0] * size for _ in range(size)], [0.0] * size
    off = 0.0
    for left, error, found in samples:
        knot, part = leaf.between(left)
        amounts: dict[int, float] = {}
        for feature, amount in found:
            for number, share in ((knot, 1 - part), (knot + 1, part)):
                at = number * leaf.FEATURES + feature
                amounts[at] = amounts.get(at, 0.0) + amount * share
        row = sorted((at, amount) for at, amount in amounts.items() if amount)
        for number, (at, amount) in enumerate(row):
            wanted[at] += amount * error
            line = matrix[at]
            for other, factor in row[number:]:
                line[other] += amount * factor
        off += error * error
    return matrix, wanted, off, len(samples)


def played(weights: list[list[float]], numbers: range) -> Sums:
    """Returns the sums for least squares of the games of these numbers."""
    return summed([sample for number in numbers for sample in game(weights, number)])


def fitted(weights: Sequence[Sequence[float]], parts: Iterable[Sums]) -> tuple[list[list[float]], float]:
    """Returns the weights that would have promised the results best (least squares, each weight pulled towards its old value),
    and the root mean square error of the samples in points.
    """
    size = len(leaf.KNOTS) * leaf.FEATURES
    matrix, wanted = [[0.0] * size for _ in range(size)], [0.0] * size
    off, count = 0.0, 0
    for rows, values, errors, number in parts:
        for into, row in zip((*matrix, wanted), (*rows, values), strict=True):
            into[:] = map(operator.add, into, row)
        off += errors
        count += number
    for at, row in enumerate(matrix):
        row[at] += PULL
    change = iter(solved(matrix, wanted))
    return [[one + next(change) for one in line] for line in weights], math.sqrt(off / count)


def solved(matrix: list[list[float]], wanted: list[float]) -> list[float]:
    """Returns the solution of a positive definite system, by elimination. Rows of its matrix are read from the diagonal on."""
    size = len(wanted)
    for number in range(size):
        line, pivot = matrix[number], matrix[number][number]
        for other in range(number + 1, size):
            factor = line[other] / pivot
            if factor:
                row = matrix[other]
                for column in range(other, size):
                    row[column] -= factor * line[column]
                wanted[other] -= factor * wanted[number]
    found = [0.0] * size
    for number in reversed(range(size)):
        line = matrix[number]
        known = sum(line[column] * found[column] for column in range(number + 1, size))
        found[number] = (wanted[number] - known) / line[number]
    return found


def main(arguments: Sequence[str]) -> int:
    """Learn and write the file."""
    parser = argparse.ArgumentParser(description="Learn the weights of Zamek's computer player.")
    parser.add_argument("games", nargs="?", type=int, default=2500)
    parser.add_argument("rounds", nargs="?", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args(arguments)
    weights = first_weights()
    for number in range(asked.rounds):
        began = time.monotonic()
        first = number * asked.games
        batches = [range(at, min(at + BATCH, first + asked.games)) for at in range(first, first + asked.games, BATCH)]
        with ProcessPoolExecutor(asked.jobs) as pool:
            weights, off = fitted(weights, pool.map(partial(played, leaf.by_pile(weights)), batches))
        print(f"round {number + 1}: off by {off:.2f} points, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        made = f"python -m tools.learn_zamek {asked.games} {number + 1}"
        write("zamek", made, [[round(each, 2) for each in line] for line in weights])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
