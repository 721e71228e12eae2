"""What is true on a table of Budowa zamku, and what follows from it at once. Cards and spots are numbers (components.py)."""

import itertools

import msgspec

from engines.base import Chance, SeatedState
from engines.budowa.components import CARDS, WIZARD, top
from engines.contract import Seat

UNSEEN, GONE = 0, -1
"""In `BudowaState.grid`: a card nobody has turned yet, and no card any more."""
NOWHERE = -1
"""In `BudowaState.up`: no card lies open."""


class Last(msgspec.Struct, frozen=True):
    """The last decision."""

    kind: str
    """`build`, `insert`, `back` or `out`."""
    seat: Seat
    """Who has made it."""
    spot: str
    """The word of the spot whose card it was about."""
    number: int = 0
    """That card; 0 where it lies face down again."""


class BudowaState(Chance, SeatedState):
    """All that is true. What lies on an UNSEEN spot is drawn when it is turned (B1)."""

    figures: bool
    """Whether figures score and the wizard helps (B9-B11)."""
    notes: bool
    """Whether cards put back may be known (option `notes`)."""
    grid: list[int]
    """By spot UNSEEN, GONE, or the card that was turned there and lies face down again, or open."""
    looked: list[int]
    """By spot, the turn in which it was last turned; 0 never."""
    castles: list[list[int]]
    """By seat, the wall cards, rising."""
    backs: list[int]
    """By seat, how often a card was put back since the last progress (B7)."""
    out: list[int] = msgspec.field(default_factory=list)
    """The cards removed from the game, rising (B3)."""
    turn: int = 1
    """The number of the turn being played."""
    moves: int = 0
    """How many moves there have been."""
    draws: int = msgspec.field(name="drawn", default=0)
    """How many cards have been drawn."""
    up: int = NOWHERE
    """The spot of the open card."""
    forced: bool = False
    """The open card is decided about and only lies there still (B4)."""
    used: bool = False
    """The wizard has been used (B11)."""
    last: Last | None = None
    ending: str = ""
    """Why the game is over: `full`, `last` or `stall` (B6, B7); "" while it goes on."""
    version: int = 1

    @property
    def stage(self) -> int:
        return self.moves + 1

    @property
    def active(self) -> Seat:
        """B1: in seniority order from the youngest."""
        return (self.turn - 1) % self.seats

    @property
    def deciding(self) -> bool:
        """Whether the open card is being decided about."""
        return self.up != NOWHERE and not self.forced

    @property
    def left(self) -> int:
        """Cards in the grid, the open one counted."""
        return len(self.grid) - self.grid.count(GONE)

    def unseen(self) -> list[int]:
        """The cards that nobody has turned yet, rising."""
        known = {*self.grid, *self.out, *(card for castle in self.castles for card in castle)}
        return [card for card in CARDS if card not in known]

    def can_build(self, seat: Seat) -> bool:
        """B2: the open card is higher than the seat's last."""
        return self.grid[self.up] > top(self.castles[seat])

    def between(self) -> tuple[int, int] | None:
        """B11: the two neighbouring wall cards of the active castle that the wizard could put the open card between."""
        castle, card = self.castles[self.active], self.grid[self.up]
        if self.used or not self.figures or WIZARD not in castle:
            return None
        return next(((low, high) for low, high in itertools.pairwise(castle) if low < card < high), None)

    def falls_out(self) -> bool:
        """B3: the open card is lower than the last of every castle."""
        return not any(self.can_build(seat) for seat in range(self.seats))

    def decisions(self) -> tuple[str, ...]:
        """What may be done with the open card; `back` alone where there is nothing to decide (B3, B4)."""
        if self.can_build(self.active):
            return ("build", "back")
        return ("insert", "back") if self.between() else ("back",)

    def pending(self) -> tuple[Seat, ...]:
        return () if self.ending else (self.active,)

    def turn_up(self, spot: int) -> int:
        """B1: the card of a spot; one that nobody has turned yet is drawn only now from what is unseen."""
        if self.grid[spot] == UNSEEN:
            self.grid[spot] = self.pick(self.unseen())
        return self.grid[spot]

    def end(self, ending: str) -> None:
        """The game is over."""
        self.ending = ending
        self.up = NOWHERE
