"""The fast path and the public rules are the same game."""

from __future__ import annotations

import random

import pytest

from engines.budowa.components import CARDS, SPOT, SPOTS
from engines.budowa.fast import BUILD, DECIDED, INSERT, TILE_BIT, Table, new, playout, table_of
from engines.budowa.position import BudowaPosition
from engines.notation import legal_moves
from tests.engines.budowa.budowa_tale import GAME


def masks(position: BudowaPosition) -> list[int]:
    return [sum(1 << card for card in castle) | TILE_BIT for castle in position.castles]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("figures", ["off", "on"])
def test_both_agree_move_by_move_on_random_games(seats: int, figures: str):
    rng = random.Random(seats)
    for _ in range(60):
        position = GAME.start(seats, {"figures": figures}, rng.randbytes(16))
        fast = table_of(position, rng)
        position.grid = fast.under[:]  # what was dealt there lies here too
        while not fast.over:
            compare_turn(position, fast, rng)
        assert position.ending
        assert fast.copy().castles == masks(position)


def compare_turn(position: BudowaPosition, fast: Table, rng: random.Random) -> None:
    assert fast.seat == position.active
    assert sorted(SPOTS[spot] for spot in fast.spots) == [spot for _, spot in legal_moves(position, fast.seat)]
    at = rng.randrange(len(fast.spots))
    spot = SPOTS[fast.spots[at]]
    asked = fast.flip(at)
    position.play(position.active, ("flip", spot))
    assert (asked != DECIDED) == position.deciding
    if position.deciding:
        assert position.grid[SPOT[spot]] == fast.card
        words = {BUILD: "build", INSERT: "insert"}[asked]
        assert legal_moves(position, position.active) == [(words,), ("back",)]
        take = rng.random() < 0.6
        (fast.build if take else fast.back)()
        position.play(position.active, (words if take else "back",))
    assert fast.castles == masks(position)
    assert fast.over == bool(position.ending)
    if not fast.over:
        assert fast.backs == position.backs
    if "on" in position.view(None).options["figures"]:
        assert fast.used == position.used


def test_a_table_in_the_middle_of_a_game_knows_what_lies_there():
    rng = random.Random(1)
    position = GAME.start(2, {}, b"seed")
    for spot in ("a1", "b2", "c3"):
        position.play(position.active, ("flip", spot))
        if position.deciding:
            position.play(position.active, ("back",))
    table = table_of(position, rng)
    for spot, card in enumerate(position.grid):
        if card > 0:
            assert table.under[spot] == card
    left = [table.under[spot] for spot in table.spots]
    assert sorted([*left, *position.out, *(card for castle in position.castles for card in castle)]) == list(CARDS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_playouts_end(seats: int):
    rng = random.Random(seats)
    for number in range(300):
        table = new(seats, rng, figures=number % 2 == 1)
        copy = table.copy()
        playout(table, rng.random)
        assert table.over
        assert not copy.over
        assert copy.spots == list(range(45))
