"""What the scripts that learn by self-play share: the mean of what is learned, and the command line that writes the file."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable
from typing import TypeVar

from engines.learned import write

W = TypeVar("W")

PLAYERS = (2, 3, 4)
"""Numbers of players, each of which has weights of its own."""


class Mean:
    """The mean of lines of weights over the second half of `rounds`: batches alone go round in circles."""

    def __init__(self, lines: list[list[float]], rounds: int) -> None:
        self._lines = lines
        self._rounds = rounds

    def add(self, number: int, weights: Iterable[list[float]]) -> None:
        """Take up the weights after round `number` (from 0)."""
        half = self._rounds // 2
        if number >= half:
            for into, line in zip(self._lines, weights, strict=True):
                into[:] = [old + new / (self._rounds - half) for old, new in zip(into, line, strict=True)]

    def rounded(self) -> None:
        """Keep two digits."""
        for line in self._lines:
            line[:] = [round(each, 2) for each in line]


def main(game: str, learn: Callable[[int, int, int, random.Random], W], **batch: int) -> None:
    """Learn for every number of players and write the file. `learn`: of the number of players, rounds, the size of a batch;
    `batch`: what that is called on the command line, and how much it is unless told.
    """
    ((size, usual),) = batch.items()
    command = f"python -m tools.learn_{game}"
    parser = argparse.ArgumentParser(prog=command)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument(f"--{size}", type=int, default=usual)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    many = getattr(asked, size)
    found = {
        players: learn(players, asked.rounds, many, random.Random(asked.seed))  # noqa: S311 - no secret
        for players in PLAYERS
    }
    write(game, f"{command} --rounds {asked.rounds} --{size} {many} --seed {asked.seed}", found)
