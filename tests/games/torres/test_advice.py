"""Reviews judge whole turns, and the reasons they give can be counted on the board."""

from __future__ import annotations

import random

import pytest

from engines.contract import Move, Planned
from engines.torres.components import ROYAL
from engines.torres.position import TorresPosition
from engines.torres.rules import GAME
from engines.torres.squares import NUMBER
from tests.games.torres.boards import board


def turns(seats: int, seed: int, level: str) -> list[tuple[TorresPosition, list[Move]]]:
    """Where each decision of a game began, and its moves."""
    position, rng = GAME.start(seats, {}, bytes(16)), random.Random(seed)
    found: list[tuple[TorresPosition, list[Move]]] = []
    while position.pending():
        begun, seat, turn, moves = position.copy(), position.seat, position.turn, []
        while position.pending() == (seat,) and position.turn == turn:
            moves.append(GAME.choose_move(position.view(seat), rng, level))
            position.play(seat, moves[-1])
        while moves:
            count = GAME.together(begun.view(seat), moves)
            found.append((begun.copy(), moves[:count]))
            for move in moves[:count]:
                begun.play(seat, move)
            moves = moves[count:]
    return found


def told(before: TorresPosition, moves: list[Move]) -> dict[str, int]:
    """What the rules alone say of the board after these moves: the numbers that reasons give."""
    after, seat = before.copy(), before.seat
    draws = 0
    for move in moves:
        if move[0] == "end":
            after.ap = 0
            break
        if move[0] == "draw":
            draws += 1
            after.ap -= 1
            continue
        after.play(seat, move)
    view = after.view(seat)
    mine = set(view.knights[seat])

    def castles(each: int) -> int:
        own = set(view.knights[each])
        return sum(
            castle.base * max(view.level(square) for square in own & set(castle.squares))
            for castle in view.castles
            if own & set(castle.squares)
        )

    def royal(each: int) -> int:
        inside = {square for castle in view.castles if castle.royal for square in castle.squares} & set(view.knights[each])
        return ROYAL[view.phase - 1] if any(view.level(square) == view.phase for square in inside) else 0

    return {
        "castles": castles(seat),
        "royal": royal(seat),
        "rivals": -sum(castles(each) + royal(each) for each in range(view.seats) if each != seat),
        "knights": len(mine),
        "rise": sum(view.heights[NUMBER[square]] for square in mine),
        "points": view.ap + view.scores[seat] - before.scores[seat],
        "segments": sum(view.towers[seat]) + max(view.used, 0),
        "cards": len(view.hand) + len(view.fresh) + draws,
    }


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.more)])
def test_the_reasons_are_true_of_the_board(seats: int) -> None:
    assert isinstance(GAME, Planned)
    better_turns = reasons = 0
    for before, moves in turns(seats, 3, "easy"):
        better, own = GAME.compared(before.view(before.seat), random.Random(1), "normal", moves)
        assert own.move == moves[0]
        if better == own or moves[-1][0] == "draw":
            continue
        better_turns += 1
        assert better.worth >= own.worth
        assert better.line[0] == better.move
        now, then = told(before, moves), told(before, list(better.line))
        for term in better.terms:
            assert term.number == then[term.key] - now[term.key] > 0, (term, better.line, moves)
            reasons += 1
    assert better_turns > 5
    assert reasons > better_turns


def test_nothing_is_said_against_the_best_turn() -> None:
    game = board("1 . . .\n2a 3 . 1k", phase=3, round=4, towers=[(0,), (2,)], ap=1)
    better, own = GAME.compared(game.view(0), random.Random(1), "hard", [("move", "a1", "b1"), ("end",)])
    assert better == own


def test_a_turn_wasted_is_compared_with_the_whole_of_a_better_one() -> None:
    """One step makes 3 × 3 of 2 × 3, three points more; how high it stands pays nothing after the last scoring."""
    game = board("1 . . .\n2a 3 . 1k", phase=3, round=4, towers=[(0,), (2,)], ap=1)
    better, own = GAME.compared(game.view(0), random.Random(1), "hard", [("point",), ("end",)])
    assert better.line == (("move", "a1", "b1"),)
    assert own.move == ("point",)
    assert {term.key: term.number for term in better.terms} == {"castles": 3}


def test_a_draw_ends_a_decision() -> None:
    game = board("1a 1 . 1k")
    view = game.view(0)
    assert GAME.together(view, [("build", "b1"), ("draw",), ("keep", "six"), ("end",)]) == 2
    assert GAME.together(view, [("build", "b1"), ("end",)]) == 2
