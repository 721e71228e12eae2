"""Decisions in a round are judged by the fast path: it ends a turn that is under way as the rules do."""

from __future__ import annotations

import random

import pytest

from engines.notation import random_move
from engines.rzymianie import choices, play
from engines.rzymianie.components import HECA, HECAS, STACK, STRENGTH, VALUES
from engines.rzymianie.fast import FastGame
from engines.rzymianie.policy import weights_of
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.rounds import begin, options, to_the_end
from engines.rzymianie.rules import GAME
from engines.rzymianie.state import Step
from engines.rzymianie.value import Value
from tests.support.cases import cases


def by_rule(position: RzymianiePosition, seat: int) -> choices.Answer:
    """As `engines.rzymianie.search.by_rule` decides, in the public rules."""
    if position.step == Step.SVORD:
        return tuple(position.down[seat])
    offered = choices.answers(position, seat)
    match position.step:
        case Step.SEDUCE:
            return max(offered, key=lambda answer: (STRENGTH[position.turned_now(answer[0])], answer))
        case Step.TAKE:
            third = sum(HECA[fort] for fort in position.won[seat]) == HECAS - 1

            def good(answer: choices.Answer) -> tuple[bool, int]:
                fort = position.wall[answer[0] - 1]
                return third and HECA[fort], VALUES[fort]

            return max(offered, key=good)
        case Step.KEEP:
            return max(offered, key=len)
    return offered[0]


def by_the_rules(position: RzymianiePosition, seat: int, answer: choices.Answer) -> RzymianiePosition:
    """The turn's end, the seat answering so, all else decided by rule."""
    played, turn = position.copy(), position.game_turn
    played.chosen = [None] * played.seats
    while played.step != Step.OVER and played.game_turn == turn:
        for asked in played.pending():
            played.chosen[asked] = list(answer if asked == seat else by_rule(played, asked))
        seat = -1
        play.advance(played, [])
    return played


@pytest.mark.parametrize("options_", cases([{}, {"tied_forts": "stay", "druhid": "slide"}], [{}]))
@pytest.mark.parametrize("seats", cases([2, 3, 4], [3]))
def test_a_turn_under_way_ends_as_by_the_rules(seats: int, options_: dict[str, str]) -> None:
    rng = random.Random(seats)
    met = set()
    for _ in range(60):
        position = GAME.start(seats, options_, rng.randbytes(16))
        while pending := position.pending():
            seat = rng.choice(pending)
            if position.step != Step.PLAN and all(each is None for each in position.chosen):
                met.add(position.step)
                answer = rng.choice(options(position, seat))
                ended = by_the_rules(position, seat, answer)
                fast = to_the_end(position, begin(position), position.down, answer, seat)
                assert (fast.won, fast.hecas) == (ended.won, ended.hecas), position.step
            position.play(seat, random_move(position, seat, rng))
    assert met >= {Step.TAKE, Step.KEEP, Step.SVORD, Step.FOKUS, Step.GIVE}


def test_two_forthecas_are_worth_more_than_points() -> None:
    unseen = [fort for fort in STACK if HECA[fort]][2:]
    held = [fort for fort in STACK if HECA[fort]][:2]
    games = [FastGame(2, 2, [], stack, [held, [VALUES.index(8)]], turns=2) for stack in (unseen, [])]
    coming, gone = (Value(weights_of(2), game, 0)(game)[0] for game in games)
    assert gone < 0.5 < coming
