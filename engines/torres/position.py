"""The contract's Position: the state, and how moves are played."""

from engines.base import NoJointStage
from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat
from engines.torres import choices, choices_refusals, events, play, scoring
from engines.torres.state import OVER, State
from engines.torres.view import observe


class TorresPosition(NoJointStage, State, kw_only=True):
    """The whole state, with the contract's methods."""

    view = observe

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        return choices.choices(self, said) if (seat,) == self.pending() else Choices()

    def play(self, seat: Seat, move: Move) -> list[Event]:
        if (seat,) != self.pending():
            raise IllegalMove("torres.illegal.over" if self.mode == OVER else "torres.illegal.not-asked")
        atom = choices.find(self, move)
        if atom is None:
            raise choices_refusals.refusal(self, move)
        before = self.copy()
        follow: list[Event] = []
        play.apply(self, *atom, follow)
        first, deed = events.of_move(before, self, *atom)
        self.deeds = [old for old in (*self.deeds, deed) if old.turn >= self.turn - 1]
        return first + follow

    def result(self) -> Result | None:
        return scoring.result(self) if self.mode == OVER else None
