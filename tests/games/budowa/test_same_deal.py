"""Short and whole games bring the same in the same order, however they are played; and the length of the short form."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engines.budowa.position import BudowaPosition
from engines.notation import random_game
from tests.support.short_forms import SEED, begin, check_same_luck, check_same_luck_in_whole_games


def left(position: BudowaPosition) -> dict[str, Any]:
    return {"cards": position.unseen_cards()}


@pytest.mark.rule("B12")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("budowa", left, turns=range(25))


@pytest.mark.rule("B12")
def test_the_short_form_has_twelve_turns_for_each_of_two() -> None:
    turned = [seat for seat, move, _ in random_game(begin("budowa", SEED), random.Random(1)) if move[0] == "flip"]
    assert turned == [0, 1] * 12


@pytest.mark.rule("B1")
def test_whole_games_bring_the_same_in_the_same_order_too() -> None:
    check_same_luck_in_whole_games("budowa", left)
