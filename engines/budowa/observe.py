"""Makes the views of a table of Budowa zamku. Nothing is private; what was put back face down nobody is told."""

from __future__ import annotations

import msgspec

from engines.base import common
from engines.budowa.components import SPOT, SPOTS, WIZARD, figure_points
from engines.budowa.state import GONE, NOWHERE, UNSEEN, BudowaState
from engines.budowa.view import Board, BudowaView, Note, Open
from engines.contract import Seat


def board_of(state: BudowaState) -> Board:
    """The table without the open card."""
    figures, castles = state.figures, state.castles
    owner = next((seat for seat, castle in enumerate(castles) if WIZARD in castle), None)
    return Board(
        spots=tuple(SPOTS[spot] for spot, card in enumerate(state.grid) if card != GONE),
        castles=tuple(tuple(castle) for castle in castles),
        figures=figures,
        points=tuple(sum(figure_points(castle).values()) if figures else 1 + len(castle) for castle in castles),
        out=tuple(state.out),
        backs=tuple(state.backs),
        stall=stall(state),
        wizard=owner if figures and not state.used else None,
        notes=notes_of(state) if state.notes or state.ending else (),
    )


def stall(state: BudowaState) -> int:
    """B7: how many more times cards must be put back, by all together, for the game to end; 0 before everybody has once."""
    if state.ending or not min(state.backs):
        return 0
    return sum(max(0, state.left - backs) for backs in state.backs)


def notes_of(state: BudowaState) -> tuple[Note, ...]:
    """All cards that were put back; the one that lies open is none of them."""
    return tuple(
        Note(SPOTS[spot], card) for spot, card in enumerate(state.grid) if card not in {UNSEEN, GONE} and spot != state.up
    )


def view_of(state: BudowaState, seat: Seat | None) -> BudowaView:
    """What the seat (None: a spectator) may know: what all may."""
    options = {"figures": "on" if state.figures else "off", "notes": "on" if state.notes else "off"}
    return BudowaView(
        **common(state, seat, state.pending(), options),
        ask="" if state.ending else "decide" if state.deciding else "flip",
        active=state.active,
        board=board_of(state),
        open=_open(state),
        can=state.decisions() if state.deciding else (),
        last=state.last,
        ending=state.ending,
    )


def _open(state: BudowaState) -> Open | None:
    if state.up == NOWHERE:
        return None
    seat = (state.active - state.forced) % state.seats
    decline = "out" if state.deciding and state.falls_out() else "back"
    return Open(SPOTS[state.up], state.grid[state.up], seat, state.forced, decline)


def covered(view: BudowaView) -> BudowaView:
    """The view without what will vanish again: of a card to be decided about only that it lies open, and what putting it back
    means, which all will see; a card that goes back lies face down already.
    """
    shown = view.open
    if shown is None:
        return view
    if not shown.decided:
        return msgspec.structs.replace(view, can=(), open=msgspec.structs.replace(shown, number=0))
    board = view.board
    if view.options["notes"] == "on":
        notes = sorted((*board.notes, Note(shown.spot, shown.number)), key=lambda note: SPOT[note.spot])
        board = msgspec.structs.replace(board, notes=tuple(notes))
    return msgspec.structs.replace(view, open=None, board=board)
