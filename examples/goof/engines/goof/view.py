"""What may be known of a table of Goofspiel, and how views of it are made. Private is the open bid alone."""

from __future__ import annotations

from engines.base import UNCHOSEN, common
from engines.contract import Seat, View
from engines.goof.state import GoofState


class GoofView(View, frozen=True, kw_only=True):
    """The table of Goofspiel. Lists are by seat where nothing else is said. The seat's own bid is `chosen`."""

    prizes: tuple[int, ...]
    """All prizes turned up so far, the newest last."""
    lying: tuple[int, ...]
    """The prizes on the table, the newest last."""
    unseen: tuple[int, ...]
    """The prizes still to come, ascending."""
    hands: tuple[tuple[int, ...], ...]
    """The cards left: everybody can count them."""
    won: tuple[tuple[int, ...], ...]
    """The prizes taken."""
    points: tuple[int, ...]
    """The points."""
    bids: tuple[tuple[int, ...], ...]
    """By finished round, the bids by seat."""
    ready: tuple[bool, ...]
    """Who has bid in this round."""


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
