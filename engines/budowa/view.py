"""What may be known of a game of Budowa zamku: the same for everybody but for `seat`.

Spots are words `a1` to `e9`, cards their numbers 2 to 46; which bear figures stands in `engines.budowa.components` (FIGURE).
What was put back face down is in no view: the number of a turned card stands there as `open` alone, and only while it lies
open. That is until the decision of the player who turned it. A card that has to go back without a decision (B4) is told as open
until the next card is turned, because the rules know no time: whoever shows it takes it away after a glance
(`BudowaGame.glance`).
"""

from __future__ import annotations

import msgspec

from engines.budowa.state import Last
from engines.contract import Seat, View


class Note(msgspec.Struct, frozen=True):
    """What lies face down on a spot."""

    spot: str
    number: int


class Open(msgspec.Struct, frozen=True):
    """The card that lies open."""

    spot: str
    number: int
    """The card; 0: not to be told here (`BudowaGame.covered`)."""
    seat: Seat
    """Who has turned it."""
    decided: bool
    """Nobody decides any more: it goes back and lies there for a glance only."""
    decline: str
    """What `back` does with it: `back` puts it on its spot, `out` removes it (B3)."""


class Board(msgspec.Struct, frozen=True):
    """What lies on the table for all to see. Lists are by seat where nothing else is said."""

    spots: tuple[str, ...]
    """The spots that still have a card, the open one's too."""
    castles: tuple[tuple[int, ...], ...]
    """The wall cards, rising."""
    figures: bool
    """Whether figures score."""
    points: tuple[int, ...]
    """Elements of the castle; with figures, the points of B9."""
    out: tuple[int, ...]
    """The cards removed from the game, rising."""
    backs: tuple[int, ...]
    """How often a card was put back since the last progress."""
    stall: int = 0
    """How many more cards put back, by all together, end the game; 0 while that is not near (B7)."""
    wizard: Seat | None = None
    """The seat that can still use the wizard (B11)."""
    notes: tuple[Note, ...] = ()
    """The cards put back, where they may be known: with the option, for a computer player's memory, when over."""


class BudowaView(View, frozen=True, kw_only=True):
    """The table of Budowa zamku."""

    ask: str
    """What the pending seat owes: `flip` or `decide`; "" when over."""
    active: Seat
    """Whose turn it is; the last mover's when over."""
    board: Board
    open: Open | None = None
    can: tuple[str, ...] = ()
    """What may be done with the open card while it is decided about."""
    last: Last | None = None
    ending: str = ""
    """Why the game is over, as in the event `over`; "" before."""
