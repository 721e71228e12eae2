"""Games of Torres by a twin of its computer player that is a hundred times as fast (tools/torres/play.cpp). It plays positions
on, or tries out players with other numbers: `nice python -m tools.play_torres SEATS GAMES SEED CHALLENGER OTHER`.

A player is BREADTH,ANSWERS,ANSWER,TURNS,WORLDS,BELIEVED (omitted ones have their default): the numbers of `bots.Effort`, how
many times the seat's own turn comes again while plans are answered, in how many worlds with cards dealt to the others (1: they
have none), and how much of the cost of answers is believed. Unlike the engine's player, it plays a plan to its end or to a
draw, and makes no errors. Prints the challenger's wins, the number of games, and its lead in points. Needs a C++ compiler.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from engines.torres.prospect import lines
from engines.torres.state import ACT, State
from tools.learn_torres import COMPILE

SOURCE = Path(__file__).parent / "torres" / "play.cpp"


class Twin:
    """The twin, compiled into a folder."""

    def __init__(self, folder: Path) -> None:
        self._program = folder / "play"
        self._weights = folder / "weights"
        subprocess.run([*COMPILE, "-o", self._program, SOURCE], check=True)
        every = (line for seats in sorted(lines()) for phase in lines()[seats] for line in phase)
        self._weights.write_text("\n".join(" ".join(map(str, line)) for line in every), encoding="utf-8")

    def play_on(self, begun: Iterable[tuple[int, State]], breadth: int) -> list[tuple[int, ...]]:
        """Returns the final scores of each position in which a seat begins an action, played on with this seed by searches of
        this breadth. The positions must be of the usual variant.
        """
        said = "\n".join(_written(seed, state) for seed, state in begun)
        done = self._run("on", str(breadth), said=said)
        return [tuple(map(int, line.split())) for line in done.splitlines()]

    def match(self, arguments: Sequence[str]) -> str:
        """Have two players play; the arguments are described above."""
        return self._run("match", *arguments)

    def _run(self, *arguments: str, said: str = "") -> str:
        asked = [str(self._program), str(self._weights), *arguments]
        return subprocess.run(asked, input=said, check=True, stdout=subprocess.PIPE, text=True).stdout


def _written(seed: int, state: State) -> str:
    """Returns a position in the twin's format."""
    assert state.mode == ACT
    assert not state.common
    assert not state.masters
    numbers = [seed, state.seats, state.seat, state.phase, state.round, state.starter, state.done, state.king, state.supply]
    numbers += [state.used, state.ap, state.drawn, _set(state.fresh), state.carded, *state.heights]
    for seat in range(state.seats):
        towers, tops, bottoms = state.towers[seat], state.tops[seat], state.bottoms[seat]
        numbers += [state.knights[seat], state.kept[seat], _set(state.hands[seat]), state.scores[seat], len(towers), *towers]
        numbers += [_set(state.unseen[seat]), len(tops), *tops, len(bottoms), *bottoms]
    return " ".join(str(int(number)) for number in numbers)


def _set(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def main(arguments: Sequence[str]) -> int:
    """Play a match."""
    with tempfile.TemporaryDirectory() as folder:
        print(Twin(Path(folder)).match(arguments), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
