"""The computer player: tries every move and takes the one that promises most.

`easy` looks at prospects and misjudges them, `normal` does not; `hard` also looks at the best reply to its best moves, for some
imagined next tiles (so far not measurably stronger than `normal`: see the bench).
"""

from __future__ import annotations

import random

from engines.contract import Move
from engines.notation import legal_moves
from engines.zamek import final, saying, showing, turns
from engines.zamek.components import NAMES, WORDS
from engines.zamek.position import ZamekPosition
from engines.zamek.prospects import WORTH, mean_token, prospect
from engines.zamek.table import LAY, OVER, TARGET, Table
from engines.zamek.view import ZamekView

LEVELS = ("easy", "normal", "hard")

ERROR = 2.5
"""Spread of what `easy` misjudges, in points."""
BEST = 6
"""How many moves `hard` thinks further about, over so many imagined tiles."""
TILES_AHEAD = 6


def advise(view: ZamekView, rng: random.Random, level: str) -> Move:
    """A legal move of `view.seat`, which is asked, from what the view tells. Raises ValueError on a level it does not have."""
    if level not in LEVELS or view.seat is None:
        raise ValueError(level)
    table = showing.imagine(ZamekPosition, view, rng)
    return word(table, choose(table, rng, level))


def word(table: ZamekPosition, number: int) -> Move:
    """The words of a move's number."""
    if table.phase != LAY:
        moves = legal_moves(table, showing.asked_seat(table))
        return next(move for move in moves if saying.read(table, move) == number)
    square, quarter, choice = number >> 6, number >> 4 & 3, number & 15
    subject = WORDS[table.drawn][choice - 1] if choice else saying.NO_SUBJECT
    return ("lay", NAMES[square], saying.ROTATIONS[quarter], subject)


def choose(table: Table, rng: random.Random, level: str) -> int:
    """The number of the move that the level takes; the table is left as it is."""
    found = turns.moves(table)
    if table.phase == TARGET:
        return max(found, key=lambda label: final.aim_points(table.board, label))
    seat = table.active
    if level == "easy":
        return max(found, key=lambda move: _promise(table, move, seat) + rng.gauss(0, ERROR))
    valued = sorted(((_promise(table, move, seat), rng.random(), move) for move in found), reverse=True)
    if level == "hard" and table.phase == LAY and len(found) > 1:
        return _look_ahead(table, [move for _, _, move in valued[:BEST]], seat, rng)
    return valued[0][2]


def _played(table: Table, move: int) -> Table:
    after = table.copy()
    turns.step(after, move)
    return after


def _promise(table: Table, move: int, seat: int) -> float:
    """The prospect after the move; a token won on the way counts as what it may be, nobody has seen it yet."""
    after = _played(table, move)
    value = prospect(after, seat)
    if after.phase != OVER:
        mean = mean_token(table)
        for score in after.scored:
            if score.token >= 0 and score not in table.scored:
                value += (mean - WORTH[score.token]) * (1 if score.seat == seat else -1)
    return value


def _look_ahead(table: Table, best: list[int], seat: int, rng: random.Random) -> int:
    """Of the best moves the one that stays best after the next move, by whoever makes it, on the same imagined futures."""
    seeds = [rng.randbytes(16) for _ in range(TILES_AHEAD)]

    def outlook(move: int) -> float:
        return sum(_after_reply(table, move, seat, seed) for seed in seeds)

    return max(best, key=outlook)


def _after_reply(table: Table, move: int, seat: int, seed: bytes) -> float:
    future = table.copy()
    future.seed = seed
    turns.step(future, move)
    if future.phase != LAY:
        return prospect(future, seat)
    mover = future.active
    best = max(_promise(future, reply, mover) for reply in turns.moves(future))
    return best if mover == seat else -best
