"""What follows the end of a turn: all play on for a while, each by a narrow search for its own best turn."""

import random
from collections.abc import Iterator
from itertools import islice

from engines.torres.choices import END, Atom
from engines.torres.components import CARDS
from engines.torres.evaluate import RIVALS, next_scoring, turns_left
from engines.torres.play import apply
from engines.torres.prospect import Line, board, lines, promise, sites
from engines.torres.search import Search, stop
from engines.torres.state import State

Hands = tuple[tuple[int, ...], ...]
"""By seat, the cards in hand."""


def features(state: State, seat: int) -> Line:
    """Returns all features of a seat at the end of a turn."""
    land, own = state.terrain, state.knights[seat]
    king = 1 << state.king
    others = state.occupied & ~own & ~king
    found = board(land, sites(land), own, others, king, state.royal_castle(), next_scoring(state))
    hand = state.hands[seat] + (state.fresh if seat == state.seat else ())
    segments = sum(state.towers[seat]) + state.kept[seat] + (max(state.used, 0) if seat == state.seat else 0)
    return (*found, float(segments), *(float(hand.count(card)) for card in range(len(CARDS))))


def lead(state: State, seat: int) -> float:
    """Returns the points that a seat is expected to have in the end, less a share of the others' mean, at the end of a turn."""
    of_phase = lines()[state.seats][next_scoring(state) - 1]
    totals = [
        state.scores[each] + promise(of_phase[turns_left(state, each)], features(state, each)) for each in range(state.seats)
    ]
    return totals[seat] - RIVALS * (sum(totals, 0.0) - totals[seat]) / (state.seats - 1)


def loss(state: State, rng: random.Random, breadth: int, hands: Hands = ()) -> float:
    """Returns how the lead of the seat that ends its turn here changes while the others answer, it plays its next turn, and
    they answer that; or up to the next scoring. `hands`: the cards that the others are assumed to hold. `state` is changed.
    """
    seat = state.seat
    leads = [lead(state, seat) for _ in islice(played_on(state, rng, breadth, hands), 2 * state.seats)]
    return leads[-1] - leads[0]


def played_on(state: State, rng: random.Random, breadth: int, hands: Hands = ()) -> Iterator[None]:
    """Yields at the end of this turn and of each that follows in the phase, which it plays in place. Nobody draws. `hands`: the
    cards that the others are assumed to hold; none by default, since they are not known.
    """
    seat = state.seat
    state.hands = [hand if each == seat else hands[each] if hands else () for each, hand in enumerate(state.hands)]
    for cards in (state.tops, state.unseen, state.bottoms):
        cards[:] = [()] * len(cards)
    ending = buy(state)
    yield
    while state.round < state.rounds or state.done + 1 < state.seats:
        apply(state, *ending)
        for atom in Search(state, rng, breadth).best().path():
            apply(state, *atom)
        ending = buy(state)
        yield


def buy(state: State) -> Atom:
    """Buy points for the AP left. Returns how the turn is ended then."""
    while True:
        atom = stop(state)
        if atom[0] == END:
            return atom
        apply(state, *atom)
