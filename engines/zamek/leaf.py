"""A learned estimate of what a state promises a seat: the final difference of points, fast enough for a search.

Each feature is what one seat has more of than the other. Its weight depends on the number of tiles left and is interpolated
between the KNOTS. The weights are in `data/learned/zamek.json`, which `python -m tools.learn_zamek` makes by self-play.
"""

import math
from collections.abc import Sequence

from engines import judging
from engines.learned import file_of, read
from engines.zamek import play, scoring
from engines.zamek.components import END_KEEP, HOUSE, MEADOW, PILE, ROAD, SUBJECTS, TOWER_AT, TRACK
from engines.zamek.state import OVER, ZamekState
from engines.zamek.turned_tiles import SHAPE, STOCK, TAKES
from engines.zamek.wall import TOKEN_KINDS

KNOTS = (0, 4, 10, 20, 36, len(PILE))
"""Numbers of tiles left in the pile for which weights are learned."""

STOCKED = 4
"""The kind of a road with stocks, in addition to those of areas."""
WAYS = 7
"""Number of values for the empty squares into which an area is open: 0 to 5; 6: more, or no tile left fits (never finished)."""
AREA = 0
"""First feature of an area that a seat leads on: one for each kind and number of empty squares."""
TILES = AREA + 5 * WAYS
"""The same for each tile of the area; for a meadow, for each chapel."""
SAFE = TILES + 5 * WAYS
"""By kind: leading on it by two subjects or more."""
CLAIM = SAFE + 5
"""Leading on a house that would take the lead with the keep if it were finished now: by number of empty squares."""
AIM = CLAIM + WAYS
"""By kind: what an area would bring with an end token that the leader on it holds, in points."""
RESERVE = AIM + 4
"""One for each number of subjects in hand."""
TOKEN = RESERVE + SUBJECTS + 1
"""One for each kind of token held."""
KEEP = TOKEN + len(TOKEN_KINDS)
"""Leading with the keep by 1, 2, 3, 4 or more tiles."""
EMPTY = KEEP + 4
"""Leading with the keep: each square of the largest group of empty ones."""
TEMPO = EMPTY + 1
"""Being the next to lay a tile."""
TOWER = TEMPO + 1
"""A token this number of points ahead, from 1."""
REACH = 10
"""The maximum number of points ahead that are examined."""
FEATURES = TOWER + REACH

SPREAD, SPREAD_A_TILE = 38.0, 7.0
"""Variance of the results around the promise, and what each tile still to be laid adds to it (in points, from 250 games between
greedy players).
"""
NORMAL = 1.7
"""How much wider the logistic curve is than the normal one."""


def by_pile(weights: Sequence[Sequence[float]]) -> list[list[float]]:
    """Returns the weights by the number of tiles in the pile."""
    found: list[list[float]] = []
    for left in range(len(PILE) + 1):
        knot, part = between(left)
        found.append([one + part * (two - one) for one, two in zip(weights[knot], weights[knot + 1], strict=True)])
    return found


def between(left: int) -> tuple[int, float]:
    """The knot at or below a number of tiles (never the last one), and the position on the way to the next one, 0..1."""
    knot = max(number for number, at in enumerate(KNOTS[:-1]) if at <= left)
    return knot, (left - KNOTS[knot]) / (KNOTS[knot + 1] - KNOTS[knot])


def _read() -> list[list[float]]:
    found = read("zamek", tuple[tuple[float, ...], ...])
    if len(found) != len(KNOTS) or {len(each) for each in found} != {FEATURES}:
        raise ValueError(f"{file_of('zamek')} was made for other features: make it again")
    return by_pile(found)


WEIGHTS = _read()


def beside(state: ZamekState) -> dict[int, int]:
    """Returns by label the empty squares into which an area is open, as a mask; areas without any are left out."""
    board = state.board
    label, sees = board.label, board.sees
    found: dict[int, int] = {}
    for square in board.frontier:
        bit = 1 << square
        for node, _ in sees[square]:
            one = label[node]
            found[one] = found.get(one, 0) | bit
    return found


def classes(pile: Sequence[int]) -> int:
    """Returns the classes of tiles (`turned_tiles.SHAPE`) that are left."""
    found = 0
    for tile in pile:
        found |= SHAPE[tile]
    return found


def dead(state: ZamekState, left: int) -> int:
    """Returns the empty squares beside tiles where no tile of these classes fits, as a mask."""
    code = state.board.code
    return sum(1 << square for square in state.board.frontier if not TAKES[code[square]] & left)


def area_kind(kind: int, sums: int, span: int) -> tuple[int, int]:
    """Returns the kind, with roads with stocks as their own kind, and the amount that the feature TILES counts."""
    if kind == MEADOW:
        return kind, sums >> 24 & 255
    return STOCKED if kind == ROAD and sums >= STOCK else kind, span.bit_count()


