"""The computer player: tries every move and takes the one that promises most.

`easy` looks at prospects and misjudges them, `normal` does not; `hard` also looks at the best reply to its best moves, for some
determinized next tiles (so far not measurably stronger than `normal`: see the bench).
"""

from __future__ import annotations

import random

from engines.contract import Move
from engines.notation import legal_moves
from engines.zamek import choices, moves, play, scoring
from engines.zamek.components import NAMES, WORDS
from engines.zamek.determinize import determinize
from engines.zamek.evaluate import WORTH, mean_token, prospect
from engines.zamek.position import ZamekPosition
from engines.zamek.state import DRAW, LAY, OVER, TARGET, ZamekState
from engines.zamek.view import ZamekView

LEVELS = ("easy", "normal", "hard")

ERROR = 2.5
"""Spread of what `easy` misjudges, in points."""
BEST = 6
"""How many moves `hard` thinks further about, over so many determinized tiles."""
TILES_AHEAD = 6


def choose_move(view: ZamekView, rng: random.Random, level: str) -> Move:
    """A legal move of `view.seat`, which is asked, from what the view tells. Raises ValueError on a level it does not have."""
    if level not in LEVELS or view.seat is None:
        raise ValueError(level)
    state = determinize(ZamekPosition, view, rng)
    return word(state, choose(state, rng, level))


def word(state: ZamekPosition, number: int) -> Move:
    """The words of a move's number."""
    if state.phase != LAY:
        words = legal_moves(state, moves.asked_seat(state))
        return next(move for move in words if choices.read(state, move) == number)
    square, quarter, choice = number >> 6, number >> 4 & 3, number & 15
    subject = WORDS[state.drawn][choice - 1] if choice else choices.NO_SUBJECT
    return ("lay", NAMES[square], choices.ROTATIONS[quarter], subject)


def choose(state: ZamekState, rng: random.Random, level: str) -> int:
    """The number of the move that the level takes; the state is left as it is."""
    found = moves.legal(state)
    if state.phase == DRAW:
        return found[0]
    if state.phase == TARGET:
        return max(found, key=lambda label: scoring.aim_points(state.board, label))
    seat = state.active
    if level == "easy":
        return max(found, key=lambda move: _promise(state, move, seat) + rng.gauss(0, ERROR))
    valued = sorted(((_promise(state, move, seat), rng.random(), move) for move in found), reverse=True)
    if level == "hard" and state.phase == LAY and len(found) > 1:
        return _look_ahead(state, [move for _, _, move in valued[:BEST]], seat, rng)
    return valued[0][2]


def _played(state: ZamekState, move: int) -> ZamekState:
    after = state.copy()
    play.step(after, move)
    return after


def _promise(state: ZamekState, move: int, seat: int) -> float:
    """The prospect after the move; a token won on the way counts as what it may be, nobody has seen it yet."""
    after = _played(state, move)
    value = prospect(after, seat)
    if after.phase != OVER:
        mean = mean_token(state)
        for score in after.scored:
            if score.token >= 0 and score not in state.scored:
                value += (mean - WORTH[score.token]) * (1 if score.seat == seat else -1)
    return value


def _look_ahead(state: ZamekState, best: list[int], seat: int, rng: random.Random) -> int:
    """Of the best moves the one that stays best after the next move, by whoever makes it, on the same determinized futures."""
    seeds = [rng.randbytes(16) for _ in range(TILES_AHEAD)]

    def outlook(move: int) -> float:
        return sum(_after_reply(state, move, seat, seed) for seed in seeds)

    return max(best, key=outlook)


def _after_reply(state: ZamekState, move: int, seat: int, seed: bytes) -> float:
    future = state.copy()
    future.seed = seed
    play.step(future, move)
    if future.phase == DRAW:
        play.draw(future)
    if future.phase != LAY:
        return prospect(future, seat)
    mover = future.active
    best = max(_promise(future, reply, mover) for reply in moves.legal(future))
    return best if mover == seat else -best
