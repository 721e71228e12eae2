"""Why a move is refused: the first rule that it breaks, as a message key with its values."""

from engines.contract import IllegalMove, Move
from engines.torres.choices import VERBS
from engines.torres.components import CARD_NUMBER, CASTLES_AT_LEAST, DRAWS, PLACE_COST, TOO_NEAR
from engines.torres.squares import CORNER, JUMPS, NEXT, NUMBER, SQUARES, bits, flood, lowest
from engines.torres.state import ACT, CASTLE, CROWN, FIRST, KEEP, KING, START, State
from engines.torres.terrain import Terrain, walk

_HERE = {
    CASTLE: ("castle",),
    START: ("start",),
    CROWN: ("king",),
    ACT: ("place", "move", "build", "draw", "card", "point", "end"),
    KEEP: ("keep",),
    KING: ("king", "stay"),
    FIRST: ("first",),
}
_FAR = 64
"""More AP than any walk costs."""

_WORD = 20
"""Maximum number of characters of an unknown word that are repeated to the person who typed it."""


def refusal(state: State, move: Move) -> IllegalMove:
    """Returns the reason why this is not a legal move of the seat that acts."""
    try:
        _check(state, move)
    except IllegalMove as reason:
        return reason
    return _no("form", move=" ".join(move)[:72])


def _check(state: State, move: Move) -> None:
    """Raises IllegalMove at the first rule that the move breaks, as do all functions below."""
    verb, *rest = move or ("",)
    if verb not in VERBS:
        raise _no("unknown", word=verb[:_WORD])
    if verb not in _HERE[state.mode]:
        raise _no("finish-draw" if state.mode == KEEP else "not-now", word=verb, words=", ".join(_HERE[state.mode]))
    _RULES[verb](state, rest)


def _no(reason: str, **parameters: object) -> IllegalMove:
    return IllegalMove(f"torres.illegal.{reason}", **parameters)


# -- what words name --------------------------------------------------------------------------------------------------------


def _square(words: list[str], at: int = 0) -> int:
    """Returns the square that a word names."""
    if at >= len(words):
        raise _no("short")
    if words[at] not in NUMBER:
        raise _no("square", word=words[at][:_WORD])
    return NUMBER[words[at]]


def _squares(words: list[str]) -> tuple[int, int]:
    """Returns the two different squares that words name."""
    start, target = _square(words), _square(words, 1)
    if start == target:
        raise _no("same", square=words[0])
    return start, target


def _way(state: State, words: list[str]) -> tuple[int, int]:
    """Returns the squares of an own knight and of its target, on which there is no figure."""
    start, target = _squares(words)
    _check_own(state, start)
    _free(state, target)
    return start, target


# -- what many rules ask ----------------------------------------------------------------------------------------------------


def _free(state: State, square: int) -> None:
    """T4, T18: no figure is on the square."""
    if square == state.king:
        raise _no("king-there", square=SQUARES[square])
    if state.occupied >> square & 1:
        raise _no("knight-there", square=SQUARES[square])


def _check_own(state: State, square: int) -> None:
    if not state.knights[state.seat] >> square & 1:
        raise _no("no-knight", square=SQUARES[square])


def _points(state: State, need: int) -> None:
    if state.ap < need:
        raise _no("ap", need=need, left=state.ap)


# -- setup and the king -----------------------------------------------------------------------------------------------------


def _castle(state: State, words: list[str]) -> None:
    square = _square(words)
    near = [castle for castle in state.terrain.castles if TOO_NEAR[lowest(castle)] >> square & 1]
    if near:
        raise _no("castle-near", square=SQUARES[square], other=SQUARES[lowest(near[0])])


def _on_castle(state: State, words: list[str]) -> None:
    square = _square(words)
    if not state.heights[square]:
        raise _no("no-castle", square=SQUARES[square])
    if state.mode == KING and state.royal_castle() >> square & 1:
        raise _no("same-castle")
    _free(state, square)


def _first(state: State, words: list[str]) -> None:
    raise _no("seat", last=state.seats - 1) if words else _no("short")


