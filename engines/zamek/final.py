"""The end of a game of Zamek (Z14-Z18): the end tokens' areas and the final scoring."""

from __future__ import annotations

from engines.contract import Event, Result
from engines.zamek import telling
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
from engines.zamek.naming import place_of
from engines.zamek.table import EARNINGS, OVER, TARGET, Table
from engines.zamek.view import AreaScore, Finale, KeepScore, MeadowScore
from engines.zamek.wall import TOKEN_KINDS

AIMED = ((END_HOUSE, HOUSE), (END_STY, STY), (END_ROAD, ROAD), (END_MEADOW, MEADOW))
"""Z17: the tokens that need an area, and the kind of area, in the order they are asked about."""
AREA_OF = dict(AIMED)

END_TILE_POINTS = {HOUSE: 1, STY: 2, ROAD: 1}
KEEP_BONUS = 2
TOKEN_POINTS = 5
CHAPEL_POINTS = 3

Log = list[Event] | None


def chapels(board: Board, label: int) -> int:
    """Chapels on a meadow, those of start fields too (Z7)."""
    return board.sums[label] >> 24 & 255


def queue(table: Table) -> list[tuple[int, int]]:
    """Z17: (seat, token) of each end token that needs an area, the last tile's seat first."""
    order = (table.layer, 1 - table.layer)
    return [(seat, token) for seat in order for token, _ in AIMED for _ in range(table.tokens(seat)[token])]


def targets(table: Table) -> list[int]:
    """Z17: the areas that the next token of the queue may be for, in the order of names."""
    tokens = queue(table)
    seat, token = tokens[len(table.aims)]
    board, kind = table.board, AREA_OF[token]
    gone = [label for label, other in zip(table.aims, tokens, strict=False) if other == (seat, token)]
    found = {board.label[subject >> 1] for subject in table.subjects if board.kind[subject >> 1] == kind}
    return sorted(
        (
            label
            for label in found
            if board.majority(label) == seat and label not in gone and (kind != MEADOW or chapels(board, label))
        ),
        key=board.place,
    )


def aim_points(board: Board, label: int) -> int:
    """What an end token brings on the area (all of its points; of a meadow 4 a chapel)."""
    if board.kind[label] == MEADOW:
        return (CHAPEL_POINTS + 1) * chapels(board, label)
    return board.tiles(label) * END_TILE_POINTS[board.kind[label]]


def asked_seat(table: Table) -> int:
    """Who is asked for an end token's area."""
    return queue(table)[len(table.aims)][0]


def begin(table: Table, log: Log) -> None:
    """Z14: the last tile is laid."""
    if log is not None:
        log.append(telling.ended(table))
    table.towers = 0
    _ask(table, -1, log)


def aim(table: Table, label: int, log: Log) -> None:
    """The seat has said which area its token is for."""
    seat = asked_seat(table)
    _take(table, label, log, asked=True)
    _ask(table, seat, log)


def _take(table: Table, label: int, log: Log, *, asked: bool) -> None:
    seat, token = queue(table)[len(table.aims)]
    table.aims.append(label)
    if log is not None and label >= 0:
        log.append(telling.aimed(table, seat, token, label, asked=asked))


def _ask(table: Table, before: int, log: Log) -> None:
    """Ask about the next token that has a choice, or book it all. `before`: the seat asked last, its turn goes on."""
    tokens = queue(table)
    while len(table.aims) < len(tokens):
        areas = targets(table)
        if len(areas) > 1:
            seat = tokens[len(table.aims)][0]
            table.turn += seat != before
            table.phase = TARGET
            return
        _take(table, areas[0] if areas else -1, log, asked=False)
    _finish(table, log)


def _finish(table: Table, log: Log) -> None:
    """Z15-Z17 are booked together."""
    table.phase = OVER
    before = table.scores[:]
    for seat, gains in enumerate(gained(table)):
        for kind, points in gains.items():
            table.earned[seat * len(EARNINGS) + EARNINGS.index(kind)] += points
            table.scores[seat] += points
    if log is not None:
        log += telling.final_scenes(table, tally(table), before)


def final_counts(table: Table) -> tuple[int, int, int, int]:
    """Z16: tiles of the keeps of seat 0 and 1 with their bonus, the seat paid (or -1), and the points for it."""
    sizes = [tiles + KEEP_BONUS * table.tokens(seat)[END_KEEP] * (tiles > 0) for seat, tiles in enumerate(table.keeps[1::2])]
    if sizes[0] == sizes[1]:
        return sizes[0], sizes[1], -1, 0
    return sizes[0], sizes[1], int(sizes[1] > sizes[0]), len(empty_group(table.board))


def empty_group(board: Board) -> list[int]:
    """Z16: the largest group of empty squares connected by edges (of equal ones that with the smallest square)."""
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


def meadows(table: Table) -> list[tuple[int, int, int]]:
    """Z15, Z17: (label, seat or -1, points a chapel) of every meadow with monks, in the order of names."""
    board = table.board
    aimed = {label for label, (_, token) in zip(table.aims, queue(table), strict=True) if token == END_MEADOW}
    found = {board.label[subject >> 1] for subject in table.subjects if board.kind[subject >> 1] == MEADOW}
    return [(label, board.majority(label), CHAPEL_POINTS + (label in aimed)) for label in sorted(found, key=board.place)]


def gained(table: Table) -> list[dict[str, int]]:
    """The final scoring in numbers: by seat, points by what they are for. The tokens' areas are all chosen."""
    board = table.board
    gains = [dict.fromkeys(EARNINGS, 0) for _ in range(2)]
    for label, seat, each in meadows(table):
        if seat >= 0:
            gains[seat]["meadow"] += each * chapels(board, label)
    _, _, keeper, points = final_counts(table)
    if keeper >= 0:
        gains[keeper]["keep"] += points
    for label, (seat, token) in zip(table.aims, queue(table), strict=True):
        if label >= 0 and token != END_MEADOW:
            gains[seat]["unfinished"] += aim_points(board, label)
    for seat in range(2):
        gains[seat]["points"] += TOKEN_POINTS * table.tokens(seat)[END_POINTS]
    return gains


def tally(table: Table) -> Finale:
    """The final scoring as it is told. The tokens' areas are all chosen."""
    board = table.board
    one, other, keeper, points = final_counts(table)
    tiles = (table.keeps[1], table.keeps[3])
    gifts = tuple(TOKEN_POINTS * table.tokens(seat)[END_POINTS] for seat in range(2))
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
            for label, seat, each in meadows(table)
        ),
        keeps=KeepScore(
            tiles,
            (one - tiles[0], other - tiles[1]),
            tuple(NAMES[square] for square in empty_group(board)),
            None if keeper < 0 else keeper,
            points,
        ),
        areas=tuple(
            AreaScore(seat, TOKEN_KINDS[token], place_of(board, label), aim_points(board, label))
            for label, (seat, token) in zip(table.aims, queue(table), strict=True)
            if label >= 0 and token != END_MEADOW
        ),
        points=(gifts[0], gifts[1]),
    )


def result_of(table: Table) -> Result:
    """Z18: most points win, a tie is a shared win."""
    scores = (table.scores[0], table.scores[1])
    places = (1 + (scores[0] < scores[1]), 1 + (scores[1] < scores[0]))
    size = len(EARNINGS)
    parts = tuple(dict(zip(EARNINGS, table.earned[seat * size : (seat + 1) * size], strict=True)) for seat in range(2))
    return Result(places, scores, "shared" if scores[0] == scores[1] else "points", places, parts)
