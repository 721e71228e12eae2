"""Torres against its slow second self (oracle.py) and against its own laws, in whole random games."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from engines.contract import Event, IllegalMove
from engines.notation import legal_moves
from engines.torres import choices, play
from engines.torres.components import CARD_NUMBER, MASTERS
from engines.torres.position import TorresPosition
from engines.torres.scoring import castle_points, counting, master_points, royal_points
from engines.torres.squares import bits
from engines.torres.state import ACT
from engines.torres.terrain import Terrain
from tests.games.torres import oracle
from tests.games.torres.boards import GAME
from tests.games.torres.laws import laws
from tests.games.torres.random_games import VARIANTS, lively_game
from tests.support.random_game_count import WHOLE, plenty

STORED = Path(__file__).with_name("positions.json")


@pytest.mark.long
def test_the_oracle_lists_the_same_moves() -> None:
    rng = random.Random(2002)
    for variant in VARIANTS:
        for position in lively_game(rng, variant=variant):
            if rng.random() < 0.1:
                listed = [" ".join(move) for move in legal_moves(position, position.seat)]
                assert len(set(listed)) == len(listed)
                assert set(listed) == oracle.legal(position)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_oracle_lists_the_same_moves_in_many_games() -> None:
    rng = random.Random(2017)
    for _ in range(plenty(150)):
        for position in lively_game(rng):
            if rng.random() < 0.25:
                assert {" ".join(move) for move in legal_moves(position, position.seat)} == oracle.legal(position)


# -- perft: exact counts on stored positions --------------------------------------------------------------------------------


def counted(position: TorresPosition) -> int:
    """How many moves there are, by the engine's own list."""
    return len(legal_moves(position, position.seat)) if position.pending() else 0


def fast_perft(position: TorresPosition, depth: int) -> int:
    """The number of lines of this depth, from the groups of the fast path."""
    total = 0
    for kind, a, mask in choices.groups(position):
        if depth == 1:
            total += mask.bit_count()
            continue
        for b in bits(mask):
            after = position.copy()
            play.apply(after, kind, a, b)
            total += fast_perft(after, depth - 1)
    return total


def stored() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads(STORED.read_text())
    return cases


@pytest.mark.long
@pytest.mark.parametrize("case", stored(), ids=lambda case: case["name"])
def test_perft_counts_of_stored_positions(case: dict[str, Any]) -> None:
    """Fixed numbers of moves (depth 1), checked by the oracle, and of pairs of moves (depth 2) by the fast path."""
    position = GAME.load(json.dumps(case["position"]).encode())
    assert counted(position) == fast_perft(position, 1) == len(oracle.legal(position)) == case["counts"][0]
    assert fast_perft(position, 2) == case["counts"][1]


@pytest.mark.long
@pytest.mark.parametrize("case", stored(), ids=lambda case: case["name"])
def test_perft_counts_by_two_implementations_at_depth_two(case: dict[str, Any]) -> None:
    """After a first move the engine's list, the fast path and (where there are few) the oracle have as many moves: after some
    first moves of each position (ZAMKI_WHOLE=1: after each, so that all add up to the stored number of pairs).
    """
    position = GAME.load(json.dumps(case["position"]).encode())
    moves = legal_moves(position, position.seat)
    total = 0
    for move in moves if WHOLE else random.Random(2).sample(moves, min(FIRST_MOVES, len(moves))):
        after = position.copy()
        after.play(after.seat, move)
        assert counted(after) == fast_perft(after, 1)
        if case["counts"][0] < 300:
            assert counted(after) == len(oracle.legal(after))
        total += counted(after)
    if WHOLE:
        assert total == case["counts"][1]


FIRST_MOVES = 20
"""The number of first moves of a stored position after which CI counts by two implementations."""


# -- the parts of the engine against plain counting -------------------------------------------------------------------------


@pytest.mark.long
def test_points_are_those_of_the_oracle() -> None:
    rng = random.Random(14)
    for _ in range(3):
        for position in lively_game(rng):
            if position.king < 0 or rng.random() < 0.7:
                continue
            table, land = oracle.Table(position), position.terrain
            for seat in range(position.seats):
                own = position.knights[seat]
                assert castle_points(land, own) == oracle.castle_points(table, seat)
                bonus = royal_points(land, position.royal_castle(), own, position.phase)
                assert bonus == oracle.royal_points(table, seat, position.phase)


@pytest.mark.long
def test_master_points_are_those_of_the_oracle() -> None:
    rng = random.Random(21)
    position = GAME.start(3, {"master": "on"}, b"masters")
    for _ in range(400):
        position.heights = bytes(rng.choice([0, 1, 1, 2, 3, 4, 5, 6]) for _ in range(64))
        line = [8 * rng.randrange(8) + row for row in range(8)]
        pool = rng.choice([range(64), line + list(range(10)), [0, 1, 8, 9, 2, 10, 16, 17, 18]])
        squares = list(dict.fromkeys(rng.sample(list(pool), min(9, len(pool)))))
        position.knights = [0, 0, 0]
        for number, square in enumerate(squares):
            position.knights[0 if number < 6 else 1 + number % 2] |= 1 << square
        for master in range(len(MASTERS)):
            for phase in (1, 2, 3):
                position.master, position.phase = master, phase
                expected = oracle.master_points(oracle.Table(position), MASTERS[master], phase)
                assert master_points(position) == expected
                met = counting(position.terrain, MASTERS[master], position.knights[0], phase)
                assert met & ~position.knights[0] == 0


