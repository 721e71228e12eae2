"""The computer player: mixes its choices, since a deterministic player is read and cancelled by its like."""

from __future__ import annotations

import random

from engines.contract import Move
from engines.rycerze.view import RycerzeView

LEVELS = ("easy",)


def advise(view: RycerzeView, rng: random.Random, level: str) -> Move:
    """A legal move of `view.seat`, from what the view tells."""
    if level not in LEVELS:
        raise ValueError(level)
    if view.tile == "drum":
        return ("recruit", rng.choice(view.camp))
    return ("play", *rng.sample(view.hand, 2))
