"""Makes the views of a table of Goofspiel. Private is the open bid alone."""

from __future__ import annotations

from engines.base import UNCHOSEN, common
from engines.contract import Seat
from engines.goof.state import GoofState
from engines.goof.view import GoofView


def view_of(state: GoofState, seat: Seat | None) -> GoofView:
    """What the seat (None: a spectator) may know."""
    bid = UNCHOSEN if seat is None else state.chosen[seat]
    return GoofView(
        **common(state, seat, state.pending(), {"cards": str(state.cards)}),
        private=seat is not None,
        chosen=(str(bid),) if bid != UNCHOSEN else (),
        prizes=tuple(state.prizes),
        lying=tuple(state.lying()),
        unseen=tuple(state.unseen()),
        hands=tuple(tuple(state.hand(each)) for each in range(state.seats)),
        won=tuple(tuple(prizes) for prizes in state.won()),
        points=state.points(),
        bids=tuple(tuple(bids) for bids in state.bids),
        ready=tuple(bid != UNCHOSEN for bid in state.chosen),
    )
