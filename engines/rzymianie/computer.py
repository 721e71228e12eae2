"""The computer player."""

from __future__ import annotations

import random

from engines.contract import Move
from engines.notation import random_move
from engines.rzymianie.view import RzymianieView

LEVELS = ("easy", "normal", "hard")


def advise(view: RzymianieView, rng: random.Random, level: str) -> Move:
    from engines.rzymianie import seen
    from engines.rzymianie.position import RzymianiePosition

    assert view.seat is not None
    return random_move(seen.imagine(RzymianiePosition, view, rng), view.seat, rng)
