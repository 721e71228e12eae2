"""Moves as numbers, which of them are legal, and how a seat says them word by word.

The computer player's search uses the numbers. A move is (kind, a, b). A group (kind, a, mask) stands for the moves with each
`b` in the mask. The meaning of `a` and `b`:

- `PLACE`, `BUILD`: b the square; a of BUILD the height of the tower that the turn is to build from, -1 if it is already chosen
  or all are equal. `MOVE`: a = square from + 64 × cost, b the square to.
- `SET_CASTLE`, `SET_KNIGHT`, `SET_KING`: b the square. `CHOOSE`: b the seat. `STAY`, `DRAW`, `POINT`: b = 0.
- `KEEP_CARD`: b the number of the answer in `deck.keepings(looked)`. `END`: b the number in `towers.endings(towers, used)`.
- `CARD` + card: climb, gate, diagonal, jump, shift: a the square from, b the square to; under: a the knight's square, b the
  height of the tower; supply, higher: b the square; six, seven: b = 0.
"""

from collections.abc import Iterable

from engines.contract import Choices, Move, Word
from engines.torres.components import (
    CARD_NUMBER,
    CARDS,
    CLIMB,
    DIAGONAL,
    DRAWS,
    GATE,
    HIGHER,
    JUMP,
    KNIGHTS,
    PLACE_COST,
    SEVEN,
    SHIFT,
    SIX,
    SUPPLY,
    TOO_NEAR,
    UNDER,
)
from engines.torres.deck import keepings
from engines.torres.squares import CORNER, FULL, JUMPS, NEXT, NUMBER, SQUARES, bits, steps_between
from engines.torres.state import ACT, ASKS, CASTLE, FIRST, KEEP, KING, OVER, START, State
from engines.torres.terrain import Terrain, terrain, walk
from engines.torres.towers import endings

SET_CASTLE, SET_KNIGHT, SET_KING, STAY, CHOOSE, PLACE, MOVE, BUILD, DRAW, KEEP_CARD, POINT, END, CARD = range(13)
"""The kinds of move. A card's kind is CARD + its number."""

Group = tuple[int, int, int]
"""(kind, a, mask): a move for each `b` in the mask."""

Atom = tuple[int, int, int]
"""(kind, a, b): one move."""

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
"""Kinds that need no more words."""

_NUMBERS = frozenset({CHOOSE, CARD + UNDER})
"""Kinds whose last word is a number."""

_SQUARE_FIRST = frozenset(CARD + number for number in range(len(CARDS)) if number not in {SUPPLY, HIGHER, SIX, SEVEN})
"""Cards that name a square before what they do there."""

_CARD_ASKS = {"supply": ("build",), "higher": ("place",), "shift": ("lift", "drop"), "under": ("knight", "under-tower")}
_VERB_ASKS = {"move": ("knight", "target"), "place": ("place",), "card": ("card",)}


# -- what is legal ----------------------------------------------------------------------------------------------------------


def groups(state: State) -> list[Group]:
    """Returns all legal moves of the seat that is asked, in groups that are not empty; [] when the game is over."""
    mode = state.mode
    if mode == ACT:
        return _actions(state)
    if mode == KEEP:
        return [(KEEP_CARD, 0, (1 << len(keepings(state.looked))) - 1)]
    if mode == KING:
        away = state.terrain.least[1] & ~state.royal_castle() & ~state.occupied
        return [(SET_KING, 0, away), (STAY, 0, 1)] if away else [(STAY, 0, 1)]
    if mode == FIRST:
        return [(CHOOSE, 0, (1 << state.seats) - 1)]
    if mode == CASTLE:
        return [(SET_CASTLE, 0, castle_room(state))]
    if mode == OVER:
        return []
    free = state.terrain.least[1] & ~state.occupied
    return [(SET_KNIGHT if mode == START else SET_KING, 0, free)]


def castle_room(state: State) -> int:
    """Returns the squares on which the next starting castle may be placed (T21)."""
    taken = 0
    for castle in state.terrain.castles:
        taken |= TOO_NEAR[castle.bit_length() - 1]
    return FULL & ~taken


def _add_builds(found: list[Group], towers: tuple[int, ...], used: int, segments: int) -> None:
    """T7a: the turn's first segment also chooses the tower, unless all are of one height."""
    if used > 0:
        found.append((BUILD, -1, segments))
    elif used < 0:
        heights = list(dict.fromkeys(height for height in towers if height))
        found += [(BUILD, height if len(heights) > 1 else -1, segments) for height in heights]


