"""The state of a table of Budowa zamku, and what follows from it directly. Cards and spots are numbers (components.py)."""

import itertools

import msgspec

from engines.base import Chance, IsShort, SeatedState
from engines.budowa.components import CARDS, WIZARD, top
from engines.contract import Seat

UNSEEN, GONE = 0, -1
"""In `BudowaState.grid`: a card that nobody has turned yet, and a spot without a card."""
NOWHERE = -1
"""In `BudowaState.up`: no card is open."""


class Last(msgspec.Struct, frozen=True):
    """The last decision."""

    kind: str
    """`build`, `insert`, `back` or `out`."""
    seat: Seat
    """The seat that made it."""
    spot: str
    """The word of the card's spot."""
    number: int = 0
    """The card; 0 if it is face down again."""


class BudowaState(Chance, SeatedState):
    """The whole state. The card on an UNSEEN spot is drawn when it is turned up (B1)."""

    figures: bool
    """Whether figures score and the wizard helps (B9-B11)."""
    notes: bool
    """Whether cards that were put back are public (option `notes`)."""
    grid: list[int]
    """By spot: UNSEEN, GONE, or the card that was turned there, which is face down again or open."""
    looked: list[int]
    """By spot, the turn in which it was last turned; 0 if never."""
    castles: list[list[int]]
    """By seat, the wall cards, ascending."""
    backs: list[int]
    """By seat, how many cards were put back since the last progress (B7)."""
    out: list[int] = msgspec.field(default_factory=list)
    """The cards removed from the game, ascending (B3)."""
    turn: int = 1
    """The number of the turn being played."""
    moves: int = 0
    """How many moves have been made."""
    draws: int = msgspec.field(name="drawn", default=0)
    """How many cards have been drawn."""
    up: int = NOWHERE
    """The spot of the open card."""
    forced: bool = False
    """Whether the open card is already decided about and only shown (B4)."""
    used: bool = False
    """Whether the wizard has been used (B11)."""
    last: Last | None = None
    ending: str = ""
    """Why the game is over: `full`, `last` or `stall` (B6, B7), `short` (B12); "" before the end."""
    short: IsShort = msgspec.UNSET
    """Whether the game ends after a few turns (B12)."""
    version: int = 1

    @property
    def stage(self) -> int:
        return self.moves + 1

    @property
    def active(self) -> Seat:
        """The seat on turn (B1: in seniority order from the youngest)."""
        return (self.turn - 1) % self.seats

    @property
    def deciding(self) -> bool:
        """Whether the open card awaits a decision."""
        return self.up != NOWHERE and not self.forced

    @property
    def left(self) -> int:
        """How many cards the grid has, the open one included."""
        return len(self.grid) - self.grid.count(GONE)

    def unseen_cards(self) -> list[int]:
        """Returns the cards that nobody has turned yet, ascending."""
        known = {*self.grid, *self.out, *(card for castle in self.castles for card in castle)}
        return [card for card in CARDS if card not in known]

    def can_build(self, seat: Seat) -> bool:
        """B2: returns whether the open card is higher than the seat's last."""
        return self.grid[self.up] > top(self.castles[seat])

    def between(self) -> tuple[int, int] | None:
        """B11: returns the two neighbouring wall cards of the active castle between which the wizard can put the open card."""
        castle, card = self.castles[self.active], self.grid[self.up]
        if self.used or not self.figures or WIZARD not in castle:
            return None
        return next(((low, high) for low, high in itertools.pairwise(castle) if low < card < high), None)

    def falls_out(self) -> bool:
        """B3: returns whether the open card is lower than the last card of every castle."""
        return not any(self.can_build(seat) for seat in range(self.seats))

    def decisions(self) -> tuple[str, ...]:
        """Returns what may be done with the open card; only `back` if there is nothing to decide (B3, B4)."""
        if self.can_build(self.active):
            return ("build", "back")
        return ("insert", "back") if self.between() else ("back",)

    def pending(self) -> tuple[Seat, ...]:
        return () if self.ending else (self.active,)

    def turn_up(self, spot: int) -> int:
        """B1: returns the card of a spot. A card that nobody has turned yet is drawn now from the unseen ones."""
        if self.grid[spot] == UNSEEN:
            self.grid[spot] = self.pick(self.unseen_cards())
        return self.grid[spot]

    def end(self, ending: str) -> None:
        """End the game."""
        self.ending = ending
        self.up = NOWHERE
