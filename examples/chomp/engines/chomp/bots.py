"""The computer player. Each level looks some moves ahead and knows nothing beyond; the strongest sees to the end."""

import functools
import random
from collections.abc import Sequence

from engines import judging
from engines.chomp.position import VERB, Wall, stones, without
from engines.chomp.view import ChompView
from engines.contract import Candidate, Move
from engines.levels import LEVELS

AHEAD = (0, 2, 4, 40)
"""By level, how many moves it looks ahead. No game is longer than 35."""


def candidates(view: ChompView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()) -> tuple[Candidate, ...]:
    """Returns all stones with the chance to win that the level sees in them. Raises ValueError for an unknown level."""
    del rng
    ahead = AHEAD[LEVELS.index(level)]
    after = {stone: without(view.heights, stone) for stone in stones(view.heights)}
    worth = {stone: 1 - chance(wall, ahead - 1) if ahead else 0.5 for stone, wall in after.items()}
    judged = []
    for stone, value in worth.items():
        terms = judging.terms({"answers": sum(after[stone])} if value == 1 else {})
        judged.append(Candidate((VERB, stone), value, terms=terms, chosen=value == max(worth.values())))
    return judging.rank(judged, limit, also)


@functools.cache
def chance(wall: Wall, ahead: int) -> float:
    """Returns the chance of whoever moves now: 1 if they can force the win in `ahead` moves, 0 if they are beaten, else 0.5."""
    if not wall[0]:  # the other one has just taken the cursed stone
        return 1.0
    return max(1 - chance(without(wall, stone), ahead - 1) for stone in stones(wall)) if ahead else 0.5
