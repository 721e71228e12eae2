"""What a practised player would rather choose: a learned policy, drawn from in the playouts of the search.

A choice's chance is proportional to e to the power of its weight among what a hand can choose. Weights hang on the number of
players, on how far the game has come (`phase`), on the tile, and on whether the seat holds the sword; what is taken back also
on the castles to come. They are learned by `python -m tools.learn_rycerze` and kept in data/learned/rycerze.json.
"""

from __future__ import annotations

import functools
import math

import msgspec

from engines.learned import read
from engines.rycerze.components import ALL, ARMY, CASTLES, HAND_PAIRS, HELD, PAIR_MASK, PAIRS

PHASES = 4
_PHASE = (0, 0, 1, 2, 2, 3, 3, 3, 3)


def phase(unseen: int) -> int:
    """How far the game has come, by how many tiles are unseen with the one put out: 0 in the last round."""
    return _PHASE[unseen]


GRAIN = 48
"""Entries of a policy's table, in which each choice appears in proportion to its chance: a draw is one look-up."""

Draws = tuple[int, ...]


class Weights(msgspec.Struct):
    """What is learned, for one number of players."""

    shows: list[list[list[list[float]]]]
    """By phase, castle, whether the sword is held: the weight of each pair."""
    takes: list[list[list[float]]]
    """By phase, castle to come and army card: what it adds to the weight of taking the card back."""

    @classmethod
    def even(cls) -> Weights:
        """Everything is as likely."""
        return cls(
            [[[[0.0] * len(PAIRS) for _ in range(2)] for _ in range(CASTLES)] for _ in range(PHASES)],
            [[[0.0] * ARMY for _ in range(CASTLES)] for _ in range(PHASES)],
        )

    def show(self, unseen: int, tile: int, sword: bool, hand: int) -> tuple[Draws, list[float]]:
        """The masks a hand can show and their chances, `unseen` tiles left."""
        weights = self.shows[phase(unseen)][tile][sword]
        pairs = HAND_PAIRS[hand]
        return tuple(PAIR_MASK[pair] for pair in pairs), _chances([weights[pair] for pair in pairs])

    def take(self, unseen: int, coming: int, hand: int) -> tuple[Draws, list[float]]:
        """The masks that can be taken back and their chances; `coming`: the castles unseen, as a mask."""
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
    """The policy for one number of players, ready to be drawn from; tables are made as they are asked for."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._shows: dict[int, list[Draws | None]] = {}
        self._takes: dict[tuple[int, int, int], Draws] = {}

    def shows(self, unseen: int, tile: int, sword: bool) -> list[Draws | None]:
        """By hand, what to draw evenly from; None where it is not made yet (`show` makes it)."""
        key = phase(unseen) * 16 + tile * 2 + sword
        found = self._shows.get(key)
        if found is None:
            found = self._shows[key] = [None] * (ALL + 1)
        return found

    def show(self, unseen: int, tile: int, sword: bool, hand: int) -> Draws:
        draws = self.shows(unseen, tile, sword)[hand] = _draws(*self.weights.show(unseen, tile, sword, hand))
        return draws

    def take(self, unseen: int, coming: int, hand: int) -> Draws:
        """What to draw evenly from of a camp that is not empty."""
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
    """The learned policy for this number of players."""
    return Policy(read("rycerze", dict[int, Weights])[seats])
