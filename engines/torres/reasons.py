"""Why a move is refused: the first rule it breaks, as a message key of the catalogue with its values."""

from __future__ import annotations

from engines.contract import IllegalMove, Move
from engines.torres.components import CARD, CASTLES_AT_LEAST, DRAWS, PLACE, TOO_NEAR
from engines.torres.squares import CORNER, FULL, JUMPS, NEXT, NUMBER, SQUARES, bits, flood, lowest
from engines.torres.state import ACT, CASTLE, CROWN, FIRST, KEEP, KING, START, State
from engines.torres.terrain import Terrain
from engines.torres.view import walk
from engines.torres.words import VERBS

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
"""So much of a word that makes no sense is repeated to who said it."""


def refusal(state: State, move: Move) -> IllegalMove:
    """The reason why this is no legal move of the seat that acts."""
    verb, *rest = move or ("",)
    if verb not in VERBS:
        return _no("unknown", word=verb[:_WORD])
    if verb not in _HERE[state.mode]:
        return _no("finish-draw" if state.mode == KEEP else "not-now", word=verb, words=", ".join(_HERE[state.mode]))
    reason = _RULES[verb](state, rest)
    return reason or _no("form", move=" ".join(move)[:72])


def _no(reason: str, **parameters: object) -> IllegalMove:
    return IllegalMove(f"torres.illegal.{reason}", **parameters)


Refused = IllegalMove | None


def _square(words: list[str], at: int = 0) -> int | IllegalMove:
    """The square that a word names."""
    if at >= len(words):
        return _no("short")
    number = NUMBER.get(words[at])
    return _no("square", word=words[at][:_WORD]) if number is None else number


def _squares(words: list[str]) -> tuple[int, int] | IllegalMove:
    start, target = _square(words), _square(words, 1)
    if isinstance(start, IllegalMove):
        return start
    if isinstance(target, IllegalMove):
        return target
    return _no("same", square=words[0]) if start == target else (start, target)


def _figure(state: State, square: int) -> Refused:
    """T4, T18: a square that holds a figure."""
    if square == state.king:
        return _no("king-there", square=SQUARES[square])
    return _no("knight-there", square=SQUARES[square]) if state.occupied >> square & 1 else None


def _own(state: State, square: int) -> Refused:
    return None if state.knights[state.seat] >> square & 1 else _no("no-knight", square=SQUARES[square])


def _points(state: State, need: int) -> Refused:
    return _no("ap", need=need, left=state.ap) if state.ap < need else None


# -- setup and the king -----------------------------------------------------------------------------------------------------


def _castle(state: State, words: list[str]) -> Refused:
    square = _square(words)
    if isinstance(square, IllegalMove):
        return square
    near = [castle for castle in state.terrain.castles if TOO_NEAR[lowest(castle)] >> square & 1]
    return _no("castle-near", square=SQUARES[square], other=SQUARES[lowest(near[0])]) if near else None


def _on_castle(state: State, words: list[str]) -> Refused:
    square = _square(words)
    if isinstance(square, IllegalMove):
        return square
    if not state.heights[square]:
        return _no("no-castle", square=SQUARES[square])
    if state.mode == KING and state.royal_castle() >> square & 1:
        return _no("same-castle")
    return _figure(state, square)


def _first(state: State, words: list[str]) -> Refused:
    return _no("seat", last=state.seats - 1) if words else _no("short")


# -- actions ----------------------------------------------------------------------------------------------------------------


def _place(state: State, words: list[str]) -> Refused:
    square = _square(words)
    if isinstance(square, IllegalMove):
        return square
    return _points(state, PLACE) or _new_knight(state, square, above=0)