def _actions(state: State) -> list[Group]:
    found: list[Group] = []
    land = terrain(state.heights)
    seat = state.seat
    own = state.knights[seat]
    occupied = state.occupied
    free = FULL & ~occupied
    ap = state.ap
    if ap:
        if ap >= PLACE_COST and own.bit_count() < KNIGHTS:
            _add_place(found, land, own, free)
        _add_moves(found, land, own, occupied, ap)
        segments = (land.grow | land.rise) & free
        if segments:
            _add_builds(found, state.towers[seat], state.used, segments)
        if state.drawn < DRAWS and not state.masters and state.deck_size(state.deck):
            found.append((DRAW, 0, 1))
        found.append((POINT, 0, 1))
    if not state.carded and state.hands[seat]:
        for card in dict.fromkeys(state.hands[seat]):
            _CARDS[card](found, state, land, own, free)
    found.append((END, 0, (1 << len(endings(state.towers[seat], state.used))) - 1))
    return found


def _add_place(found: list[Group], land: Terrain, own: int, free: int) -> None:
    """T3."""
    mask = _beside(land, own, above=0) & free
    if mask:
        found.append((PLACE, 0, mask))


def _beside(land: Terrain, own: int, above: int) -> int:
    """Returns the squares next to an own knight and at most `above` levels above it."""
    heights, least = land.heights, land.least
    mask = 0
    while own:
        bit = own & -own
        own ^= bit
        square = bit.bit_length() - 1
        mask |= NEXT[square] & ~least[heights[square] + above + 1]
    return mask


def _add_moves(found: list[Group], land: Terrain, own: int, occupied: int, ap: int) -> None:
    """T4-T6: by knight and cost, the squares reached with that many AP and not with fewer."""
    while own:
        bit = own & -own
        own ^= bit
        square = bit.bit_length() - 1
        cost = 64
        for reached in walk(land, square, occupied, ap):
            found.append((MOVE, square | cost, reached))
            cost += 64


# -- the cards --------------------------------------------------------------------------------------------------------------


def _climb(found: list[Group], _state: State, land: Terrain, own: int, free: int) -> None:
    heights, least = land.heights, land.least
    while own:
        bit = own & -own
        own ^= bit
        square = bit.bit_length() - 1
        level = heights[square] + 2
        mask = NEXT[square] & least[level] & ~least[level + 1] & free
        if mask:
            found.append((CARD + CLIMB, square, mask))


def _under(found: list[Group], state: State, land: Terrain, own: int, _free: int) -> None:
    towers = {height for height in (*state.towers[state.seat], state.used) if height > 0}
    heights = 0
    for height in towers:
        heights |= 1 << height
    knights = own & (land.rise | land.grow | land.clear)
    while heights and knights:
        bit = knights & -knights
        knights ^= bit
        found.append((CARD + UNDER, bit.bit_length() - 1, heights))


def _supply(found: list[Group], state: State, land: Terrain, _own: int, free: int) -> None:
    mask = (land.grow | land.rise) & free
    if mask and state.supply:
        found.append((CARD + SUPPLY, 0, mask))


def _gate(found: list[Group], _state: State, land: Terrain, own: int, free: int) -> None:
    while own:
        bit = own & -own
        own ^= bit
        square = bit.bit_length() - 1
        mask = land.gates(square) & free
        if mask:
            found.append((CARD + GATE, square, mask))


def _diagonal(found: list[Group], _state: State, land: Terrain, own: int, free: int) -> None:
    heights, least = land.heights, land.least
    while own:
        bit = own & -own
        own ^= bit
        square = bit.bit_length() - 1
        mask = CORNER[square] & ~least[heights[square] + 2] & free
        if mask:
            found.append((CARD + DIAGONAL, square, mask))


def _six(found: list[Group], _state: State, _land: Terrain, _own: int, _free: int) -> None:
    found.append((CARD + SIX, 0, 1))


def _seven(found: list[Group], _state: State, _land: Terrain, _own: int, _free: int) -> None:
    found.append((CARD + SEVEN, 0, 1))


def _shift(found: list[Group], _state: State, land: Terrain, _own: int, free: int) -> None:
    for square, targets in land.shifts():
        if free >> square & 1:
            mask = targets & free
            if mask:
                found.append((CARD + SHIFT, square, mask))


