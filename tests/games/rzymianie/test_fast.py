"""The fast path plays by the same rules: whole public games, given to it decision by decision, end the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from bench.engines_rzymianie import playout
from engines.contract import Event
from engines.notation import random_move
from engines.rzymianie import choices
from engines.rzymianie.components import CARD, DECK, PLACES, STACK
from engines.rzymianie.events import WarriorsTurnedUp
from engines.rzymianie.fast import FastGame, fast_game, plans
from engines.rzymianie.play import arrange_wall
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.rules import GAME
from engines.rzymianie.scoring import standing_of
from engines.rzymianie.state import CARD_MASK, Step
from tests.support.cases import cases
from tests.support.random_game_count import WHOLE

Answers = dict[tuple[int, str, int], Any]
"""By round (0..5), step and clan."""


def play_turn(position: RzymianiePosition, rng: random.Random) -> tuple[list[list[int]], Answers]:
    """Play a turn at random; the plans as they were laid and every decision as the fast path takes it."""
    turn = position.game_turn
    laid: list[list[int]] = []
    answers: Answers = {}
    turned: list[list[int]] = [[] for _ in range(position.clans)]
    while position.step != Step.OVER and position.game_turn == turn:
        (seat, *_) = position.pending()
        move = random_move(position, seat, rng)
        answer = choices.parse(position, seat, move)
        step, at = position.step, position.round - 1
        if step == Step.PLAN:
            laid.append(list(answer))
        else:
            answers[at, step, seat] = _fast(step, answer)
        note_turned(position.play(seat, move), turned, turn)
    # of a neutral clan is known what it turned up
    laid += [line + [0] * (PLACES - len(line)) for line in turned[position.seats :]]
    return laid, answers


def note_turned(events: list[Event], turned: list[list[int]], turn: int) -> None:
    for event in events:
        if isinstance(event.data, WarriorsTurnedUp) and event.data.game_turn == turn:
            for line, word in zip(turned, event.data.turned, strict=True):
                line.append(CARD[word])


def _fast(step: str, answer: choices.Answer) -> Any:
    if step == Step.TAKE:
        return answer[0] - 1
    if step == Step.KEEP:
        return tuple(warrior & CARD_MASK for warrior in answer)
    if step in ("horsie", "fokus"):
        return answer[0] & CARD_MASK
    return list(answer) if step == "svord" else answer[0]


class Scripted:
    """Decides as was decided in the game, in the same order."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.used = 0

    def __call__(self, step: str, clan: int, options: Sequence[Any]) -> Any:
        key = next(key for key in sorted(self.answers) if key[1:] == (step, clan))
        answer = self.answers.pop(key)
        assert answer in options or (step == "svord" and sorted(answer) == sorted(options))
        return answer


def compare_game(position: RzymianiePosition, rng: random.Random) -> None:
    while position.step != Step.OVER:
        fast = fast_game(position)
        laid, answers = play_turn(position, rng)
        fast.turn(laid, Scripted(answers))
        assert not answers, "the fast path asks what the rules ask"
        assert fast.won == position.won
        assert fast.hecas == position.hecas
    result = position.result()
    assert result is not None
    standings = [(seat == fast.hecas, standing_of(fast.won[seat])) for seat in range(position.seats)]
    for seat, mine in enumerate(standings):
        assert result.places[seat] == 1 + sum(other > mine for other in standings)


CASES = [(seats, neutrals) for seats in range(1, 5) for neutrals in range(4) if 2 <= seats + neutrals <= 4]


def start(seats: int, neutrals: int, rng: random.Random) -> RzymianiePosition:
    options = {
        "neutrals": str(neutrals),
        "tied_forts": rng.choice(["discard", "stay"]),
        "druhid": rng.choice(["swap", "slide"]),
    }
    game = GAME.under(rng.choice([1, 2]))
    assert game is not None
    return game.start(seats, options, rng.randbytes(16))


@pytest.mark.parametrize(("seats", "neutrals"), cases(CASES, [CASES[0], CASES[-1]]))
def test_whole_games_end_the_same(seats: int, neutrals: int) -> None:
    rng = random.Random(f"{seats} {neutrals}")
    for _ in range(20):
        compare_game(start(seats, neutrals, rng), rng)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("seats", "neutrals"), CASES)
def test_a_thousand_games_end_the_same(seats: int, neutrals: int) -> None:
    """CI plays three hundred (ZAMKI_WHOLE=1: the thousand)."""
    rng = random.Random(f"long {seats} {neutrals}")
    for _ in range(1_000 if WHOLE else 300):
        compare_game(start(seats, neutrals, rng), rng)


def test_a_playout_leaves_nothing_out() -> None:
    rng = random.Random(5)
    for number in range(100):
        players, clans = 1 + number % 4, 4
        unseen = list(STACK)
        row = [unseen.pop(rng.randrange(len(unseen))) for _ in range(PLACES)]
        table = FastGame(players, clans, arrange_wall(row), unseen, [[] for _ in range(clans)])
        copy = table.copy()
        playout(table, rng.random)
        assert table.turns == 0 or table.hecas >= 0
        assert not copy.won[0]
        assert len(copy.unseen) == 12
        taken = [fort for forts in table.won for fort in forts]
        assert Counter(taken) <= Counter(STACK), "no fort is taken twice"


def test_random_plans_are_as_chance_deals_and_orders_them() -> None:
    assert len(plans()) == 9 * 8 * 7 * 6 * 5 * 4
    both = sum(plan.count(DECK[-1]) == 2 for plan in plans()) / len(plans())
    assert abs(both - 15 / 36) < 1e-9
