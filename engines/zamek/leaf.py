"""What a state promises a seat, learned: a linear estimate of the final difference of points, quick enough for a search.

Each feature is what one seat has more of than the other; its weight changes evenly with what is left of the pile. The weights
are those of `data/learned/zamek.json`, which `python -m tools.learn_zamek` makes by self-play.
"""

from __future__ import annotations

import msgspec

from engines.learned import learned
from engines.zamek import moves, play, scoring
from engines.zamek.board import Board
from engines.zamek.components import INNER, MEADOW, PILE, ROAD, SUBJECTS, TOWER_AT, TRACK
from engines.zamek.state import DRAW, LAY, OVER, TARGET, ZamekState
from engines.zamek.turned_tiles import AREA_KINDS, COUNT, LOCAL, OPEN, STOCK, SUBJECTS_ON, SUMS
from engines.zamek.wall import TOKEN_KINDS

STOCKED = 4
"""The kind of a road with stocks, beside those of areas."""
EDGES = 6
"""More open edges than these make no difference."""
AREA = 0
"""First feature of an area that a seat leads on: one for each kind and number of open edges; a meadow has none."""
TILES = AREA + 5 * (EDGES + 1)
"""The same for each of its tiles; of a meadow for each chapel."""
RESERVE = TILES + 5 * (EDGES + 1)
"""One for each number of subjects in hand."""
TOKEN = RESERVE + SUBJECTS + 1
"""One for each kind of token held."""
KEEP = TOKEN + len(TOKEN_KINDS)
"""To be ahead with the keep, and by how many tiles, up to three."""
TEMPO = KEEP + 2
"""To be the next to lay a tile."""
TOWER = TEMPO + 1
"""Tokens to be won so many points further: 1 to 3, 4 to 6, 7 to 10."""
FEATURES = TOWER + 3

REACH = (0, 0, 0, 1, 1, 1, 2, 2, 2, 2)
"""By points to go, less one: the tower's feature."""

FILE = learned("zamek")


