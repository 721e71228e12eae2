"""The computer player: the levels, and a move for each question.

It knows only what the view tells: the rest is dealt anew, and of that nothing is used. In a turn it seeks a plan for the rest
of it (search.py), plays the plan's first move, and thinks again after it.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence

from engines import judging
from engines.contract import Candidate, Move
from engines.torres import choices
from engines.torres.components import CARDS
from engines.torres.deck import Keeping, keepings
from engines.torres.determinize import determinize
from engines.torres.evaluate import frame_of, outlook, parts_of, promise, share, worth_of
from engines.torres.moves import CHOOSE, KEEP_CARD, SET_CASTLE, Atom, groups
from engines.torres.search import plan, plans, worth_after
from engines.torres.squares import bits
from engines.torres.state import ACT, State
from engines.torres.view import TorresView

_WIDTH = {"easy": 1, "normal": 5, "hard": 10, "master": 30}
"""How many positions of each ply are followed."""

_CARELESS = {"easy": 0.2, "normal": 0.0, "hard": 0.0, "master": 0.0}
"""How often a move of a turn is any move at all: so often that somebody who has only read the rules beats `easy` more often
than not (bench/engines_torres.py: 19 of 24 games; with 0.17 it was 20 of 40, with 0.1 it was 7 of 24).
"""

_CARD_STEP = 0.1
"""Points between one way to keep a card and the next better one, for comparing alone."""

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


def candidates(
    view: TorresView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
) -> tuple[Candidate, ...]:
    """The contract's: moves of a turn by the plans that begin with them, the other questions by their rules of thumb."""
    state = determinize(view, rng, State, 1)
    asked = [atom for atom in (choices.find(state, move) for move in also) if atom is not None]
    frame, lead = frame_of(state), outlook(state)
    if state.mode != ACT:
        valued = _valued(state, rng)
        chosen = max(valued, key=valued.__getitem__)
        now = worth_of(state, frame)
        best = heapq.nlargest(limit + 1, valued, key=valued.__getitem__)
        singles = [
            Candidate(choices.write(state, *atom), share(state, lead + now + valued[atom], frame), chosen=atom == chosen)
            for atom in dict.fromkeys([*best, chosen, *asked])
        ]
        return judging.ranked(singles, limit, also)
    width = _WIDTH[level]
    if rng.random() < _CARELESS[level]:
        kind, a, mask = rng.choice(groups(state))
        chosen = (kind, a, rng.choice(list(bits(mask))))
        found = {chosen: worth_after(state, chosen, rng, width)}
    else:
        chosen, found = plans(state, rng, width)
    for atom in asked:
        if atom != chosen:
            found[atom] = worth_after(state, atom, rng, width)
    root = parts_of(state, frame)
    best = heapq.nlargest(limit + 1, found, key=lambda atom: found[atom].worth)
    judged = []
    for atom in dict.fromkeys([chosen, *best, *asked]):
        reached = parts_of(found[atom].end, frame)
        gained = {key: reached[key] - number for key, number in root.items()}
        worth = share(state, lead + found[atom].worth, frame)
        judged.append(Candidate(choices.write(state, *atom), worth, 0.0, judging.terms(gained), atom == chosen))
    return judging.ranked(judged, limit, also)


def _single(state: State, rng: random.Random) -> Atom:
    """The setup, the king, the next starter, a card to keep."""
    valued = _valued(state, rng)
    return max(valued, key=valued.__getitem__)


def _valued(state: State, rng: random.Random) -> dict[Atom, float]:
    """What each answer to such a question promises, in points as far as a rule of thumb can tell."""
    atoms = [(kind, a, b) for kind, a, mask in groups(state) for b in bits(mask)]
    kind = atoms[0][0]
    if kind == KEEP_CARD:
        ways = keepings(state.looked)
        order = sorted({_card_order(way) for way in ways})
        return {atom: _CARD_STEP * (order.index(_card_order(ways[atom[2]])) + 1 - len(order)) for atom in atoms}
    if kind == CHOOSE:  # who moves after the others have moved last can not be answered any more
        return {atom: -float((atom[2] - state.seat - 1) % state.seats) for atom in atoms}
    if kind == SET_CASTLE:
        chosen = rng.choice(atoms)
        return {atom: 0.0 if atom == chosen else -1e-3 for atom in atoms}
    return {atom: promise(state, atom) + rng.random() for atom in atoms}


def _card_order(way: Keeping) -> tuple[float, ...]:
    """Keep the best card and lay the second best on top, the worst at the bottom."""
    worth = [-_BEST_CARDS.index(CARDS[card]) for card in (way.card, *way.tops)]
    return (worth[0], len(way.tops) == 1, sum(worth[1:]))
