"""The computer player: tries every move and takes the one that promises most.

`easy` and `normal` use prospects with random errors, large ones for `easy`. `hard` and `master` judge by what was learned in
self-play (leaf.py, laying.py) and try their best moves in many futures (search.py). `hard` sometimes confuses the best two when
it plays, but not when it gives advice.
"""

import heapq
import random
import statistics
from collections.abc import Sequence

from engines import judging
from engines.contract import Candidate, Move
from engines.levels import LEVELS
from engines.notation import legal_moves
from engines.zamek import choices, laying, leaf, play, scoring, search
from engines.zamek.components import NAMES, WORDS
from engines.zamek.determinize import determinize
from engines.zamek.evaluate import WORTH, mean_token, parts, prospect, share
from engines.zamek.position import ZamekPosition
from engines.zamek.search import Effort
from engines.zamek.state import DRAW, LAY, OVER, TARGET, ZamekState
from engines.zamek.view import ZamekView

ERROR = {"easy": 2.5, "normal": 1.0}
"""Standard deviation of the errors of levels that do not look ahead, in points."""
EFFORT = {"hard": Effort(moves=4, depth=2, tiles=64), "master": Effort(moves=12, depth=4, tiles=3500)}
"""How far the other levels look ahead. Most of the gain comes from a future of two tiles in a handful of orders."""
SLIP = {"hard": 0.06}
"""Standard deviation of a level's errors between its two best moves when it plays, in shares of the win. Without it `hard` wins
99 of 100 games against a `normal` that a family can beat, and nearly as many as `master`: nobody could climb the levels.
"""
TOLD = ("points", "areas", "reserve", "keep", "tokens")
"""The parts of a prospect that are given as reasons."""


def choose_move(view: ZamekView, rng: random.Random, level: str) -> Move:
    """Returns a legal move of `view.seat`, which is asked, based on the view alone. Raises ValueError for an unknown level."""
    if level not in LEVELS or view.seat is None:
        raise ValueError(level)
    state = determinize(ZamekPosition, view, rng)
    return word(state, choose(state, rng, level))


def word(state: ZamekPosition, number: int) -> Move:
    """Returns the words for a move's number."""
    if state.phase != LAY:
        words = legal_moves(state, *choices.pending(state))
        return next(move for move in words if choices.read(state, move) == number)
    square, quarter, choice = number >> 6, number >> 4 & 3, number & 15
    subject = WORDS[state.drawn][choice - 1] if choice else choices.NO_SUBJECT
    return ("lay", NAMES[square], choices.ROTATIONS[quarter], subject)


def choose(state: ZamekState, rng: random.Random, level: str) -> int:
    """Returns the number of the move that the level takes. The state is not changed."""
    found = choices.legal(state)
    if state.phase in (DRAW, TARGET):
        return _by_rule(state, found)
    seat = state.active
    if level in ERROR:
        return max(found, key=lambda move: _promise(state, move, seat) + rng.gauss(0, ERROR[level]))
    if state.phase != LAY or len(found) == 1:
        return laying.greedy(state)
    best = search.best(search.outlooks(state, rng, EFFORT[level]))
    slip = SLIP.get(level, 0.0)
    return max(best, key=lambda move: best[move] + rng.gauss(0, slip))


def candidates(view: ZamekView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()) -> tuple[Candidate, ...]:
    """The contract's: by what the moves promise, or by the outlooks if the level looks ahead."""
    if level not in LEVELS or view.seat is None:
        raise ValueError(level)
    state = determinize(ZamekPosition, view, rng)
    found = choices.legal(state)
    seat = view.seat
    asked = [choices.read(state, move) for move in also]
    shares: dict[int, list[float]]
    if state.phase in (DRAW, TARGET):
        chosen = {_by_rule(state, found)}
        shares = {number: [share(_promise(state, number, seat))] for number in found}
        shares |= dict.fromkeys(chosen, max(shares.values()))  # a rule of thumb decides, not the promise
    elif level in ERROR:
        shares = {number: [share(_promise(state, number, seat) + rng.gauss(0, ERROR[level]))] for number in found}
        chosen = {max(shares, key=shares.__getitem__)}
    elif state.phase == LAY and len(found) > 1:
        shares = search.outlooks(state, rng, EFFORT[level], tuple(asked))
        chosen = _confusable(search.best(shares), SLIP.get(level, 0.0))
    else:
        chosen = {laying.greedy(state)}
        shares = {number: [leaf.chance(leaf.after(state, number, seat), 1 + len(state.pile))] for number in found}
    first = set(heapq.nlargest(limit + 1, shares, key=lambda number: sum(shares[number]))) | {*chosen, *asked}
    judged = [_candidate(state, number, shares[number], seat, chosen=number in chosen) for number in shares if number in first]
    return judging.rank(judged, limit, also)


def _confusable(best: dict[int, float], slip: float) -> set[int]:
    """Returns the moves that a level with errors of this size may take."""
    first = max(best, key=best.__getitem__)
    return {first, *(move for move, worth in best.items() if worth > best[first] - 6 * slip)}


def _candidate(state: ZamekPosition, number: int, shares: list[float], seat: int, *, chosen: bool) -> Candidate:
    """Returns a move with its mean share, and the interval if futures were drawn for it."""
    worth = statistics.fmean(shares)
    spread = judging.SURE * statistics.stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 0.0
    before, after = parts(state, seat), parts(_play(state, number), seat)
    gained = {key: after.get(key, 0.0) - before.get(key, 0.0) for key in TOLD}
    return Candidate(word(state, number), worth, spread, judging.terms(gained), chosen)


def _by_rule(state: ZamekState, found: list[int]) -> int:
    """Returns the answer to a draw or an aim, which needs no judgement."""
    return found[0] if state.phase == DRAW else max(found, key=lambda label: scoring.aim_points(state.board, label))


def _play(state: ZamekState, move: int) -> ZamekState:
    after = state.copy()
    play.step(after, move)
    return after


def _promise(state: ZamekState, move: int, seat: int) -> float:
    """Returns the prospect after the move. A token won on the way counts as its mean, since nobody has seen it yet."""
    after = _play(state, move)
    value = prospect(after, seat)
    if after.phase != OVER:
        mean = mean_token(state)
        for score in after.scored:
            if score.token >= 0 and score not in state.scored:
                value += (mean - WORTH[score.token]) * (1 if score.seat == seat else -1)
    return value
