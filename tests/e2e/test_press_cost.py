"""What one press costs from the event to the last message is held in counts: they do not depend on the machine."""

from __future__ import annotations

import random

import pytest

import engines
from bench.press_cost import costs_of
from engines.contract import Game
from engines.notation import random_game
from tests.support.store_backends import ON_POSTGRES
from tests.support.world import NewHome

READS, WALKS = 5, 2
"""Reads of the table, and questions after the first word of a move, that the simplest press of a game takes at most."""

STATEMENTS = 15
"""SQL statements of that press at most: its change, the board, and the mover's hand. How games begin is drawn by lot, so some
runs need fewer.
"""

TOLD_MORE = {"budowa": 16, "zamek": 22 if ON_POSTGRES else 21}
"""The same where the simplest press shows something for a glance, or ends a turn, so that the next gets a new message, which is
noted as a call of theirs. PostgreSQL takes one more, which tells other processes.
"""

BY_TURNS = 33
"""The same where every move ends a turn: the next player gets a new message, which is noted as a call of theirs, and a new
board, and the old one is closed.
"""


def every_move_ends_a_turn(game: Game) -> bool:
    rng, position = random.Random(1), game.start(game.seats[0], {}, bytes(16))
    turns = [position.turn for _ in random_game(position, rng) if position.pending()]
    return turns == [*range(2, len(turns) + 2)]


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(engines.games()))
async def test_a_press_looks_at_its_table_once(new_home: NewHome, game: str) -> None:
    cost, _ = await costs_of(engines.games()[game], new_home())
    assert cost.reads <= READS
    assert cost.walks <= WALKS
    usual = BY_TURNS if every_move_ends_a_turn(engines.games()[game]) else STATEMENTS
    assert cost.statements <= TOLD_MORE.get(game, usual)
