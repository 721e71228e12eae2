"""Points of Zamek: what areas are worth, the final scoring (Z15-Z17), the result (Z18)."""

from engines.base import by_points
from engines.contract import Result
from engines.zamek.board import Board
from engines.zamek.components import (
    AROUND,
    END_HOUSE,
    END_KEEP,
    END_MEADOW,
    END_POINTS,
    END_ROAD,
    END_STY,
    HOUSE,
    MEADOW,
    NAMES,
    ROAD,
    STY,
)
from engines.zamek.state import EARNINGS, SHORT_KEEP, ZamekState
from engines.zamek.turned_tiles import STOCK
from engines.zamek.view import AreaScore, Finale, KeepScore, MeadowScore, place_of
from engines.zamek.wall import TOKEN_KINDS

AIMED = ((END_HOUSE, HOUSE), (END_STY, STY), (END_ROAD, ROAD), (END_MEADOW, MEADOW))
"""Z17: the tokens that need an area, and the kind of area, in the order of the questions."""
AREA_OF = dict(AIMED)
"""The same, by token."""

END_TILE_POINTS = {HOUSE: 1, STY: 2, ROAD: 1}
"""Z17: points of an end token for each tile, by kind of area."""
KEEP_BONUS = 2
"""Z17: tiles that `end_keep` adds to the keep."""
TOKEN_POINTS = 5
"""Z17: points of `end_points`."""
CHAPEL_POINTS = 3
"""Z15: points of a chapel; one more with `end_meadow` (Z17)."""


def worth(board: Board, label: int) -> int:
    """Z9: returns the points of a finished area without a token."""
    kind = board.kind[label]
    each = 2 if kind == STY or (kind == ROAD and board.sums[label] >= STOCK) else 1
    return board.tiles(label) * each


def chapels(board: Board, label: int) -> int:
    """Returns the number of chapels on a meadow, including those of start fields (Z7)."""
    return board.sums[label] >> 24 & 255


def end_tokens(state: ZamekState) -> list[tuple[int, int]]:
    """Z17: returns (seat, token) of each end token that needs an area, starting with the seat that laid the last tile."""
    held = (state.tokens(0), state.tokens(1))
    return [(seat, token) for seat in (state.layer, 1 - state.layer) for token in AREA_OF for _ in range(held[seat][token])]


def aim_points(board: Board, label: int) -> int:
    """Returns what an end token brings on the area (all of its points; 4 for each chapel of a meadow)."""
    if board.kind[label] == MEADOW:
        return (CHAPEL_POINTS + 1) * chapels(board, label)
    return board.tiles(label) * END_TILE_POINTS[board.kind[label]]


def keep_sizes(state: ZamekState) -> tuple[int, int]:
    """Z16, Z17: returns the tiles of the keeps by seat with their bonus; no keep counts 0."""
    zero, one = (
        tiles + KEEP_BONUS * state.tokens(seat)[END_KEEP] * (tiles > 0) for seat, tiles in enumerate(state.keeps[1::2])
    )
    return zero, one


def keep_points(state: ZamekState) -> tuple[int, int]:
    """Z16: returns the seat that is paid for the larger keep (-1: nobody), and its points."""
    zero, one = keep_sizes(state)
    return (-1, 0) if zero == one else (int(one > zero), len(paid_group(state)))


def paid_group(state: ZamekState) -> list[int]:
    """Returns the empty squares that the larger keep is paid for: in the short form at most ten (Z23)."""
    return empty_group(state.board)[: SHORT_KEEP if state.short else None]


def empty_group(board: Board) -> list[int]:
    """Z16: returns the largest group of empty squares connected by edges; of equal ones the one with the smallest square."""
    left = {square for square, first in enumerate(board.first) if first < 0}
    best: list[int] = []
    while left:
        start = min(left)
        left.discard(start)
        group = [start]
        for square in group:
            for other, _ in AROUND[square][15]:
                if other in left:
                    left.discard(other)
                    group.append(other)
        if len(group) > len(best):
            best = group
    return sorted(best)


def meadows(state: ZamekState) -> list[tuple[int, int, int]]:
    """Z15, Z17: returns (label, seat or -1, points for each chapel) of every meadow with monks, in the order of names."""
    board = state.board
    aimed = {label for label, (_, token) in zip(state.aims, end_tokens(state), strict=True) if token == END_MEADOW}
    found = {board.label[subject >> 1] for subject in state.subjects if board.kind[subject >> 1] == MEADOW}
    return [(label, board.majority(label), CHAPEL_POINTS + (label in aimed)) for label in sorted(found, key=board.place)]


def gains(state: ZamekState) -> list[dict[str, int]]:
    """Returns the final scoring in numbers: by seat, points by source (EARNINGS). The tokens' areas are all chosen."""
    board = state.board
    found = [dict.fromkeys(EARNINGS, 0) for _ in range(2)]
    for label, seat, each in meadows(state):
        if seat >= 0:
            found[seat]["meadow"] += each * chapels(board, label)
    keeper, points = keep_points(state)
    if keeper >= 0:
        found[keeper]["keep"] += points
    for label, (seat, token) in zip(state.aims, end_tokens(state), strict=True):
        if label >= 0 and token != END_MEADOW:
            found[seat]["unfinished"] += aim_points(board, label)
    for seat in range(2):
        found[seat]["points"] += TOKEN_POINTS * state.tokens(seat)[END_POINTS]
    return found


def finale(state: ZamekState) -> Finale:
    """Returns the final scoring for display. The tokens' areas are all chosen."""
    board = state.board
    keeper, points = keep_points(state)
    tiles, (zero, one) = (state.keeps[1], state.keeps[3]), keep_sizes(state)
    gifts = tuple(TOKEN_POINTS * state.tokens(seat)[END_POINTS] for seat in range(2))
    return Finale(
        meadows=tuple(
            MeadowScore(
                place_of(board, label),
                chapels(board, label),
                (board.sums[label] >> 8 & 15, board.sums[label] >> 12 & 15),
                None if seat < 0 else seat,
                each,
                each * chapels(board, label) if seat >= 0 else 0,
            )
            for label, seat, each in meadows(state)
        ),
        keeps=KeepScore(
            tiles,
            (zero - tiles[0], one - tiles[1]),
            tuple(NAMES[square] for square in paid_group(state)),
            None if keeper < 0 else keeper,
            points,
        ),
        areas=tuple(
            AreaScore(seat, TOKEN_KINDS[token], place_of(board, label), aim_points(board, label))
            for label, (seat, token) in zip(state.aims, end_tokens(state), strict=True)
            if label >= 0 and token != END_MEADOW
        ),
        points=(gifts[0], gifts[1]),
    )


def result_of(state: ZamekState) -> Result:
    """Z18: returns the result: most points win, a tie is a shared win."""
    size = len(EARNINGS)
    parts = tuple(dict(zip(EARNINGS, state.earned[seat * size : (seat + 1) * size], strict=True)) for seat in range(2))
    return by_points(state.scores, parts)