@pytest.mark.long
def test_a_terrain_built_up_step_by_step_is_that_of_its_heights() -> None:
    rng = random.Random(8)
    for variant in ({}, {"master": "on"}):
        for position in lively_game(rng, variant=variant):
            land, afresh = position.terrain, Terrain(position.heights)
            for field in ("castles", "around", "grow", "joint", "clear", "rise"):
                assert getattr(land, field) == getattr(afresh, field)
            assert [level for level in land.least if level] == [level for level in afresh.least if level]
            assert [land.link(square) for square in range(64)] == [afresh.link(square) for square in range(64)]
            assert [land.gates(square) for square in range(64)] == [afresh.gates(square) for square in range(64)]
            assert land.shifts() == afresh.shifts()


@pytest.mark.long
def test_every_refusal_names_a_rule() -> None:
    """Random lines that look like moves: what is refused is refused for a reason, never for its form alone."""
    rng = random.Random(77)
    squares = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
    seen = set()
    for position in itertools.chain(
        *(lively_game(rng, variant=variant) for variant in ({}, {"master": "on"}, {"master": "on"}))
    ):
        if position.mode != ACT:
            continue
        own = list(position.view(None).knights[position.seat])
        for verb in ("place", "move", "build", "card"):
            words_ = [verb]
            if verb == "move":
                words_ += [rng.choice(own + squares[:2]), rng.choice(squares)]
            elif verb == "card":
                card = rng.choice(oracle.CARDS)
                words_ += [card]
                if card not in {"six", "seven"}:
                    words_ += [rng.choice(own if card not in {"shift", "supply", "higher"} else squares)]
                if card in {"climb", "gate", "diagonal", "shift", "jump"}:
                    words_ += [rng.choice(squares)]
                if card == "under":
                    words_ += [rng.choice("0123")]
            else:
                words_ += [rng.choice(squares)]
            try:
                position.copy().play(position.seat, tuple(words_))
            except IllegalMove as refusal:
                seen.add(refusal.key.removeprefix("torres.illegal."))
    assert not seen & {"form", "unknown", "short", "not-now"}
    assert len(seen) > 22


@pytest.mark.long
def test_words_and_numbers_are_two_spellings_of_one_move() -> None:
    rng = random.Random(5)
    by_b_alone = {choices.CARD + CARD_NUMBER[card] for card in ("supply", "six", "seven", "higher")}
    single = {choices.STAY, choices.DRAW, choices.POINT, *(choices.CARD + CARD_NUMBER[card] for card in ("six", "seven"))}
    for variant in ({}, {"master": "on"}):
        for number, position in enumerate(lively_game(rng, seats=4, variant=variant)):
            if position.mode == ACT and number % 3:
                continue
            groups = choices.groups(position)
            assert bool(groups) == bool(position.pending())
            for kind, a, mask in groups:
                if kind not in {choices.MOVE, choices.BUILD} and (kind < choices.CARD or kind in by_b_alone):
                    assert a == 0
                if kind in single:
                    assert mask == 1
                for b in list(bits(mask))[:3]:
                    assert choices.find(position, choices.write(position, kind, a, b)) == (kind, a, b)
        assert groups == []


def test_a_game_is_the_same_by_words_and_by_numbers() -> None:
    rng = random.Random(45)
    for variant in ({}, {"deck": "common"}, {"master": "on"}):
        spoken = GAME.start(3, variant, rng.randbytes(16))
        counted = spoken.copy()
        while found := choices.groups(counted):
            kind, a, mask = rng.choice(found)
            b = rng.choice(list(bits(mask)))
            events = spoken.play(spoken.seat, choices.write(spoken, kind, a, b))
            follow: list[Event] = []
            play.apply(counted, kind, a, b, follow)
            assert events[len(events) - len(follow) :] == follow
            counted.deeds = spoken.deeds  # they are noted where a move is told
            assert spoken == counted
        assert not spoken.pending()


def check_game(rng: random.Random) -> None:
    """One random game on the fast path with its laws checked after each turn, and in the end."""
    position = GAME.start(rng.choice((2, 3, 4)), rng.choice(VARIANTS), rng.randbytes(16))
    turn = 0
    while found := choices.groups(position):
        kind, a, mask = rng.choice(found)
        if kind == choices.END and position.ap and rng.random() < 0.8:
            continue
        play.apply(position, kind, a, rng.choice(list(bits(mask))))
        if position.turn != turn:
            turn = position.turn
            laws(position)
    laws(position)
    assert position.result() is not None


@pytest.mark.long
def test_random_games_keep_the_laws() -> None:
    rng = random.Random(92)
    for _ in range(60):
        check_game(rng)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_great_many_random_games_keep_the_laws() -> None:
    rng = random.Random(20_000)
    for _ in range(plenty(20_000)):
        check_game(rng)
