"""Short and whole games bring the same in the same order, however they are played; and the length of the short form."""

from __future__ import annotations

from typing import Any

import pytest

from engines.rzymianie.position import RzymianiePosition
from tests.support.short_forms import check_same_luck, check_same_luck_in_whole_games


def left(position: RzymianiePosition) -> dict[str, Any]:
    neutral = {
        f"clan {clan} in turn {position.game_turn}": position.turned_cards(clan)
        for clan in range(position.seats, position.clans)
    }
    return {"forts": [*position.unseen, *position.hands], **neutral}


@pytest.mark.rule("H14")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("rzymianie", left, turns=range(1, 8))


@pytest.mark.rule("H1")
def test_whole_games_bring_the_same_in_the_same_order_too() -> None:
    check_same_luck_in_whole_games("rzymianie", left)
