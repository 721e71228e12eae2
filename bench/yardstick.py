"""The yardstick of all figures: a fixed pure-Python loop, measured in CPU time."""

from __future__ import annotations

import time

ITERATIONS = 1_000_000


def loop(iterations: int) -> int:
    """A linear congruential generator: one multiplication, one addition and one mask in each iteration."""
    x = 1
    for _ in range(iterations):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
    return x


def rate(runs: int = 3) -> float:
    """Returns million iterations per CPU second, the best of some runs (the least disturbed one)."""
    best = float("inf")
    for _ in range(runs):
        began = time.process_time()
        loop(ITERATIONS)
        best = min(best, time.process_time() - began)
    return ITERATIONS / best / 1e6
