"""The computer player. A bid that is always the same for the same prize is read and beaten: all levels mix."""

from __future__ import annotations

import random

from engines.contract import Move
from engines.goof.choices import VERB
from engines.goof.view import GoofView

LEVELS = ("easy", "normal")

KEEN = 4.0
"""How closely `normal` keeps to the card that a prize deserves."""


def choose_move(view: GoofView, rng: random.Random, level: str) -> Move:
    """A legal move of `view.seat`, from what the view tells. Raises ValueError on a level that there is not."""
    if level not in LEVELS:
        raise ValueError(level)
    assert view.seat is not None
    hand = view.hands[view.seat]
    card = rng.choice(hand) if level == "easy" else _deserved(view, hand, rng)
    return (VERB, str(card))


def _deserved(view: GoofView, hand: tuple[int, ...], rng: random.Random) -> int:
    """On the whole, a card of the rank in the hand that the stake has among the prizes left; now and then a neighbour of it."""
    left = sorted((*view.unseen, view.lying[-1]))
    rank = sum(prize < sum(view.lying) for prize in left)
    return rng.choices(hand, [(1 + abs(min(rank, len(hand) - 1) - place)) ** -KEEN for place in range(len(hand))])[0]
