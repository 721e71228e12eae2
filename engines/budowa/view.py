"""What may be known of a game of Budowa zamku: the same for everybody except for `seat`.

Spots are words `a1` to `e9`, cards their numbers 2 to 46; FIGURE in `engines.budowa.components` says which of them have
figures. No view contains a card that was put back face down: the number of a turned card is only in `open`, and only while the
card is open, which is until the player who turned it has decided. A card that goes back without a decision (B4) stays in `open`
until the next card is turned, because the rules know no time; the message that shows it hides it after a glance
(`BudowaGame.glance`).

A computer player remembers a share of the cards that were turned and put back, depending on its level (`recall`). Everybody saw
each of them, so they are not secret; but people forget, and views show them to nobody. Whether a seat remembers a card is
decided once each time it is turned, by the game's own chance, and does not change until the card is turned again.
"""

import msgspec

from engines import draws
from engines.base import common, short_options
from engines.budowa.components import SPOT, SPOTS, WIZARD, figure_points
from engines.budowa.state import GONE, NOWHERE, UNSEEN, BudowaState, Last
from engines.contract import Seat, View

SHARE = {"easy": 25, "normal": 55, "hard": 95, "master": 100}
"""Percentage of the cards seen that each level remembers, weakest level first."""

MINDS = 1 << 32
"""Draw numbers from here on are for memories. They are far from those of the cards."""


class Note(msgspec.Struct, frozen=True):
    """A card that is face down on a spot."""

    spot: str
    number: int


class Open(msgspec.Struct, frozen=True):
    """The open card."""

    spot: str
    number: int
    """The card; 0 if it is hidden here (`BudowaGame.covered`)."""
    seat: Seat
    """The seat that turned it."""
    decided: bool
    """Whether nothing is left to decide: the card goes back and is only shown for a glance."""
    decline: str
    """What `back` does: `back` puts the card on its spot, `out` removes it (B3)."""


class Board(msgspec.Struct, frozen=True):
    """The public table. Lists are by seat unless stated otherwise."""

    spots: tuple[str, ...]
    """The spots that still have a card, including the open one's."""
    castles: tuple[tuple[int, ...], ...]
    """The wall cards, ascending."""
    figures: bool
    """Whether figures score."""
    points: tuple[int, ...]
    """Elements of the castle, or the points of B9 with figures."""
    out: tuple[int, ...]
    """The cards removed from the game, ascending."""
    backs: tuple[int, ...]
    """How many cards were put back since the last progress."""
    stall: int = 0
    """How many more cards must be put back, by all players together, to end the game; 0 while that is not near (B7)."""
    wizard: Seat | None = None
    """The seat that can still use the wizard (B11)."""
    notes: tuple[Note, ...] = ()
    """The cards put back, if they may be known: with the option, in a computer player's memory, and at the end."""


class BudowaView(View, frozen=True, kw_only=True):
    """The table of Budowa zamku."""

    ask: str
    """What the pending seat owes: `flip` or `decide`; "" at the end."""
    active: Seat
    """The seat on turn; at the end, the seat that moved last."""
    board: Board
    open: Open | None = None
    can: tuple[str, ...] = ()
    """What may be done with the open card while it awaits a decision."""
    last: Last | None = None
    ending: str = ""
    """Why the game is over, as in the event `over`; "" before the end."""


def board_of(state: BudowaState) -> Board:
    """Returns the table without the open card."""
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
    """B7: how many more cards must be put back, by all together, to end the game; 0 until every seat has put one back."""
    if state.ending or not min(state.backs):
        return 0
    return sum(max(0, state.left - backs) for backs in state.backs)


def notes_of(state: BudowaState) -> tuple[Note, ...]:
    """Returns all cards that were put back, without the open one."""
    return tuple(
        Note(SPOTS[spot], card) for spot, card in enumerate(state.grid) if card not in {UNSEEN, GONE} and spot != state.up
    )


def view_of(state: BudowaState, seat: Seat | None) -> BudowaView:
    """Returns what the seat (None: a spectator) may know, which is the same for all."""
    options = {"figures": "on" if state.figures else "off", "notes": "on" if state.notes else "off"}
    options |= short_options(state.short)
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


def cover(view: BudowaView) -> BudowaView:
    """Returns the view without what disappears again. For a card that awaits a decision it says only that the card is open, and
    what putting it back means, which all will see. A card that goes back counts as face down already.
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


def remembers(state: BudowaState, seat: Seat, turn: int, level: str) -> bool:
    """Returns whether the seat remembers the card that was turned in this turn."""
    return draws.below(state.seed, MINDS + turn * 4 + seat, 100) < SHARE[level]


def recall(state: BudowaState, seat: Seat, level: str) -> BudowaView:
    """Returns the seat's view with the cards that a computer player of this level remembers as notes. A card that goes back
    without a decision is already a memory to it: how long people see the card must not matter.
    """
    view = view_of(state, seat) if state.deciding else cover(view_of(state, seat))
    if state.notes or state.ending:
        return view
    back = (spot for spot, card in enumerate(state.grid) if card > 0 and not (state.deciding and spot == state.up))
    kept = tuple(Note(SPOTS[spot], state.grid[spot]) for spot in back if remembers(state, seat, state.looked[spot], level))
    return msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, notes=kept))
