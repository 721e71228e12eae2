"""The computer player: a gap rule and what it remembers.

A card is worth building while it does not spend much more of the numbers left than its share: the gap to the last card may be
SLACK times what there is on average for each card still needed. Of the remembered cards that fit it turns the lowest, else
one it knows nothing of. (Measured: with the same memory a slack of 2.2 beats 1.0 in nearly nine games of ten.)
"""

from __future__ import annotations

import random

from engines.budowa.components import FIGURE, HIGHEST, WHOLE, WORTH, top
from engines.budowa.view import BudowaView
from engines.contract import Move

SLACK = 2.2
FIGURE_SLACK = 1.5
"""A figure's point is worth so many numbers more of gap."""


def choose_move(view: BudowaView, rng: random.Random) -> Move:
    """A legal move of `view.seat`, which is pending; `view.board.notes` are what it remembers."""
    assert view.seat is not None
    castle = view.board.castles[view.seat]
    figures = view.options["figures"] == "on"
    if view.ask == "decide":
        assert view.open is not None
        if "insert" in view.can:
            return ("insert",)
        return ("build",) if fits(castle, view.open.number, figures=figures) else ("back",)
    fitting = [note for note in view.board.notes if fits(castle, note.number, figures=figures)]
    if fitting:
        return ("flip", min(fitting, key=lambda note: note.number).spot)
    known = {note.spot for note in view.board.notes}
    unknown = [spot for spot in view.board.spots if spot not in known]
    return ("flip", rng.choice(unknown or view.board.spots))


def fits(castle: tuple[int, ...], number: int, *, figures: bool) -> bool:
    """Whether a card is worth building on this castle."""
    last = top(castle)
    if number <= last:
        return False
    bonus = FIGURE_SLACK * WORTH.get(FIGURE.get(number, ""), 0) if figures else 0.0
    return number - last <= SLACK * (HIGHEST - last) / (WHOLE - len(castle)) + bonus
