"""What plans a practised player would rather lay: a learned policy, by which a search imagines the others and chooses what to
look at.

A plan's weight is the sum of what each card is worth at its place, before the fort that is to be won there, and before the card
that follows. Where several plans are looked at, the chance of each is proportional to e to the power of its weight. The weights
hang on the number of clans; they are learned by `python -m tools.learn_rzymianie`, as what FortHecas are worth is (value.py),
and kept in data/learned/rzymianie.json.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import msgspec

from engines.learned import read
from engines.rzymianie.components import CARDS, HECA, PLACES, STACK, TURNS, VALUES

LOOKED_AT = 8
"""Random plans that planning by the policy chooses from."""

STACKED = len([fort for fort in STACK if HECA[fort]])
"""How many FortHecas there are."""

Plan = tuple[int, ...]


class Weights(msgspec.Struct):
    """What is learned, for one number of clans; each list is by card first."""

    places: list[list[float]]
    """By place."""
    forts: list[list[float]]
    """By fort number; FORTS stands for one that is gone."""
    follows: list[list[float]]
    """By the card at the next place."""
    points: list[float]
    """What a point adds to a clan's strength between turns, by turns still to come (value.py)."""
    hecas: list[list[list[float]]]
    """What FortHecas add to it, by turns still to come, FortHecas in the stack, FortHecas held."""

    @classmethod
    def even(cls) -> Weights:
        """Every plan is as likely, a clan's strength its points divided by some."""
        places, forts, follows = ([[0.0] * many for _ in CARDS] for many in (PLACES, len(VALUES) + 1, len(CARDS)))
        hecas = [[[0.0, 0.0, 0.5 if coming else 0.0] for coming in range(STACKED + 1)] for _ in range(TURNS)]
        return cls(places, forts, follows, [1.0, 0.22, 0.17], hecas)


class Policy:
    """The policy for the wall of a turn."""

    def __init__(self, weights: Weights, wall: Sequence[int]) -> None:
        self._at = [
            [weights.places[card][place] + weights.forts[card][fort] for card in range(len(CARDS))]
            for place, fort in enumerate(wall)
        ]
        self._follows = weights.follows

    def weight(self, plan: Sequence[int], first: int = 0) -> float:
        """Of a plan, or of the rest of one that begins at the place `first`."""
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
        """One of the plans offered."""
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
    """The learned weights for this number of clans."""
    return read("rzymianie", dict[int, Weights])[clans]