def _new_knight(state: State, square: int, above: int) -> Refused:
    """T3 (`above` 0) and the card `higher` (1)."""
    if not state.reserve:
        return _no("no-reserve")
    if reason := _figure(state, square):
        return reason
    beside = NEXT[square] & state.knights[state.seat]
    if not beside:
        return _no("not-beside", square=SQUARES[square])
    level = max(state.heights[knight] for knight in bits(beside))
    if state.heights[square] > level + above:
        return _no("place-high", square=SQUARES[square], level=state.heights[square], most=level + above)
    return None


def _move(state: State, words: list[str]) -> Refused:
    squares = _squares(words)
    if isinstance(squares, IllegalMove):
        return squares
    start, target = squares
    if reason := _own(state, start) or _figure(state, target):
        return reason
    layers = walk(state.terrain, start, state.occupied, _FAR)
    cost = next((cost for cost, mask in enumerate(layers, 1) if mask >> target & 1), 0)
    if not cost:
        return _no("unreachable", start=SQUARES[start], square=SQUARES[target])
    if cost > state.ap:
        return _no("far", square=SQUARES[target], need=cost, left=state.ap)
    return None


def _build(state: State, words: list[str]) -> Refused:
    if reason := _points(state, 1):
        return reason
    heights = sorted({height for height in state.towers[state.seat] if height})
    named = bool(words) and words[0].isdecimal()
    if state.used == 0:
        return _no("tower-empty")
    if state.used > 0 or len(heights) == 1:
        if named:
            return _no("tower-settled" if state.used > 0 else "tower-equal")
    elif not heights:
        return _no("no-segments")
    elif not named:
        return _no("tower-name", heights=", ".join(map(str, heights)))
    elif words[0] not in map(str, heights):
        return _no("tower-none", height=words[0][:_WORD], heights=", ".join(map(str, heights)))
    square = _square(words[1:] if named else words)
    if isinstance(square, IllegalMove):
        return square
    return _figure(state, square) or _segment(state.terrain, square, found=False)


def _segment(land: Terrain, square: int, *, found: bool) -> Refused:
    """T7: why no segment may go here; `found`: it may found a castle."""
    if land.heights[square]:
        base = land.castle_of(square).bit_count()
        if land.rise >> square & 1:
            return None
        return _no("base", square=SQUARES[square], base=base)
    near = [castle for castle in land.castles if castle & NEXT[square]]
    if len(near) > 1:
        castle, other = (SQUARES[lowest(touched & NEXT[square])] for touched in near[:2])
        return _no("joins", square=SQUARES[square], castle=castle, other=other)
    return _no("founds", square=SQUARES[square]) if not near and not found else None


def _draw(state: State, _words: list[str]) -> Refused:
    if state.masters:
        return _no("no-drawing")
    if state.drawn >= DRAWS:
        return _no("drawn", most=DRAWS)
    if not state.deck_size(state.deck):
        return _no("deck-empty")
    return _points(state, 1)


def _keep(state: State, words: list[str]) -> Refused:
    cards = [word for word in words if word not in {"top", "bottom"}]
    left = list(state.looked)
    for card in cards:
        if CARD.get(card) not in left:
            return _no("not-looked")
        left.remove(CARD[card])
    return _no("keep-form")


def _point(state: State, _words: list[str]) -> Refused:
    return _points(state, 1)


def _end(_state: State, _words: list[str]) -> Refused:
    return _no("end-form")


# -- cards ------------------------------------------------------------------------------------------------------------------


def _card(state: State, words: list[str]) -> Refused:
    if not words:
        return _no("short")
    card = CARD.get(words[0])
    if card is None:
        return _no("card-unknown", word=words[0][:_WORD])
    if state.carded:
        return _no("card-second")
    if card not in state.hands[state.seat]:
        return _no("card-fresh" if card in state.fresh else "card-not-held")
    rule = _CARD_RULES.get(words[0])
    return rule(state, words[1:]) if rule else None


