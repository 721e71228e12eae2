"""Shared by the scripts that learn by self-play: the mean of what is learned, and the command line that writes the file."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable
from typing import TypeVar

from engines.learned import write

W = TypeVar("W")

PLAYERS = (2, 3, 4)
"""Numbers of players, each with its own weights."""


class Mean:
    """The mean of lines of weights over the second half of `rounds`, since single batches go round in circles."""

    def __init__(self, lines: list[list[float]], rounds: int) -> None:
        self._lines = lines
        self._rounds = rounds

    def add(self, number: int, weights: Iterable[list[float]]) -> None:
        """Add the weights after round `number` (from 0)."""
        half = self._rounds // 2
        if number >= half:
            for into, line in zip(self._lines, weights, strict=True):
                into[:] = [old + new / (self._rounds - half) for old, new in zip(into, line, strict=True)]

    def rounded(self) -> None:
        """Round to two digits."""
        for line in self._lines:
            line[:] = [round(each, 2) for each in line]


def main(game: str, learn: Callable[[int, int, int, random.Random], W], **batch: int) -> None:
    """Learn for every number of players and write the file. `learn` takes the number of players, rounds, and the size of a
    batch; `batch` has the name of that size on the command line, and its default.
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
