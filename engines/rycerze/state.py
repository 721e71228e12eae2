"""The state of a table of Rycerze i zamki, and what follows from it directly. Cards, pairs and tiles are numbers here
(components.py).
"""

from engines.base import JointStage, SeatedState, without
from engines.contract import Seat
from engines.rycerze.components import ALL, CASTLES, DRUM, NONE, ROUNDS, SHEPHERDS, STACK, VALUE


class RycerzeState(JointStage, SeatedState):
    """The whole state. The tile put aside is not a field: it is the one left when the last game is over (R1); until then no
    choice or draw depends on it.
    """

    match: bool
    """Whether the longer variant is played (R9)."""
    game: int
    """The number of the game being played, from 1."""
    sword: Seat
    """The seat that holds the sword (R4)."""
    seen: list[int]
    """The tiles turned up in this game, the current one last."""
    owners: list[Seat]
    """By castle, the seat that won it in this game, or NONE."""
    hands: list[int]
    """By seat, the army cards in hand as a mask. The others are in the camp; the shepherds are always in hand (R8). Cards that
    are chosen and not revealed are still in hand.
    """
    chosen: list[int]
    """By seat, the choice of the open stage: a pair, or the card to take back; NONE if not chosen or not asked."""
    shown: list[list[int]]
    """By finished round of this game, the choices as in `chosen`."""
    scores: list[list[int]]
    """By finished game, the points by seat (R9)."""
    over: bool = False
    """Whether the last game has ended."""
    version: int = 1

    @property
    def games(self) -> int:
        """R9: the number of games, which is that of the players in the longer variant, else one."""
        return self.seats if self.match else 1

    @property
    def turn(self) -> int:
        """The number of rounds of all games begun so far."""
        return (self.game - 1) * ROUNDS + len(self.seen)

    @property
    def tile(self) -> int:
        """The tile being played."""
        return self.seen[-1]

    @property
    def seniority(self) -> tuple[Seat, ...]:
        """The seats of this game, youngest first (R9: in each new game the youngest becomes the oldest)."""
        return tuple((self.game - 1 + place) % self.seats for place in range(self.seats))

    @property
    def unseen(self) -> list[int]:
        """The tiles not yet turned up, including the one put aside, in the table's order."""
        return without(STACK, self.seen)

    def points(self) -> list[int]:
        """Returns the points of this game, by seat."""
        points = [0] * self.seats
        for castle, owner in enumerate(self.owners):
            if owner != NONE:
                points[owner] += VALUE[castle]
        return points

    def totals(self) -> list[int]:
        """Returns the points of all games including this one, by seat."""
        return [sum(each) for each in zip(*self.scores, self.points(), strict=True)]

    def cards(self) -> list[int]:
        """Returns the number of cards in hand, by seat."""
        return [hand.bit_count() + SHEPHERDS for hand in self.hands]

    def camps(self) -> list[int]:
        """Returns the number of cards in the camp, by seat."""
        return [(ALL ^ hand).bit_count() for hand in self.hands]

    def castles(self) -> list[list[int]]:
        """Returns the castles won in this game, in the order they were won, by seat."""
        won: list[list[int]] = [[] for _ in range(self.seats)]
        for tile in self.seen:
            if tile < CASTLES and self.owners[tile] != NONE:
                won[self.owners[tile]].append(tile)
        return won

    def asks(self, seat: Seat) -> bool:
        """Returns whether the open stage asks the seat (R6: a recruitment passes over an empty camp)."""
        return not self.over and 0 <= seat < self.seats and (self.tile != DRUM or self.hands[seat] != ALL)

    def pending(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(self.seats) if self.chosen[seat] == NONE and self.asks(seat))
