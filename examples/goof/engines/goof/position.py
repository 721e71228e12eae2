"""The position of Goofspiel: what a seat may bid, and how a round is carried out. Every round is one joint secret stage."""

from __future__ import annotations

from engines import draws
from engines.base import UNCHOSEN, among, by_points, check_seat
from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat
from engines.goof import view as viewing
from engines.goof.events import PrizeTurned, RoundEnded
from engines.goof.state import GoofState, winner_of

VERB = "bid"


class GoofPosition(GoofState):
    """Everything that is true on the table, with the contract's methods."""

    view = viewing.view_of

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        """G3: any card of the hand."""
        playing = not self.over and seat in range(self.seats)
        return among([(VERB, str(card)) for card in self.hand(seat)] if playing else (), said, VERB)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """The seat bids; with the last bid the round is over. Raises IllegalMove."""
        check_seat("goof", self, seat)
        if len(move) != 2 or move[0] != VERB:
            raise IllegalMove("goof.illegal.bid-one-card")
        hand = [str(card) for card in self.hand(seat)]
        if move[1] not in hand:
            raise IllegalMove("goof.illegal.not-in-hand", cards=" ".join(hand))
        self.chosen[seat] = int(move[1])
        return [] if self.pending() else self._reveal()

    def turn_up(self) -> Event:
        """G2: turn up a prize, drawn only now from those unseen. The round is the number of the draw."""
        self.prizes.append(draws.pick(self.seed, self.turn + 1, self.unseen()))
        self.chosen = [UNCHOSEN] * self.seats
        return Event(PrizeTurned(self.turn, self.prizes[-1], tuple(self.lying())), reveals=True)

    def _reveal(self) -> list[Event]:
        """G3 to G5: all bids are shown; then comes the next prize, or the end."""
        lying, bids = tuple(self.lying()), self.chosen
        self.bids.append(bids)
        told = RoundEnded(round=self.turn, bids=tuple(bids), lying=lying, winner=winner_of(bids), points=self.points())
        if self.unseen():
            return [Event(told, reveals=True, scene=True), self.turn_up()]
        self.over, self.chosen = True, [UNCHOSEN] * self.seats
        return [Event(told, reveals=True, scene=True)]

    def result(self) -> Result | None:
        """G6."""
        breakdown = tuple({"prizes": len(prizes), "points": sum(prizes)} for prizes in self.won())
        return by_points(self.points(), breakdown) if self.over else None