# -- actions ----------------------------------------------------------------------------------------------------------------


def _place(state: State, words: list[str]) -> None:
    square = _square(words)
    _points(state, PLACE_COST)
    _new_knight(state, square, above=0)


def _new_knight(state: State, square: int, above: int) -> None:
    """T3 (`above` 0) and the card `higher` (1)."""
    if not state.reserve:
        raise _no("no-reserve")
    _free(state, square)
    beside = NEXT[square] & state.knights[state.seat]
    if not beside:
        raise _no("not-beside", square=SQUARES[square])
    level = max(state.heights[knight] for knight in bits(beside))
    if state.heights[square] > level + above:
        raise _no("place-high", square=SQUARES[square], level=state.heights[square], most=level + above)


def _move(state: State, words: list[str]) -> None:
    start, target = _way(state, words)
    layers = walk(state.terrain, start, state.occupied, _FAR)
    cost = next((cost for cost, mask in enumerate(layers, 1) if mask >> target & 1), 0)
    if not cost:
        raise _no("unreachable", start=SQUARES[start], square=SQUARES[target])
    if cost > state.ap:
        raise _no("far", square=SQUARES[target], need=cost, left=state.ap)


def _build(state: State, words: list[str]) -> None:
    _points(state, 1)
    heights = sorted({height for height in state.towers[state.seat] if height})
    named = bool(words) and words[0].isdecimal()
    if state.used == 0:
        raise _no("tower-empty")
    if state.used > 0 or len(heights) == 1:
        if named:
            raise _redundant(state, words, state.used if state.used > 0 else heights[0])
    elif not heights:
        raise _no("no-segments")
    elif not named:
        raise _no("tower-name", heights=", ".join(map(str, heights)))
    elif words[0] not in map(str, heights):
        raise _no("tower-none", height=words[0][:_WORD], heights=", ".join(map(str, heights)))
    square = _square(words[1:] if named else words)
    _free(state, square)
    _segment(state.terrain, square, found=False)


def _redundant(state: State, words: list[str], height: int) -> IllegalMove:
    """Refuses a tower named although only one, of this height, can be meant. If the height is right, `meant` omits it."""
    said = _no("tower-settled" if state.used > 0 else "tower-equal", height=height)
    square = NUMBER.get(words[1], -1) if len(words) == 2 and words[0] == str(height) else -1
    if square >= 0:
        _free(state, square)
        _segment(state.terrain, square, found=False)
        said.meant = ("build", words[1])
    return said


def _segment(land: Terrain, square: int, *, found: bool) -> None:
    """T7: a segment may be put here. `found`: it may found a castle."""
    if land.rise >> square & 1:
        return
    if land.heights[square]:
        raise _no("base", square=SQUARES[square], base=land.castle_of(square).bit_count())
    near = [castle for castle in land.castles if castle & NEXT[square]]
    if len(near) > 1:
        castle, other = (SQUARES[lowest(touched & NEXT[square])] for touched in near[:2])
        raise _no("joins", square=SQUARES[square], castle=castle, other=other)
    if not near and not found:
        raise _no("founds", square=SQUARES[square])


def _draw(state: State, _words: list[str]) -> None:
    if state.masters:
        raise _no("no-drawing")
    if state.drawn >= DRAWS:
        raise _no("drawn", most=DRAWS)
    if not state.deck_size(state.deck):
        raise _no("deck-empty")
    _points(state, 1)


def _keep(state: State, words: list[str]) -> None:
    cards = [word for word in words if word not in {"top", "bottom"}]
    left = list(state.looked)
    for card in cards:
        if CARD_NUMBER.get(card) not in left:
            raise _no("not-looked")
        left.remove(CARD_NUMBER[card])
    raise _no("keep-form")


def _point(state: State, _words: list[str]) -> None:
    _points(state, 1)


def _end(_state: State, _words: list[str]) -> None:
    raise _no("end-form")


# -- cards ------------------------------------------------------------------------------------------------------------------


