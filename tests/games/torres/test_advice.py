"""Reviews judge whole turns, and the reasons they give can be counted on the board."""

from __future__ import annotations

import random

import pytest

from engines.contract import Move, Planned
from engines.torres.advice import Estimate
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
        "ap": view.ap,
        "segments": sum(view.towers[seat]) + max(view.used, 0),
        "cards": len(view.hand) + len(view.fresh) + draws,
    }


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.long)])
def test_the_reasons_are_true_of_the_board(seats: int) -> None:
    assert isinstance(GAME, Planned)
    better_turns = reasons = 0
    for before, moves in turns(seats, 3, "easy"):
        own, *others = GAME.compare(before.view(before.seat), random.Random(1), "normal", moves)
        assert own.move == moves[0]
        if not others or others[0].worth <= own.worth or moves[-1][0] == "draw" or before.view(None).asks != "act":
            continue
        (better,) = others
        better_turns += 1
        assert better.line[0] == better.move
        now, then = told(before, moves), told(before, list(better.line))
        for term in better.terms:
            assert term.number == then[term.key] - now[term.key] > 0, (term, better.line, moves)
            reasons += 1
    assert better_turns > 5
    assert reasons > better_turns


def test_nothing_is_said_against_the_best_turn() -> None:
    game = board("1 . . .\n2a 3 . 1k", phase=3, round=4, towers=[(0,), (2,)], ap=1)
    own, other = GAME.compare(game.view(0), random.Random(1), "hard", [("move", "a1", "b1"), ("end",)])
    assert own.worth > other.worth
    assert other.line != (("move", "a1", "b1"),)


def test_a_wasted_turn_is_compared_with_a_whole_better_one() -> None:
    """One step makes 3 × 3 of 2 × 3, three points more; how high it stands pays nothing after the last scoring."""
    game = board("1 . . .\n2a 3 . 1k", phase=3, round=4, towers=[(0,), (2,)], ap=1)
    own, better = GAME.compare(game.view(0), random.Random(1), "hard", [("point",), ("end",)])
    assert better.worth > own.worth
    assert better.line == (("move", "a1", "b1"),)
    assert own.move == ("point",)
    assert {term.key: term.number for term in better.terms} == {"castles": 3}


def test_the_same_turn_in_another_order_is_no_better_one() -> None:
    game = board("1  .  .  .  .  1b\n2a 2  .  1k .  .", phase=3, round=4, towers=[(2,), ()], done=1, ap=2)
    one, two = ("build", "b2"), ("build", "a3")
    for moves in ([one, two], [two, one]):
        own, other = GAME.compare(game.view(0), random.Random(1), "hard", [*moves, ("end",)])
        assert own.worth >= other.worth
        assert set(other.line) != {one, two}


@pytest.mark.long
def test_a_draw_is_not_compared_with_itself() -> None:
    """What is played after it is another decision."""
    game = board("1a 1 . 1k", towers=[(2, 2), (2, 2)])
    _, *others = GAME.compare(game.view(0), random.Random(1), "hard", [("draw",)])
    assert all(other.line[0] != ("draw",) for other in others)


def test_better_by_one_estimate_alone_is_not_better() -> None:
    played = Estimate(10, 10, 0)
    assert Estimate(15, 12, 0).over(played) == 2
    assert Estimate(15, 9, 0).over(played) == 0
    assert Estimate(7, 9, 0).over(played) == -1
    assert Estimate(16, 16, 4).over(played) == 2, "what cards promise is not certain"
    assert Estimate(9, 9, -4).over(played) == 0, "nor that they bring nothing"


@pytest.mark.long
@pytest.mark.parametrize(("seats", "level", "stride"), [(2, "easy", 23), (2, "normal", 16), (3, "normal", 16)])
def test_a_hint_tells_whole_turns_and_what_they_bring(seats: int, level: str, stride: int) -> None:
    """The numbers are those of the board after the turn, counted by the rules alone; the reasons those by which it differs from
    the turn beside it.
    """
    answers = reasons = 0
    for before, _ in turns(seats, 5, level)[::stride]:
        if before.view(None).asks != "act":
            continue
        found = GAME.candidates(before.view(before.seat), random.Random(1), "hard", 3)
        assert len({each.line for each in found}) == len(found)
        told_by = [told(before, list(each.line)) for each in found]
        begun = told(before, [])
        for number, each in enumerate(found):
            assert each.line[0] == each.move
            now, beside = told_by[number], told_by[0 if number else 1] if len(found) > 1 else {}
            for term in each.terms:
                assert term.number == now[term.key] - beside[term.key] > 0
                reasons += 1
            assert each.brings is not None
            last = before.round == before.rounds and before.done + 1 == before.seats
            assert (each.brings.answered is None) == last
            answers += not last
            if ("draw",) not in each.line and ("end",) not in each.line:
                gained = sum(now[key] - begun[key] for key in ("castles", "royal"))
                assert each.brings.own == gained + now["points"] - now["ap"]
    assert answers
    assert reasons


def test_a_draw_ends_a_decision() -> None:
    game = board("1a 1 . 1k")
    view = game.view(0)
    assert GAME.together(view, [("build", "b1"), ("draw",), ("keep", "six"), ("end",)]) == 2
    assert GAME.together(view, [("build", "b1"), ("end",)]) == 2
