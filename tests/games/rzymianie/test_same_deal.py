"""Short and whole games bring the same in the same order, however they are played; and the length of the short form."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engines.base import SHORT_OPTIONS
from engines.notation import random_game
from engines.rzymianie.events import WallTurnedUp
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.rules import GAME
from tests.support.event_data import all_of
from tests.support.short_forms import SEED, check_same_luck, check_same_luck_in_whole_games


def left(position: RzymianiePosition) -> dict[str, Any]:
    neutral = {
        f"clan {clan} in turn {position.game_turn}": position.turned_cards(clan)
        for clan in range(position.seats, position.clans)
    }
    return {"forts": [*position.unseen, *position.hands], **neutral}


@pytest.mark.rule("H14")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("rzymianie", left, turns=range(1, 8))


@pytest.mark.rule("H8", "H14")
def test_the_short_form_of_two_is_one_turn_of_the_three() -> None:
    assert (GAME.short.seats, GAME.start(2, SHORT_OPTIONS, SEED).view(None).turns) == (2, 1)
    whole = GAME.start(2, {}, SEED)
    assert whole.view(None).turns == 3
    walls = [wall for _, _, events in random_game(whole, random.Random(1)) for wall in all_of(events, WallTurnedUp)]
    assert [(wall.game_turn, wall.all_turns) for wall in walls] == [(2, 3), (3, 3)]


@pytest.mark.rule("H1")
def test_whole_games_bring_the_same_in_the_same_order_too() -> None:
    check_same_luck_in_whole_games("rzymianie", left)
