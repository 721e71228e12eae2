"""An independent judge and the public rules are the same game."""

from __future__ import annotations

import random

import pytest

from engines.budowa.components import CARDS, SPOT, SPOTS
from engines.budowa.position import BudowaPosition
from engines.notation import legal_moves
from tests.games.budowa.judge import BUILD, DECIDED, INSERT, TILE_BIT, Table, table_of
from tests.games.budowa.tale import GAME


def masks(position: BudowaPosition) -> list[int]:
    return [sum(1 << card for card in castle) | TILE_BIT for castle in position.castles]


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, *(pytest.param(each, marks=pytest.mark.long) for each in (3, 4))])
@pytest.mark.parametrize("figures", ["off", "on"])
def test_both_agree_move_by_move_on_random_games(seats: int, figures: str) -> None:
    rng = random.Random(seats)
    for _ in range(60):
        position = GAME.start(seats, {"figures": figures}, rng.randbytes(16))
        judge = table_of(position, rng)
        position.grid = judge.under[:]  # what was dealt there lies here too
        while not judge.over:
            compare_turn(position, judge, rng)
        assert position.ending


def compare_turn(position: BudowaPosition, judge: Table, rng: random.Random) -> None:
    assert judge.seat == position.active
    assert sorted(SPOTS[spot] for spot in judge.spots) == [spot for _, spot in legal_moves(position, judge.seat)]
    at = rng.randrange(len(judge.spots))
    spot = SPOTS[judge.spots[at]]
    asked = judge.flip(at)
    position.play(position.active, ("flip", spot))
    assert (asked != DECIDED) == position.deciding
    if position.deciding:
        assert position.grid[SPOT[spot]] == judge.card
        words = {BUILD: "build", INSERT: "insert"}[asked]
        assert legal_moves(position, position.active) == [(words,), ("back",)]
        take = rng.random() < 0.6
        (judge.build if take else judge.back)()
        position.play(position.active, (words if take else "back",))
    assert judge.castles == masks(position)
    assert judge.over == bool(position.ending)
    if not judge.over:
        assert judge.backs == position.backs
    if "on" in position.view(None).options["figures"]:
        assert judge.used == position.used


def test_a_table_in_the_middle_of_a_game_knows_what_lies_there() -> None:
    rng = random.Random(1)
    position = GAME.start(2, {}, b"seed")
    for spot in ("a1", "b2", "c3"):
        position.play(position.active, ("flip", spot))
        if position.deciding:
            position.play(position.active, ("back",))
    table = table_of(position, rng)
    for place, card in enumerate(position.grid):
        if card > 0:
            assert table.under[place] == card
    left = [table.under[spot] for spot in table.spots]
    assert sorted([*left, *position.out, *(card for castle in position.castles for card in castle)]) == list(CARDS)
