"""Learn what states of Zamek promise: `nice python -m tools.learn_zamek [GAMES] [ROUNDS]`, written to data/learned/zamek.json.

Each round plays games between equals that move by the weights so far, now and then by chance among what is nearly as good, and
fits the weights to how the games ended. Seeded: the same numbers make the same file.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import msgspec

from engines.zamek import evaluate, leaf, play
from engines.zamek.components import MEADOW, PILE, STY
from engines.zamek.rules import GAME
from engines.zamek.state import LAY, OVER

STRAY = 0.12
"""How often a tile is laid otherwise than best, and by how many points worse about."""
WORSE = 2.0
PULL = 4000.0
"""How many samples each of the last round's weights counts for."""

Sample = tuple[float, float, tuple[tuple[int, float], ...]]
"""Share of the pile left, points that seat 0 was still to gain on the other, features."""


def first_weights() -> tuple[list[float], list[float]]:
    """Where the first round begins: the rules of thumb of `evaluate`, as far as they can be said in features."""
    end, more = [0.0] * leaf.FEATURES, [0.0] * leaf.FEATURES
    for kind in range(5):
        each = 2 if kind in {STY, leaf.STOCKED} else 1
        for edges, chance in enumerate(evaluate.CLOSES):
            number = kind * (leaf.EDGES + 1) + edges
            if kind == MEADOW:
                end[leaf.TILES + number], more[leaf.AREA + number] = 3.0, evaluate.GROWTH
            else:
                more[leaf.TILES + number], more[leaf.AREA + number] = chance * each, chance * each * 0.5 * edges
    for number, worth in enumerate(evaluate.RESERVE):
        more[leaf.RESERVE + number] = worth
    for token, worth in enumerate(evaluate.WORTH):
        (more if token < evaluate.IN_PLAY_TOKENS else end)[leaf.TOKEN + token] = worth
    end[leaf.KEEP], end[leaf.KEEP + 1], more[leaf.KEEP + 1] = evaluate.KEEP, 1.5, -1.0
    more[leaf.TEMPO] = evaluate.TEMPO / 2
    return end, more


def game(weights: list[list[float]], number: int) -> list[Sample]:
    """The samples of one game."""
    rng = random.Random(number)  # noqa: S311 - no secret
    state = GAME.start(2, {}, rng.randbytes(16))
    seen: list[tuple[float, float, tuple[tuple[int, float], ...]]] = []
    while state.phase != OVER:
        if state.phase != LAY:
            play.step(state, leaf.greedy(state, weights))
            continue
        seen.append((len(state.pile) / len(PILE), float(leaf.points(state)), tuple(leaf.features(state))))
        values = leaf.valued(state, weights)
        best = max(values)
        if rng.random() < STRAY:
            nearly = [(value, move) for value, move in values if value > best[0] - 3 * WORSE]
            best = rng.choices(nearly, [math.exp((value - best[0]) / WORSE) for value, _ in nearly])[0]
        play.step(state, best[1])
    ended = state.scores[0] - state.scores[1]
    return [(left, ended - ahead, found) for left, ahead, found in seen]


def fitted(samples: Sequence[Sample], end: Sequence[float], more: Sequence[float]) -> tuple[list[float], list[float]]:
    """Weights that tell the rest of the games best: least squares, each weight pulled towards what it was."""
    count = leaf.FEATURES
    size = 2 * count
    matrix = [[0.0] * size for _ in range(size)]
    wanted = [0.0] * size
    for left, rest, found in samples:
        summed: dict[int, float] = {}
        for feature, amount in found:
            summed[feature] = summed.get(feature, 0.0) + amount
        error = rest - sum((end[feature] + more[feature] * left) * amount for feature, amount in summed.items())
        row = [(feature, amount) for feature, amount in sorted(summed.items()) if amount]
        row += [(count + feature, amount * left) for feature, amount in row]
        for feature, amount in row:
            wanted[feature] += amount * error
            line = matrix[feature]
            for other, factor in row:
                line[other] += amount * factor
    for number in range(size):
        matrix[number][number] += PULL
    change = solved(matrix, wanted)
    return [one + by for one, by in zip(end, change, strict=False)], [
        one + by for one, by in zip(more, change[count:], strict=True)
    ]


def solved(matrix: list[list[float]], wanted: list[float]) -> list[float]:
    """The solution of a positive definite system, by elimination."""
    size = len(wanted)
    for number in range(size):
        line, pivot = matrix[number], matrix[number][number]
        for other in range(number + 1, size):
            factor = matrix[other][number] / pivot
            if factor:
                row = matrix[other]
                for column in range(number, size):
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
    parser.add_argument("games", nargs="?", type=int, default=2000)
    parser.add_argument("rounds", nargs="?", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args(arguments)
    end, more = first_weights()
    for number in range(asked.rounds):
        began = time.process_time()
        play_one = partial(game, leaf.by_pile(tuple(end), tuple(more)))
        numbers = range(number * asked.games, (number + 1) * asked.games)
        with ProcessPoolExecutor(asked.jobs) as pool:
            samples = [sample for found in pool.map(play_one, numbers, chunksize=16) for sample in found]
        end, more = fitted(samples, end, more)
        off = sum(
            (rest - sum((end[feature] + more[feature] * left) * amount for feature, amount in found)) ** 2
            for left, rest, found in samples
        )
        spread = math.sqrt(off / len(samples))
        print(
            f"round {number + 1}: off by {spread:.2f} points, {time.process_time() - began:.0f} s", file=sys.stderr, flush=True
        )
        made = f"python -m tools.learn_zamek {asked.games} {number + 1}"
        learned = leaf.Learned(made, tuple(round(each, 3) for each in end), tuple(round(each, 3) for each in more))
        leaf.FILE.write_bytes(msgspec.json.format(msgspec.json.encode(learned)) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
