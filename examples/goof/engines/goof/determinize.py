"""Full positions that a viewer could be in. Hidden are the open bids of others; prizes to come are drawn lazily, so a fresh
seed is all they need.
"""

from __future__ import annotations

import random

from engines.base import UNCHOSEN
from engines.draws import SEED_BYTES
from engines.goof.position import GoofPosition
from engines.goof.view import GoofView


def determinize(view: GoofView, rng: random.Random) -> GoofPosition:
    """A position drawn evenly from all whose `view(view.seat)` equals the given one."""
    chosen = [rng.choice(hand) if ready else UNCHOSEN for hand, ready in zip(view.hands, view.ready, strict=True)]
    if view.seat is not None:
        chosen[view.seat] = int(view.chosen[0]) if view.chosen else UNCHOSEN
    return GoofPosition(
        seed=rng.randbytes(SEED_BYTES),
        seats=view.seats,
        cards=int(view.options["cards"]),
        prizes=list(view.prizes),
        bids=[list(bids) for bids in view.bids],
        chosen=chosen,
        over=view.over,
    )
