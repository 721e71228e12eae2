"""Carries a legal move out: what it does (`apply`), and the turns, rounds and phases that follow (T1, T13, T17, T21)."""

from engines import draws
from engines.base import without
from engines.contract import Event
from engines.torres.choices import (
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
from engines.torres.components import (
    ACTION_POINTS,
    CASTLES,
    CLIMB,
    DIAGONAL,
    GATE,
    HIGHER,
    JUMP,
    LOOKED,
    PHASES,
    PLACE_COST,
    SEVEN,
    SHIFT,
    SIX,
    SUPPLY,
    TOWERS,
    UNDER,
)
from engines.torres.deck import keepings
from engines.torres.events import GameOver, PhaseBegun, RoundBegun, of_scoring
from engines.torres.scoring import gain, score
from engines.torres.state import ACT, BOUGHT, CASTLE, CROWN, FIRST, KEEP, KING, OVER, START, State
from engines.torres.terrain import terrain
from engines.torres.towers import dealt, endings, high_first

Events = list[Event] | None
"""Where what follows from a move by itself (new rounds, scorings) is told; None where nobody listens."""


def apply(state: State, kind: int, a: int, b: int, events: Events = None) -> None:
    """Play a legal move; `events` receives what follows from it by itself (new rounds, scorings)."""
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
        _end(state, b, events)
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
        _prepare(state, kind, b, events)


def _prepare(state: State, kind: int, b: int, events: Events) -> None:
    """What is not done in a turn: setup, the king's journey, the next starter."""
    if kind == SET_KNIGHT:
        state.knights[state.seat] |= 1 << b
        _knight_started(state)
    elif kind == SET_CASTLE:
        state.heights = terrain(state.heights).raised(b).heights
        state.supply -= 1
        _castle_placed(state)
    elif kind == CHOOSE:
        _begin_phase(state, b, events)
    elif kind == SET_KING and state.mode == CROWN:
        state.king = b
        _begin_turn(state, 0)
    else:
        if kind == SET_KING:
            state.king = b
        _king_moved(state, events)


def _take(state: State, named: int) -> None:
    """T7: a segment from the tower of this turn, chosen now if it is not yet (-1: all that are not empty are equal)."""
    if state.used < 0:
        towers = state.towers[state.seat]
        at = towers.index(named) if named >= 0 else 0
        state.used = towers[at]
        state.towers[state.seat] = towers[:at] + towers[at + 1 :]
    state.used -= 1


def _end(state: State, number: int, events: Events) -> None:
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
    _turn_ended(state, events)


def _draw(state: State) -> None:
    """T9: look at the top three: what is known to lie on top, then unseen cards drawn now, then what was laid below."""
    deck = state.deck
    if state.drawer[deck] != state.seat:
        state.drawer[deck] = state.seat
        state.sure[deck] = 0
    tops, unseen, bottoms = state.tops[deck], state.unseen[deck], state.bottoms[deck]
    looked = list(tops[:LOOKED])
    state.tops[deck] = tops[LOOKED:]
    new = draws.shuffled(state.seed, state.draws, unseen)[: LOOKED - len(looked)]
    state.draws += 1
    looked += new
    state.unseen[deck] = tuple(without(unseen, new))
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


# -- turns, rounds and phases ----------------------------------------------------------------------------------------------


def _ask(state: State, mode: int, seat: int) -> None:
    """The next question goes to this seat; another seat's question is another turn."""
    state.mode = mode
    if seat != state.seat:
        state.turn += 1
        state.seat = seat


def _castle_placed(state: State) -> None:
    """T21: round and round until all castles stand; then the knights."""
    placed = sum(state.heights)
    if placed < CASTLES:
        _ask(state, CASTLE, placed % state.seats)
    else:
        _ask(state, START, 0)


def _knight_started(state: State) -> None:
    """T1: the knights in seat order, then the last player's king."""
    if state.seat + 1 < state.seats:
        _ask(state, START, state.seat + 1)
    else:
        state.mode = CROWN


def _begin_turn(state: State, seat: int) -> None:
    """A new turn with all its action points."""
    state.mode = ACT
    state.seat = seat
    state.turn += 1
    state.ap = ACTION_POINTS
    state.used = -1
    state.carded = False
    state.drawn = 0


def _turn_ended(state: State, events: Events) -> None:
    """T13: the next player's turn, the next round or the end of the phase."""
    state.done += 1
    if state.done < state.seats:
        _begin_turn(state, (state.seat + 1) % state.seats)
        return
    state.done = 0
    if state.round < state.rounds:
        state.round += 1
        state.starter = _leader(state, state.starter)
        if events is not None:
            events.append(Event(RoundBegun(state.phase, state.round, state.starter)))
        _begin_turn(state, state.starter)
        return
    state.ap = 0
    state.used = -1
    state.carded = False
    state.drawn = 0
    before = tuple(state.scores)
    scored, gains = score(state)
    if events is not None:
        events.append(of_scoring(state, before, gains, scored.master))
    if state.phase == PHASES:
        state.mode = OVER
        if events is not None:
            events.append(Event(GameOver(tuple(state.scores)), reveals=True))
        return
    state.turn += 1
    state.mode = KING
    state.seat = _fewest(state)


def _leader(state: State, otherwise: int) -> int:
    """T21: who starts a round, the most points (`otherwise` while all are at 0, and outside the master variant)."""
    most = max(state.scores)
    return state.scores.index(most) if state.masters and most else otherwise


def _fewest(state: State) -> int:
    """T17: who has the fewest points; of several at 0 the last in turn order."""
    least = min(state.scores)
    return next(seat for seat in reversed(state.order(state.starter)) if state.scores[seat] == least)


def _king_moved(state: State, events: Events) -> None:
    """T17: now the starting player is chosen; T21: the leader starts."""
    if state.masters:
        _begin_phase(state, _leader(state, state.starter), events)
    else:
        state.mode = FIRST


def _begin_phase(state: State, starter: int, events: Events) -> None:
    """T17, T8: the next phase, its towers dealt and the kept segments spread over them."""
    state.phase += 1
    state.round = 1
    state.starter = starter
    left_over = []
    for seat in range(state.seats):
        new = TOWERS[state.seats][state.phase - 1]
        state.towers[seat], rest = dealt(new, state.kept[seat])
        state.kept[seat] = 0
        state.supply += rest - sum(new)
        left_over.append(rest)
    if events is not None:
        events.append(Event(PhaseBegun(state.phase, starter, tuple(state.towers), tuple(left_over))))
    _begin_turn(state, starter)
