"""Random games against an independent recomputation: areas, legal moves and scores by flood fill."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.notation import legal_moves
from engines.zamek import bots, choices, play, scoring
from engines.zamek.components import SUBJECTS
from engines.zamek.rules import GAME
from engines.zamek.state import DRAW, EXTRA, LAY, OVER, SCORE, TARGET, USE
from tests.games.zamek.flood_fill import Castle, judge, legal
from tests.games.zamek.laws import laws
from tests.games.zamek.random_games import check_end, lay_and_judge, lively, playout
from tests.games.zamek.staging import begin
from tests.support.random_game_count import plenty

SEEDS = (2, 4, 12, 22)
"""Few games that meet every question and a tile that fits nowhere."""


@pytest.mark.rule("Z3", "Z4", "Z6", "Z19", "Z20")
def test_trying_everything_finds_every_legal_move() -> None:
    for seed in range(2):
        rng = random.Random(seed)
        position = begin(seed)
        while position.phase != OVER:
            seat = position.pending()[0]
            words = legal_moves(position, seat)
            numbers = choices.legal(position)
            assert [choices.read(position, move) for move in words] == numbers
            if position.phase == LAY:
                assert set(words) == legal(position)
                assert [bots.word(position, number) for number in numbers] == words
            play.step(position, lively(position, rng))


@pytest.mark.rule("Z7", "Z8", "Z9", "Z15", "Z16")
@pytest.mark.long
def test_lively_games_are_judged_after_every_move() -> None:
    phases: set[int] = set()
    for seed in range(14):
        rng = random.Random(seed)
        position = begin(seed)
        while position.phase != OVER:
            phases.add(position.phase)
            move = lively(position, rng)
            if position.phase == LAY:
                lay_and_judge(position, move)
            else:
                play.step(position, move)
            laws(position)
        check_end(position)
    assert phases == {LAY, SCORE, USE, EXTRA, TARGET, DRAW}


@pytest.mark.rule("Z22")
@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(range(30), marks=pytest.mark.long)], ids=["few", "many"])
def test_snapshots_and_determinized_positions_in_every_phase(seeds: Iterable[int]) -> None:
    seen: set[int] = set()
    for seed in range(14):
        rng = random.Random(seed)
        position = begin(seed)
        while True:
            if position.phase not in seen or rng.random() < 0.02:
                seen.add(position.phase)
                assert GAME.load(position.snapshot()) == position
                determinized = GAME.determinize(position.view(1), rng)
                assert determinized.view(0) == position.view(0)
                assert determinized.copy() == determinized
                if position.phase != OVER:
                    seat = position.pending()[0]
                    assert legal_moves(determinized, seat) == legal_moves(position, seat)
                # with the same chance everything that follows is the same
                determinized.seed, determinized.draws = position.seed, position.draws
                left, right = determinized, position.copy()
                assert (playout(left, random.Random(1)), left.scores) == (playout(right, random.Random(1)), right.scores)
                assert left.view(None) == right.view(None)
            if position.phase == OVER:
                break
            play.step(position, lively(position, rng))
    assert seen == {LAY, SCORE, USE, EXTRA, TARGET, OVER, DRAW}


@pytest.mark.rule("Z7")
def test_a_tile_crossed_twice_by_an_area_counts_once() -> None:
    """Such areas come up in random games, or the judge would judge nothing."""
    found = 0
    for seed in range(15):
        position = begin(seed)
        playout(position, random.Random(seed))
        for flood in Castle(position.board.laid).whole():
            found += len(flood.parts) > len({at for at, _ in flood.parts})
        judge(position)
    assert found > 0


@pytest.mark.long
def test_numbers_and_words_play_the_same_game() -> None:
    for seed in range(3):
        rng = random.Random(seed)
        spoken, counted = begin(seed), begin(seed)
        while counted.phase != OVER:
            move = lively(counted, rng)
            words = next(word for word in legal_moves(spoken, spoken.pending()[0]) if choices.read(spoken, word) == move)
            spoken.play(spoken.pending()[0], words)
            play.step(counted, move)
            assert spoken == counted


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**64 - 1), picks=st.lists(st.integers(0, 10**6), min_size=0, max_size=70))
def test_any_way_of_playing_keeps_the_laws(seed: int, picks: list[int]) -> None:
    position = begin(seed)
    for pick in picks:
        found = choices.legal(position)
        if not found:
            break
        play.step(position, found[pick % len(found)])
    laws(position)
    assert GAME.load(position.snapshot()) == position


@pytest.mark.rule("Z6")
def test_subjects_never_outnumber_the_reserve() -> None:
    position = begin(3)
    rng = random.Random(3)
    while position.phase in (LAY, DRAW):
        if position.phase == DRAW:
            play.draw(position)
        found = [move for move in choices.legal(position) if move & 15] or choices.legal(position)
        if not position.reserve[position.active]:
            assert not any(move & 15 for move in found)
        play.step(position, rng.choice(found))
        assert min(position.reserve) >= 0
        assert max(position.reserve) <= SUBJECTS


@pytest.mark.rule("Z7", "Z8", "Z9", "Z15", "Z16")
@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("part", range(4))
def test_a_great_many_random_games_against_the_judge(part: int) -> None:
    rng = random.Random(part)
    out = 0
    for seed in range(5_000 * part, 5_000 * part + plenty(5_000)):
        position = begin(seed)
        probe = rng.randrange(60)
        while position.phase != OVER:
            found = choices.legal(position)
            move = found[int(rng.random() * len(found))]
            if position.phase == LAY:
                lay_and_judge(position, move)
            else:
                play.step(position, move)
            if len(position.board.laid) == probe:
                laws(position)
        check_end(position)
        out += bool(position.out)
    assert out > plenty(5_000) // 100


@pytest.mark.rule("Z7", "Z8", "Z9", "Z15", "Z16")
@pytest.mark.long
@pytest.mark.timeout(3000)
def test_many_lively_games_keep_the_laws_after_every_move() -> None:
    for seed in range(plenty(2_000)):
        rng = random.Random(seed)
        position = begin(seed)
        while position.phase != OVER:
            move = lively(position, rng)
            if position.phase == LAY:
                lay_and_judge(position, move)
            else:
                play.step(position, move)
            if rng.random() < 0.1:
                laws(position)
        check_end(position)
        assert scoring.end_tokens(position) == [] or len(position.aims) == len(scoring.end_tokens(position))
