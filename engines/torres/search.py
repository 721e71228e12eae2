"""The rest of a turn, thought over: a beam search over its single moves."""

from __future__ import annotations

import random

from engines.torres.components import SHIFT
from engines.torres.evaluate import WEIGHTS, Frame, Weights, frame_of, worth_of
from engines.torres.moves import CARD, DRAW, END, POINT, Atom, groups
from engines.torres.play import apply
from engines.torres.squares import bits
from engines.torres.state import State
from engines.torres.towers import Ending, endings

_SHIFTS = 60
"""So many of the (up to a thousand) moves of the card `shift` are looked at."""

Node = tuple[float, int, State, Atom, bool]
"""Worth, a number that settles ties, the state, the first move that led there, whether a card is drawn on the way."""


def plan(state: State, rng: random.Random, width: int, weights: Weights = WEIGHTS) -> Atom:
    """The first move of the best plan found for the rest of this turn. A draw in it comes first: its card is known then."""
    frame = frame_of(state, weights)
    best, chosen = worth_of(state, frame), None
    beam: list[Node] = []
    met: set[tuple[object, ...]] = set()
    _grow(beam, met, (best, 0, state, (POINT, 0, 0), False), frame, rng, root=True)
    while beam:
        beam.sort(key=lambda node: (-node[0], node[1]))
        if beam[0][0] > best + 1e-9:
            best, chosen = beam[0][0], beam[0]
        further: list[Node] = []
        for node in beam[:width]:
            _grow(further, met, node, frame, rng, root=False)
        beam = further
    if chosen is not None:
        return (DRAW, 0, 0) if chosen[4] and state.ap else chosen[3]
    return (POINT, 0, 0) if state.ap else (END, 0, _ending(endings(state.towers[state.seat], state.used)))


def _grow(found: list[Node], met: set[tuple[object, ...]], node: Node, frame: Frame, rng: random.Random, *, root: bool) -> None:
    """Add what one more move makes of a node, each new state once."""
    _, _, state, first, drew = node
    for kind, a, b in _tried(state, rng, root=root):
        child = state.copy()
        if kind == DRAW:  # which cards come is not known: only that it costs and gives one
            child.ap -= 1
            child.drawn += 1
        else:
            apply(child, kind, a, b)
        key = (child.heights, child.knights[frame.seat], child.ap, child.used, child.carded, child.drawn)
        if key not in met:
            met.add(key)
            found.append((worth_of(child, frame), len(met), child, (kind, a, b) if root else first, drew or kind == DRAW))


def _tried(state: State, rng: random.Random, *, root: bool) -> list[Atom]:
    """The moves that a plan is made of: all but buying points and ending, which the worth of a state counts in."""
    atoms: list[Atom] = []
    shifts: list[Atom] = []
    for kind, a, mask in groups(state):
        if kind == CARD + SHIFT:
            if root:
                shifts += [(kind, a, b) for b in bits(mask)]
        elif kind not in {POINT, END}:
            atoms += [(kind, a, b) for b in bits(mask)]
    return atoms + rng.sample(shifts, min(_SHIFTS, len(shifts)))


def _ending(ways: tuple[Ending, ...]) -> int:
    """The ending that keeps the most segments, spread the most evenly."""
    return max(range(len(ways)), key=lambda way: (-ways[way].rest, -sum(height * height for height in ways[way].towers)))
