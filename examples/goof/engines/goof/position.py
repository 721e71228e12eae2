"""The position of Goofspiel. Every round is one joint secret stage: the seats bid, the last bid closes it."""

from __future__ import annotations

from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat
from engines.goof import choices, observe, play, scoring
from engines.goof.state import NONE, GoofState
from engines.goof.view import GoofView


class GoofPosition(GoofState):
    """Everything that is true on the table, with the contract's methods."""

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        return choices.choices(self, seat, said)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        self.chosen[seat] = choices.read(self, seat, move)
        return play.reveal(self)

    def retract(self, seat: Seat) -> list[Event]:
        if self.over or not 0 <= seat < self.seats or self.chosen[seat] == NONE:
            raise IllegalMove("tables.refusal.nothing-to-take-back")
        self.chosen[seat] = NONE
        return []

    def view(self, seat: Seat | None) -> GoofView:
        return observe.view_of(self, seat)

    def result(self) -> Result | None:
        return scoring.result_of(self) if self.over else None
