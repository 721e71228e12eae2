"""The position of Goofspiel: the state, what a seat may bid and know, and how a round is played. Every round is one joint
stage.
"""

from engines import draws
from engines.base import UNCHOSEN, JointStage, SeatedState, among, by_points, check_seat, common
from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat
from engines.goof.events import PrizeTurned, RoundEnded
from engines.goof.view import GoofView

VERB = "bid"


class GoofPosition(JointStage, SeatedState):
    """The whole state. The order of the prizes to come is not a field: the next one is drawn when it is due."""

    cards: int
    """Number of prizes, and of cards that everybody began with (G1)."""
    prizes: list[int]
    """The prizes turned up so far, the newest last (G2)."""
    bids: list[list[int]]
    """By finished round, the bids by seat (G3)."""
    chosen: list[int]
    """By seat, the bid of the open round, or UNCHOSEN."""
    over: bool = False
    """Whether the last round is over."""
    version: int = 1
    """The version of the snapshot."""

    @property
    def turn(self) -> int:
        """The round, from 1. Each has its own board message."""
        return len(self.prizes)

    def unseen(self) -> list[int]:
        """The prizes not turned up yet, ascending."""
        return [prize for prize in range(1, self.cards + 1) if prize not in self.prizes]

    def hand(self, seat: Seat) -> list[int]:
        """Returns the cards that a seat still has, including one that is bid and not revealed."""
        spent = {bids[seat] for bids in self.bids}
        return [card for card in range(1, self.cards + 1) if card not in spent]

    def heaps(self) -> list[tuple[Seat, list[int]]]:
        """Returns in order who took which prizes with one bid (G4, G5)."""
        found, first = [], 0
        for last, bids in enumerate(self.bids, 1):
            winner = winner_of(bids)
            if winner is not None:
                found.append((winner, self.prizes[first:last]))
                first = last
        return found

    def prizes_won(self) -> list[list[int]]:
        """Returns the prizes taken, in the order they were taken, by seat."""
        heaps = self.heaps()
        return [[prize for winner, prizes in heaps if winner == seat for prize in prizes] for seat in range(self.seats)]

    def points(self) -> tuple[int, ...]:
        """Returns the sum of the prizes taken, by seat."""
        return tuple(sum(prizes) for prizes in self.prizes_won())

    def lying(self) -> list[int]:
        """Returns the prizes on the table: those nobody has taken, the newest last."""
        return self.prizes[sum(len(prizes) for _, prizes in self.heaps()) :]

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        """G3: offers any card of the hand."""
        playing = not self.over and seat in range(self.seats)
        return among([(VERB, str(card)) for card in self.hand(seat)] if playing else (), said, VERB)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Make a seat's bid. The last bid ends the round. Raises IllegalMove."""
        check_seat("goof", self, seat)
        if len(move) != 2 or move[0] != VERB:
            raise IllegalMove("goof.illegal.bid-one-card")
        hand = [str(card) for card in self.hand(seat)]
        if move[1] not in hand:
            raise IllegalMove("goof.illegal.not-in-hand", cards=" ".join(hand))
        self.chosen[seat] = int(move[1])
        return [] if self.pending() else self._reveal()

    def turn_up(self) -> Event:
        """G2: turn up a prize, which is drawn now from the unseen ones. The round is the number of the draw."""
        self.prizes.append(draws.pick(self.seed, self.turn + 1, self.unseen()))
        self.chosen = [UNCHOSEN] * self.seats
        return Event(PrizeTurned(self.turn, self.prizes[-1], tuple(self.lying())), reveals=True)

    def _reveal(self) -> list[Event]:
        """G3 to G5: reveal all bids, then turn up the next prize or end the game."""
        lying, bids = tuple(self.lying()), self.chosen
        self.bids.append(bids)
        told = RoundEnded(round=self.turn, bids=tuple(bids), lying=lying, winner=winner_of(bids), points=self.points())
        if self.unseen():
            return [Event(told, reveals=True, scene=True), self.turn_up()]
        self.over, self.chosen = True, [UNCHOSEN] * self.seats
        return [Event(told, reveals=True, scene=True)]

    def view(self, seat: Seat | None) -> GoofView:
        """Returns what the seat (None: a spectator) may know."""
        bid = UNCHOSEN if seat is None else self.chosen[seat]
        return GoofView(
            **common(self, seat, self.pending(), {"cards": str(self.cards)}),
            private=seat is not None,
            chosen=(str(bid),) if bid != UNCHOSEN else (),
            prizes=tuple(self.prizes),
            lying=tuple(self.lying()),
            unseen=tuple(self.unseen()),
            hands=tuple(tuple(self.hand(each)) for each in range(self.seats)),
            won=tuple(tuple(prizes) for prizes in self.prizes_won()),
            points=self.points(),
            bids=tuple(tuple(bids) for bids in self.bids),
            ready=tuple(bid != UNCHOSEN for bid in self.chosen),
        )

    def result(self) -> Result | None:
        """G6: most points win."""
        breakdown = tuple({"prizes": len(prizes), "points": sum(prizes)} for prizes in self.prizes_won())
        return by_points(self.points(), breakdown) if self.over else None


def winner_of(bids: list[int]) -> Seat | None:
    """G4: returns the seat of the highest bid that nobody else made; None if there is none (G5)."""
    alone = [bid for bid in bids if bids.count(bid) == 1]
    return bids.index(max(alone)) if alone else None
