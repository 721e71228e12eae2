"""What everybody may know of a position, and a position made of what is known."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import msgspec

from engines.budowa.components import SPOT, SPOTS, WIZARD, figure_points
from engines.budowa.view import Board, BudowaView, Note, Open
from engines.contract import Seat
from engines.draws import SEED_BYTES

if TYPE_CHECKING:
    from engines.budowa.position import BudowaPosition


def board_of(position: BudowaPosition) -> Board:
    """The table without the open card."""
    figures, castles = position.figures, position.castles
    owner = next((seat for seat, castle in enumerate(castles) if WIZARD in castle), None)
    return Board(
        spots=tuple(SPOTS[spot] for spot, card in enumerate(position.grid) if card >= 0),
        castles=tuple(tuple(castle) for castle in castles),
        figures=figures,
        points=tuple(sum(figure_points(castle).values()) if figures else 1 + len(castle) for castle in castles),
        out=tuple(position.out),
        backs=tuple(position.backs),
        stall=stall(position),
        wizard=owner if figures and not position.used else None,
        notes=notes_of(position) if position.notes or position.ending else (),
    )


def stall(position: BudowaPosition) -> int:
    """B7: so many times more must be put back, by all together, for the game to end; 0 before everybody has once."""
    if position.ending or not min(position.backs):
        return 0
    return sum(max(0, position.left - backs) for backs in position.backs)


def notes_of(position: BudowaPosition) -> tuple[Note, ...]:
    """All cards that were put back; the one that lies open is none of them."""
    return tuple(Note(SPOTS[spot], card) for spot, card in enumerate(position.grid) if card > 0 and spot != position.up)


def view_of(position: BudowaPosition, seat: Seat | None) -> BudowaView:
    """What the seat (None: a spectator) may know: what all may."""
    return BudowaView(
        seat=seat,
        seats=position.seats,
        stage=position.stage,
        turn=position.turn,
        pending=position.pending(),
        over=bool(position.ending),
        options={"figures": "on" if position.figures else "off", "notes": "on" if position.notes else "off"},
        ask="" if position.ending else "decide" if position.deciding else "flip",
        active=position.active,
        board=board_of(position),
        open=_open(position),
        can=position.decisions() if position.deciding else (),
        last=position.last,
        ending=position.ending,
    )


def _open(position: BudowaPosition) -> Open | None:
    if position.up < 0:
        return None
    seat = (position.active - position.forced) % position.seats
    decline = "out" if position.deciding and position.falls_out() else "back"
    return Open(SPOTS[position.up], position.grid[position.up], seat, position.forced, decline)


def settled(view: BudowaView) -> BudowaView:
    """The view without what will vanish again (see `BudowaGame.settled`)."""
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


def imagine(kind: type[BudowaPosition], view: BudowaView, rng: random.Random) -> BudowaPosition:
    """A position as the view tells it: cards that were put back count as never seen, but for the notes."""
    board, here = view.board, set(view.board.spots)
    grid = [0 if word in here else -1 for word in SPOTS]
    for note in board.notes:
        grid[SPOT[note.spot]] = note.number
    if view.open is not None:
        grid[SPOT[view.open.spot]] = view.open.number
    return kind(
        seed=rng.randbytes(SEED_BYTES),
        seats=view.seats,
        figures=view.options["figures"] == "on",
        notes=view.options["notes"] == "on",
        grid=grid,
        looked=[0] * len(grid),
        castles=[list(castle) for castle in board.castles],
        backs=list(board.backs),
        out=list(board.out),
        turn=view.turn,
        moves=view.stage - 1,
        up=SPOT[view.open.spot] if view.open is not None else -1,
        forced=view.open is not None and view.open.decided,
        used=board.wizard is None and view.options["figures"] == "on" and any(WIZARD in castle for castle in board.castles),
        last=view.last,
        ending=view.ending,
    )
