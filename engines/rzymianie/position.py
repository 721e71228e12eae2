"""The position of Rzymianie do domu!: the contract's face of the state."""

from __future__ import annotations

from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat
from engines.rzymianie import choices, play
from engines.rzymianie.observe import view_of
from engines.rzymianie.scoring import result_of
from engines.rzymianie.state import RzymianieState, Step
from engines.rzymianie.view import RzymianieView


class RzymianiePosition(RzymianieState):
    """Everything that is true on the table. Orders, Horsie, Svord and Fort Fokus ask several seats in secret."""

    def pending(self) -> tuple[Seat, ...]:
        return choices.pending(self)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        return choices.choices_of(self, seat, said)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        self.chosen[seat] = list(choices.parse(self, seat, move))
        if self.pending():
            return []
        events: list[Event] = []
        play.advance(self, events)
        return events

    def retract(self, seat: Seat) -> list[Event]:
        if seat not in choices.asked(self) or self.chosen[seat] is None:
            raise IllegalMove("tables.refusal.nothing-to-take-back")
        self.chosen[seat] = None
        return []

    def view(self, seat: Seat | None) -> RzymianieView:
        return view_of(self, seat)

    def result(self) -> Result | None:
        return result_of(self) if self.step == Step.OVER else None
