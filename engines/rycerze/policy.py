"""A learned policy of what a practised player prefers; the playouts of the search draw from it.

The chance of a choice is proportional to e to the power of its weight, among what a hand can choose. Weights depend on the
number of players, the phase of the game (`phase`), the tile, and whether the seat holds the sword; for cards taken back also on
the castles to come. They are learned by `python -m tools.learn_rycerze` and stored in data/learned/rycerze.json.
"""

from __future__ import annotations

import functools
import math

import msgspec

from engines.learned import read
from engines.rycerze.components import ALL, CASTLES, HAND_PAIRS, HELD, PAIR_MASK

PHASES = 4
_PHASE = (0, 0, 1, 2, 2, 3, 3, 3, 3)

GRAIN = 48
"""Entries of a policy's table. Each choice appears in proportion to its chance, so a draw is one look-up."""

Draws = tuple[int, ...]


def phase(unseen: int) -> int:
    """Returns the phase of the game by the number of unseen tiles, including the one put aside; 0 in the last round."""
    return _PHASE[unseen]


class Weights(msgspec.Struct):
    """The learned weights for one number of players."""

    shows: list[list[list[list[float]]]]
    """By phase, castle and whether the seat holds the sword: the weight of each pair."""
    takes: list[list[list[float]]]
    """By phase, castle to come and army card: its part in the weight of taking the card back."""

    def show(self, unseen: int, tile: int, sword: bool, hand: int) -> tuple[Draws, list[float]]:
        """Returns the masks that a hand can show and their chances, with `unseen` tiles left."""
        weights = self.shows[phase(unseen)][tile][sword]
        pairs = HAND_PAIRS[hand]
        return tuple(PAIR_MASK[pair] for pair in pairs), _chances([weights[pair] for pair in pairs])

    def take(self, unseen: int, coming: int, hand: int) -> tuple[Draws, list[float]]:
        """Returns the masks that can be taken back and their chances. `coming` are the unseen castles, as a mask."""
        weights = self.takes[phase(unseen)]
        cards = HELD[ALL ^ hand]
        castles = [weights[castle] for castle in range(CASTLES) if coming >> castle & 1]
        return tuple(1 << card for card in cards), _chances([sum([each[card] for each in castles]) for card in cards])


def _chances(weights: list[float]) -> list[float]:
    most = max(weights)
    powers = [math.exp(weight - most) for weight in weights]
    total = sum(powers)
    return [power / total for power in powers]


class Policy:
    """The policy for one number of players, ready to draw from. Tables are made on demand."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._shows: dict[int, list[Draws | None]] = {}
        self._takes: dict[tuple[int, int, int], Draws] = {}

    def shows(self, unseen: int, tile: int, sword: bool) -> list[Draws | None]:
        """Returns by hand what to draw evenly from; None if it is not made yet (`show` makes it)."""
        key = phase(unseen) * 16 + tile * 2 + sword
        found = self._shows.get(key)
        if found is None:
            found = self._shows[key] = [None] * (ALL + 1)
        return found

    def show(self, unseen: int, tile: int, sword: bool, hand: int) -> Draws:
        draws = self.shows(unseen, tile, sword)[hand] = _draws(*self.weights.show(unseen, tile, sword, hand))
        return draws

    def take(self, unseen: int, coming: int, hand: int) -> Draws:
        """Returns what to draw evenly from for a camp that is not empty."""
        key = (phase(unseen), coming, hand)
        found = self._takes.get(key)
        if found is None:
            found = self._takes[key] = _draws(*self.weights.take(unseen, coming, hand))
        return found


def _draws(choices: Draws, chances: list[float]) -> Draws:
    found: list[int] = []
    total = 0.0
    for choice, chance in zip(choices, chances, strict=True):
        total += chance
        found += [choice] * (round(total * GRAIN) - len(found))
    return tuple(found) or choices


@functools.cache
def policy(seats: int) -> Policy:
    """Returns the learned policy for this number of players."""
    return Policy(read("rycerze", dict[int, Weights])[seats])
