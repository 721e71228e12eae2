"""What the scripts that learn by self-play share: the mean of what is learned, and the command line that writes the file."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

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


def main(name: str, file: Path, learn: Callable[[int, int, int, random.Random], W], **batch: int) -> None:
    """Learn for every number of players and write the file. `learn`: of the number of players, rounds, the size of a batch;
    `batch`: what that is called on the command line, and how much it is unless told.
    """
    ((size, usual),) = batch.items()
    parser = argparse.ArgumentParser(prog=f"python -m tools.{name}")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument(f"--{size}", type=int, default=usual)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = {
        players: learn(players, asked.rounds, getattr(asked, size), random.Random(asked.seed))  # noqa: S311 - no secret
        for players in PLAYERS
    }
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(msgspec.json.encode(found) + b"\n")
