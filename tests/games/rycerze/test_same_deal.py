"""Short and whole games bring the same in the same order, however they are played; and the length of the short form."""

from __future__ import annotations

from typing import Any

import pytest

from engines.rycerze.position import RycerzePosition
from tests.support.short_forms import check_same_luck, check_same_luck_in_whole_games


def left(position: RycerzePosition) -> dict[str, Any]:
    return {f"castles of game {position.game}": position.unseen}


@pytest.mark.rule("R1")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("rycerze", left, turns=range(7, 8))


@pytest.mark.rule("R1")
def test_whole_games_bring_the_same_in_the_same_order_too() -> None:
    check_same_luck_in_whole_games("rycerze", left)
