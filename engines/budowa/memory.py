"""What a computer player remembers of the cards that were turned and put back: a share of them, by its level.

Everybody saw each of them, so this is no secret; but people forget, and views tell nobody. Whether a seat keeps a card in mind
is decided once for each time it is turned, by the game's own chance, and stays so until the card is turned again.
"""

from __future__ import annotations

import msgspec

from engines import draws
from engines.budowa.components import SPOT
from engines.budowa.position import BudowaPosition
from engines.budowa.showing import notes_of
from engines.budowa.view import BudowaView
from engines.contract import Seat

SHARE = {"easy": 25, "normal": 55, "hard": 95}
"""By level, weakest first: of a hundred cards seen, so many are remembered."""

MINDS = 1 << 32
"""Draw numbers from here on are for memories, far from those of the cards."""


def remembers(position: BudowaPosition, seat: Seat, turn: int, level: str) -> bool:
    """Whether the seat keeps the card in mind that was turned in this turn."""
    return draws.below(position.seed, MINDS + turn * 4 + seat, 100) < SHARE[level]


def recall(position: BudowaPosition, seat: Seat, level: str) -> BudowaView:
    """The seat's view with what a computer player of this level remembers as notes."""
    view = position.view(seat)
    if position.notes or position.ending:
        return view
    kept = tuple(note for note in notes_of(position) if remembers(position, seat, position.looked[SPOT[note.spot]], level))
    return msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, notes=kept))
