"""What a seat may bid and why a move is refused (G3), and how a round is carried out (G2 to G5)."""

from __future__ import annotations

from engines import draws
from engines.base import UNCHOSEN, among, check_seat
from engines.contract import Choices, Event, IllegalMove, Move, Seat
from engines.goof.events import PrizeTurned, RoundEnded
from engines.goof.state import GoofState, winner_of

VERB = "bid"


def choices(state: GoofState, seat: Seat, said: Move = ()) -> Choices:
    """What may follow `said`."""
    playing = not state.over and seat in range(state.seats)
    return among([(VERB, str(card)) for card in state.hand(seat)] if playing else (), said, VERB)


def play(state: GoofState, seat: Seat, move: Move) -> list[Event]:
    """The seat bids; with the last bid the round is over. Raises IllegalMove."""
    check_seat("goof", state, seat)
    if len(move) != 2 or move[0] != VERB:
        raise IllegalMove("goof.illegal.bid-one-card")
    hand = [str(card) for card in state.hand(seat)]
    if move[1] not in hand:
        raise IllegalMove("goof.illegal.not-in-hand", cards=" ".join(hand))
    state.chosen[seat] = int(move[1])
    return reveal(state)


def turn_up(state: GoofState) -> Event:
    """G2: turn up a prize, drawn only now from those unseen. The round is the number of the draw."""
    state.prizes.append(draws.pick(state.seed, state.turn + 1, state.unseen()))
    state.chosen = [UNCHOSEN] * state.seats
    return Event(PrizeTurned(state.turn, state.prizes[-1], tuple(state.lying())), reveals=True)


def reveal(state: GoofState) -> list[Event]:
    """G3: once all have bid, all bids are shown; then comes the next prize, or the end. [] while somebody is awaited."""
    if state.pending():
        return []
    lying, bids = tuple(state.lying()), list(state.chosen)
    state.bids.append(bids)
    told = RoundEnded(round=state.turn, bids=tuple(bids), lying=lying, winner=winner_of(bids), points=state.points())
    events = [Event(told, reveals=True, scene=True)]
    if state.unseen():
        events.append(turn_up(state))
    else:
        state.over, state.chosen = True, [UNCHOSEN] * state.seats
    return events
