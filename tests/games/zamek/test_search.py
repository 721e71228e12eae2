"""What `hard` and `master` judge by and how they look ahead."""

from __future__ import annotations

import random

import pytest

from engines.zamek import leaf, moves, play, search
from engines.zamek.components import PILE
from engines.zamek.rules import GAME
from engines.zamek.search import Effort
from engines.zamek.state import LAY, OVER
from tools import learn_zamek


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.more), pytest.param(3, marks=pytest.mark.more)])
def test_what_a_tile_changes_is_what_laying_it_changes(seed: int) -> None:
    """The quick sum over what a tile touches is the slow one over the whole board after the move."""
    rng = random.Random(seed)
    state = GAME.start(2, {}, rng.randbytes(16))
    asked = 0
    while state.phase != OVER:
        if state.phase == LAY and len(state.board.laid) % 6 == 5:
            for value, move in leaf.valued(state):
                then = state.copy()
                play.step(then, move)
                if len(then.pile) == len(state.pile) - 1:  # else a tile was put out, and more of the pile is gone
                    assert value == pytest.approx(leaf.after(state, move, state.active))
                    asked += 1
        play.step(state, leaf.greedy(state) if rng.random() < 0.7 else rng.choice(moves.legal(state)))
    assert asked > 200


def test_an_estimate_is_the_same_from_both_seats() -> None:
    state = GAME.start(2, {}, b"both")
    for _ in range(9):
        play.step(state, leaf.greedy(state))
    assert leaf.promise(state, 0) == pytest.approx(-leaf.promise(state, 1))


def test_all_moves_are_tried_in_the_same_futures_and_the_better_ones_in_more() -> None:
    state = GAME.start(2, {}, b"futures")
    found = search.outlooks(state, random.Random(1), Effort(moves=4, depth=2, tiles=48))
    assert found == search.outlooks(state, random.Random(1), Effort(moves=4, depth=2, tiles=48))
    counts = sorted(map(len, found.values()))
    assert len(counts) == 4
    assert counts[0] == counts[1] < counts[2] == counts[3]
    assert len(found[search.best(found)]) == counts[3]


def test_weights_are_found_again_by_least_squares() -> None:
    """Of made-up games whose ends hang on two features, without what a real game's chance adds."""
    rng = random.Random(5)
    samples: list[learn_zamek.Sample] = []
    for _ in range(20000):
        left, one, two = rng.random(), rng.choice((-1, 1)), rng.choice((-1, 0, 1))
        samples.append((left, (2 + 3 * left) * one - 4 * two, ((0, one), (1, two))))
    end, more = learn_zamek.fitted(samples, [0.0] * leaf.FEATURES, [0.0] * leaf.FEATURES)
    assert end[0] + more[0] / 2 == pytest.approx(3.5, abs=0.8)
    assert end[1] + more[1] / 2 == pytest.approx(-4, abs=1.0)
    assert max(map(abs, end[2:])) < 1e-9
    assert len(leaf.by_pile(tuple(end), tuple(more))) == len(PILE) + 1
