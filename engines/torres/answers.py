"""What becomes of the end of a turn: all play on for a while, each as a narrow search thinks best for it."""

from __future__ import annotations

import random

from engines.torres.components import CARDS
from engines.torres.evaluate import RIVALS, next_scoring, turns_left
from engines.torres.moves import END
from engines.torres.play import apply
from engines.torres.prospect import Line, board, lines, promised, sites
from engines.torres.search import Search, stop
from engines.torres.state import State


def seen(state: State, seat: int) -> Line:
    """All features of a seat at the end of a turn."""
    land, own = state.terrain, state.knights[seat]
    king = 1 << state.king
    others = state.occupied & ~own & ~king
    found = board(land, sites(land), own, others, king, state.royal_castle(), next_scoring(state))
    hand = state.hands[seat] + (state.fresh if seat == state.seat else ())
    segments = sum(state.towers[seat]) + state.kept[seat] + (max(state.used, 0) if seat == state.seat else 0)
    return (*found, float(segments), *(float(hand.count(card)) for card in range(len(CARDS))))


def lead(state: State, seat: int) -> float:
    """What a seat is expected to have in the end, less its share of what the others' mean will, at the end of a turn."""
    of_phase = lines()[state.seats][next_scoring(state) - 1]
    totals = [
        state.scores[each] + promised(of_phase[turns_left(state, each)], seen(state, each)) for each in range(state.seats)
    ]
    return totals[seat] - RIVALS * (sum(totals, 0.0) - totals[seat]) / (state.seats - 1)


def loss(state: State, rng: random.Random, breadth: int) -> float:
    """How much the lead of the seat that ends its turn here changes while the others answer, it plays its next turn, and they
    answer that, or up to the next scoring. Nobody draws, and the others are thought to hold no cards, since it is not known
    which. `state` is used up.
    """
    seat = state.seat
    state.hands = [hand if each == seat else () for each, hand in enumerate(state.hands)]
    for cards in (state.tops, state.unseen, state.bottoms):
        cards[:] = [()] * len(cards)
    kind, a, b = _finish(state)
    before = after = lead(state, seat)
    again = True
    while True:
        if state.round == state.rounds and state.done + 1 == state.seats:
            return after - before
        apply(state, kind, a, b)
        if state.seat == seat:
            if not again:
                return after - before
            again = False
        search = Search(state, rng, breadth)
        for atom in search.best().path():
            apply(state, *atom)
        kind, a, b = _finish(state)
        after = lead(state, seat)


def _finish(state: State) -> tuple[int, int, int]:
    """Buy points for the AP left; how the turn is ended then."""
    while True:
        atom = stop(state)
        if atom[0] == END:
            return atom
        apply(state, *atom)
