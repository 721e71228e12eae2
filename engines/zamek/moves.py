"""Legal moves as numbers, which is how moves are played and searched (words stand in choices.py).

In the phase LAY a move is (square * 4 + quarter turns) * 16 + (0: no subject, else the number of the area + 1); in SCORE and
TARGET it is the label of an area; in USE and EXTRA 1 or 0; in DRAW 0.
"""

from __future__ import annotations

from engines.zamek import scoring
from engines.zamek.components import HOUSE, HOUSE_TOKEN, MEADOW, ROAD, STY_TOKEN
from engines.zamek.state import DRAW, LAY, OVER, SCORE, TARGET, ZamekState
from engines.zamek.turned_tiles import COUNT, FITTING, MASKS, SHAPE, SUBJECTS_ON, TAKES, WHOLE


def asked_seat(state: ZamekState) -> int:
    """Whose move it is; the game is not over."""
    return target_seat(state) if state.phase == TARGET else state.active


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
    board = state.board
    code, sees, label, sums = board.code, board.sees, board.label, board.sums
    fitting = FITTING[state.drawn]
    if not state.reserve[state.active]:
        return [(4 * square + turns) << 4 for square in board.frontier for turns in fitting[code[square]]]
    first = 4 * state.drawn
    found: list[int] = []
    for square in board.frontier:
        options = fitting[code[square]]
        if not options:
            continue
        taken = 0
        seen = set()
        near = sees[square]
        for node, port in near:
            one = label[node]
            seen.add(one)
            if sums[one] & SUBJECTS_ON:
                taken |= 1 << port
        # An area outside that the tile would meet twice may join areas of its own.
        twice = len(seen) < len(near)
        for turns in options:
            move = (4 * square + turns) << 4
            turned = first + turns
            if twice:
                found.append(move)
                found += [move + part + 1 for part in board.free(square, turned)]
            elif met := taken & WHOLE[turned]:
                allowed = ALLOWED[turned].get(met)
                if allowed is None:
                    allowed = ALLOWED[turned][met] = _allowed(turned, met)
                found += [move + choice for choice in allowed]
            else:
                found += range(move, move + COUNT[turned] + 1)
    return found


ALLOWED: list[dict[int, tuple[int, ...]]] = [{} for _ in COUNT]
"""By turned tile and the taken ports that it meets: what may be said of a subject (0 none, else an area + 1). Filled as it is
asked for: about 4,000 sets in a thousand random games.
"""


def _allowed(turned: int, taken: int) -> tuple[int, ...]:
    return (0, *(part + 1 for part, mask in enumerate(MASKS[turned]) if not mask & taken))


def fits(state: ZamekState) -> int:
    """The classes of tiles that can be laid somewhere now, as bits."""
    code = state.board.code
    shapes = 0
    for square in state.board.frontier:
        shapes |= TAKES[code[square]]
    return shapes


def goes_on(state: ZamekState) -> bool:
    """Z5: whether a tile left in the pile can still be laid."""
    shapes = fits(state)
    return any(SHAPE[tile] & shapes for tile in state.pile)


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
