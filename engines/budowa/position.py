"""The position of Budowa zamku and its moves: each turn is a `flip`, then a decision where there is one (B2)."""

from __future__ import annotations

import itertools

import msgspec

from engines import draws
from engines.budowa import showing, turns
from engines.budowa.components import CARDS, SPOT, SPOTS, WIZARD, top
from engines.budowa.scoring import result_of
from engines.budowa.view import BudowaView, Last
from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat

UNSEEN, GONE = 0, -1
"""In `grid`: a card nobody has turned yet, and no card any more."""
NOWHERE = -1
"""In `up`: no card lies open."""

DECISIONS = ("build", "insert", "back")


class BudowaPosition(msgspec.Struct):
    """Everything that is true on the table; cards and spots as numbers (components.py).

    `grid`: by spot UNSEEN, GONE, or the number of the card that was turned there (and lies face down again, or open);
    `looked`: by spot, the turn in which it was last turned. `castles`: wall cards by seat. `backs`: by seat, how often put
    back since the last progress (B7). `up`: the spot of the open card; `forced`: it is decided and only lies there still.
    `used`: the wizard has been used (B11). `last`: the last decision. What lies on an UNSEEN spot is drawn when it is turned.
    """

    seed: bytes
    seats: int
    figures: bool
    notes: bool
    grid: list[int]
    looked: list[int]
    castles: list[list[int]]
    backs: list[int]
    out: list[int] = []
    turn: int = 1
    moves: int = 0
    drawn: int = 0
    up: int = NOWHERE
    forced: bool = False
    used: bool = False
    last: Last | None = None
    ending: str = ""
    version: int = 1

    # -- what follows from the fields ---------------------------------------------------------------------------------------

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

    # -- the contract -------------------------------------------------------------------------------------------------------

    def pending(self) -> tuple[Seat, ...]:
        return () if self.ending else (self.active,)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        if seat not in self.pending():
            return Choices()
        if self.deciding:
            offered = self.decisions()
            if not said:
                return Choices(offered, ask="decide" if "build" in offered else "insert")
            return Choices(complete=len(said) == 1 and said[0] in offered)
        if not said:
            return Choices(("flip",), ask="flip")
        if said[0] != "flip" or len(said) > 2:
            return Choices()
        if len(said) == 1:
            return Choices(tuple(SPOTS[spot] for spot, card in enumerate(self.grid) if card != GONE), ask="flip")
        spot = SPOT.get(said[1])
        return Choices(complete=spot is not None and self.grid[spot] != GONE)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        spot = self._read(seat, move)
        events: list[Event] = []
        if spot is None:
            turns.decide(self, move[0], events)
        else:
            turns.flip(self, spot, events)
        self.moves += 1
        return events

    def retract(self, seat: Seat) -> list[Event]:  # noqa: ARG002 - the contract's
        """No stage of this game is joint."""
        raise IllegalMove("tables.refusal.nothing-to-take-back")

    def copy(self) -> BudowaPosition:
        return BudowaPosition(
            self.seed,
            self.seats,
            self.figures,
            self.notes,
            self.grid[:],
            self.looked[:],
            [castle[:] for castle in self.castles],
            self.backs[:],
            self.out[:],
            self.turn,
            self.moves,
            self.drawn,
            self.up,
            self.forced,
            self.used,
            self.last,
            self.ending,
        )

    def view(self, seat: Seat | None) -> BudowaView:
        return showing.view_of(self, seat)

    def result(self) -> Result | None:
        return result_of(self.castles, figures=self.figures) if self.ending else None

    def snapshot(self) -> bytes:
        return msgspec.json.encode(self)

    # -- parts --------------------------------------------------------------------------------------------------------------

    def turn_up(self, spot: int) -> int:
        """B1: the card of a spot; one that nobody has turned yet is drawn only now from what is unseen."""
        if self.grid[spot] == UNSEEN:
            self.drawn += 1
            self.grid[spot] = draws.pick(self.seed, self.drawn, self.unseen())
        return self.grid[spot]

    def end(self, ending: str) -> None:
        self.ending = ending
        self.up = NOWHERE

    def _read(self, seat: Seat, move: Move) -> int | None:
        """The spot to turn, None where the move decides. Raises IllegalMove, which names no open card: who is refused keeps
        reading it when the card lies face down again.
        """
        if self.ending:
            raise IllegalMove("budowa.illegal.over")
        if not 0 <= seat < self.seats:
            raise IllegalMove("budowa.illegal.no-seat")
        if seat != self.active:
            raise IllegalMove("budowa.illegal.not-your-turn")
        if not self.deciding:
            return self._spot(move)
        if move[:1] == ("flip",):
            raise IllegalMove("budowa.illegal.decide-first", spot=SPOTS[self.up].upper())
        if len(move) != 1 or move[0] not in DECISIONS:
            raise IllegalMove("budowa.illegal.decide", spot=SPOTS[self.up].upper())
        offered = self.decisions()
        if move[0] == "build" and "build" not in offered:
            raise IllegalMove("budowa.illegal.too-low", last=top(self.castles[seat]))
        if move[0] == "insert" and "insert" not in offered:
            raise IllegalMove(f"budowa.illegal.{self._no_insert()}")
        return None

    def _spot(self, move: Move) -> int:
        if len(move) == 1 and move[0] in DECISIONS:
            raise IllegalMove("budowa.illegal.flip-first")
        if len(move) != 2 or move[0] != "flip":
            raise IllegalMove("budowa.illegal.flip")
        spot = SPOT.get(move[1])
        if spot is None:
            raise IllegalMove("budowa.illegal.unknown-spot", first=SPOTS[0].upper(), last=SPOTS[-1].upper())
        if self.grid[spot] == GONE:
            raise IllegalMove("budowa.illegal.empty-spot", spot=move[1].upper())
        return spot

    def _no_insert(self) -> str:
        """Why the wizard does not help now."""
        if not self.figures:
            return "no-figures"
        if WIZARD not in self.castles[self.active]:
            return "no-wizard"
        return "wizard-used" if self.used else "no-gap"
