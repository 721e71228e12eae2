"""The position of Budowa zamku: each turn is a `flip`, then a decision where there is one (B2)."""

from __future__ import annotations

from engines.base import NoJointStage
from engines.budowa import choices, observe, play
from engines.budowa.scoring import result_of
from engines.budowa.state import BudowaState
from engines.budowa.view import BudowaView
from engines.contract import Choices, Event, Move, Result, Seat


class BudowaPosition(NoJointStage, BudowaState):
    """Everything that is true on the table, with the contract's methods."""

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        return choices.choices(self, seat, said)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        return play.play(self, choices.read(self, seat, move))

    def view(self, seat: Seat | None) -> BudowaView:
        return observe.view_of(self, seat)

    def result(self) -> Result | None:
        return result_of(self.castles, figures=self.figures) if self.ending else None
