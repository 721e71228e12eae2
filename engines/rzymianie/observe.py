"""Makes views of a state: the only place that decides what a viewer may know.

Hidden are the seven warriors drawn by others, which of them they dropped, how the face-down ones lie, the choices of the open
stage, the stack, and the neutral clans' warriors that are still face down.
"""

from __future__ import annotations

import msgspec

from engines.base import common
from engines.contract import Seat
from engines.rzymianie.attack import Warrior
from engines.rzymianie.choices import pending, words_of
from engines.rzymianie.components import CARDS
from engines.rzymianie.state import NOBODY, RzymianieState, Step, forts_of, wall_of, warriors_of
from engines.rzymianie.view import RzymianieView


def view_of(state: RzymianieState, seat: Seat | None) -> RzymianieView:
    """What the seat (None: a spectator) may know."""
    options = {
        "neutrals": "auto" if state.auto else str(state.neutrals),
        "tied_forts": "stay" if state.stay else "discard",
        "druhid": "slide" if state.slide else "swap",
    }
    public = RzymianieView(
        **common(state, seat, pending(state), options),
        game_turn=state.game_turn,
        round=state.round,
        asking=str(state.step),
        clans=state.clans,
        wall=wall_of(state.wall),
        stack=len(state.unseen),
        out=forts_of(state.out),
        up=tuple(warriors_of(line) for line in state.up),
        discarded=tuple(warriors_of(line) for line in state.gone),
        forts=tuple(forts_of(forts) for forts in state.won),
        points=tuple(state.points()),
        previous=tuple(tuple(CARDS[card] for card in cards) for cards in state.previous),
        ready=tuple(choice is not None for choice in state.chosen),
        attack=state.attack,
        hecas=None if state.hecas == NOBODY else state.hecas,
    )
    if seat is None:
        return public
    choice, dropped = state.chosen[seat], state.dropped(seat)
    plan = list(choice or ()) if state.step == Step.PLAN else state.down[seat]
    return msgspec.structs.replace(
        public,
        hand=tuple(CARDS[card] for card in state.hands[seat]),
        down=tuple(Warrior(CARDS[card], state.round + 1 + index) for index, card in enumerate(plan)),
        dropped="" if dropped == NOBODY else CARDS[dropped],
        private=True,
        chosen=() if choice is None else words_of(state, seat, tuple(choice)),
    )
