"""Invariants of every position of Goofspiel."""

from __future__ import annotations

import random

from engines.base import UNCHOSEN
from engines.contract import Seat
from engines.goof.position import GoofPosition

OPEN_BOARD = False
"""Everybody knows what cards all have left, and a bid is shown when all have bid."""


def laws(position: GoofPosition) -> None:
    every = set(range(1, position.cards + 1))
    assert len(set(position.prizes)) == len(position.prizes)
    assert set(position.prizes) <= every
    assert len(position.bids) == position.turn - (not position.over)
    won = [prize for prizes in position.prizes_won() for prize in prizes]
    assert sorted([*won, *position.lying(), *position.unseen()]) == sorted(every)
    for seat in range(position.seats):
        assert len(position.hand(seat)) == position.cards - len(position.bids)
        assert position.chosen[seat] == UNCHOSEN or position.chosen[seat] in position.hand(seat)
    assert position.over == (not position.unseen() and len(position.bids) == position.cards)


def twins(position: GoofPosition, viewer: Seat | None, rng: random.Random) -> list[GoofPosition]:
    """Positions that differ only in the open bids of others."""
    found = []
    for seat, bid in enumerate(position.chosen):
        if seat != viewer and bid != UNCHOSEN and len(position.hand(seat)) > 1:
            twin = position.copy()
            twin.chosen[seat] = rng.choice([card for card in position.hand(seat) if card != bid])
            found.append(twin)
    return found
