"""Random games against the judge: areas, legal moves and scores as a flood fill tells them."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.notation import legal_moves
from engines.zamek import computer, final, saying, turns
from engines.zamek.components import SUBJECTS
from engines.zamek.fast import playout
from engines.zamek.position import ZamekPosition
from engines.zamek.prospects import prospect
from engines.zamek.rules import GAME
from engines.zamek.table import EXTRA, LAY, OVER, SCORE, TARGET, USE
from tests.engines.laws_zamek import laws
from tests.engines.zamek.zamek_judge import (
    INSIDE,
    STEP,
    Castle,
    Flood,
    Standing,
    judge,
    legal,
    parts,
    standing,
    subjects_on,
    xy,
)
from tests.engines.zamek.zamek_stories import begin


def lively(position: ZamekPosition, rng: random.Random) -> int:
    """A random move that often is a good one, so that areas are finished and tokens won."""
    found = turns.moves(position)
    if rng.random() < 0.3:
        return rng.choice(found)
    tried = rng.sample(found, min(6, len(found)))
    seat = position.active
    return max(tried, key=lambda move: _after(position, move, seat)) if position.phase == LAY else rng.choice(found)


def _after(position: ZamekPosition, move: int, seat: int) -> float:
    after = position.copy()
    turns.step(after, move)
    return prospect(after, seat)


def expected_payments(subjects: Standing, floods: list[Flood]) -> list[tuple[int, int, str]]:
    """(seat, points without tokens, kind) of areas just finished, those of a tie left out."""
    found = []
    for flood in floods:
        zero, one = subjects_on(subjects, flood)
        if zero != one:
            found.append((int(one > zero), flood.points, flood.kind))
    return sorted(found)


def lay_and_judge(position: ZamekPosition, move: int) -> None:
    """Lay a tile and compare what it finished, what it will pay, and the subjects that stay."""
    subjects, active, drawn = standing(position), position.active, position.drawn
    turns.step(position, move)
    castle = Castle(position.board.laid)
    floods = castle.just_finished(xy(move >> 6))
    if move & 15:
        subjects.append((active, xy(move >> 6), parts(drawn, 0)[(move & 15) - 1].word))
    expected = expected_payments(subjects, floods)
    paid = [
        (score.seat, turns.worth(position, score.label), ("road", "house", "sty")[position.board.kind[score.label]])
        for score in position.scored
        if score.seat >= 0
    ]
    owed = [
        (position.board.majority(label), turns.worth(position, label), ("road", "house", "sty")[position.board.kind[label]])
        for label in position.due
    ]
    assert sorted(paid + owed) == expected


def finale_by_judge(position: ZamekPosition) -> list[int]:
    """Points of meadows and keeps by seat, told from the flood fill."""
    points = [0, 0]
    subjects = standing(position)
    aimed = {(aim.place.square, aim.place.area) for aim in position.view(None).aims if aim.place and aim.token == "end_meadow"}
    for flood in Castle(position.board.laid).whole():
        if flood.kind == "meadow":
            zero, one = subjects_on(subjects, flood)
            four = any(name in aimed for name in _names(flood))
            if zero != one:
                points[one > zero] += flood.chapels * (4 if four else 3)
    sizes = [position.keeps[1], position.keeps[3]]
    for seat in range(2):
        sizes[seat] += 2 * position.tokens(seat)[7] if sizes[seat] else 0
    if sizes[0] != sizes[1]:
        points[sizes[1] > sizes[0]] += largest_gap(position)
    return points


def _names(flood: Flood) -> list[tuple[str, str]]:
    return [(f"{'abcdefghijk'[at[0]]}{9 - at[1]}", word) for at, word in flood.parts]


def largest_gap(position: ZamekPosition) -> int:
    left = INSIDE - set(Castle(position.board.laid).tiles)
    best = 0
    while left:
        queue = [left.pop()]
        size = 0
        while queue:
            x, y = queue.pop()
            size += 1
            for dx, dy in STEP.values():
                if (x + dx, y + dy) in left:
                    left.discard((x + dx, y + dy))
                    queue.append((x + dx, y + dy))
        best = max(best, size)
    return best


def check_end(position: ZamekPosition) -> None:
    assert position.phase == OVER
    judge(position)
    result = position.result()
    assert result is not None
    told = [parts["meadow"] + parts["keep"] for parts in result.breakdown]
    assert told == finale_by_judge(position)
    assert all(sum(parts.values()) == score for parts, score in zip(result.breakdown, result.scores, strict=True))


def test_every_legal_move_of_a_game_is_found_by_trying_everything() -> None:
    for seed in range(2):
        rng = random.Random(seed)
        position = begin(seed)
        while position.phase != OVER:
            seat = position.pending()[0]
            words = legal_moves(position, seat)
            numbers = turns.moves(position)
            assert [saying.read(position, move) for move in words] == numbers
            if position.phase == LAY:
                assert set(words) == legal(position)
                assert [computer.word(position, number) for number in numbers] == words
            turns.step(position, lively(position, rng))


def test_lively_games_are_judged_after_every_move_and_meet_every_question() -> None:
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
                turns.step(position, move)
            laws(position)
        check_end(position)
    assert phases == {LAY, SCORE, USE, EXTRA, TARGET}


def test_snapshots_and_imagined_tables_in_every_phase() -> None:
    seen: set[int] = set()
    for seed in range(30):
        rng = random.Random(seed)
        position = begin(seed)
        while True:
            if position.phase not in seen or rng.random() < 0.02:
                seen.add(position.phase)
                assert GAME.load(position.snapshot()) == position
                imagined = GAME.imagine(position.view(1), rng)
                assert imagined.view(0) == position.view(0)
                assert imagined.copy() == imagined
                if position.phase != OVER:
                    seat = position.pending()[0]
                    assert legal_moves(imagined, seat) == legal_moves(position, seat)
                # with the same chance everything that follows is the same
                imagined.seed, imagined.draws = position.seed, position.draws
                left, right = imagined, position.copy()
                assert (playout(left, random.Random(1)), left.scores) == (playout(right, random.Random(1)), right.scores)
                assert left.view(None) == right.view(None)
            if position.phase == OVER:
                break
            turns.step(position, lively(position, rng))
    assert seen == {LAY, SCORE, USE, EXTRA, TARGET, OVER}


def test_tiles_are_counted_once_where_an_area_crosses_a_tile_twice() -> None:
    """Such areas come up in random games, or the judge would judge nothing."""
    found = 0
    for seed in range(15):
        position = begin(seed)
        playout(position, random.Random(seed))
        for flood in Castle(position.board.laid).whole():
            found += len(flood.parts) > len({at for at, _ in flood.parts})
        judge(position)
    assert found > 0


def test_the_fast_path_and_the_words_play_the_same_game() -> None:
    for seed in range(3):
        rng = random.Random(seed)
        spoken, fast = begin(seed), begin(seed)
        while fast.phase != OVER:
            move = lively(fast, rng)
            words = next(word for word in legal_moves(spoken, spoken.pending()[0]) if saying.read(spoken, word) == move)
            spoken.play(spoken.pending()[0], words)
            turns.step(fast, move)
            assert spoken == fast


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**64 - 1), picks=st.lists(st.integers(0, 10**6), min_size=0, max_size=70))
def test_any_way_of_playing_keeps_the_laws(seed: int, picks: list[int]) -> None:
    position = begin(seed)
    for pick in picks:
        found = turns.moves(position)
        if not found:
            break
        turns.step(position, found[pick % len(found)])
    laws(position)
    assert GAME.load(position.snapshot()) == position


def test_subjects_never_outnumber_the_reserve() -> None:
    position = begin(3)
    rng = random.Random(3)
    while position.phase == LAY:
        found = [move for move in turns.moves(position) if move & 15] or turns.moves(position)
        if not position.reserve[position.active]:
            assert not any(move & 15 for move in found)
        turns.step(position, rng.choice(found))
        assert min(position.reserve) >= 0
        assert max(position.reserve) <= SUBJECTS


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_twenty_thousand_random_games_against_the_judge() -> None:
    rng = random.Random(20_000)
    out = 0
    for seed in range(20_000):
        position = begin(seed)
        probe = rng.randrange(60)
        while position.phase != OVER:
            found = turns.moves(position)
            move = found[int(rng.random() * len(found))]
            if position.phase == LAY:
                lay_and_judge(position, move)
            else:
                turns.step(position, move)
            if len(position.board.laid) == probe:
                laws(position)
        check_end(position)
        out += bool(position.out)
    assert out > 100


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_two_thousand_lively_games_keep_the_laws_after_every_move() -> None:
    for seed in range(2_000):
        rng = random.Random(seed)
        position = begin(seed)
        while position.phase != OVER:
            move = lively(position, rng)
            if position.phase == LAY:
                lay_and_judge(position, move)
            else:
                turns.step(position, move)
            if rng.random() < 0.1:
                laws(position)
        check_end(position)
        assert final.queue(position) == [] or len(position.aims) == len(final.queue(position))
