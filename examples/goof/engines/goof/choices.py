"""What a seat may bid (G3), and why a move is refused."""

from __future__ import annotations

from engines.base import among, check_seat
from engines.contract import Choices, IllegalMove, Move, Seat
from engines.goof.state import GoofState

VERB = "bid"


def choices(state: GoofState, seat: Seat, said: Move = ()) -> Choices:
    """What may follow `said`."""
    playing = not state.over and seat in range(state.seats)
    return among([(VERB, str(card)) for card in state.hand(seat)] if playing else (), said, VERB)


def read(state: GoofState, seat: Seat, move: Move) -> int:
    """The card that a move bids. Raises IllegalMove."""
    check_seat("goof", state, seat)
    if len(move) != 2 or move[0] != VERB:
        raise IllegalMove("goof.illegal.bid-one-card")
    hand = [str(card) for card in state.hand(seat)]
    if move[1] not in hand:
        raise IllegalMove("goof.illegal.not-in-hand", cards=" ".join(hand))
    return int(move[1])
