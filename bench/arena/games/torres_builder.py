"""A simple builder at Torres: it raises its most promising castle and climbs, looking one turn ahead, and draws no cards."""

from __future__ import annotations

import heapq
import random

from engines.contract import Game, Move, View
from engines.notation import random_move
from engines.torres import choices
from engines.torres.choices import BUILD, MOVE, PLACE, Atom, groups
from engines.torres.play import apply
from engines.torres.scoring import castle_points, royal_points
from engines.torres.search import stop
from engines.torres.squares import bits
from engines.torres.state import ACT, State

WIDTH = 6
"""Number of continuations followed after each move."""


def builder(game: Game, view: View, rng: random.Random, _seconds: float) -> Move:
    """Returns the first move of the turn after which its castles would score most if the phase ended then."""
    state = game.determinize(view, rng)
    assert isinstance(state, State)
    if state.mode != ACT:
        return random_move(game.determinize(view, rng), state.seat, rng)
    layer: list[tuple[float, State, tuple[Atom, ...]]] = [(_worth(state), state, ())]
    best = layer[0]
    while layer:
        found: dict[tuple[bytes, int, int], tuple[float, State, tuple[Atom, ...]]] = {}
        for _, before, path in layer:
            for kind, a, mask in groups(before):
                for b in bits(mask) if kind in {BUILD, MOVE, PLACE} else ():
                    after = before.copy()
                    apply(after, kind, a, b)
                    key = after.heights, after.knights[state.seat], after.ap
                    if key not in found:
                        found[key] = (_worth(after), after, (*path, (kind, a, b)))
        layer = heapq.nlargest(WIDTH, found.values(), key=lambda each: each[0])
        best = max([best, *layer], key=lambda each: each[0])
    return choices.write(state, *(best[2][0] if best[2] else stop(state)))


def _worth(state: State) -> float:
    """Returns what the seat's castles score now, plus a little for the base and height of its best one."""
    land, own = state.terrain, state.knights[state.seat]
    royal = royal_points(land, state.royal_castle(), own, state.phase)
    promising = max(
        (
            castle.bit_count() + sum((castle & least).bit_count() for least in land.least[2:])
            for castle in land.castles
            if castle & own
        ),
        default=0,
    )
    return castle_points(land, own) + royal + 0.1 * state.ap + 0.6 * promising
