"""Does it open and end sensibly? `python -m bench.openings GAME [GAMES] [LEVEL] [SEATS]`.

Computer players of one level play against each other. Each game is printed turn by turn: who moved what, and the points
afterwards. At the end comes the mean gain of a seat in each quarter of the turns.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from statistics import fmean

import msgspec

from engines import games
from engines.contract import Fleeting, Game, Seat

QUARTERS = 4


class Made(msgspec.Struct):
    """A seat's moves in a turn, and the points of all afterwards."""

    turn: int
    seat: Seat
    moves: list[str]
    points: tuple[int, ...]


def turns(game: Game, number: int, level: str, seats: int) -> list[Made]:
    """Returns a game, turn by turn; if several choose at the same time, seat by seat."""
    rng = random.Random(number)
    position = game.start(seats, {}, rng.randbytes(16))
    found: list[Made] = []
    while pending := position.pending():
        for seat in pending:
            view = game.recall(position, seat, level) if isinstance(game, Fleeting) else position.view(seat)
            move, turn = " ".join(game.choose_move(view, rng, level)), position.turn
            position.play(seat, tuple(move.split()))
            points = game.standing(position.view(None))
            if found and (found[-1].turn, found[-1].seat) == (turn, seat):
                found[-1].moves.append(move)
                found[-1].points = points
            else:
                found.append(Made(turn, seat, [move], points))
    return found


def gains(made: Sequence[Made]) -> list[float]:
    """Returns the mean gain of a seat in each quarter of the turns."""
    last = [made[len(made) * quarter // QUARTERS - 1].points for quarter in range(1, QUARTERS + 1)]
    before = [tuple(0 for _ in last[0]), *last]
    return [fmean(now) - fmean(then) for then, now in zip(before, last, strict=False)]


def lines(made: Sequence[Made]) -> Iterator[str]:
    """Returns a game as lines."""
    for each in made:
        yield f"{each.turn:3} {'ABCD'[each.seat]} {'; '.join(each.moves)}  →  {' '.join(map(str, each.points))}"


def main(arguments: Sequence[str]) -> int:
    """Play and print."""
    key, count, level, seats = (*arguments, *("", "10", "hard", "2")[len(arguments) :])
    every = []
    for number in range(int(count)):
        made = turns(games()[key], number, level, int(seats))
        every.append(gains(made))
        print(f"game {number}", *lines(made), sep="\n", flush=True)
    quarters = [fmean(each[quarter] for each in every) for quarter in range(QUARTERS)]
    print("a seat gains in each quarter of the turns:", *(f"{each:.1f}" for each in quarters))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
