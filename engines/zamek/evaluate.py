"""What a state promises a seat: an estimate of the final difference of points, by rules of thumb.

The numbers are tuned by play against earlier versions (bench/engines_zamek.py), not derived.
"""

from engines import judging
from engines.zamek import scoring
from engines.zamek.components import MEADOW, PILE
from engines.zamek.state import OVER, ZamekState
from engines.zamek.turned_tiles import OPEN, STOCK
from engines.zamek.wall import TOKEN_KINDS

CLOSES = (1.0, 0.72, 0.5, 0.32, 0.2, 0.12, 0.06)
"""Chance, by number of open edges, that an area is finished while many tiles are left."""
RESERVE = (0.0, 3.4, 5.6, 7.2, 8.4, 9.2, 9.8)
"""The worth of the subjects in the reserve at the start, by their number; it shrinks with the pile."""
KEEP = 3.0
"""The worth of leading with the keep, without the size of the lead and the empty squares."""
TEMPO = 4.5
"""The worth of being the next to lay a tile."""
GROWTH = -3.0
"""What a meadow may still gain at the start, less what its monks could do elsewhere: they never return."""
TOKEN = dict(zip(TOKEN_KINDS, (4.0, 2.5, 3.5, 2.0, 2.5, 2.0, 2.0, 2.0, 5.0), strict=True))
WORTH = tuple(TOKEN[kind] for kind in TOKEN_KINDS)
IN_PLAY_TOKENS = 3
SCALE = 6.0
"""Points of expected lead that multiply the odds of winning by e, at any time of the game."""


def prospect(state: ZamekState, seat: int) -> float:
    """Returns the points by which `seat` is expected to be ahead at the end (negative: behind)."""
    return sum(parts(state, seat).values())


def parts(state: ZamekState, seat: int) -> dict[str, float]:
    """Returns the parts of `prospect`, by the name of the term."""
    ahead = float(state.scores[seat] - state.scores[1 - seat])
    if state.phase == OVER:
        return {"points": ahead}
    left = len(state.pile) / len(PILE)
    soon = min(1.0, len(state.pile) / 12)
    board = state.board
    for label in state.due:
        points = scoring.worth(board, label)
        ahead += points if board.majority(label) == seat else -points
    areas = sure = 0.0
    for label in {board.label[subject >> 1] for subject in state.subjects}:
        owner = board.majority(label)
        if owner < 0 or label in state.finished:
            continue
        value = _area(state, label, left, soon)
        areas += value if owner == seat else -value
    lead = state.keeps[2 * seat + 1] - state.keeps[3 - 2 * seat]
    if lead:
        sure = KEEP + min(3, abs(lead)) * (1.5 - left)
    return {
        "points": ahead,
        "areas": areas,
        "reserve": left * (RESERVE[state.reserve[seat]] - RESERVE[state.reserve[1 - seat]]),
        "keep": sure if lead > 0 else -sure,
        "tokens": _tokens(state, seat, soon) - _tokens(state, 1 - seat, soon),
        "tempo": (TEMPO if state.active == seat else -TEMPO) * soon / 2,
    }


def _area(state: ZamekState, label: int, left: float, soon: float) -> float:
    """Returns what an unfinished area (or a meadow) promises the seat that leads on it."""
    board = state.board
    kind, sums = board.kind[label], board.sums[label]
    if kind == MEADOW:
        return scoring.CHAPEL_POINTS * scoring.chapels(board, label) + GROWTH * left
    edges = sums & OPEN
    chance = CLOSES[min(edges, len(CLOSES) - 1)] * soon
    each = 2 if kind == 2 or (kind == 0 and sums >= STOCK) else 1
    return chance * each * (board.tiles(label) + 0.5 * edges)


def _tokens(state: ZamekState, seat: int, soon: float) -> float:
    """Returns the worth of the tokens in hand; those for play lose their worth with the pile."""
    return sum(
        count * WORTH[token] * (soon if token < IN_PLAY_TOKENS else 1.0)
        for token, count in enumerate(state.tokens(seat))
        if count
    )


def mean_token(state: ZamekState) -> float:
    """Returns the mean worth of a token that is not turned over yet."""
    return sum(WORTH[token] for token in state.hidden) / len(state.hidden) if state.hidden else 0.0


def share(ahead: float) -> float:
    """Returns the share of the win with this expected lead in points (fitted by bench/shares.py)."""
    return judging.share(ahead / SCALE)
