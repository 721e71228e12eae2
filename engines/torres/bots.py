"""The computer player: the levels, and a move for each question.

It knows only what the view tells: the rest is dealt anew, and of that nothing is used. In a turn it seeks a plan for the rest
of it (search.py), plays the plan's first move, and thinks again after it.
"""

from __future__ import annotations

import random

from engines.contract import Move
from engines.torres import choices
from engines.torres.components import CARDS
from engines.torres.deck import Keeping, keepings
from engines.torres.determinize import determinize
from engines.torres.evaluate import promise
from engines.torres.moves import CHOOSE, KEEP_CARD, SET_CASTLE, Atom, groups
from engines.torres.search import plan
from engines.torres.squares import bits
from engines.torres.state import ACT, State
from engines.torres.view import TorresView

LEVELS = ("easy", "normal", "hard")

_WIDTH = {"easy": 1, "normal": 5, "hard": 10}
"""How many positions of each ply are followed."""

_CARELESS = {"easy": 0.35, "normal": 0.0, "hard": 0.0}
"""How often a move of a turn is any move at all."""

_BEST_CARDS = ("gate", "seven", "shift", "under", "six", "supply", "climb", "diagonal", "jump", "higher")
"""Which card to keep, the most useful first."""


def choose_move(view: TorresView, rng: random.Random, level: str) -> Move:
    """A legal move of the view's seat; the same for the same view, chance and level."""
    state = determinize(view, rng, State, 1)
    if state.mode != ACT:
        atom = _single(state, rng)
    elif rng.random() < _CARELESS[level]:
        kind, a, mask = rng.choice(groups(state))
        atom = (kind, a, rng.choice(list(bits(mask))))
    else:
        atom = plan(state, rng, _WIDTH[level])
    return choices.write(state, *atom)


def _single(state: State, rng: random.Random) -> Atom:
    """The setup, the king, the next starter, a card to keep."""
    atoms = [(kind, a, b) for kind, a, mask in groups(state) for b in bits(mask)]
    kind = atoms[0][0]
    if kind == KEEP_CARD:
        ways = keepings(state.looked)
        return max(atoms, key=lambda atom: _card_order(ways[atom[2]]))
    if kind == CHOOSE:
        return (CHOOSE, 0, (state.seat + 1) % state.seats)  # and so to move last, when nobody can answer any more
    if kind == SET_CASTLE:
        return rng.choice(atoms)
    return max(atoms, key=lambda atom: promise(state, atom) + rng.random())


def _card_order(way: Keeping) -> tuple[float, ...]:
    """Keep the best card and lay the second best on top, the worst at the bottom."""
    worth = [-_BEST_CARDS.index(CARDS[card]) for card in (way.card, *way.tops)]
    return (worth[0], len(way.tops) == 1, sum(worth[1:]))
