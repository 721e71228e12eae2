"""Short and whole games bring the same in the same order, however they are played; and the length of the short form."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec
import pytest

from engines.base import SHORT_OPTIONS
from engines.notation import random_game, random_move
from engines.zamek.components import PILE
from engines.zamek.position import ZamekPosition
from engines.zamek.rules import FIRST, GAME
from tests.support.short_forms import (
    PLAYS,
    SEED,
    WHOLE_PLAYS,
    begin,
    check_same_luck,
    check_same_luck_in_whole_games,
    differing,
)


def left(position: ZamekPosition) -> dict[str, Any]:
    return {"tiles": position.pile, "tokens": position.hidden}


@pytest.mark.rule("Z23")
def test_chance_does_not_depend_on_how_it_is_played() -> None:
    check_same_luck("zamek", left, turns=range(16, 30))


@pytest.mark.rule("Z23")
def test_the_short_form_lays_eight_tiles_for_each() -> None:
    laid = [seat for seat, move, _ in random_game(begin("zamek", SEED), random.Random(1)) if move[0] == "lay"]
    assert laid == [1, 0] * 8


@pytest.mark.rule("Z3b")
def test_whole_games_bring_the_same_in_the_same_order_too() -> None:
    check_same_luck_in_whole_games("zamek", left)


@pytest.mark.rule("Z3b")
def test_by_the_first_rules_tiles_depend_on_the_tokens_drawn() -> None:
    assert "tiles" in differing(FIRST.start(2, {}, SEED), left, PLAYS)
    short = FIRST.start(2, SHORT_OPTIONS, SEED)
    assert not differing(short, left, WHOLE_PLAYS)
    older = msgspec.json.decode(short.snapshot())
    del older["by_place"]
    assert GAME.load(msgspec.json.encode({**older, "version": 2})) == short
    whole = FIRST.start(2, {}, SEED)
    older = msgspec.json.decode(whole.snapshot())
    del older["by_place"]
    assert GAME.load(msgspec.json.encode({**older, "version": 2})) == whole


@pytest.mark.rule("Z3b")
def test_a_table_goes_on_by_the_rules_under_which_it_began() -> None:
    assert [GAME.under(version) for version in (1, 2, 3)] == [FIRST, GAME, None]


@pytest.mark.rule("Z3b")
def test_anybody_can_compute_the_order_of_the_tiles() -> None:
    position, pile = GAME.start(2, {}, SEED), list(PILE)
    rng = random.Random(3)
    while len(position.pile) > 40:
        position.play(position.active, random_move(position, position.active, rng))
    for drawn in range(len(PILE) - len(position.pile)):
        number = 1 << 32 | drawn
        block = hashlib.sha256(SEED + number.to_bytes(8, "big") + bytes(8)).digest()
        del pile[int.from_bytes(block[:8], "big") % len(pile)]
    assert position.pile == pile
