"""Learn what a board of Torres promises a seat: `nice python -m tools.learn_torres [GAMES] [ROUNDS]`, written to
data/learned/torres.json.

Two players learn for ROUNDS rounds, three and four one more with half the games, from what two have learned. Each round plays
games between equals that play whole turns by the weights so far, now and then something nearly as good, and fits the weights to
the points that came in later or that the next positions promised (temporal differences). Seeded: the same numbers make the same
file.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from engines.learned import write
from engines.torres import bots
from engines.torres.answers import seen
from engines.torres.components import CARDS, PHASES, TOWERS
from engines.torres.evaluate import frame_of, turns_left
from engines.torres.moves import DRAW
from engines.torres.play import apply
from engines.torres.prospect import FEATURES, Known, Line, promised
from engines.torres.rules import GAME
from engines.torres.search import Search, stop
from engines.torres.state import ACT, OVER, State
from tools.learn_zamek import solved

BREADTH = 20
"""How broad the beam is."""
AMONG, STRAY = 30, 1.5
"""Best turns found of which one is played, and the points by which it may be worse than the best."""
TRACE = 0.8
"""How much of what comes in later counts, for each position further, against what the position promises (lambda)."""
COUNTS = {"one", "knights", "housed", *(f"card_{card}" for card in CARDS)}
SURE = (400.0, 20.0)
"""How sure the last round's weights are taken to be: as if this many squares of the feature had been seen; the second is for
features that count few things.
"""

Seen = tuple[tuple[int, Line], ...]
"""By seat, at the end of a turn: turns left in the phase, features."""

Sample = tuple[int, Seen, tuple[float, ...]]
"""Phase (from 0), what was seen, and by seat the points that it was still to gain on the others' mean."""


def first_weights(seats: int) -> Known:
    """Where the first round begins: a castle's points count at each scoring, what is in reach a part of it."""
    phases = []
    for phase in range(PHASES):
        scorings = PHASES - phase
        of_phase = []
        for left in range(len(TOWERS[seats][phase]) + 1):
            later = scorings if left else scorings - 1
            weights = dict.fromkeys(FEATURES, 0.0)
            weights |= {
                "points": 1 + 0.7 * (scorings - 1),
                "step": 0.7 * later,
                "stairs": 0.3 * later,
                "raise": 0.5 * later,
                "lift": 0.25 * later,
                "growth": 0.2 * later,
                "enter": 0.3 * later,
                "knights": min(2.6, 0.4 * (left + 3.5 * (scorings - 1))),
                "levels": 0.25 * later,
                "royal": 1.0 if not left else 0.6,
                "royal_near": 0.4 if left else 0.0,
                "royal_next": 0.3,
                "royal_next_near": 0.2,
                "segments": 0.3 if later else 0.0,
                **{f"card_{card}": 2.0 if later else 0.0 for card in CARDS},
            }
            of_phase.append(tuple(weights[name] for name in FEATURES))
        phases.append(tuple(of_phase))
    return tuple(phases)


def as_two_do(known: Known, seats: int) -> Known:
    """The weights of two players where there are more: turns left are fewer in the later phases."""
    return tuple(of_phase[: len(TOWERS[seats][phase]) + 1] for phase, of_phase in enumerate(known))


def turn(state: State, known: Known, rng: random.Random) -> None:
    """Play a turn up to its end, all but its last move."""
    while True:
        search = Search(state, rng, BREADTH, frame_of(state, known))
        near = heapq.nlargest(AMONG, search.nodes, key=lambda node: node.worth)
        best = rng.choices(near, [math.exp((node.worth - near[0].worth) / STRAY) for node in near])[0]
        path = best.path()
        if any(kind == DRAW for kind, _, _ in path):
            apply(state, DRAW, 0, 0)
            apply(state, *bots.single(state, rng, known))
            continue
        for atom in path:
            apply(state, *atom)
        while state.ap:
            apply(state, *stop(state))
        return


