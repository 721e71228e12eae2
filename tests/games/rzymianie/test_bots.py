"""The computer player of Rzymianie do domu!: legal, honest, better than chance, and not to be foreseen."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines.notation import legal_moves, random_move
from engines.rzymianie import choices
from engines.rzymianie.bots import EFFORT, at_once
from engines.rzymianie.components import CARD, PLACES, VALUES
from engines.rzymianie.fast import NOBODY, fast_game, plans
from engines.rzymianie.plans import Effort
from engines.rzymianie.rules import GAME
from engines.rzymianie.search import by_rule
from engines.rzymianie.view import RzymianieView
from tests.games.rzymianie.rounds import attack
from tests.support.cases import cases
from tests.support.novice_win_rate import beats_easy


def play(levels: list[str], number: int, options: dict[str, str] | None = None) -> tuple[int, ...]:
    rng = random.Random(number)
    position = GAME.start(len(levels), options or {}, rng.randbytes(16))
    while pending := position.pending():
        seat = pending[0]
        level = levels[seat]
        move = random_move(position, seat, rng) if level == "random" else GAME.choose_move(position.view(seat), rng, level)
        position.play(seat, move)
    result = position.result()
    assert result is not None
    return result.places


@pytest.mark.long
def test_a_whole_game_of_computers_with_a_neutral_clan(monkeypatch: pytest.MonkeyPatch) -> None:
    for level in EFFORT:
        monkeypatch.setitem(EFFORT, level, Effort(8, 2, 2, orders=4 if level == "master" else 1))
    for number in range(3):
        assert min(play(["easy", "hard", "master"], number, {"neutrals": "1", "tied_forts": "stay"})) == 1


def wins(least: int, level: str, other: str, seats: int, games: int) -> bool:
    """Whether one player of the level wins at least this number of games against players of the other, on each seat in turn.
    No game is played that could not change the answer.
    """
    found = 0
    for number in range(games):
        levels = [other] * seats
        levels[number % seats] = level
        found += play(levels, number // seats)[number % seats] == 1
        if found >= least:
            return True
    return False


@pytest.mark.long
def test_it_wins_more_often_than_chance() -> None:
    # even is 8; of 200 games against `easy` a plan by the policy won 0.45
    assert wins(10, "normal", "random", 4, 32)


@pytest.mark.long
def test_hard_is_better_than_normal() -> None:
    assert wins(13, "hard", "normal", 4, 48)


@pytest.mark.long
def test_who_tries_a_few_plans_in_mind_beats_easy() -> None:
    """A new adult, of whom a player stands in that knows the rules: of ten plans it lays the one that puts it ahead by most
    points against a few plans of chance, and sees who would have three FortHecas.
    """
    assert beats_easy(GAME, adult, 8)


def adult(view: RzymianieView, rng: random.Random) -> tuple[str, ...]:
    assert view.seat is not None
    position = GAME.determinize(view, rng)
    position.chosen[view.seat] = None
    if view.asking != "plan":
        answer = at_once(position, view.seat)
        return (choices.VERBS[view.asking], *choices.words_of(position, view.seat, answer))
    game = fast_game(position)
    ahead = Counter[tuple[str, ...]]()
    offered = [rng.sample(view.hand, PLACES) for _ in range(10)]
    for _ in range(6):
        other = rng.choice(plans())
        for plan in offered:
            played = game.copy()
            laid = tuple(CARD[word] for word in plan)
            played.turn([laid, other] if view.seat == 0 else [other, laid], by_rule(played))
            own, others = (sum(VALUES[fort] for fort in played.won[clan]) for clan in (view.seat, 1 - view.seat))
            ahead[tuple(plan)] += own - others
            if played.hecas != NOBODY:
                ahead[tuple(plan)] += 1000 if played.hecas == view.seat else -1000
    return ("plan", *max(ahead, key=ahead.__getitem__))


def test_it_seduces_the_warrior_that_wins_the_fort() -> None:
    game = attack("qween chariott svord", up=["svord", "", ""], wall="niefort1 niefort6 komfort2 niefort3 niefort5 fortuna8")
    assert GAME.choose_move(game.position.view(0), random.Random(1), "normal") == ("seduce", "green")


def test_it_takes_the_third_fortheca() -> None:
    wall = "niefort1 niefort3 fortheca-3 komfort2 niefort5 niefort6"
    game = attack("druhid svord", up=["chariott", ""], won=["fortheca-1 fortheca-2", "fortuna8"], wall=wall)
    assert GAME.choose_move(game.position.view(0), random.Random(1), "normal") == ("take", "3")


@pytest.mark.parametrize("level", cases(["normal", "hard"], ["normal"]))
def test_its_plans_are_mixed(level: str) -> None:
    position = GAME.start(2, {}, b"mixed")
    view = position.view(0)
    plans = {GAME.choose_move(view, random.Random(number), level) for number in range(8)}
    assert len(plans) > 1
    assert plans <= set(legal_moves(position, 0))


@pytest.mark.parametrize("level", cases(GAME.levels, ["easy", "normal", "master"]))
def test_what_is_hidden_changes_no_move(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFORT, "master", Effort(8, 2, 2, orders=4))
    position = GAME.start(2, {}, b"hidden")
    twin = GAME.determinize(position.view(0), random.Random(1))
    twin.play(1, ("plan", *twin.view(1).hand[:6]))
    position.play(1, ("plan", *position.view(1).hand[1:]))
    assert (twin.hands[1], twin.chosen[1]) != (position.hands[1], position.chosen[1])
    moves = {GAME.choose_move(each.view(0), random.Random(2), level) for each in (position, twin)}
    assert len(moves) == 1
