"""Carrying a round out: the prize turned up (G2), the bids revealed (G3 to G5)."""

from __future__ import annotations

from engines import draws
from engines.base import UNCHOSEN
from engines.contract import Event, Move, Seat
from engines.goof import choices
from engines.goof.events import PrizeTurned, RoundEnded
from engines.goof.state import GoofState, winner_of


def play(state: GoofState, seat: Seat, move: Move) -> list[Event]:
    """The seat bids; with the last bid the round is over."""
    state.chosen[seat] = choices.read(state, seat, move)
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
