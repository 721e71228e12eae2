"""What `hard` and `master` judge by and how they look ahead."""

from __future__ import annotations

import random

import pytest

from engines.zamek import choices, laying, leaf, play, scoring, search
from engines.zamek.components import PILE
from engines.zamek.rules import GAME
from engines.zamek.search import Effort
from engines.zamek.state import LAY, OVER, ZamekState
from engines.zamek.turned_tiles import FITTING
from tools import learn_zamek


def exact(state: ZamekState, then: ZamekState) -> bool:
    """Whether nothing has happened that is only estimated before a tile is laid: questions after it, a tile put out of the
    game, a token, a keep that other houses are measured by, a square that nothing fits on any more, empty squares divided.
    """
    left = leaf.classes(then.pile)
    return (
        then.phase == LAY
        and len(then.pile) == len(state.pile) - 1
        and then.keeps == state.keeps
        and len(then.hidden) == len(state.hidden)
        and len(scoring.empty_group(then.board)) == len(scoring.empty_group(state.board)) - 1
        and left == leaf.classes(state.pile)
        and leaf.dead(then, left) == leaf.dead(state, left) & ~(1 << (then.board.laid[-1] >> 8))
    )


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
def test_what_a_tile_changes_is_what_laying_it_changes(seed: int) -> None:
    """The quick sum over what a tile touches is the slow one over the whole board after the move."""
    rng = random.Random(seed)
    state = GAME.start(2, {}, rng.randbytes(16))
    asked = 0
    while state.phase != OVER:
        if state.phase == LAY and state.pile and len(state.board.laid) % 6 == 5:
            for value, move in laying.value_moves(state):
                then = state.copy()
                play.step(then, move)
                if exact(state, then):
                    assert value == pytest.approx(leaf.after(state, move, state.active)), move
                    asked += 1
        play.step(state, laying.greedy(state) if rng.random() < 0.7 else rng.choice(choices.legal(state)))
    assert asked > 200


def test_the_last_tile_is_laid_for_what_it_comes_to() -> None:
    state = GAME.start(2, {}, b"last")
    while state.pile:
        play.step(state, laying.greedy(state))
    for value, move in laying.value_moves(state):
        then = state.copy()
        play.step(then, move)
        if then.phase == OVER:
            assert value == (then.scores[0] - then.scores[1]) * (1 - 2 * state.active)


def test_an_estimate_is_the_same_from_both_seats() -> None:
    state = GAME.start(2, {}, b"both")
    for _ in range(9):
        play.step(state, laying.greedy(state))
    assert leaf.promise(state, 0) == pytest.approx(-leaf.promise(state, 1))


def test_where_no_tile_left_fits_a_house_is_never_finished() -> None:
    """What is dead is told by the tiles left alone."""
    state = GAME.start(2, {}, b"dead")
    for _ in range(20):
        play.step(state, laying.greedy(state))
    left = leaf.classes(state.pile)
    never = leaf.dead(state, left)
    assert leaf.dead(state, 0) == sum(1 << square for square in state.board.frontier)
    for square in state.board.frontier:
        fits = any(FITTING[tile][state.board.code[square]] for tile in state.pile)
        assert bool(never >> square & 1) is not fits


def test_better_moves_are_tried_in_more_futures() -> None:
    state = GAME.start(2, {}, b"futures")
    found = search.outlooks(state, random.Random(1), Effort(moves=4, depth=2, tiles=48))
    assert found == search.outlooks(state, random.Random(1), Effort(moves=4, depth=2, tiles=48))
    counts = sorted(map(len, found.values()))
    assert len(counts) == 4
    assert counts[0] == counts[1] < counts[2] == counts[3]
    assert {len(found[move]) for move in search.best(found)} == {counts[3]}


def test_a_look_ahead_leaves_the_state_as_it_is() -> None:
    state = GAME.start(2, {}, b"leaves")
    for _ in range(40):
        play.step(state, laying.greedy(state))
    before = state.copy()
    found = search.outlooks(state, random.Random(1), Effort(moves=3, depth=30, tiles=120))
    assert state == before
    assert all(isinstance(value, float) for values in found.values() for value in values)


@pytest.mark.long
def test_weights_are_found_again_by_least_squares() -> None:
    """Of made-up games whose ends hang on two features, without what a real game's chance adds."""
    rng = random.Random(5)
    samples: list[learn_zamek.Sample] = []
    for _ in range(20000):
        left, one, two = rng.randrange(len(PILE) + 1), rng.choice((-1, 1)), rng.choice((-1, 0, 1))
        samples.append((left, (2 + 3 * left / len(PILE)) * one - 4 * two, ((0, one), (1, two))))
    none = [[0.0] * leaf.FEATURES for _ in leaf.KNOTS]
    weights, _ = learn_zamek.fitted(none, [learn_zamek.summed(samples[:9000]), learn_zamek.summed(samples[9000:])])
    by_pile = leaf.by_pile(weights)
    assert len(by_pile) == len(PILE) + 1
    assert by_pile[30][0] == pytest.approx(3.5, abs=0.8)
    assert by_pile[30][1] == pytest.approx(-4, abs=1.0)
    assert max(abs(each) for line in weights for each in line[2:]) < 1e-9