def _climb(state: State, words: list[str]) -> Refused:
    squares = _squares(words)
    if isinstance(squares, IllegalMove):
        return squares
    start, target = squares
    if reason := _own(state, start) or _figure(state, target):
        return reason
    if not NEXT[start] >> target & 1:
        return _no("not-next", start=SQUARES[start], square=SQUARES[target])
    rise = state.heights[target] - state.heights[start]
    return _no("climb", square=SQUARES[target], level=state.heights[start] + 2) if rise != 2 else None


def _under(state: State, words: list[str]) -> Refused:
    square = _square(words)
    if isinstance(square, IllegalMove):
        return square
    if reason := _own(state, square) or _segment(state.terrain, square, found=True):
        return reason
    heights = sorted({height for height in (*state.towers[state.seat], state.used) if height > 0})
    if not heights:
        return _no("no-segments")
    if len(words) < 2 or words[1] not in map(str, heights):
        return _no("under-tower", heights=", ".join(map(str, heights)))
    return None


def _supply(state: State, words: list[str]) -> Refused:
    square = _square(words)
    if isinstance(square, IllegalMove):
        return square
    if not state.supply:
        return _no("supply-empty")
    return _figure(state, square) or _segment(state.terrain, square, found=False)


def _gate(state: State, words: list[str]) -> Refused:
    squares = _squares(words)
    if isinstance(squares, IllegalMove):
        return squares
    start, target = squares
    if reason := _own(state, start) or _figure(state, target):
        return reason
    exits = state.terrain.gates(start)
    if not exits:
        return _no("no-gate", square=SQUARES[start], level=state.heights[start])
    return None if exits >> target & 1 else _no("gate-target", square=SQUARES[target])


def _diagonal(state: State, words: list[str]) -> Refused:
    squares = _squares(words)
    if isinstance(squares, IllegalMove):
        return squares
    start, target = squares
    if reason := _own(state, start) or _figure(state, target):
        return reason
    if not CORNER[start] >> target & 1:
        return _no("not-corner", start=SQUARES[start], square=SQUARES[target])
    return _too_high(state, start, target)


def _too_high(state: State, start: int, target: int) -> Refused:
    most = state.heights[start] + 1
    level = state.heights[target]
    return _no("high", square=SQUARES[target], level=level, most=most) if level > most else None


def _shift(state: State, words: list[str]) -> Refused:
    squares = _squares(words)
    if isinstance(squares, IllegalMove):
        return squares
    start, target = squares
    land = state.terrain
    if not land.heights[start]:
        return _no("no-castle", square=SQUARES[start])
    if reason := _figure(state, start) or _figure(state, target):
        return reason
    rest = land.castle_of(start) & ~(1 << start)
    if land.heights[start] == 1 and rest:
        if flood(rest & -rest, rest) != rest:
            return _no("shift-splits", square=SQUARES[start])
        if any(land.heights[square] > rest.bit_count() for square in bits(rest)):
            return _no("shift-base", square=SQUARES[start], base=rest.bit_count())
    after = land.lifted(start)
    if reason := _segment(after, target, found=True):
        return reason
    founds = not after.heights[target] and not NEXT[target] & after.least[1]
    if len(after.castles) + founds < CASTLES_AT_LEAST:
        return _no("shift-castles", least=CASTLES_AT_LEAST)
    return None


def _jump(state: State, words: list[str]) -> Refused:
    squares = _squares(words)
    if isinstance(squares, IllegalMove):
        return squares
    start, target = squares
    if reason := _own(state, start) or _figure(state, target):
        return reason
    over = next((over for over, behind in JUMPS[start] if behind == 1 << target), 0)
    if not over:
        return _no("jump-line", start=SQUARES[start], square=SQUARES[target])
    if not over & state.occupied & FULL:
        return _no("jump-nobody", square=SQUARES[lowest(over)])
    return _too_high(state, start, target)


def _higher(state: State, words: list[str]) -> Refused:
    square = _square(words)
    return square if isinstance(square, IllegalMove) else _new_knight(state, square, above=1)


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
