"""What a table promises a seat: an estimate of the final difference of points, by rules of thumb.

The numbers are tuned by play against earlier versions of themselves (bench/engines_zamek.py), not derived.
"""

from __future__ import annotations

from engines.zamek import final, turns
from engines.zamek.components import MEADOW, OPEN, PILE, STOCK
from engines.zamek.table import OVER, Table
from engines.zamek.wall import TOKEN_KINDS

CLOSES = (1.0, 0.72, 0.5, 0.32, 0.2, 0.12, 0.06)
"""Chance that an area with so many open edges is finished while plenty of tiles are left."""
RESERVE = (0.0, 3.4, 5.6, 7.2, 8.4, 9.2, 9.8)
"""What so many subjects in the reserve are worth at the start; it shrinks with the pile."""
KEEP = 3.0
"""What being ahead with the keep is worth, before the lead and the empty squares are looked at."""
TEMPO = 4.5
"""What it is worth to be the next to lay a tile."""
GROWTH = -3.0
"""What a meadow may still gain at the start, less what its monks would do elsewhere: they never come home."""
TOKEN = dict(
    zip(TOKEN_KINDS, (4.0, 2.5, 3.5, 2.0, 2.5, 2.0, 2.0, 2.0, 5.0), strict=True),
)
WORTH = tuple(TOKEN[kind] for kind in TOKEN_KINDS)
IN_PLAY_TOKENS = 3


def prospect(table: Table, seat: int) -> float:
    """Points that `seat` may expect to be ahead by at the end (negative: behind)."""
    ahead = float(table.scores[seat] - table.scores[1 - seat])
    if table.phase == OVER:
        return ahead
    left = len(table.pile) / len(PILE)
    soon = min(1.0, len(table.pile) / 12)
    board = table.board
    for label in table.due:
        points = turns.worth(table, label)
        ahead += points if board.majority(label) == seat else -points
    for label in {board.label[subject >> 1] for subject in table.subjects}:
        owner = board.majority(label)
        if owner < 0 or label in table.finished:
            continue
        value = _area(table, label, left, soon)
        ahead += value if owner == seat else -value
    ahead += left * (RESERVE[table.reserve[seat]] - RESERVE[table.reserve[1 - seat]])
    lead = table.keeps[2 * seat + 1] - table.keeps[3 - 2 * seat]
    if lead:
        sure = KEEP + min(3, abs(lead)) * (1.5 - left)
        ahead += sure if lead > 0 else -sure
    ahead += _tokens(table, seat, soon) - _tokens(table, 1 - seat, soon)
    return ahead + (TEMPO if table.active == seat else -TEMPO) * soon / 2


def _area(table: Table, label: int, left: float, soon: float) -> float:
    """What an unfinished area (or a meadow) promises the seat that leads on it."""
    board = table.board
    kind, sums = board.kind[label], board.sums[label]
    if kind == MEADOW:
        return final.CHAPEL_POINTS * final.chapels(board, label) + GROWTH * left
    edges = sums & OPEN
    chance = CLOSES[min(edges, len(CLOSES) - 1)] * soon
    each = 2 if kind == 2 or (kind == 0 and sums >= STOCK) else 1
    return chance * each * (board.tiles(label) + 0.5 * edges)


def _tokens(table: Table, seat: int, soon: float) -> float:
    """Tokens in hand; those for play lose their worth with the pile."""
    return sum(
        count * WORTH[token] * (soon if token < IN_PLAY_TOKENS else 1.0)
        for token, count in enumerate(table.tokens(seat))
        if count
    )


def mean_token(table: Table) -> float:
    """What a token is worth before it is turned over."""
    return sum(WORTH[token] for token in table.hidden) / len(table.hidden) if table.hidden else 0.0
