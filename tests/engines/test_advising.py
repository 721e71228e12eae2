"""What computer players say of moves (`candidates`): the moves they would play, in their own order, from views
alone.
"""

from __future__ import annotations

import functools
import itertools
import random

import pytest

import engines
from bench.arena.effort import scaled, tries
from data.words import languages, words
from engines import judging
from engines.contract import Candidate, Fleeting, Game, Move, Position, Seat, View
from engines.levels import PONDERS
from engines.notation import random_move
from tests.support import conformance
from tests.support.cases import cases
from tests.support.random_game_count import WHOLE

KEYS = [key for key, game in sorted(engines.games().items())]
SEED = 7


@functools.cache
def asked(key: str) -> tuple[tuple[Position, Seat], ...]:
    """Positions of a random game and of one that the computer plays, with a seat that is asked there."""
    found: list[tuple[Position, Seat]] = []
    game = conformance.found()[key]
    for by_computer in (False, True):
        rng = random.Random(f"{key} {by_computer}")
        position = game.start(max(2, game.seats[0]), {}, rng.randbytes(16))
        for number in itertools.count():
            if not position.pending() or number > 40:
                break
            seat = rng.choice(position.pending())
            if number % 13 == 3 or number == 0:
                found.append((position.copy(), seat))
            view = seen(game, position, seat, game.levels[0])
            move = game.choose_move(view, rng, game.levels[0]) if by_computer else random_move(position, seat, rng)
            position.play(seat, move)
    return tuple(found)


def seen(game: Game, position: Position, seat: Seat, level: str) -> View:
    return game.recall(position, seat, level) if isinstance(game, Fleeting) else position.view(seat)


def advice(game: Game, view: View, level: str, limit: int = 3, also: tuple[Move, ...] = ()) -> tuple[Candidate, ...]:
    return game.candidates(view, random.Random(SEED), level, limit, also)


def check(key: str, level: str, position: Position, seat: Seat) -> None:
    game = conformance.found()[key]
    view = seen(game, position, seat, level)
    found = advice(game, view, level)
    assert 1 <= len(found) <= 3
    assert len({each.line or each.move for each in found}) == len(found)
    for each in found:
        position.copy().play(seat, each.move)  # legal
        assert 0 <= each.worth <= 1 + 1e-9
        assert each.spread >= 0
        assert all(term.number > 0 for term in each.terms)
        for language in languages():
            for term in each.terms:
                for number in (1, 2, 5):
                    assert "term." not in words(language).count(f"{key}.term.{term.key}", number)
    assert [each.worth for each in found] == sorted((each.worth for each in found), reverse=True)
    assert found[0].chosen
    assert found == advice(game, view, level), "the same for the same view and chance"
    move = game.choose_move(view, random.Random(SEED), level)
    every = {each.move: each for each in reversed(advice(game, view, level, 1000))}
    assert every[move].chosen, "the move played is one that is told as such"
    assert every[move].worth >= found[0].worth - 0.1 - found[0].spread, "and near the best"
    # what the viewer cannot know changes nothing
    twin = game.determinize(position.view(seat), random.Random(SEED))
    if not isinstance(game, Fleeting):
        assert advice(game, twin.view(seat), level) == found
    other = random_move(position, seat, random.Random(SEED))
    *_, judged = advice(game, view, level, 1, (other,))
    assert sorted(judged.move) == sorted(other) or sorted(found[0].move) == sorted(other)
    assert judged.worth <= found[0].worth + 0.2 + found[0].spread


@pytest.mark.parametrize("key", cases(KEYS, ["rycerze", "rzymianie", "budowa"]))
def test_the_best_level_explains_itself(key: str) -> None:
    check(key, "hard", *asked(key)[1])


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("key", KEYS)
def test_every_level_explains_itself_in_every_question(key: str) -> None:
    """In CI, levels that ponder have a quarter of their time, and the others are asked at every third question (ZAMKI_WHOLE=1:
    all of their time, and each question).
    """
    for level in conformance.found()[key].levels:
        ponders = level in PONDERS
        with scaled(key, level, 0.25 if ponders and tries(key, level) and not WHOLE else 1.0):
            for position, seat in asked(key)[-1:] if ponders else asked(key)[:: 1 if WHOLE else 3]:
                check(key, level, position, seat)


def test_every_game_of_the_house_explains_itself() -> None:
    assert sorted(engines.games()) == KEYS


def test_shares_and_intervals() -> None:
    assert judging.share(0) == 0.5
    assert judging.share(0, 3) == 0.25
    assert judging.share(1e9) > 0.999
    assert judging.spread(0.5, 1e6) < 0.001 < judging.spread(0.5, 100) < 0.1
    assert judging.spread(1.0, 3) > 0.3, "three that agree prove little"


def test_moves_above_the_level_are_left_out_unless_requested() -> None:
    lucky, best, other = Candidate(("a",), 0.9), Candidate(("b",), 0.6, chosen=True), Candidate(("c",), 0.1)
    assert judging.rank([other, lucky, best], 3) == (best, other)
    assert judging.rank([other, lucky, best], 1, [("a",), ("b",), ("c",)]) == (best, Candidate(("a",), 0.6), other)
