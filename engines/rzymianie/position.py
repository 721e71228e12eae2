"""The position of Rzymianie do domu!: the contract's face of the table."""

from __future__ import annotations

import msgspec

from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat
from engines.rzymianie import asking, rounds, seen
from engines.rzymianie.scoring import result_of
from engines.rzymianie.state import OVER, Table
from engines.rzymianie.view import RzymianieView


class RzymianiePosition(Table):
    """Everything that is true on the table (state.py). Orders, Horsie, Svord and Fort Fokus ask several seats in secret."""

    @property
    def turn(self) -> int:
        return seen.turn_of(self)

    def pending(self) -> tuple[Seat, ...]:
        return seen.pending(self)

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        return asking.choices(self, seat, said)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        self.chosen[seat] = list(asking.read(self, seat, move))
        if self.pending():
            return []
        events: list[Event] = []
        rounds.go_on(self, events)
        return events

    def retract(self, seat: Seat) -> list[Event]:
        if seat not in asking.asked(self) or self.chosen[seat] is None:
            raise IllegalMove("tables.refusal.nothing-to-take-back")
        self.chosen[seat] = None
        return []

    def copy(self) -> RzymianiePosition:
        return RzymianiePosition(
            self.seed,
            self.seats,
            self.neutrals,
            self.stay,
            self.slide,
            self.unseen[:],
            self.wall[:],
            [forts[:] for forts in self.won],
            [line[:] for line in self.up],
            [line[:] for line in self.gone],
            self.previous,  # these two are made anew each turn and never changed: shared
            self.hands,
            [line[:] for line in self.down],
            self.chosen[:],  # a choice is replaced, never changed
            self.out[:],
            self.draws,
            self.stage,
            self.game_turn,
            self.round,
            self.step,
            self.attack,
            self.hecas,
            self.auto,
            self.version,
        )

    def view(self, seat: Seat | None) -> RzymianieView:
        return seen.view_of(self, seat)

    def result(self) -> Result | None:
        return result_of(self) if self.step == OVER else None

    def snapshot(self) -> bytes:
        return msgspec.json.encode(self)