def _of_areas(state: ZamekState, keeps: tuple[int, int]) -> list[tuple[int, float]]:
    """Returns the features of the unfinished areas in which one seat leads."""
    board = state.board
    open_to, never = beside(state), dead(state, classes(state.pile))
    bonus, aims = keep_bonus(state), aimed_kinds(state)
    ahead = keeps[0] - keeps[1]
    found: list[tuple[int, float]] = []
    for label in {board.label[subject >> 1] for subject in state.subjects}:
        sums = board.sums[label]
        lead = (sums >> 8 & 15) - (sums >> 12 & 15)
        if not lead or label in state.finished:
            continue
        owner, sign = (0, 1) if lead > 0 else (1, -1)
        if aims[owner] >> board.kind[label] & 1:
            found.append((AIM + board.kind[label], sign * aim_points(board.kind[label], sums, board.span[label])))
        kind, amount = area_kind(board.kind[label], sums, board.span[label])
        to = open_to.get(label, 0)
        ways = WAYS - 1 if kind != MEADOW and to & never else min(to.bit_count(), WAYS - 1)
        found += ((AREA + kind * WAYS + ways, sign), (TILES + kind * WAYS + ways, sign * amount))
        if abs(lead) > 1:
            found.append((SAFE + kind, sign))
        if kind == HOUSE and sign * ahead <= 0 and amount + bonus[owner] > keeps[1 - owner]:
            found.append((CLAIM + ways, sign))
    return found


def features(state: ZamekState) -> list[tuple[int, float]]:
    """What seat 0 has more of than seat 1 before the end: features with amounts; some features appear more than once."""
    board, reserve, held = state.board, state.reserve, state.held
    keeps = scoring.keep_sizes(state)
    ahead = keeps[0] - keeps[1]
    found = _of_areas(state, keeps)
    if reserve[0] != reserve[1]:
        found += ((RESERVE + reserve[0], 1), (RESERVE + reserve[1], -1))
    kinds = len(TOKEN_KINDS)
    found += [
        (TOKEN + token, held[token] - held[kinds + token]) for token in range(kinds) if held[token] != held[kinds + token]
    ]
    if ahead:
        sign = 1 if ahead > 0 else -1
        found += ((KEEP + min(abs(ahead), 4) - 1, sign), (EMPTY, sign * len(scoring.empty_group(board))))
    found.append((TEMPO, 1 - 2 * state.active))
    for seat in range(2):
        found += [(TOWER + far, 1 - 2 * seat) for far in in_reach(state.scores[seat], state.towers)]
    return found


def keep_bonus(state: ZamekState) -> tuple[int, int]:
    """Z17: returns the tiles that tokens add to a keep, by seat."""
    kinds = len(TOKEN_KINDS)
    return scoring.KEEP_BONUS * state.held[END_KEEP], scoring.KEEP_BONUS * state.held[kinds + END_KEEP]


def aimed_kinds(state: ZamekState) -> tuple[int, int]:
    """Z17: returns the kinds of area for which a seat holds an end token, as a mask, by seat."""
    zero, one = (
        sum(1 << kind for token, kind in scoring.AIMED if state.held[seat * len(TOKEN_KINDS) + token]) for seat in range(2)
    )
    return zero, one


def aim_points(kind: int, sums: int, span: int) -> int:
    """Returns what an end token would add to an area; for a meadow one for each chapel."""
    return sums >> 24 & 255 if kind == MEADOW else span.bit_count() * scoring.END_TILE_POINTS[kind]


def in_reach(score: int, towers: int) -> list[int]:
    """Returns the distances to the tokens that can be won, less one."""
    found: list[int] = []
    for far in range(REACH):
        tower = TOWER_AT[(score + far + 1) % TRACK]
        if tower >= 0 and towers >> tower & 1:
            found.append(far)
    return found


def points(state: ZamekState) -> int:
    """Returns the points by which seat 0 is ahead, including those still to be paid in this turn."""
    ahead = state.scores[0] - state.scores[1]
    for label in state.due:
        ahead += scoring.worth(state.board, label) * (1 - 2 * state.board.majority(label))
    return ahead


def promise(state: ZamekState, seat: int, weights: list[list[float]] = WEIGHTS) -> float:
    """Returns the points by which the seat is expected to be ahead at the end."""
    ahead = float(points(state))
    if state.phase != OVER:
        now = weights[len(state.pile)]
        for feature, amount in features(state):
            ahead += now[feature] * amount
    return -ahead if seat else ahead


def chance(ahead: float, left: int) -> float:
    """Returns a seat's share of the win with this expected lead in points while this number of tiles is left."""
    if not left:
        return 0.5 + 0.5 * ((ahead > 0) - (ahead < 0))
    return judging.share(NORMAL * ahead / math.sqrt(SPREAD + SPREAD_A_TILE * left))


def after(state: ZamekState, move: int, seat: int, weights: list[list[float]] = WEIGHTS) -> float:
    """Returns the promise after a move. A token won on the way counts as its mean, since nobody has seen it yet."""
    then = state.copy()
    play.step(then, move)
    value = promise(then, seat, weights)
    if then.phase != OVER and len(then.hidden) < len(state.hidden):
        now = weights[len(then.pile)]
        mean = mean_token(state, now)
        for score in then.scored:
            if score.token >= 0 and score not in state.scored:
                value += (mean - now[TOKEN + score.token]) * (1 if score.seat == seat else -1)
    return value


def mean_token(state: ZamekState, now: Sequence[float]) -> float:
    """Returns the mean worth of a token that is not turned over yet."""
    return sum((now[TOKEN + token] for token in state.hidden), 0.0) / len(state.hidden)
