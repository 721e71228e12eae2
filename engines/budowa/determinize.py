"""Full positions that a viewer could be in: face-down cards are drawn again."""

import random

from engines.base import is_short
from engines.budowa.components import SPOT, SPOTS, WIZARD
from engines.budowa.position import BudowaPosition
from engines.budowa.state import GONE, NOWHERE, UNSEEN
from engines.budowa.view import BudowaView
from engines.draws import new_seed


def determinize(view: BudowaView, rng: random.Random) -> BudowaPosition:
    """Returns a position that matches the view. Cards that were put back count as unseen unless they are in the notes."""
    board, here = view.board, set(view.board.spots)
    grid = [UNSEEN if word in here else GONE for word in SPOTS]
    for note in board.notes:
        grid[SPOT[note.spot]] = note.number
    if view.open is not None:
        grid[SPOT[view.open.spot]] = view.open.number
    return BudowaPosition(
        seed=new_seed(rng),
        seats=view.seats,
        figures=view.options["figures"] == "on",
        notes=view.options["notes"] == "on",
        short=is_short(view.options),
        grid=grid,
        looked=[0] * len(grid),
        castles=[list(castle) for castle in board.castles],
        backs=list(board.backs),
        out=list(board.out),
        turn=view.turn,
        moves=view.stage - 1,
        up=SPOT[view.open.spot] if view.open is not None else NOWHERE,
        forced=view.open is not None and view.open.decided,
        used=board.wizard is None and view.options["figures"] == "on" and any(WIZARD in castle for castle in board.castles),
        last=view.last,
        ending=view.ending,
    )
