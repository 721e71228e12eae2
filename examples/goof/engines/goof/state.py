"""What is true on a table of Goofspiel, and what follows from it at once."""

from __future__ import annotations

from engines.base import JointStage, SeatedState
from engines.contract import Seat


class GoofState(JointStage, SeatedState):
    """All that is true. The order of the prizes to come is no field: the next is drawn from those unseen when it is due."""

    cards: int
    """How many prizes there are, and how many cards everybody began with (G1)."""
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
        """The round, from 1: each gets a board of its own."""
        return len(self.prizes)

    @property
    def stage(self) -> int:
        """Each round is one question, asked of all at once; the end comes after the last."""
        return self.turn + self.over

    def unseen(self) -> list[int]:
        """The prizes not turned up yet, ascending."""
        return [prize for prize in range(1, self.cards + 1) if prize not in self.prizes]

    def hand(self, seat: Seat) -> list[int]:
        """The cards a seat still has; one that is bid and not revealed is among them."""
        spent = {bids[seat] for bids in self.bids}
        return [card for card in range(1, self.cards + 1) if card not in spent]

    def winners(self) -> list[Seat | None]:
        """By finished round, who took the prizes; None where they stayed (G5)."""
        return [winner_of(bids) for bids in self.bids]

    def won(self) -> list[list[int]]:
        """By seat, the prizes taken, in the order they were taken (G4, G5)."""
        taken: list[list[int]] = [[] for _ in range(self.seats)]
        lying: list[int] = []
        for prize, winner in zip(self.prizes, self.winners(), strict=False):
            lying.append(prize)
            if winner is not None:
                taken[winner] += lying
                lying = []
        return taken

    def points(self) -> tuple[int, ...]:
        """By seat, the sum of the prizes taken."""
        return tuple(sum(prizes) for prizes in self.won())

    def lying(self) -> list[int]:
        """The prizes on the table: those nobody has taken, the newest last."""
        taken = {prize for prizes in self.won() for prize in prizes}
        return [prize for prize in self.prizes if prize not in taken]


def winner_of(bids: list[int]) -> Seat | None:
    """G4: the seat of the highest bid that nobody else made; None where there is none (G5)."""
    alone = [bid for bid in bids if bids.count(bid) == 1]
    return bids.index(max(alone)) if alone else None
