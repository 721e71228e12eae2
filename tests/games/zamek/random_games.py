"""Whole random games of Zamek, held against the flood fill: what a tile finishes, what it pays, the end."""

from __future__ import annotations

import random

from engines.zamek import choices, play, scoring
from engines.zamek.evaluate import prospect
from engines.zamek.position import ZamekPosition
from engines.zamek.state import DRAW, LAY, OVER, ZamekState
from tests.games.zamek.flood_fill import INSIDE, STEP, Castle, Flood, Standing, judge, parts, standing, subjects_on, xy


def playout(state: ZamekState, rng: random.Random) -> int:
    """Play on in place to the end by numbers, every legal move equally likely; how many moves it took."""
    count = 0
    while found := choices.legal(state):
        play.step(state, found[int(rng.random() * len(found))])
        count += 1
    return count


def lively(position: ZamekPosition, rng: random.Random) -> int:
    """A random move that often is a good one, so that areas are finished and tokens won."""
    found = choices.legal(position)
    if len(found) == 1 and position.phase == DRAW:
        return found[0]  # no chance is asked for what nobody decides
    if rng.random() < 0.3:
        return rng.choice(found)
    tried = rng.sample(found, min(6, len(found)))
    seat = position.active
    return max(tried, key=lambda move: _after(position, move, seat)) if position.phase == LAY else rng.choice(found)


def _after(position: ZamekPosition, move: int, seat: int) -> float:
    after = position.copy()
    play.step(after, move)
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
    play.step(position, move)
    castle = Castle(position.board.laid)
    floods = castle.just_finished(xy(move >> 6))
    if move & 15:
        subjects.append((active, xy(move >> 6), parts(drawn, 0)[(move & 15) - 1].word))
    expected = expected_payments(subjects, floods)
    board = position.board
    paid = [
        (score.seat, scoring.worth(board, score.label), ("road", "house", "sty")[board.kind[score.label]])
        for score in position.scored
        if score.seat >= 0
    ]
    owed = [
        (
            board.majority(label),
            scoring.worth(board, label),
            ("road", "house", "sty")[board.kind[label]],
        )
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
