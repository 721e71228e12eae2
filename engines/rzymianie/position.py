"""The position of Rzymianie do domu!: the state with the contract's methods."""

from engines.contract import Event, IllegalMove, Result, Seat
from engines.rzymianie import choices as asking
from engines.rzymianie import play as playing
from engines.rzymianie.scoring import result_of
from engines.rzymianie.state import RzymianieState, Step
from engines.rzymianie.view import view_of


class RzymianiePosition(RzymianieState):
    """The whole state, with the contract's methods. Orders, Horsie, Svord and Fort Fokus ask several seats in secret."""

    pending = asking.pending
    choices = asking.choices
    play = playing.play
    view = view_of

    def retract(self, seat: Seat) -> list[Event]:
        if seat not in asking.asked_seats(self) or self.chosen[seat] is None:
            raise IllegalMove("tables.refusal.nothing-to-take-back")
        self.chosen[seat] = None
        return []

    def result(self) -> Result | None:
        return result_of(self) if self.step == Step.OVER else None