def game(seats: int, known: Known, number: int) -> list[Sample]:
    """The samples of one game."""
    rng = random.Random(number)  # noqa: S311 - no secret
    state = GAME.start(seats, {}, rng.randbytes(16))
    met: list[tuple[tuple[int, ...], int, Seen]] = []
    while state.mode != OVER:
        if state.mode != ACT:
            apply(state, *bots.single(state, rng, known))
            continue
        turn(state, known, rng)
        found = tuple((turns_left(state, seat), seen(state, seat)) for seat in range(seats))
        met.append((tuple(state.scores), state.phase - 1, found))
        apply(state, *stop(state))
    samples: list[Sample] = []
    scores = tuple(state.scores)
    to_come = promise = (0.0,) * seats
    for before, phase, found in reversed(met):
        gained = over_others([float(after - score) for after, score in zip(scores, before, strict=True)])
        to_come = tuple(
            gain + TRACE * later + (1 - TRACE) * said for gain, later, said in zip(gained, to_come, promise, strict=True)
        )
        samples.append((phase, found, to_come))
        promise = expected(known[phase], found)
        scores = before
    return samples


def over_others(points: Sequence[float]) -> tuple[float, ...]:
    """By how much each seat has more than the mean of the others."""
    return tuple(each - (sum(points) - each) / (len(points) - 1) for each in points)


def expected(of_phase: Sequence[Line], found: Seen) -> tuple[float, ...]:
    """What the weights say that each seat is still to gain on the others' mean."""
    return over_others([promised(of_phase[left], features) for left, features in found])


def fitted(samples: Sequence[Sample], known: Known) -> Known:
    """Weights that tell best what is to come: least squares, each weight pulled towards what it was."""
    return tuple(_phase([sample for sample in samples if sample[0] == phase], of_phase) for phase, of_phase in enumerate(known))


def _phase(samples: Sequence[Sample], lines: Sequence[Line]) -> tuple[Line, ...]:
    width = len(FEATURES)
    count = width * len(lines)
    matrix = [[0.0] * count for _ in range(count)]
    wanted = [0.0] * count
    for _, found, come in samples:
        said = expected(lines, found)
        for seat in range(len(found) if len(found) > 2 else 1):  # of two, what one gains the other loses
            row: dict[int, float] = {}
            for other, (left, features) in enumerate(found):
                sign = 1.0 if other == seat else -1 / (len(found) - 1)
                for number, amount in enumerate(features):
                    if amount:
                        row[width * left + number] = row.get(width * left + number, 0.0) + sign * amount
            error = come[seat] - said[seat]
            for number, amount in row.items():
                wanted[number] += amount * error
                line = matrix[number]
                for other, factor in row.items():
                    line[other] += amount * factor
    for number in range(count):
        matrix[number][number] += SURE[FEATURES[number % width] in COUNTS]
    change = solved(matrix, wanted)
    return tuple(
        tuple(round(old + new, 3) for old, new in zip(line, change[width * left :], strict=False))
        for left, line in enumerate(lines)
    )


def main(arguments: Sequence[str]) -> int:
    """Learn and write the file."""
    parser = argparse.ArgumentParser(description="Learn the weights of Torres' computer player.")
    parser.add_argument("games", nargs="?", type=int, default=100)
    parser.add_argument("rounds", nargs="?", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args(arguments)
    known: dict[int, Known] = {2: first_weights(2)}
    for seats in GAME.seats:
        known.setdefault(seats, as_two_do(known[2], seats))
        games = asked.games if seats == 2 else asked.games // 2
        for number in range(asked.rounds if seats == 2 else 1):
            with ProcessPoolExecutor(asked.jobs) as pool:
                played = pool.map(partial(game, seats, known[seats]), range(number * games, (number + 1) * games), chunksize=4)
                samples = [sample for found in played for sample in found]
            off = sum((come[0] - expected(known[seats][phase], found)[0]) ** 2 for phase, found, come in samples)
            known[seats] = fitted(samples, known[seats])
            told = f"{seats} players, round {number + 1}: off by {math.sqrt(off / len(samples)):.1f} points"
            print(told, file=sys.stderr, flush=True)
            made = f"python -m tools.learn_torres {asked.games} {asked.rounds}"
            every = {each: known.get(each) or as_two_do(known[2], each) for each in GAME.seats}
            write("torres", made, every)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
