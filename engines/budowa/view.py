"""What may be known of a game of Budowa zamku: the same for everybody but for `seat`.

Spots are words `a1` to `e9`, cards their numbers 2 to 46; which bear figures stands in `engines.budowa.components` (FIGURE).
What was put back face down is in no view: the number of a turned card stands there as `open` alone, and only while it lies
open. That is until the decision of the player who turned it. A card that has to go back without a decision (B4) is told as open
until the next card is turned, because the rules know no time: whoever shows it takes it away after a glance
(`BudowaGame.glance`).

A computer player remembers a share of the cards that were turned and put back, by its level (`recall`). Everybody saw each of
them, so this is no secret; but people forget, and views tell nobody. Whether a seat keeps a card in mind is decided once for
each time it is turned, by the game's own chance, and stays so until the card is turned again.
"""

import msgspec

from engines import draws
from engines.base import common
from engines.budowa.components import SPOT, SPOTS, WIZARD, figure_points
from engines.budowa.state import GONE, NOWHERE, UNSEEN, BudowaState, Last
from engines.contract import Seat, View


class Note(msgspec.Struct, frozen=True):
    """What lies face down on a spot."""

    spot: str
    number: int


class Open(msgspec.Struct, frozen=True):
    """The card that lies open."""

    spot: str
    number: int
    """The card; 0: not to be told here (`BudowaGame.covered`)."""
    seat: Seat
    """Who has turned it."""
    decided: bool
    """Nobody decides any more: it goes back and lies there for a glance only."""
    decline: str
    """What `back` does with it: `back` puts it on its spot, `out` removes it (B3)."""


class Board(msgspec.Struct, frozen=True):
    """What lies on the table for all to see. Lists are by seat where nothing else is said."""

    spots: tuple[str, ...]
    """The spots that still have a card, the open one's too."""
    castles: tuple[tuple[int, ...], ...]
    """The wall cards, rising."""
    figures: bool
    """Whether figures score."""
    points: tuple[int, ...]
    """Elements of the castle; with figures, the points of B9."""
    out: tuple[int, ...]
    """The cards removed from the game, rising."""
    backs: tuple[int, ...]
    """How often a card was put back since the last progress."""
    stall: int = 0
    """How many more cards put back, by all together, end the game; 0 while that is not near (B7)."""
    wizard: Seat | None = None
    """The seat that can still use the wizard (B11)."""
    notes: tuple[Note, ...] = ()
    """The cards put back, where they may be known: with the option, for a computer player's memory, when over."""


class BudowaView(View, frozen=True, kw_only=True):
    """The table of Budowa zamku."""

    ask: str
    """What the pending seat owes: `flip` or `decide`; "" when over."""
    active: Seat
    """Whose turn it is; the last mover's when over."""
    board: Board
    open: Open | None = None
    can: tuple[str, ...] = ()
    """What may be done with the open card while it is decided about."""
    last: Last | None = None
    ending: str = ""
    """Why the game is over, as in the event `over`; "" before."""


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
    open_card = view.open
    if open_card is None:
        return view
    if not open_card.decided:
        return msgspec.structs.replace(view, can=(), open=msgspec.structs.replace(open_card, number=0))
    board = view.board
    if view.options["notes"] == "on":
        notes = sorted((*board.notes, Note(open_card.spot, open_card.number)), key=lambda note: SPOT[note.spot])
        board = msgspec.structs.replace(board, notes=tuple(notes))
    return msgspec.structs.replace(view, open=None, board=board)


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
