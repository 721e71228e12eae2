"""What the events of Budowa zamku tell. Numbers of cards travel in public events only where the card is built or out; what is
put back face down is named by none.
"""

from typing import TypeAlias

from engines.budowa.components import SPOTS
from engines.budowa.state import BudowaState, Last
from engines.budowa.view import Board, board_of
from engines.contract import Event, EventData, Seat


class Flip(EventData, frozen=True, tag="flip"):
    """The card of a spot is turned (B2)."""

    turn: int
    seat: Seat
    spot: str
    left: int
    """How many cards the grid holds, this one counted."""


class Seen(EventData, frozen=True, tag="seen"):
    """What the turned card is: told to nobody, for the journal, which opens when the game is over."""

    spot: str
    number: int


class Decision(EventData, frozen=True, kw_only=True):
    """What every decision about the open card tells."""

    turn: int
    seat: Seat
    spot: str
    """Where the card lay."""
    table: Board
    """The table after it."""


class Build(Decision, frozen=True, kw_only=True, tag="build"):
    """The card is put at the right end of the seat's castle (B2); a scene."""

    number: int


class Insert(Decision, frozen=True, kw_only=True, tag="insert"):
    """The card is put between two others by the wizard (B11); a scene."""

    number: int
    between: tuple[int, int]
    """The cards on its left and right."""


class Back(Decision, frozen=True, kw_only=True, tag="back"):
    """The card is put back face down; a scene."""

    forced: bool
    """There was nothing to decide (B4)."""


class Out(Decision, frozen=True, kw_only=True, tag="out"):
    """The card is removed from the game (B3); a scene."""

    number: int
    forced: bool
    """There was nothing to decide."""


class Over(EventData, frozen=True, tag="over"):
    """The game has ended."""

    ending: str
    """`full` (a castle is whole), `last` (the last card of the grid was turned) or `stall` (everybody only puts back)."""
    seat: Seat
    """Who made the last move."""


BudowaEvent: TypeAlias = Flip | Seen | Build | Insert | Back | Out | Over


def turned(state: BudowaState, number: int) -> list[Event]:
    """The open card was turned just now."""
    spot = SPOTS[state.up]
    return [Event(Flip(state.turn, state.active, spot, state.left), reveals=True), Event(Seen(spot, number), to=())]


def decided(state: BudowaState, last: Last, between: tuple[int, int] | None, *, forced: bool) -> Event:
    """The decision made just now; `between`: where the wizard puts the card."""
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
    """The game has ended."""
    return Event(Over(ending, seat), reveals=True)