def _jump(found: list[Group], _state: State, land: Terrain, own: int, free: int) -> None:
    heights, least = land.heights, land.least
    while own:
        bit = own & -own
        own ^= bit
        square = bit.bit_length() - 1
        landing = free & ~least[heights[square] + 2]
        mask = 0
        for over, behind in JUMPS[square]:
            if not free & over:
                mask |= landing & behind
        if mask:
            found.append((CARD + JUMP, square, mask))


def _higher(found: list[Group], state: State, land: Terrain, own: int, free: int) -> None:
    mask = _beside(land, own, above=1) & free if state.reserve else 0
    if mask:
        found.append((CARD + HIGHER, 0, mask))


_CARDS = (_climb, _under, _supply, _gate, _diagonal, _six, _seven, _shift, _jump, _higher)


def head(kind: int, a: int) -> Move:
    """Returns the words that all moves of a group begin with."""
    if kind == MOVE:
        return ("move", SQUARES[a & 63])
    if kind == BUILD:
        return ("build",) if a < 0 else ("build", str(a))
    if kind >= CARD:
        card = ("card", CARDS[kind - CARD])
        return (*card, SQUARES[a]) if kind in _SQUARE_FIRST else card
    return (_VERB[kind],)


def _tails(state: State, kind: int, mask: int) -> list[Move]:
    """Returns the words that end the moves of a group, by ascending `b`."""
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
    """Returns what may follow the words said by the seat that acts. Of squares that a knight can reach, and of those to build
    on, the nearest are first.
    """
    length = len(said)
    words: dict[str, None] = {}
    squares: dict[int, None] = {}
    complete = False
    for kind, a, mask in groups(state):
        start = head(kind, a)
        if len(start) > length:
            if start[:length] == said:
                words[start[length]] = None
        elif start == said[: len(start)]:
            if len(start) == length and _of_squares(kind):
                squares |= dict.fromkeys(_in_reach(state, mask) if kind in {BUILD, CARD + SUPPLY} else bits(mask))
                continue
            rest = said[len(start) :]
            for tail in _tails(state, kind, mask):
                if tail[: len(rest)] == rest:
                    if len(tail) == len(rest):
                        complete = True
                    else:
                        words[tail[len(rest)]] = None
    offered = [*_in_order(words, said), *(SQUARES[square] for square in squares)]
    warn = _waste(state, said) if complete and said[0] == _VERB[END] else ""
    return Choices(tuple(offered), complete=complete, ask=_ask(state, said) if offered else "", warn=warn)


def _waste(state: State, said: Move) -> str:
    """Returns what would be lost by ending the turn now (T12, T8): `points`, `both` (also segments that go back to the
    supply), or "".
    """
    if not state.ap:
        return ""
    ending = next(ending for ending in endings(state.towers[state.seat], state.used) if ending.words == said[1:])
    return "both" if ending.towers and ending.rest else "points"


def _in_order(words: Iterable[Word], said: Move) -> list[Word]:
    """Returns verbs and cards in their fixed order, and other words as they are."""
    if not said:
        return sorted(words, key=VERBS.index)
    return sorted(words, key=CARD_NUMBER.__getitem__) if said == ("card",) else list(words)


def _in_reach(state: State, mask: int) -> list[int]:
    """Returns squares, those first that are the fewest steps away from an own knight."""
    own = [*bits(state.knights[state.seat])]
    return sorted(bits(mask), key=lambda square: min((steps_between(square, knight) for knight in own), default=0))


def _of_squares(kind: int) -> bool:
    return kind not in _WHOLE and kind not in _NUMBERS and kind not in {KEEP_CARD, END}


def find(state: State, move: Move) -> Atom | None:
    """Returns the legal move that these words mean; None if there is none."""
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
    """Returns the words of a legal move."""
    return (*head(kind, a), *_tails(state, kind, 1 << b)[b if kind in {KEEP_CARD, END} else 0])


def _ask(state: State, said: Move) -> str:
    """Returns the last part of the message key for the question."""
    if not said or said[0] not in VERBS or state.mode not in {ACT, KEEP}:
        return ASKS[state.mode]
    verb, *rest = said
    if verb == "keep":
        return "keep" if not rest else "return" if len(rest) % 2 else "returned"
    towers = set(state.towers[state.seat])
    choosing = not rest and state.used < 0
    if verb == "build":
        return "tower" if choosing and len(towers - {0}) > 1 else "build"
    if verb == "end":
        return "dissolve" if choosing and len(towers) > 1 else "spread"
    if verb == "card" and rest:
        return _CARD_ASKS.get(rest[0], ("knight", "target"))[len(rest) - 1]
    return _VERB_ASKS[verb][len(rest)]
