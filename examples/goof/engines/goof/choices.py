"""What a seat may bid (G3), and why a move is refused."""

from __future__ import annotations

from engines.contract import Choices, IllegalMove, Move, Seat
from engines.goof.state import GoofState

NOTHING = Choices()
VERB = "bid"


def choices(state: GoofState, seat: Seat, said: Move) -> Choices:
    """What may follow `said`."""
    if state.over or not 0 <= seat < state.seats:
        return NOTHING
    hand = tuple(str(card) for card in state.hand(seat))
    if not said:
        return Choices((VERB,), ask=VERB)
    if said == (VERB,):
        return Choices(hand, ask=VERB)
    return Choices(complete=True) if len(said) == 2 and said[0] == VERB and said[1] in hand else NOTHING


def read(state: GoofState, seat: Seat, move: Move) -> int:
    """The card that a move bids. Raises IllegalMove."""
    if state.over:
        raise IllegalMove("goof.illegal.over")
    if not 0 <= seat < state.seats:
        raise IllegalMove("goof.illegal.no-seat")
    if len(move) != 2 or move[0] != VERB:
        raise IllegalMove("goof.illegal.bid-one-card")
    if move[1] not in {str(card) for card in state.hand(seat)}:
        raise IllegalMove("goof.illegal.not-in-hand", cards=" ".join(str(card) for card in state.hand(seat)))
    return int(move[1])
