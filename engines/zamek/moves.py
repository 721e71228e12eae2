"""Legal moves as numbers, which is how moves are played and searched (words are in choices.py).

In the phase LAY a move is (square * 4 + quarter turns) * 16 + (0: no subject, else the number of the area + 1); in SCORE and
TARGET it is the label of an area; in USE and EXTRA 1 or 0; in DRAW 0.
"""

from __future__ import annotations

import functools

from engines.contract import Seat
from engines.zamek import scoring
from engines.zamek.components import HOUSE, HOUSE_TOKEN, MEADOW, ROAD, SQUARES, STY_TOKEN
from engines.zamek.state import DRAW, LAY, OVER, SCORE, TARGET, ZamekState
from engines.zamek.turned_tiles import COUNT, FITTING, MASKS, REACHES, SHAPE, TAKES


def pending(state: ZamekState) -> tuple[Seat, ...]:
    """Whose move it is."""
    if state.phase == OVER:
        return ()
    return (target_seat(state) if state.phase == TARGET else state.active,)


def legal(state: ZamekState) -> list[int]:
    """All legal moves of the seat that is asked, ascending in the phase LAY, areas in the order of their names."""
    phase = state.phase
    if phase == LAY:
        return _lays(state)
    if phase == SCORE:
        return due_now(state)
    if phase == TARGET:
        return targets(state)
    if phase == DRAW:
        return [0]
    return [] if phase == OVER else [1, 0]


def _lays(state: ZamekState) -> list[int]:
    """Z3, Z4, Z6: all ways to lay the drawn tile, with and without a subject. What a search asks for most often."""
    board, drawn = state.board, state.drawn
    code, sees, label = board.code, board.sees, board.label
    if not state.reserve[state.active]:
        fitting = FITTING[drawn]
        return [(square << 6) + (turns << 4) for square in board.frontier for turns in fitting[code[square]]]
    anything = ANYTHING[drawn]
    occupied = {label[subject >> 1] for subject in state.subjects}
    found: list[int] = []
    for square in board.frontier:
        around = code[square]
        free = anything[around][square]
        if not free:
            continue
        near = sees[square]
        taken = 0
        if len(near) == 1:
            ((node, port),) = near
            if label[node] in occupied:
                taken = 1 << port
        else:
            seen = set()
            for node, port in near:
                one = label[node]
                seen.add(one)
                if one in occupied:
                    taken += 1 << port
            if len(seen) < len(near):
                # An area outside that the tile would meet twice may join areas of its own.
                for turns in FITTING[drawn][around]:
                    first = (square << 6) + (turns << 4)
                    found.append(first)
                    found += [first + part + 1 for part in board.free(square, 4 * drawn + turns)]
                continue
        if taken and (met := taken & REACHES[drawn][around]):
            known = SAYINGS[drawn].get(met << 8 | around)
            first = square << 6
            found += [first + saying for saying in known or _sayings(drawn, around, met)]
        else:
            found += free
    return found


SAYINGS: list[dict[int, tuple[int, ...]]] = [{} for _ in FITTING]
"""By tile, and by (the taken ports that it may meet << 8) + code of a square: the moves, had the square the number 0. Filled as
it is asked for: about 9,000 sets in a thousand random games.
"""


def _sayings(tile: int, code: int, taken: int) -> tuple[int, ...]:
    found: list[int] = []
    for turns in FITTING[tile][code]:
        found.append(turns << 4)
        found += [(turns << 4) + part + 1 for part, mask in enumerate(MASKS[4 * tile + turns]) if not mask & taken]
    SAYINGS[tile][taken << 8 | code] = sayings = tuple(found)
    return sayings


_NUMBERS = tuple(range(SQUARES << 6))
"""Each move's number once, so that the lists below share them."""


@functools.cache
def _free_moves(rotations: tuple[int, ...], areas: int) -> tuple[tuple[int, ...], ...]:
    """By square: the moves of a tile with this number of areas, in these rotations, where nobody's subject is in the way."""
    return tuple(
        tuple(move for turns in rotations for move in _NUMBERS[first + (turns << 4) : first + (turns << 4) + areas + 1])
        for first in range(0, SQUARES << 6, 64)
    )


ANYTHING = [[_free_moves(rotations, COUNT[4 * tile]) for rotations in codes] for tile, codes in enumerate(FITTING)]
"""By tile, code of a square and square: the moves where no taken area is met."""


def fits(state: ZamekState, tile: int) -> bool:
    """Whether the tile can be laid somewhere now."""
    code, shape = state.board.code, SHAPE[tile]
    for square in state.board.frontier:  # noqa: SIM110 - a generator would take longer than the search
        if TAKES[code[square]] & shape:
            return True
    return False


def goes_on(state: ZamekState) -> bool:
    """Z5: whether a tile left in the pile can still be laid."""
    tried = 0
    for tile in state.pile:
        shape = SHAPE[tile]
        if not tried & shape:
            if fits(state, tile):
                return True
            tried |= shape
    return False


def due_now(state: ZamekState) -> list[int]:
    """Z10: the areas of which one is scored next, the active seat's own first; in the order of names."""
    board = state.board
    own = [label for label in state.due if board.majority(label) == state.active]
    return sorted(own or state.due, key=board.place)


def doubling(state: ZamekState, label: int) -> int:
    """Z13: the token that the active seat may use for its area, or -1."""
    kind = state.board.kind[label]
    if kind == ROAD or state.board.majority(label) != state.active:
        return -1
    token = HOUSE_TOKEN if kind == HOUSE else STY_TOKEN
    return token if state.usable(token) else -1


def target_seat(state: ZamekState) -> int:
    """Z17: who is asked for the next end token's area."""
    return scoring.end_tokens(state)[len(state.aims)][0]


def targets(state: ZamekState) -> list[int]:
    """Z17: the areas that the next end token may be for, in the order of names."""
    tokens = scoring.end_tokens(state)
    seat, token = tokens[len(state.aims)]
    board, kind = state.board, scoring.AREA_OF[token]
    gone = [label for label, other in zip(state.aims, tokens, strict=False) if other == (seat, token)]
    found = {board.label[subject >> 1] for subject in state.subjects if board.kind[subject >> 1] == kind}
    return sorted(
        (
            label
            for label in found
            if board.majority(label) == seat and label not in gone and (kind != MEADOW or scoring.chapels(board, label))
        ),
        key=board.place,
    )
