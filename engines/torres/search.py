"""The rest of a turn, thought over: a beam search over its single moves."""

from __future__ import annotations

import random

import msgspec

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


class Plan(msgspec.Struct, frozen=True):
    """The rest of a turn as a beam has found it."""

    worth: float
    """Of its end, as `worth_of`."""
    end: State
    """What it leads to."""


def plan(state: State, rng: random.Random, width: int, weights: Weights = WEIGHTS) -> Atom:
    """The first move of the best plan found for the rest of this turn. A draw in it comes first: its card is known then."""
    return plans(state, rng, width, weights)[0]


def plans(
    state: State, rng: random.Random, width: int, weights: Weights = WEIGHTS, frame: Frame | None = None
) -> tuple[Atom, dict[Atom, Plan]]:
    """As `plan`, besides the best plan that begins with each first move looked at. `frame`: the turn's as it was at its
    beginning, where this is somewhere in it.
    """
    frame = frame or frame_of(state, weights)
    best, chosen = worth_of(state, frame), None
    found: dict[Atom, Plan] = {}
    beam: list[Node] = []
    met: set[tuple[object, ...]] = set()
    rest: Atom = (POINT, 0, 0) if state.ap else (END, 0, _ending(endings(state.towers[state.seat], state.used)))
    found[rest] = Plan(best, state)
    _grow(beam, met, (best, 0, state, (POINT, 0, 0), False), frame, rng, root=True)
    while beam:
        beam.sort(key=lambda node: (-node[0], node[1]))
        for node in beam:
            first = _first(state, node)
            if first not in found or node[0] > found[first].worth:
                found[first] = Plan(node[0], node[2])
        if beam[0][0] > best + 1e-9:
            best, chosen = beam[0][0], beam[0]
        further: list[Node] = []
        for node in beam[:width]:
            _grow(further, met, node, frame, rng, root=False)
        beam = further
    return (rest if chosen is None else _first(state, chosen)), found


def _first(state: State, node: Node) -> Atom:
    return (DRAW, 0, 0) if node[4] and state.ap else node[3]


def worth_after(state: State, atom: Atom, rng: random.Random, width: int) -> Plan:
    """What the best plan for the rest of the turn comes to that begins with this move."""
    frame = frame_of(state)
    kind, a, b = atom
    if kind in {POINT, END}:
        return Plan(worth_of(state, frame) - (state.ap if kind == END else 0), state)
    found = plans(_child(state, kind, a, b), rng, width, frame=frame)[1]
    return max(found.values(), key=lambda each: each.worth)


def _child(state: State, kind: int, a: int, b: int) -> State:
    child = state.copy()
    if kind == DRAW:  # which cards come is not known: only that it costs and gives one
        child.ap -= 1
        child.drawn += 1
    else:
        apply(child, kind, a, b)
    return child


def _grow(found: list[Node], met: set[tuple[object, ...]], node: Node, frame: Frame, rng: random.Random, *, root: bool) -> None:
    """Add what one more move makes of a node, each new state once."""
    _, _, state, first, drew = node
    for kind, a, b in _tried(state, rng, root=root):
        child = _child(state, kind, a, b)
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
