"""The computer player plays from its view, mixes its choices and beats chance."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bench.exploit_rycerze import by_chance, exploitability, last_rounds, strategy_of
from engines.contract import Seat
from engines.notation import legal_moves, random_move
from engines.rycerze import GAME
from engines.rycerze.bots import EFFORT
from engines.rycerze.components import CARD, MATERIAL, STRENGTH, TILE
from engines.rycerze.position import RycerzePosition
from engines.rycerze.search import Effort
from engines.rycerze.view import RycerzeView
from tests.games.rycerze.tale import BLUFF, say, table
from tests.support.cases import cases
from tests.support.novice_win_rate import beats_easy

EACH_LEVEL = cases(GAME.levels, GAME.levels[:2])
"""The strongest thinks longest: it is left to the long tests."""


def move_of(position: RycerzePosition, seat: Seat, rng: random.Random, level: str | None) -> tuple[str, ...]:
    return GAME.choose_move(position.view(seat), rng, level) if level else random_move(position, seat, rng)


def wins(level: str, other: str | None, seats: int, games: int, match: str = "off") -> float:
    """The share of games which one player of this level wins against players of the other (None: at random)."""
    rng = random.Random(f"{level} {other} {seats}")
    won = 0
    for number in range(games):
        position = GAME.start(seats, {"match": match}, rng.randbytes(16))
        hero = number % seats
        while pending := position.pending():
            seat = pending[0]
            position.play(seat, move_of(position, seat, rng, level if seat == hero else other))
        end = position.result()
        assert end is not None
        won += end.places[hero] == 1
    return won / games


@pytest.mark.long
def test_normal_beats_chance() -> None:
    assert wins("normal", None, seats=2, games=60) > 0.6


@pytest.mark.long
def test_normal_beats_chance_by_far() -> None:
    assert wins("normal", None, seats=2, games=80) > 0.65
    assert wins("normal", None, seats=4, games=80) > 0.3


@pytest.mark.long
def test_easy_is_about_as_good_as_chance() -> None:
    # of 1200 games it won 0.57; the limits are three standard errors of these fewer games
    assert 0.47 < wins("easy", None, seats=2, games=240) < 0.67


@pytest.mark.long
def test_easy_is_easy_but_not_worse_than_chance() -> None:
    assert 0.49 < wins("easy", None, seats=2, games=1200) < 0.65
    assert wins("normal", "easy", seats=2, games=100) > 0.6


@pytest.mark.long
def test_normal_plays_a_longer_match_to_its_end() -> None:
    assert wins("normal", None, seats=2, games=12, match="on") > 0.5


@pytest.mark.long
def test_hard_is_better_than_normal() -> None:
    # of 60 games it won 0.78; the limit is four standard errors of these fewer games below
    assert wins("hard", "normal", seats=2, games=40) > 0.5


def test_who_takes_the_best_for_now_beats_easy() -> None:
    """A new adult, of whom a player stands in that knows the rules and thinks of nothing but this round."""
    assert beats_easy(GAME, greedy, 6)


def greedy(view: RycerzeView, rng: random.Random) -> tuple[str, ...]:
    """For a large castle the strongest card and any other, for a small one the third strongest; takes back any card."""
    if view.tile == "drum":
        return ("recruit", rng.choice(view.camp))
    assert view.tile is not None
    strengths = STRENGTH[MATERIAL[TILE[view.tile]]]
    army = sorted((word for word in view.hand if word != "shepherd"), key=lambda word: -strengths[CARD[word]])
    army += ["shepherd", "shepherd"]
    if view.tile.startswith("large"):
        return ("play", army[0], army[1])
    return ("play", army[min(2, len(army) - 2)], "shepherd")


@pytest.mark.long
def test_exploitability_of_the_last_rounds() -> None:
    table = last_rounds()
    chance = exploitability(table, by_chance)
    assert 0 < exploitability(table, strategy_of("hard")) < chance / 2


@pytest.mark.long
@pytest.mark.parametrize("level", EACH_LEVEL)
def test_the_same_view_does_not_always_get_the_same_move(level: str) -> None:
    view = table("large-brick", seats=4).view(2)
    moves = Counter(GAME.choose_move(view, random.Random(number), level) for number in range(6))
    assert len(moves) > 1


@pytest.mark.long
@pytest.mark.parametrize("level", EACH_LEVEL)
def test_every_question_is_answered_legally(level: str) -> None:
    rng = random.Random(2)
    for tiles in (("large-stone", "drum"), ("small-wood", "drum")):
        position = table(*tiles, seats=3)
        for seat in range(3):
            assert GAME.choose_move(position.view(seat), rng, level) in legal_moves(position, seat)
        say(position, "knight catapult", "dragon shepherd", BLUFF)
        for seat in (0, 1):
            assert GAME.choose_move(position.view(seat), rng, level) in legal_moves(position, seat)


def test_a_search_finds_the_obvious() -> None:
    """Seat 1 holds nothing but shepherds, the sword and three small castles: seat 0 must show a card to get the large one."""
    position = table("small-stone", "small-brick", "small-wood", "large-wood", seats=2)
    say(position, BLUFF, "knight catapult")
    say(position, BLUFF, "dragon footman")
    say(position, BLUFF, "archer peasant")
    assert position.sword == 0
    position.sword = 1
    rng = random.Random(5)
    for _ in range(10):
        assert GAME.choose_move(position.view(0), rng, "normal") != ("play", "shepherd", "shepherd")


def test_an_unknown_level_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        GAME.choose_move(table("large-stone").view(0), random.Random(0), "no-such-level")


@pytest.mark.parametrize("level", EACH_LEVEL)
def test_what_is_hidden_changes_no_move(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFORT, "master", Effort(100, imagined=1, below=30))
    position = table("large-stone", "drum", "small-wood", seats=3)
    say(position, "knight catapult", "dragon footman", "archer peasant")
    for seat, card in enumerate(("knight", "dragon", "archer")):
        position.play(seat, ("recruit", card))
    twin = position.copy()
    twin.hands[1], twin.shown[1][1] = twin.hands[1] ^ 1 << CARD["dragon"] ^ 1 << CARD["footman"], CARD["footman"]
    twin.play(2, ("play", "knight", "shepherd"))
    position.play(2, ("play", "shepherd", "shepherd"))
    assert twin != position
    for number in range(3):
        moves = {GAME.choose_move(each.view(0), random.Random(number), level) for each in (position, twin)}
        assert len(moves) == 1
