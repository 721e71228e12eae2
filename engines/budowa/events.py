"""The events of Budowa zamku. Public events contain a card's number only if the card is built or removed; no public event names
a card that is put back face down.
"""

from engines.budowa.components import SPOTS
from engines.budowa.state import BudowaState, Last
from engines.budowa.view import Board, board_of
from engines.contract import Event, EventData, Seat


class Flip(EventData, frozen=True, tag="flip"):
    """The card on a spot is turned up (B2)."""

    turn: int
    seat: Seat
    spot: str
    left: int
    """How many cards the grid has, this one included."""


class Seen(EventData, frozen=True, tag="seen"):
    """The number of the turned card, for the journal only, which opens when the game is over."""

    spot: str
    number: int


class Decision(EventData, frozen=True, kw_only=True):
    """The fields of every decision about the open card."""

    turn: int
    seat: Seat
    spot: str
    """The spot of the card."""
    table: Board
    """The table after the decision."""


class Build(Decision, frozen=True, kw_only=True, tag="build"):
    """The card is put at the right end of the seat's castle (B2); a scene."""

    number: int


class Insert(Decision, frozen=True, kw_only=True, tag="insert"):
    """The wizard puts the card between two others (B11); a scene."""

    number: int
    between: tuple[int, int]
    """The cards on its left and right."""


class Back(Decision, frozen=True, kw_only=True, tag="back"):
    """The card is put back face down; a scene."""

    forced: bool
    """Whether there was nothing to decide (B4)."""


class Out(Decision, frozen=True, kw_only=True, tag="out"):
    """The card is removed from the game (B3); a scene."""

    number: int
    forced: bool
    """Whether there was nothing to decide."""


class Over(EventData, frozen=True, tag="over"):
    """The game has ended."""

    ending: str
    """`full` (a castle is whole), `last` (the last card of the grid was turned), `stall` (everybody only puts back) or
    `short` (the last turn of the short form is over).
    """
    seat: Seat
    """The seat that made the last move."""


def card_turned(state: BudowaState, number: int) -> list[Event]:
    """The events of the card turned up just now."""
    spot = SPOTS[state.up]
    return [Event(Flip(state.turn, state.active, spot, state.left), reveals=True), Event(Seen(spot, number), to=())]


def card_decided(state: BudowaState, last: Last, between: tuple[int, int] | None, *, forced: bool) -> Event:
    """The event of the decision made just now. `between`: where the wizard puts the card."""
    turn, seat, spot, number, table = state.turn, last.seat, last.spot, last.number, board_of(state)
    data: Decision
    if last.kind == "build":
        data = Build(turn=turn, seat=seat, spot=spot, number=number, table=table)
    elif last.kind == "insert":
        assert between is not None
        data = Insert(turn=turn, seat=seat, spot=spot, number=number, between=between, table=table)
    elif last.kind == "out":
        data = Out(turn=turn, seat=seat, spot=spot, number=number, forced=forced, table=table)
    else:
        data = Back(turn=turn, seat=seat, spot=spot, forced=forced, table=table)
    return Event(data, scene=True)


def over(ending: str, seat: Seat) -> Event:
    """The event of the game's end."""
    return Event(Over(ending, seat), reveals=True)
