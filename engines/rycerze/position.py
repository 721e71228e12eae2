"""The position of Rycerze i zamki. Every round is one joint secret stage: the seats choose, the last choice closes it."""

from __future__ import annotations

from engines.base import JointStage
from engines.contract import Choices, Event, Move, Result, Seat
from engines.rycerze import choices, observe, play, scoring
from engines.rycerze.state import RycerzeState
from engines.rycerze.view import RycerzeView


class RycerzePosition(RycerzeState, JointStage):
    """Everything that is true on the table, with the contract's methods."""

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        return choices.choices(self, seat, said)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        self.chosen[seat] = choices.read(self, seat, move)
        return play.close_rounds(self)

    def view(self, seat: Seat | None) -> RycerzeView:
        return observe.view_of(self, seat)

    def result(self) -> Result | None:
        return scoring.result_of(self) if self.over else None
