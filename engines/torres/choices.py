"""What a seat may say next, and which move it means: words for the numbers of moves.py."""

from __future__ import annotations

from engines.contract import Choices, Move
from engines.torres.components import CARD_NUMBER, CARDS, HIGHER, SEVEN, SIX, SUPPLY, UNDER
from engines.torres.deck import keepings
from engines.torres.moves import (
    BUILD,
    CARD,
    CHOOSE,
    DRAW,
    END,
    KEEP_CARD,
    MOVE,
    PLACE,
    POINT,
    SET_CASTLE,
    SET_KING,
    SET_KNIGHT,
    STAY,
    Atom,
    groups,
)
from engines.torres.squares import NUMBER, SQUARES, bits
from engines.torres.state import ACT, ASKS, KEEP, State
from engines.torres.towers import endings

VERBS = ("castle", "start", "king", "stay", "first", "keep", "move", "place", "build", "draw", "card", "point", "end")
"""All first words, in the order in which they are offered."""

_VERB = {
    SET_CASTLE: "castle",
    SET_KNIGHT: "start",
    SET_KING: "king",
    STAY: "stay",
    CHOOSE: "first",
    PLACE: "place",
    MOVE: "move",
    BUILD: "build",
    DRAW: "draw",
    KEEP_CARD: "keep",
    POINT: "point",
    END: "end",
}
"""The first word of a move, by its number; all cards share `card`."""

_WHOLE = frozenset({STAY, DRAW, POINT, CARD + SIX, CARD + SEVEN})
"""Nothing more is said."""

_NUMBERS = frozenset({CHOOSE, CARD + UNDER})
"""A number is said last."""

_SQUARE_FIRST = frozenset(CARD + number for number in range(len(CARDS)) if number not in {SUPPLY, HIGHER, SIX, SEVEN})
"""Cards that name a square before what they do there."""


def head(kind: int, a: int) -> Move:
    """The words that all moves of a group begin with."""
    if kind == MOVE:
        return ("move", SQUARES[a & 63])
    if kind == BUILD:
        return ("build",) if a < 0 else ("build", str(a))
    if kind >= CARD:
        card = ("card", CARDS[kind - CARD])
        return (*card, SQUARES[a]) if kind in _SQUARE_FIRST else card
    return (_VERB[kind],)


def _tails(state: State, kind: int, mask: int) -> list[Move]:
    """The words that end the moves of a group, by ascending `b`."""
    if kind in _WHOLE:
        return [()]
    if kind in _NUMBERS:
        return [(str(number),) for number in bits(mask)]
    if kind == KEEP_CARD:
        return [way.words for way in keepings(state.looked)]
    if kind == END:
        return [ending.words for ending in endings(state.towers[state.seat], state.used)]
    return [(SQUARES[square],) for square in bits(mask)]


def choices(state: State, said: Move) -> Choices:
    """What may follow the words said by the seat that acts."""
    length = len(said)
    words: dict[str, None] = {}
    squares = 0
    complete = False
    for kind, a, mask in groups(state):
        start = head(kind, a)
        if len(start) > length:
            if start[:length] == said:
                words[start[length]] = None
        elif start == said[: len(start)]:
            if len(start) == length and _of_squares(kind):
                squares |= mask
                continue
            rest = said[len(start) :]
            for tail in _tails(state, kind, mask):
                if tail[: len(rest)] == rest:
                    if len(tail) == len(rest):
                        complete = True
                    else:
                        words[tail[len(rest)]] = None
    offered = list(words)
    if not said:
        offered.sort(key=VERBS.index)
    elif said == ("card",):
        offered.sort(key=CARD_NUMBER.__getitem__)
    offered += [SQUARES[square] for square in bits(squares)]
    warn = _wasted(state, said) if complete and said[0] == _VERB[END] else ""
    return Choices(tuple(offered), complete=complete, ask=_ask(state, said) if offered else "", warn=warn)


def _wasted(state: State, said: Move) -> str:
    """What ending the turn like this would waste while something could still be done (T12, T8): `points`, `segments` that go
    back to the supply with them (`both`), or nothing.
    """
    if not state.ap:
        return ""
    ending = next(ending for ending in endings(state.towers[state.seat], state.used) if ending.words == said[1:])
    return "both" if ending.towers and ending.rest else "points"


def _of_squares(kind: int) -> bool:
    return kind not in _WHOLE and kind not in _NUMBERS and kind not in {KEEP_CARD, END}


def find(state: State, move: Move) -> Atom | None:
    """The legal move that these words say; None where there is none."""
    for kind, a, mask in groups(state):
        start = head(kind, a)
        rest = move[len(start) :]
        if move[: len(start)] != start:
            continue
        if _of_squares(kind):
            square = NUMBER.get(rest[0], -1) if len(rest) == 1 else -1
            if square >= 0 and mask >> square & 1:
                return kind, a, square
        else:
            for number, tail in zip(bits(mask), _tails(state, kind, mask), strict=True):
                if tail == rest:
                    return kind, a, number
    return None


def write(state: State, kind: int, a: int, b: int) -> Move:
    """The words of a legal move."""
    return (*head(kind, a), *_tails(state, kind, 1 << b)[b if kind in {KEEP_CARD, END} else 0])


_CARD_ASKS = {"supply": ("build",), "higher": ("place",), "shift": ("lift", "drop"), "under": ("knight", "under-tower")}
_VERB_ASKS = {"move": ("knight", "target"), "place": ("place",), "card": ("card",)}


def _ask(state: State, said: Move) -> str:
    """The last part of the message key for the question."""
    if not said or said[0] not in VERBS or state.mode not in {ACT, KEEP}:
        return ASKS[state.mode]
    verb, *rest = said
    if verb == "keep":
        return "keep" if not rest else "return" if len(rest) % 2 else "returned"
    if verb == "build":
        towers = {height for height in state.towers[state.seat] if height}
        return "tower" if not rest and state.used < 0 and len(towers) > 1 else "build"
    if verb == "end":
        return "dissolve" if not rest and state.used < 0 and len(set(state.towers[state.seat])) > 1 else "spread"
    if verb == "card" and rest:
        return _CARD_ASKS.get(rest[0], ("knight", "target"))[len(rest) - 1]
    return _VERB_ASKS[verb][len(rest)]
