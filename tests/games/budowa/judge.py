"""An independent judge of Budowa zamku: the same rules written a second time over integers, to be compared move by move.

What lies under each spot is dealt beforehand here. A castle is a mask of card numbers, the tile its bit 1.
"""

from __future__ import annotations

import random

from engines.budowa.components import ELEMENTS, TILE, WIZARD
from engines.budowa.position import BudowaPosition
from engines.contract import Seat

TILE_BIT = 1 << TILE
WIZARD_BIT = 1 << WIZARD

DECIDED, BUILD, INSERT = 0, 1, 2
"""What a flip leaves to decide besides putting back."""


class Table:
    """A game between two turns, between a flip and its decision, or `over`.

    `under`: the card of each spot; `spots` that have one left, in any order. `last`: by seat, its castle's right end, the
    tile's number at first. `at`, `card`: index in `spots` and number of the card being decided about.
    """

    __slots__ = ("at", "backs", "card", "castles", "figures", "last", "over", "seat", "spots", "under", "used")

    def __init__(self, under: list[int], spots: list[int], castles: list[int], seat: Seat, *, figures: bool) -> None:
        self.under = under
        self.spots = spots
        self.castles = castles
        self.last = [castle.bit_length() - 1 for castle in castles]
        self.backs = [0] * len(castles)
        self.seat = seat
        self.figures = figures
        self.used = False
        self.over = False
        self.at = self.card = 0

    def flip(self, at: int) -> int:
        """Turn the card of `spots[at]`: DECIDED where it had to go back or out, else what may be done with it."""
        card = self.card = self.under[self.spots[at]]
        self.at = at
        if card > self.last[self.seat]:
            return BUILD
        if self.figures and not self.used:
            castle = self.castles[self.seat]
            if castle & WIZARD_BIT and castle & ((1 << card) - 1) & ~TILE_BIT and castle >> card:
                return INSERT
        self.back()
        return DECIDED

    def build(self) -> None:
        """Build or insert the open card."""
        seat, card = self.seat, self.card
        castle = self.castles[seat] = self.castles[seat] | 1 << card
        if card > self.last[seat]:
            self.last[seat] = card
        else:
            self.used = True
        self._remove()
        if castle.bit_count() == ELEMENTS:
            self.over = True

    def back(self) -> None:
        """Put the open card back, or out of the game where it is lower than every castle's last."""
        card = self.card
        for last in self.last:
            if last < card:
                backs, left = self.backs, len(self.spots)
                backs[self.seat] += 1
                if left == 1 or min(backs) >= left:
                    self.over = True
                self._next()
                return
        self._remove()

    def _remove(self) -> None:
        spots = self.spots
        spots[self.at] = spots[-1]
        spots.pop()
        self.backs = [0] * len(self.castles)
        if not spots:
            self.over = True
        self._next()

    def _next(self) -> None:
        self.seat = self.seat + 1 if self.seat + 1 < len(self.castles) else 0


def table_of(position: BudowaPosition, rng: random.Random) -> Table:
    """The table of a position nobody decides at, with what nobody has turned yet dealt at random."""
    unseen = position.unseen_cards()
    rng.shuffle(unseen)
    under = [unseen.pop() if card == 0 else card for card in position.grid]
    table = Table(
        under,
        [spot for spot, card in enumerate(position.grid) if card >= 0],
        [sum(1 << card for card in castle) | TILE_BIT for castle in position.castles],
        position.active,
        figures=position.figures,
    )
    table.backs = position.backs[:]
    table.used = position.used
    table.over = bool(position.ending)
    return table