class Learned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds."""

    made: str
    """How it was made."""
    end: tuple[float, ...]
    """By feature, its weight with an empty pile, in points."""
    more: tuple[float, ...]
    """What is added to it with a full one."""


def by_pile(end: tuple[float, ...], more: tuple[float, ...]) -> list[list[float]]:
    """The weights by the number of tiles in the pile."""
    full = len(PILE)
    return [[one + two * left / full for one, two in zip(end, more, strict=True)] for left in range(full + 1)]


def _read() -> list[list[float]]:
    found = msgspec.json.decode(FILE.read_bytes(), type=Learned)
    if len(found.end) != FEATURES or len(found.more) != FEATURES:
        raise ValueError(f"{FILE} was made for other features: make it anew")
    return by_pile(found.end, found.more)


WEIGHTS = _read()


def features(state: ZamekState) -> list[tuple[int, float]]:
    """What seat 0 has more of than seat 1, while the game lasts: features with their amounts, some more than once."""
    board, reserve, held, scores = state.board, state.reserve, state.held, state.scores
    found: list[tuple[int, float]] = []
    kind, sums = board.kind, board.sums
    for label in {board.label[subject >> 1] for subject in state.subjects}:
        owner = board.majority(label)
        if owner < 0 or label in state.finished:
            continue
        sign = 1 - 2 * owner
        feature, tiles = _area(kind[label], sums[label], board.span[label])
        found += ((AREA + feature, sign), (TILES + feature, sign * tiles))
    if reserve[0] != reserve[1]:
        found += ((RESERVE + reserve[0], 1), (RESERVE + reserve[1], -1))
    kinds = len(TOKEN_KINDS)
    found += [
        (TOKEN + token, held[token] - held[kinds + token]) for token in range(kinds) if held[token] != held[kinds + token]
    ]
    lead = state.keeps[1] - state.keeps[3]
    if lead:
        found += ((KEEP, 1 if lead > 0 else -1), (KEEP + 1, max(-3, min(3, lead))))
    found.append((TEMPO, 1 - 2 * state.active))
    if state.towers:
        for seat in range(2):
            for ahead, feature in enumerate(REACH, 1):
                tower = TOWER_AT[(scores[seat] + ahead) % TRACK]
                if tower >= 0 and state.towers >> tower & 1:
                    found.append((TOWER + feature, 1 - 2 * seat))
    return found


def _area(kind: int, sums: int, span: int) -> tuple[int, int]:
    """The feature of an area without its base, and its tiles (chapels)."""
    if kind == MEADOW:
        return MEADOW * (EDGES + 1), sums >> 24 & 255
    if kind == ROAD and sums >= STOCK:
        kind = STOCKED
    edges = sums & OPEN
    return kind * (EDGES + 1) + min(edges, EDGES), span.bit_count()


def points(state: ZamekState) -> int:
    """By how many points seat 0 is ahead, with what is still to be paid in this turn."""
    ahead = state.scores[0] - state.scores[1]
    for label in state.due:
        ahead += scoring.worth(state.board, label) * (1 - 2 * state.board.majority(label))
    return ahead


def promise(state: ZamekState, seat: int, weights: list[list[float]] = WEIGHTS) -> float:
    """Points that the seat may expect to be ahead by at the end."""
    ahead = float(points(state))
    if state.phase != OVER:
        now = weights[len(state.pile)]
        for feature, amount in features(state):
            ahead += now[feature] * amount
    return -ahead if seat else ahead


def after(state: ZamekState, move: int, seat: int, weights: list[list[float]] = WEIGHTS) -> float:
    """The same after a move; a token won on the way counts as what it may be, nobody has seen it yet."""
    then = state.copy()
    play.step(then, move)
    value = promise(then, seat, weights)
    if then.phase != OVER and len(then.hidden) < len(state.hidden):
        now = weights[len(then.pile)]
        mean = sum(now[TOKEN + token] for token in state.hidden) / len(state.hidden)
        for score in then.scored:
            if score.token >= 0 and score not in state.scored:
                value += (mean - now[TOKEN + score.token]) * (1 if score.seat == seat else -1)
    return value


def valued(state: ZamekState, weights: list[list[float]] = WEIGHTS) -> list[tuple[float, int]]:
    """Each legal move with what it promises the active seat. Of a tile that finishes nothing only what it touches is counted
    anew: that is nearly all of them, and takes a fifth of the time.
    """
    found = moves.legal(state)
    seat = state.active
    if state.phase != LAY or not state.pile:
        return [(after(state, move, seat, weights), move) for move in found]
    now = weights[len(state.pile) - 1]
    own = 1 - 2 * seat
    rest = float(points(state))
    for feature, amount in features(state):
        rest += now[feature] * amount
    rest = own * rest - 2 * now[TEMPO]
    reserve = state.reserve[seat]
    spent = now[RESERVE + reserve - 1] - now[RESERVE + reserve] if reserve else 0.0
    result: list[tuple[float, int]] = []
    last = -1
    parts: list[_Part] = []
    changed: float | None = None
    for move in found:
        if move >> 4 != last:
            last = move >> 4
            changed, parts = _laid(state.board, last >> 2, 4 * state.drawn + (last & 3), now)
        choice = move & 15
        if changed is None:
            result.append((after(state, move, seat, weights), move))
        elif not choice:
            result.append((rest + own * changed, move))
        else:
            kind, sums, span = parts[choice - 1]
            if kind != MEADOW and not sums & OPEN:
                result.append((after(state, move, seat, weights), move))
            else:
                feature, tiles = _area(kind, sums, span)
                result.append((rest + own * changed + spent + now[AREA + feature] + now[TILES + feature] * tiles, move))
    return result


_Part = tuple[int, int, int]
"""An area that a tile would be part of: its kind, its sums and its span, as in `board.Board`."""


def _laid(board: Board, square: int, turned: int, now: list[float]) -> tuple[float | None, list[_Part]]:
    """What laying a tile changes of what the areas promise seat 0 (None: it finishes one with subjects), and by area of the
    tile what it would be part of. This is `Board.lay` without laying.
    """
    kind_of, sums_of, span_of = board.kind, board.sums, board.span
    local, kinds = LOCAL[turned], AREA_KINDS[turned]
    group = list(range(COUNT[turned]))
    sums = SUMS[turned][INNER[square] & ~(board.code[square] >> 4)][:]
    spans = [1 << square] * len(group)
    joined: dict[int, int] = {}
    closed: dict[int, int] = {}
    for node, port in board.sees[square]:
        label = board.label[node]
        if port < 12:
            closed[label] = closed.get(label, 0) + 1
        mine = local[port]
        if mine < 0:
            continue
        root = group[mine]
        if label not in joined:
            joined[label] = root
            sums[root] += sums_of[label]
            spans[root] |= span_of[label]
        elif (other := group[joined[label]]) != root:
            keep, gone = min(root, other), max(root, other)
            sums[keep] += sums[gone]
            spans[keep] |= spans[gone]
            group = [keep if each == gone else each for each in group]
    changed = 0.0
    finishes = False
    for label, edges in closed.items():
        if label in joined:
            sums[group[joined[label]]] -= edges
        elif sums_of[label] & SUBJECTS_ON:  # an edge that ends at a wall
            finishes |= sums_of[label] & OPEN == edges
            changed += _worth(kind_of[label], sums_of[label] - edges, span_of[label], now)
            changed -= _worth(kind_of[label], sums_of[label], span_of[label], now)
    for label in joined:
        if sums_of[label] & SUBJECTS_ON:
            changed -= _worth(kind_of[label], sums_of[label], span_of[label], now)
    for part, root in enumerate(group):
        if part == root and sums[part] & SUBJECTS_ON:
            changed += _worth(kinds[part], sums[part], spans[part], now)
            finishes |= kinds[part] != MEADOW and not sums[part] & OPEN
    return None if finishes else changed, [(kinds[part], sums[root], spans[root]) for part, root in enumerate(group)]


def _worth(kind: int, sums: int, span: int, now: list[float]) -> float:
    """What an area promises seat 0."""
    zero, one = sums >> 8 & 15, sums >> 12 & 15
    if zero == one:
        return 0.0
    feature, tiles = _area(kind, sums, span)
    value = now[AREA + feature] + now[TILES + feature] * tiles
    return value if zero > one else -value


def greedy(state: ZamekState, weights: list[list[float]] = WEIGHTS) -> int:
    """The move that promises most; what is drawn or aimed at without a thought."""
    if state.phase == DRAW:
        return 0
    if state.phase == TARGET:
        return max(moves.legal(state), key=lambda label: scoring.aim_points(state.board, label))
    return max(valued(state, weights))[1]