def _card(state: State, words: list[str]) -> None:
    if not words:
        raise _no("short")
    card = CARD_NUMBER.get(words[0])
    if card is None:
        raise _no("card-unknown", word=words[0][:_WORD])
    if state.carded:
        raise _no("card-second")
    if card not in state.hands[state.seat]:
        raise _no("card-fresh" if card in state.fresh else "card-not-held")
    if rule := _CARD_RULES.get(words[0]):
        rule(state, words[1:])


def _climb(state: State, words: list[str]) -> None:
    start, target = _way(state, words)
    if not NEXT[start] >> target & 1:
        raise _no("not-next", start=SQUARES[start], square=SQUARES[target])
    rise = state.heights[target] - state.heights[start]
    if rise != 2:
        raise _no("climb", square=SQUARES[target], level=state.heights[start] + 2)


def _under(state: State, words: list[str]) -> None:
    square = _square(words)
    _check_own(state, square)
    _segment(state.terrain, square, found=True)
    heights = sorted({height for height in (*state.towers[state.seat], state.used) if height > 0})
    if not heights:
        raise _no("no-segments")
    if len(words) < 2 or words[1] not in map(str, heights):
        raise _no("under-tower", heights=", ".join(map(str, heights)))


def _supply(state: State, words: list[str]) -> None:
    square = _square(words)
    if not state.supply:
        raise _no("supply-empty")
    _free(state, square)
    _segment(state.terrain, square, found=False)


def _gate(state: State, words: list[str]) -> None:
    start, target = _way(state, words)
    exits = state.terrain.gates(start)
    if not exits:
        raise _no("no-gate", square=SQUARES[start], level=state.heights[start])
    if not exits >> target & 1:
        raise _no("gate-target", square=SQUARES[target])


def _diagonal(state: State, words: list[str]) -> None:
    start, target = _way(state, words)
    if not CORNER[start] >> target & 1:
        raise _no("not-corner", start=SQUARES[start], square=SQUARES[target])
    _level(state, start, target)


def _level(state: State, start: int, target: int) -> None:
    most = state.heights[start] + 1
    level = state.heights[target]
    if level > most:
        raise _no("high", square=SQUARES[target], level=level, most=most)


def _shift(state: State, words: list[str]) -> None:
    start, target = _squares(words)
    land = state.terrain
    if not land.heights[start]:
        raise _no("no-castle", square=SQUARES[start])
    _free(state, start)
    _free(state, target)
    rest = land.castle_of(start) & ~(1 << start)
    if land.heights[start] == 1 and rest:
        if flood(rest & -rest, rest) != rest:
            raise _no("shift-splits", square=SQUARES[start])
        if any(land.heights[square] > rest.bit_count() for square in bits(rest)):
            raise _no("shift-base", square=SQUARES[start], base=rest.bit_count())
    _segment(land.without_segment(start), target, found=True)
    raise _no("shift-castles", least=CASTLES_AT_LEAST)


def _jump(state: State, words: list[str]) -> None:
    start, target = _way(state, words)
    over = next((over for over, behind in JUMPS[start] if behind == 1 << target), 0)
    if not over:
        raise _no("jump-line", start=SQUARES[start], square=SQUARES[target])
    if not over & state.occupied:
        raise _no("jump-nobody", square=SQUARES[lowest(over)])
    _level(state, start, target)


def _higher(state: State, words: list[str]) -> None:
    _new_knight(state, _square(words), above=1)


_CARD_RULES = {
    "climb": _climb,
    "under": _under,
    "supply": _supply,
    "gate": _gate,
    "diagonal": _diagonal,
    "shift": _shift,
    "jump": _jump,
    "higher": _higher,
}
_RULES = {
    "castle": _castle,
    "start": _on_castle,
    "king": _on_castle,
    "stay": lambda _state, _words: None,
    "first": _first,
    "keep": _keep,
    "place": _place,
    "move": _move,
    "build": _build,
    "draw": _draw,
    "card": _card,
    "point": _point,
    "end": _end,
}
