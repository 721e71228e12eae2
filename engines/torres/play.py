"""Carries out a legal move: its effect (`apply`), and the turns, rounds and phases that follow (T1, T13, T17, T21)."""

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
from engines.torres.towers import deal, endings, high_first

Events = list[Event] | None
"""Receives what follows from a move automatically (new rounds, scorings); None if that is not needed."""

_WALKS = frozenset({CLIMB, GATE, DIAGONAL, JUMP})
_EXTRA = {SIX: 1, SEVEN: 2}


def apply(state: State, kind: int, a: int, b: int, events: Events = None) -> None:
    """Play a legal move. `events` receives what follows from it automatically (new rounds, scorings)."""
    state.stage += 1
    seat = state.seat
    if kind == MOVE:
        state.knights[seat] ^= 1 << (a & 63) | 1 << b
        state.ap -= a >> 6
    elif kind == BUILD:
        _take(state, a)
        state.heights = terrain(state.heights).with_segment(b).heights
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
    """Play a move outside of turns: setup, the king's journey, the next starter."""
    if kind == SET_KNIGHT:
        state.knights[state.seat] |= 1 << b
        _knight_started(state)
    elif kind == SET_CASTLE:
        state.heights = terrain(state.heights).with_segment(b).heights
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
    """T7: take a segment from the tower of this turn, which is chosen now if needed (-1: all that are not empty are equal)."""
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
    """T9: look at the top three: the cards known to be on top, then unseen cards drawn now, then those put at the bottom."""
    deck = state.deck
    if state.drawer[deck] != state.seat:
        state.drawer[deck] = state.seat
        state.sure[deck] = 0
    tops, unseen, bottoms = state.tops[deck], state.unseen[deck], state.bottoms[deck]
    looked = list(tops[:LOOKED])
    state.tops[deck] = tops[LOOKED:]
    new = _unseen_cards(state, deck, LOOKED - len(looked))
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


def _unseen_cards(state: State, deck: int, count: int) -> list[int]:
    """Returns the next cards of a deck that nobody has looked at, at most `count`."""
    unseen = state.unseen[deck]
    if not state.by_place:
        return draws.in_random_order(state.seed, state.draws, unseen)[:count]
    left = list(unseen)
    cards: list[int] = []
    while left and len(cards) < count:  # T9a
        cards.append(draws.pick(state.seed, draws.in_stream(1 + deck, len(left)), left))
        left.remove(cards[-1])
    return cards


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
    """T10: remove the card from the game and do what it says."""
    seat = state.seat
    hand = state.hands[seat]
    at = hand.index(card)
    state.hands[seat] = hand[:at] + hand[at + 1 :]
    state.played[seat] += (card,)
    state.carded = True
    if card in _WALKS:
        state.knights[seat] ^= 1 << a | 1 << b
    elif card == SHIFT:
        state.heights = terrain(state.heights).without_segment(a).with_segment(b).heights
    elif card == SUPPLY:
        state.heights = terrain(state.heights).with_segment(b).heights
        state.supply -= 1
    elif card == UNDER:
        state.heights = terrain(state.heights).with_segment(a).heights
        _take_any(state, b)
    elif card == HIGHER:
        state.knights[seat] |= 1 << b
    else:
        state.ap += _EXTRA[card]


def _take_any(state: State, height: int) -> None:
    """T8: take a segment from any tower of this height, an unused one first. An emptied tower stays, with height 0."""
    towers = state.towers[state.seat]
    if height in towers:
        at = towers.index(height)
        state.towers[state.seat] = high_first((*towers[:at], height - 1, *towers[at + 1 :]))
    else:
        state.used -= 1


# -- turns, rounds and phases ----------------------------------------------------------------------------------------------


def _ask(state: State, mode: int, seat: int) -> None:
    """Ask this seat next. A question to another seat is another turn."""
    state.mode = mode
    if seat != state.seat:
        state.turn += 1
        state.seat = seat


def _castle_placed(state: State) -> None:
    """T21: seats place castles in order until all are placed; then the knights follow."""
    placed = sum(state.heights)
    if placed < CASTLES:
        _ask(state, CASTLE, placed % state.seats)
    else:
        _ask(state, START, 0)


def _knight_started(state: State) -> None:
    """T1: the knights are placed in seat order, then the last player places the king."""
    if state.seat + 1 < state.seats:
        _ask(state, START, state.seat + 1)
    else:
        state.mode = CROWN


def _begin_turn(state: State, seat: int) -> None:
    """Begin a turn with all its action points."""
    state.mode = ACT
    state.seat = seat
    state.turn += 1
    state.ap = ACTION_POINTS
    state.used = -1
    state.carded = False
    state.drawn = 0


def _turn_ended(state: State, events: Events) -> None:
    """T13: begin the next player's turn or the next round, or end the phase."""
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
    if state.phase == state.phases:
        state.mode = OVER
        if events is not None:
            events.append(Event(GameOver(tuple(state.scores)), reveals=True))
        return
    state.turn += 1
    state.mode = KING
    state.seat = _fewest(state)


def _leader(state: State, otherwise: int) -> int:
    """T21: the seat that starts a round: most points; `otherwise` while all are at 0, and outside the master variant."""
    most = max(state.scores)
    return state.scores.index(most) if state.masters and most else otherwise


def _fewest(state: State) -> int:
    """T17: returns the seat with the fewest points; of several at 0, the last in turn order."""
    least = min(state.scores)
    return next(seat for seat in reversed(state.order(state.starter)) if state.scores[seat] == least)


def _king_moved(state: State, events: Events) -> None:
    """T17: the starting player is chosen next. T21: the leader starts."""
    if state.masters:
        _begin_phase(state, _leader(state, state.starter), events)
    else:
        state.mode = FIRST


def _begin_phase(state: State, starter: int, events: Events) -> None:
    """T17, T8: begin the next phase: its towers are dealt and the kept segments spread over them."""
    state.phase += 1
    state.round = 1
    state.starter = starter
    left_over = []
    for seat in range(state.seats):
        new = TOWERS[state.seats][state.phase - 1]
        state.towers[seat], rest = deal(new, state.kept[seat])
        state.kept[seat] = 0
        state.supply += rest - sum(new)
        left_over.append(rest)
    if events is not None:
        events.append(Event(PhaseBegun(state.phase, starter, tuple(state.towers), tuple(left_over))))
    _begin_turn(state, starter)
