"""Random games of Torres in which castles grow tall."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engines.contract import Move
from engines.notation import random_move
from engines.torres.position import TorresPosition
from tests.games.torres.boards import GAME

VARIANTS: tuple[dict[str, str], ...] = ({}, {"deck": "common"}, {"master": "on"})


def lively_move(position: TorresPosition, rng: random.Random) -> Move:
    """A random move that does not end turns with points left, so that castles grow tall."""
    while True:
        move = random_move(position, position.seat, rng)
        if move[0] != "end" or not position.ap or rng.random() < 0.15:
            return move


def lively_game(rng: random.Random, *, seats: int = 0, variant: dict[str, str] | None = None) -> Iterator[TorresPosition]:
    """The positions of a random game, each before its move."""
    options = rng.choice(VARIANTS) if variant is None else variant
    position = GAME.start(seats or rng.choice((2, 3, 4)), options, rng.randbytes(16))
    while position.pending():
        yield position
        position.play(position.seat, lively_move(position, rng))
    yield position
