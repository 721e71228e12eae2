"""A learned policy of which plans a practised player prefers. A search uses it to imagine the others and to choose what to
examine.

The weight of a plan is the sum of what each card is worth at its place, for the fort at that place, and before the card that
follows. If several plans are considered, the chance of each is proportional to e to the power of its weight. The weights depend
on the number of clans. They are learned by `python -m tools.learn_rzymianie`, together with the worth of FortHecas (value.py),
and stored in data/learned/rzymianie.json.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import msgspec

from engines.learned import read
from engines.rzymianie.components import CARDS, HECA, STACK

LOOKED_AT = 8
"""Number of random plans from which a plan is chosen by the policy."""

STACKED = len([fort for fort in STACK if HECA[fort]])
"""Number of FortHecas in the stack at the start."""

Plan = tuple[int, ...]


class Weights(msgspec.Struct):
    """The learned weights for one number of clans; the first index of each list of cards is the card."""

    places: list[list[float]]
    """By place."""
    forts: list[list[float]]
    """By fort number; FORTS stands for one that is gone."""
    follows: list[list[float]]
    """By the card at the next place."""
    points: list[float]
    """How much a point adds to a clan's strength between turns, by number of turns still to come (value.py)."""
    hecas: list[list[list[float]]]
    """How much FortHecas add to it, by turns still to come, FortHecas in the stack, FortHecas held."""


class Policy:
    """The policy for the wall of one turn."""

    def __init__(self, weights: Weights, wall: Sequence[int]) -> None:
        self._at = [
            [weights.places[card][place] + weights.forts[card][fort] for card in range(len(CARDS))]
            for place, fort in enumerate(wall)
        ]
        self._follows = weights.follows

    def weight(self, plan: Sequence[int], first: int = 0) -> float:
        """Returns the weight of a plan, or of the rest of one that begins at the place `first`."""
        follows = self._follows
        total = 0.0
        before = -1
        for at, card in zip(self._at[first:], plan, strict=True):
            total += at[card]
            if before >= 0:
                total += follows[before][card]
            before = card
        return total

    def choose(self, offered: Sequence[Plan], random: Callable[[], float], first: int = 0) -> Plan:
        """Returns one of the offered plans, drawn by their weights."""
        weights = [self.weight(plan, first) for plan in offered]
        most = max(weights)
        powers = [math.exp(weight - most) for weight in weights]
        number = random() * sum(powers)
        for plan, power in zip(offered, powers, strict=True):
            number -= power
            if number < 0:
                return plan
        return offered[-1]


@functools.cache
def weights_of(clans: int) -> Weights:
    """Returns the learned weights for this number of clans."""
    return read("rzymianie", dict[int, Weights])[clans]
