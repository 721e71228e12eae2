"""Makes the views of a table of Goofspiel. Private is the open bid alone."""

from __future__ import annotations

from engines.contract import Seat
from engines.goof import scoring
from engines.goof.state import NONE, GoofState
from engines.goof.view import GoofView


def view_of(state: GoofState, seat: Seat | None) -> GoofView:
    """What the seat (None: a spectator) may know."""
    bid = NONE if seat is None else state.chosen[seat]
    return GoofView(
        seat=seat,
        seats=state.seats,
        stage=state.stage,
        turn=state.turn,
        pending=state.pending(),
        over=state.over,
        options={"cards": str(state.cards)},
        private=seat is not None,
        chosen=(str(bid),) if bid != NONE else (),
        round=state.turn,
        prizes=tuple(state.prizes),
        lying=tuple(state.lying()),
        unseen=tuple(state.unseen()),
        hands=tuple(tuple(state.hand(each)) for each in range(state.seats)),
        won=tuple(tuple(prizes) for prizes in state.won()),
        points=scoring.points(state),
        bids=tuple(tuple(bids) for bids in state.bids),
        ready=tuple(bid != NONE for bid in state.chosen),
    )
