"""Checks of a game's short form."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from engines import games
from engines.contract import Position, Short, ShortForm
from engines.notation import random_move

SHORT: dict[str, ShortForm] = {key: game.short for key, game in games().items() if isinstance(game, Short)}

PLAYS = 6


def begin(key: str, seed: bytes) -> Position:
    """A new short game."""
    position: Position = games()[key].start(SHORT[key].seats, SHORT[key].options, seed)
    return position


def check_same_luck(key: str, left: Callable[[Any], Mapping[str, Any]], turns: range) -> None:
    """Several random games of one seed: what chance has not brought yet (`left`, by what it is drawn for) is the same whenever
    there is equally much of it. The last turn is one of `turns`.
    """
    known: dict[tuple[str, int], list[Any]] = {}
    for luck in range(PLAYS):
        rng, position = random.Random(luck), begin(key, b"the same seed...")
        while pending := position.pending():
            for name, pool in left(position).items():
                assert known.setdefault((name, len(pool)), list(pool)) == list(pool)
            seat = rng.choice(pending)
            position.play(seat, random_move(position, seat, rng))
        assert position.turn in turns
