"""The fast path: tables of numbers played on by `turns.moves` and `turns.step`, without words and events."""

from __future__ import annotations

import random

from engines.zamek import turns
from engines.zamek.table import Table


def playout(table: Table, rng: random.Random) -> int:
    """Play on in place to the end, every legal move listed and each equally likely; how many moves it took."""
    chance, count = rng.random, 0
    while found := turns.moves(table):
        turns.step(table, found[int(chance() * len(found))])
        count += 1
    return count
