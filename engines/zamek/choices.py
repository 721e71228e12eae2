"""Legal moves as numbers, which are played and searched, and as words: what may follow, the number of a move, and why one is
refused.

In the phase LAY a move is (square * 4 + quarter turns) * 16 + (0: no subject, else the number of the area + 1); in SCORE and
TARGET it is the label of an area; in USE and EXTRA 1 or 0; in DRAW 0.
"""

import functools

from engines.base import among
from engines.contract import Choices, IllegalMove, Move, Seat
from engines.zamek import scoring
from engines.zamek.components import HOUSE, HOUSE_TOKEN, MEADOW, NAMES, ROAD, SQUARE, SQUARES, STY_TOKEN, WORDS
from engines.zamek.state import DRAW, EXTRA, LAY, OVER, SCORE, SHORT, TARGET, USE, ZamekState
from engines.zamek.turned_tiles import COUNT, FITTING, LOOKS, MASKS, REACHES, ROADS, SHAPE, TAKES

SAYINGS: list[dict[int, tuple[int, ...]]] = [{} for _ in FITTING]
"""By tile, and by (the occupied ports that it may meet << 8) + code of a square: the moves, as if the square had the number 0.
Filled on demand: about 9,000 sets in a thousand random games.
"""

_NUMBERS = tuple(range(SQUARES << 6))
"""Each move's number once, so that the lists below share the objects."""

ASKS = {LAY: "lay", SCORE: "score", USE: "use", EXTRA: "again", TARGET: "target", OVER: "", DRAW: "draw"}
ROTATIONS = ("0", "90", "180", "270")
NO_SUBJECT = "none"
NOTHING = Choices()
WHOLE = Choices(complete=True)


def pending(state: ZamekState) -> tuple[Seat, ...]:
    """Returns the seat that is asked."""
    if state.phase == OVER:
        return ()
    return (target_seat(state) if state.phase == TARGET else state.active,)


def legal(state: ZamekState) -> list[int]:
    """Returns all legal moves of the seat that is asked: ascending in the phase LAY, areas in the order of their names."""
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
    """Z3, Z4, Z6: returns all ways to lay the drawn tile, with and without a subject. A search calls this most often."""
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
                # An outside area that the tile would meet twice may join areas of the tile.
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


def _sayings(tile: int, code: int, taken: int) -> tuple[int, ...]:
    found: list[int] = []
    for turns in FITTING[tile][code]:
        found.append(turns << 4)
        found += [(turns << 4) + part + 1 for part, mask in enumerate(MASKS[4 * tile + turns]) if not mask & taken]
    SAYINGS[tile][taken << 8 | code] = sayings = tuple(found)
    return sayings


@functools.cache
def _free_moves(rotations: tuple[int, ...], areas: int) -> tuple[tuple[int, ...], ...]:
    """Returns by square the moves of a tile with this number of areas, in these rotations, if no subject is in the way."""
    return tuple(
        tuple(move for turns in rotations for move in _NUMBERS[first + (turns << 4) : first + (turns << 4) + areas + 1])
        for first in range(0, SQUARES << 6, 64)
    )


ANYTHING = [[_free_moves(rotations, COUNT[4 * tile]) for rotations in codes] for tile, codes in enumerate(FITTING)]
"""By tile, code of a square and square: the moves if no occupied area is met."""


def fits(state: ZamekState, tile: int) -> bool:
    """Returns whether the tile can be laid somewhere now."""
    code, shape = state.board.code, SHAPE[tile]
    for square in state.board.frontier:  # noqa: SIM110 - a generator would be slower than the loop
        if TAKES[code[square]] & shape:
            return True
    return False


def goes_on(state: ZamekState) -> bool:
    """Z5, Z23: returns whether another tile is drawn: one left in the pile can still be laid, and the form is not over."""
    if state.short and len(state.board.laid) >= SHORT:
        return False
    tried = 0
    for tile in state.pile:
        shape = SHAPE[tile]
        if not tried & shape:
            if fits(state, tile):
                return True
            tried |= shape
    return False


def due_now(state: ZamekState) -> list[int]:
    """Z10: returns the areas of which one is scored next, the active seat's own first, in the order of names."""
    board = state.board
    own = [label for label in state.due if board.majority(label) == state.active]
    return sorted(own or state.due, key=board.place)


def doubling(state: ZamekState, label: int) -> int:
    """Z13: returns the token that the active seat may use for its area, or -1."""
    kind = state.board.kind[label]
    if kind == ROAD or state.board.majority(label) != state.active:
        return -1
    token = HOUSE_TOKEN if kind == HOUSE else STY_TOKEN
    return token if state.usable(token) else -1


def target_seat(state: ZamekState) -> int:
    """Z17: returns the seat that is asked for the next end token's area."""
    return scoring.end_tokens(state)[len(state.aims)][0]


def targets(state: ZamekState) -> list[int]:
    """Z17: returns the areas that the next end token may be used for, in the order of names."""
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


def token_word(state: ZamekState) -> str:
    """Returns the doubling token of the current question."""
    return "house" if state.board.kind[state.asked] == HOUSE else "sty"


def choices(state: ZamekState, seat: Seat, said: Move = ()) -> Choices:
    """Returns what the seat may say next."""
    if seat not in pending(state):
        return NOTHING
    if state.phase == LAY:
        return _lay_choices(state, said)
    if state.phase in (SCORE, TARGET):
        return _area_choices(state, said)
    return among(_lines(state), said, ASKS[state.phase])


def _lines(state: ZamekState) -> list[Move]:
    """Returns the moves of a phase that has few."""
    if state.phase == USE:
        return [("use", token_word(state)), ("save",)]
    if state.phase == DRAW:
        return [("draw",)]
    return [("again",), ("pass",)] if state.phase == EXTRA else []


