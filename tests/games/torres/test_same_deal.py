"""Short and whole games bring the same in the same order, however they are played; and the length of the short form."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec
import pytest

from engines.base import SHORT_OPTIONS
from engines.notation import random_move
from engines.torres.position import TorresPosition
from engines.torres.rules import FIRST, GAME
from tests.support.short_forms import (
    SEED,
    WHOLE_PLAYS,
    check_same_luck,
    check_same_luck_in_whole_games,
    differing,
)


def left(position: TorresPosition) -> dict[str, Any]:
    return {f"deck {deck}": unseen for deck, unseen in enumerate(position.unseen)}


@pytest.mark.rule("T28")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("torres", left, turns=range(8, 9))


@pytest.mark.rule("T13", "T28")
def test_the_short_form_has_one_phase_and_a_whole_game_three() -> None:
    assert [GAME.start(2, options, SEED).view(None).phases for options in (SHORT_OPTIONS, {})] == [1, 3]


@pytest.mark.rule("T9a")
def test_whole_games_bring_the_same_in_the_same_order_too() -> None:
    check_same_luck_in_whole_games("torres", left)


@pytest.mark.rule("T9a")
def test_by_the_first_rules_cards_depend_on_who_has_drawn_before() -> None:
    assert differing(FIRST.start(2, {}, SEED), left, WHOLE_PLAYS) == {"deck 0", "deck 1"}
    short = FIRST.start(2, SHORT_OPTIONS, SEED)
    assert not differing(short, left, WHOLE_PLAYS)
    older = msgspec.json.decode(short.snapshot())
    del older["by_place"]
    assert GAME.load(msgspec.json.encode({**older, "rules": 1})) == short
    whole = FIRST.start(2, {}, SEED)
    older = msgspec.json.decode(whole.snapshot())
    del older["by_place"]
    assert GAME.load(msgspec.json.encode({**older, "rules": 1})) == whole


@pytest.mark.rule("T9a")
def test_a_table_goes_on_by_the_rules_under_which_it_began() -> None:
    assert [GAME.under(version) for version in (1, 2, 3)] == [FIRST, GAME, None]


@pytest.mark.rule("T9a")
def test_anybody_can_compute_the_cards_of_a_deck() -> None:
    position = GAME.start(2, {}, SEED)
    rng = random.Random(3)
    while len(position.unseen[0]) > 7:
        position.play(position.seat, random_move(position, position.seat, rng))
    cards = list(range(10))
    for at in (10, 9, 8):
        number = 1 << 32 | at
        block = hashlib.sha256(SEED + number.to_bytes(8, "big") + bytes(8)).digest()
        del cards[int.from_bytes(block[:8], "big") % at]
    assert position.unseen[0] == tuple(cards)
