"""Learns what a board of Torres promises a seat: `nice python -m tools.learn_torres [GAMES] [SEED]`, written to
data/learned/torres.json. Needs a C++ compiler; takes some minutes.

The games are played by tools/torres/learn.cpp, a twin of the computer player that is a hundred times as fast: there are more
than 150 weights for a phase, and they need thousands of games. tests/games/torres/test_learning.py compares the twin with the
engine. Players start as simple builders (rule-of-thumb weights). Half of them judge differently from the weights, so that
builders meet players who draw cards. Whole turns are played, now and then one nearly as good as the best. Each round fits the
weights to the points scored later or promised by the next positions (temporal differences). The mean of the second half of the
rounds is stored, since single rounds go round in circles. Three and four players start from weights learned with two. GAMES is
the number of games in percent of the usual one. Seeded: the same numbers make the same file.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from engines.learned import write
from engines.torres.components import TOWERS
from engines.torres.prospect import FEATURES
from engines.torres.rules import GAME

SOURCE = Path(__file__).parent / "torres" / "learn.cpp"

COMPILE = ("g++", "-O3", "-march=native", "-ffp-contract=off", "-std=c++17", "-Wall", "-Werror")


def built(folder: Path) -> Path:
    """Compile the twin into a folder. Returns its path."""
    program = folder / "learn"
    subprocess.run([*COMPILE, "-o", program, SOURCE], check=True)
    return program


def main(arguments: Sequence[str]) -> int:
    """Learn and write the file."""
    parser = argparse.ArgumentParser(description="Learn the weights of Torres' computer player.")
    parser.add_argument("games", nargs="?", type=int, default=100)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        program = [str(built(Path(folder))), str(asked.games), str(asked.seed)]
        found = subprocess.run(program, check=True, stdout=subprocess.PIPE, text=True).stdout
    keep(found, f"python -m tools.learn_torres {asked.games} {asked.seed}")
    return 0


def keep(found: str, made: str) -> None:
    """Write the twin's output: one line of weights for players, phase and turns left."""
    lines = iter([tuple(float(each) + 0.0 for each in line.split()) for line in found.splitlines()])
    weights = {seats: [[next(lines) for _ in range(len(rounds) + 1)] for rounds in TOWERS[seats]] for seats in GAME.seats}
    assert all(len(line) == len(FEATURES) for phases in weights.values() for phase in phases for line in phase)
    write("torres", made, weights)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
