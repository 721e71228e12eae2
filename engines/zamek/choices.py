"""Moves as words: what may follow, what a move's number is, and why one is refused."""

from __future__ import annotations

from engines.contract import Choices, IllegalMove, Move, Seat
from engines.zamek import moves
from engines.zamek.components import HOUSE, NAMES, SQUARE, WORDS
from engines.zamek.state import DRAW, EXTRA, LAY, OVER, SCORE, TARGET, USE, ZamekState
from engines.zamek.turned_tiles import FITTING, LOOKS, ROADS

ASKS = {LAY: "lay", SCORE: "score", USE: "use", EXTRA: "again", TARGET: "target", OVER: "", DRAW: "draw"}
ROTATIONS = ("0", "90", "180", "270")
NO_SUBJECT = "none"
NOTHING = Choices()
WHOLE = Choices(complete=True)


def token_word(state: ZamekState) -> str:
    """The doubling token that is asked about."""
    return "house" if state.board.kind[state.asked] == HOUSE else "sty"


def choices(state: ZamekState, seat: Seat, said: Move = ()) -> Choices:
    """What the seat may say next."""
    if seat not in moves.pending(state):
        return NOTHING
    if state.phase == LAY:
        return _lay_choices(state, said)
    if state.phase in (SCORE, TARGET):
        return _area_choices(state, said)
    ask = ASKS[state.phase]
    lines = _lines(state)
    if said in lines:
        return WHOLE
    words = dict.fromkeys(line[len(said)] for line in lines if line[: len(said)] == said)
    return Choices(tuple(words), ask=ask) if words else NOTHING


def _lines(state: ZamekState) -> list[Move]:
    """The moves of a phase that has few."""
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
    """Z6: where a subject may go if the drawn tile is laid so."""
    if not state.reserve[state.active]:
        return (NO_SUBJECT,)
    turned = 4 * state.drawn + quarter
    free = state.board.free(square, turned)
    return (NO_SUBJECT, *(WORDS[state.drawn][part] for part in free))


def _named(state: ZamekState) -> dict[Move, int]:
    """The areas that are asked for, by square and word."""
    board = state.board
    found: dict[Move, int] = {}
    for label in moves.legal(state):
        square, part = board.place(label)
        found[NAMES[square], board.word(square, part)] = label
    return found


def _area_choices(state: ZamekState, said: Move) -> Choices:
    verb = ASKS[state.phase]
    if not said:
        return Choices((verb,), ask=verb)
    if said[0] != verb:
        return NOTHING
    areas, rest = _named(state), said[1:]
    if rest in areas:
        return WHOLE
    words = dict.fromkeys(name[len(rest)] for name in areas if name[: len(rest)] == rest)
    return Choices(tuple(words), ask=verb, plain=len(rest) == 1 and len(words) == 1) if words else NOTHING


# -- reading a whole move -----------------------------------------------------------------------------------------------------


def read(state: ZamekState, move: Move) -> int:
    """The number of a move (moves.py). Raises IllegalMove with the reason where the rules refuse it."""
    if state.phase == LAY:
        return _read_lay(state, move)
    if state.phase == DRAW:
        if move != ("draw",):
            raise IllegalMove("zamek.illegal.draw-now")
        return 0
    if state.phase in (SCORE, TARGET):
        areas = _named(state)
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
    """Z6: the area of the drawn tile that a subject goes onto."""
    words = WORDS[state.drawn]
    if subject not in words:
        raise IllegalMove("zamek.illegal.no-area", area=subject, areas=", ".join(words))
    if not state.reserve[state.active]:
        raise IllegalMove("zamek.illegal.no-subject")
    part = words.index(subject)
    lowest, taken = state.board.joined(square, 4 * state.drawn + quarter)[part]
    if taken:
        raise IllegalMove("zamek.illegal.taken", area=subject)
    if lowest != part:
        raise IllegalMove("zamek.illegal.joined", area=subject, lower=words[lowest])
    return part
