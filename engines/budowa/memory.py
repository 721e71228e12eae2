"""What a computer player remembers of the cards that were turned and put back: a share of them, by its level.

Everybody saw each of them, so this is no secret; but people forget, and views tell nobody. Whether a seat keeps a card in mind
is decided once for each time it is turned, by the game's own chance, and stays so until the card is turned again.
"""

from __future__ import annotations

import msgspec

from engines import draws
from engines.budowa.components import SPOTS
from engines.budowa.state import BudowaState
from engines.budowa.view import BudowaView, Note, covered, view_of
from engines.contract import Seat

SHARE = {"easy": 25, "normal": 55, "hard": 95, "master": 100}
"""Percentage of the cards seen that each level remembers, weakest level first."""

MINDS = 1 << 32
"""Draw numbers from here on are for memories, far from those of the cards."""


def remembers(state: BudowaState, seat: Seat, turn: int, level: str) -> bool:
    """Whether the seat keeps the card in mind that was turned in this turn."""
    return draws.below(state.seed, MINDS + turn * 4 + seat, 100) < SHARE[level]


def recall(state: BudowaState, seat: Seat, level: str) -> BudowaView:
    """The seat's view with what a computer player of this level remembers as notes. A card that goes back without a decision
    is no more to it than a memory already: how long it lies there for people must not matter.
    """
    view = view_of(state, seat) if state.deciding else covered(view_of(state, seat))
    if state.notes or state.ending:
        return view
    back = (spot for spot, card in enumerate(state.grid) if card > 0 and not (state.deciding and spot == state.up))
    kept = tuple(Note(SPOTS[spot], state.grid[spot]) for spot in back if remembers(state, seat, state.looked[spot], level))
    return msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, notes=kept))
