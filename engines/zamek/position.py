"""The position of Zamek: the contract's face of the state."""

from __future__ import annotations

from engines.base import NoJointStage
from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat
from engines.zamek import choices, moves, observe, play, scoring
from engines.zamek.state import OVER, ZamekState
from engines.zamek.view import ZamekView


class ZamekPosition(NoJointStage, ZamekState):
    """Everything that is true at the table. Nobody knows less than anybody else, so views differ in `seat` alone."""

    def pending(self) -> tuple[Seat, ...]:
        return () if self.phase == OVER else (moves.asked_seat(self),)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        return choices.choices(self, said) if seat in self.pending() else choices.NOTHING

    def play(self, seat: Seat, move: Move) -> list[Event]:
        if self.phase == OVER:
            raise IllegalMove("zamek.illegal.over")
        if seat not in self.pending():
            raise IllegalMove("zamek.illegal.not-your-turn")
        events: list[Event] = []
        play.step(self, choices.read(self, move), events)
        return events

    def view(self, seat: Seat | None) -> ZamekView:
        return observe.view_of(self, seat)

    def result(self) -> Result | None:
        return scoring.result_of(self) if self.phase == OVER else None