def _lay_choices(state: ZamekState, said: Move) -> Choices:
    if not said:
        return Choices(("lay",), ask="lay")
    if said[0] != "lay":
        return NOTHING
    board, fitting = state.board, FITTING[state.drawn]
    if len(said) == 1:
        squares = (NAMES[square] for square in board.frontier if fitting[board.code[square]])
        return Choices(tuple(squares), ask="square")
    square = SQUARE.get(said[1], -1)
    if square not in board.frontier:
        return NOTHING
    options = fitting[board.code[square]]
    if len(said) == 2:
        return Choices(tuple(ROTATIONS[turns] for turns in options), ask="rotation", rotate=True) if options else NOTHING
    if said[2] not in ROTATIONS or (quarter := ROTATIONS.index(said[2])) not in options:
        return NOTHING
    subjects = _subjects(state, square, quarter)
    if len(said) == 3:
        return Choices(subjects, ask="subject")
    return WHOLE if len(said) == 4 and said[3] in subjects else NOTHING


def _subjects(state: ZamekState, square: int, quarter: int) -> tuple[str, ...]:
    """Z6: returns where a subject may go if the drawn tile is laid like this."""
    if not state.reserve[state.active]:
        return (NO_SUBJECT,)
    turned = 4 * state.drawn + quarter
    free = state.board.free(square, turned)
    return (NO_SUBJECT, *(WORDS[state.drawn][part] for part in free))


def _areas_by_word(state: ZamekState) -> dict[Move, int]:
    """Returns the areas of the current question, by square and word."""
    board = state.board
    found: dict[Move, int] = {}
    for label in legal(state):
        square, part = board.place(label)
        found[NAMES[square], board.word(square, part)] = label
    return found


def _area_choices(state: ZamekState, said: Move) -> Choices:
    verb = ASKS[state.phase]
    if not said:
        return Choices((verb,), ask=verb)
    if said[0] != verb:
        return NOTHING
    areas, rest = _areas_by_word(state), said[1:]
    if rest in areas:
        return WHOLE
    words = dict.fromkeys(name[len(rest)] for name in areas if name[: len(rest)] == rest)
    return Choices(tuple(words), ask=verb, plain=len(rest) == 1 and len(words) == 1) if words else NOTHING


# -- reading a whole move -----------------------------------------------------------------------------------------------------


def read(state: ZamekState, move: Move) -> int:
    """Returns the number of a move. Raises IllegalMove with the reason if the rules refuse it."""
    if state.phase == LAY:
        return _read_lay(state, move)
    if state.phase == DRAW:
        if move != ("draw",):
            raise IllegalMove("zamek.illegal.draw-now")
        return 0
    if state.phase in (SCORE, TARGET):
        areas = _areas_by_word(state)
        verb = ASKS[state.phase]
        if move[:1] != (verb,) or len(move) != 3:
            raise IllegalMove(f"zamek.illegal.{verb}-now")
        if move[1:] not in areas:
            raise IllegalMove("zamek.illegal.not-offered", areas=", ".join(" ".join(name) for name in areas))
        return areas[move[1:]]
    if state.phase == USE:
        token = token_word(state)
        if move not in {("use", token), ("save",)}:
            raise IllegalMove("zamek.illegal.use-now", token=token)
        return int(move[0] == "use")
    if move not in {("again",), ("pass",)}:
        raise IllegalMove("zamek.illegal.again-now")
    return int(move[0] == "again")


def _read_lay(state: ZamekState, move: Move) -> int:
    if move[:1] != ("lay",) or len(move) != 4:
        raise IllegalMove("zamek.illegal.lay-now")
    _, name, rotation, subject = move
    if name not in SQUARE:
        raise IllegalMove("zamek.illegal.no-square", square=name)
    square, board, tile = SQUARE[name], state.board, state.drawn
    if board.first[square] >= 0:
        raise IllegalMove("zamek.illegal.occupied", square=name)
    if square not in board.frontier:
        raise IllegalMove("zamek.illegal.alone" if board.laid else "zamek.illegal.first", square=name)
    if rotation not in ROTATIONS:
        raise IllegalMove("zamek.illegal.no-rotation", rotation=rotation)
    quarter = ROTATIONS.index(rotation)
    code = board.code[square]
    roads = ROADS[4 * tile + quarter]
    if roads & code >> 4 != code & 15:
        missed = (code & 15) & ~roads
        raise IllegalMove("zamek.illegal.road-missed" if missed else "zamek.illegal.road-blocked", square=name)
    if quarter not in LOOKS[tile]:
        raise IllegalMove("zamek.illegal.same-look", rotation=rotation)
    if subject == NO_SUBJECT:
        return (4 * square + quarter) << 4
    return ((4 * square + quarter) << 4) + 1 + _read_subject(state, square, quarter, subject)


def _read_subject(state: ZamekState, square: int, quarter: int, subject: str) -> int:
    """Z6: returns the area of the drawn tile on which a subject is placed."""
    words = WORDS[state.drawn]
    if subject not in words:
        raise IllegalMove("zamek.illegal.no-area", area=subject, areas=", ".join(words))
    if not state.reserve[state.active]:
        raise IllegalMove("zamek.illegal.no-subject")
    part = words.index(subject)
    lowest, taken = state.board.joins(square, 4 * state.drawn + quarter)[part]
    if taken:
        raise IllegalMove("zamek.illegal.taken", area=subject)
    if lowest != part:
        raise IllegalMove("zamek.illegal.joined", area=subject, lower=words[lowest])
    return part
