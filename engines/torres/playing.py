"""Moves as numbers, played in place (fast.py tells what the numbers are and which are legal)."""

from __future__ import annotations

from engines import draws
from engines.torres import phases
from engines.torres.components import (
    CLIMB,
    DIAGONAL,
    GATE,
    HIGHER,
    JUMP,
    LOOKED,
    SEVEN,
    SHIFT,
    SIX,
    SUPPLY,
    UNDER,
)
from engines.torres.components import (
    PLACE as PLACE_COST,
)
from engines.torres.fast import (
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
)
from engines.torres.scoring import gain
from engines.torres.state import ACT, BOUGHT, CROWN, KEEP, State
from engines.torres.terrain import terrain
from engines.torres.towers import endings, high_first, keepings


def apply(state: State, kind: int, a: int, b: int, told: phases.Told = None) -> None:
    """Play a legal move; `told` receives what follows from it by itself (new rounds, scorings)."""
    state.stage += 1
    seat = state.seat
    if kind == MOVE:
        state.knights[seat] ^= 1 << (a & 63) | 1 << b
        state.ap -= a >> 6
    elif kind == BUILD:
        _take(state, a)
        state.heights = terrain(state.heights).raised(b).heights
        state.ap -= 1
    elif kind == END:
        _end(state, b, told)
    elif kind == PLACE:
        state.knights[seat] |= 1 << b
        state.ap -= PLACE_COST
    elif kind == POINT:
        gain(state, seat, 1, BOUGHT)
        state.ap -= 1
    elif kind >= CARD:
        _card(state, kind - CARD, a, b)
    elif kind == DRAW:
        _draw(state)
    elif kind == KEEP_CARD:
        _keep(state, b)
    else:
        _prepare(state, kind, b, told)


def _prepare(state: State, kind: int, b: int, told: phases.Told) -> None:
    """What is not done in a turn: setup, the king's journey, the next starter."""
    if kind == SET_KNIGHT:
        state.knights[state.seat] |= 1 << b
        phases.knight_started(state)
    elif kind == SET_CASTLE:
        state.heights = terrain(state.heights).raised(b).heights
        state.supply -= 1
        phases.castle_placed(state)
    elif kind == CHOOSE:
        phases.begin_phase(state, b, told)
    elif kind == SET_KING and state.mode == CROWN:
        state.king = b
        phases.begin_turn(state, 0)
    else:
        if kind == SET_KING:
            state.king = b
        phases.king_settled(state, told)


def _take(state: State, named: int) -> None:
    """T7: a segment from the tower of this turn, chosen now if it is not yet (-1: all that are not empty are equal)."""
    if state.used < 0:
        towers = state.towers[state.seat]
        at = towers.index(named) if named >= 0 else 0
        state.used = towers[at]
        state.towers[state.seat] = towers[:at] + towers[at + 1 :]
    state.used -= 1


def _end(state: State, number: int, told: phases.Told) -> None:
    seat = state.seat
    ending = endings(state.towers[seat], state.used)[number]
    state.towers[seat] = ending.towers
    if ending.towers:
        state.supply += ending.rest
    else:
        state.kept[seat] = ending.rest
    if state.fresh:
        state.hands[seat] = tuple(sorted(state.hands[seat] + state.fresh))
        state.fresh = ()
    phases.turn_ended(state, told)


def _draw(state: State) -> None:
    """T9: look at the top three: what is known to lie on top, then unseen cards drawn now, then what was laid below."""
    deck = state.deck
    if state.drawer[deck] != state.seat:
        state.drawer[deck] = state.seat
        state.sure[deck] = 0
    tops, unseen, bottoms = state.tops[deck], list(state.unseen[deck]), state.bottoms[deck]
    looked = list(tops[:LOOKED])
    state.tops[deck] = tops[LOOKED:]
    new = draws.shuffled(state.seed, state.draws, unseen)[: LOOKED - len(looked)]
    state.draws += 1
    for card in new:
        unseen.remove(card)
    looked += new
    state.unseen[deck] = tuple(unseen)
    missing = LOOKED - len(looked)
    looked += bottoms[:missing]
    state.bottoms[deck] = bottoms[missing:]
    state.sure[deck] = min(state.sure[deck], len(state.bottoms[deck]))
    state.looked = tuple(sorted(looked))
    state.ap -= 1
    state.drawn += 1
    state.mode = KEEP


def _keep(state: State, number: int) -> None:
    deck = state.deck
    way = keepings(state.looked)[number]
    state.fresh = tuple(sorted((*state.fresh, way.card)))
    state.tops[deck] = way.tops + state.tops[deck]
    state.bottoms[deck] += way.bottoms
    state.sure[deck] += len(way.bottoms)
    state.looked = ()
    state.mode = ACT


def _card(state: State, card: int, a: int, b: int) -> None:
    """T10: the card leaves the game and does what it says."""
    seat = state.seat
    hand = state.hands[seat]
    at = hand.index(card)
    state.hands[seat] = hand[:at] + hand[at + 1 :]
    state.played[seat] += (card,)
    state.carded = True
    if card in _WALKS:
        state.knights[seat] ^= 1 << a | 1 << b
    elif card == SHIFT:
        state.heights = terrain(state.heights).lifted(a).raised(b).heights
    elif card == SUPPLY:
        state.heights = terrain(state.heights).raised(b).heights
        state.supply -= 1
    elif card == UNDER:
        state.heights = terrain(state.heights).raised(a).heights
        _take_any(state, b)
    elif card == HIGHER:
        state.knights[seat] |= 1 << b
    else:
        state.ap += _EXTRA[card]


_WALKS = frozenset({CLIMB, GATE, DIAGONAL, JUMP})
_EXTRA = {SIX: 1, SEVEN: 2}


def _take_any(state: State, height: int) -> None:
    """T8: a segment from any tower of this height, an unused one first; an emptied one stays as height 0."""
    towers = state.towers[state.seat]
    if height in towers:
        at = towers.index(height)
        state.towers[state.seat] = high_first((*towers[:at], height - 1, *towers[at + 1 :]))
    else:
        state.used -= 1
