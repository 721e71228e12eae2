"""What the seat on turn may say (B2-B4, B11), and why a move is refused."""

from __future__ import annotations

from engines.base import check_seat
from engines.budowa.components import SPOT, SPOTS, WIZARD, top
from engines.budowa.state import GONE, BudowaState
from engines.contract import Choices, IllegalMove, Move, Seat

DECISIONS = ("build", "insert", "back")


def choices(state: BudowaState, seat: Seat, said: Move = ()) -> Choices:
    """What may follow `said`."""
    if seat not in state.pending():
        return Choices()
    if state.deciding:
        offered = state.decisions()
        if not said:
            return Choices(offered, ask="decide" if "build" in offered else "insert")
        return Choices(complete=len(said) == 1 and said[0] in offered)
    if not said:
        return Choices(("flip",), ask="flip")
    if said[0] != "flip" or len(said) > 2:
        return Choices()
    if len(said) == 1:
        return Choices(tuple(SPOTS[spot] for spot, card in enumerate(state.grid) if card != GONE), ask="flip")
    spot = SPOT.get(said[1])
    return Choices(complete=spot is not None and state.grid[spot] != GONE)


def read(state: BudowaState, seat: Seat, move: Move) -> int | str:
    """The spot to turn, or the decision. Raises IllegalMove, which names no open card: who is refused keeps
    reading it when the card lies face down again.
    """
    check_seat("budowa", state, seat)
    if seat != state.active:
        raise IllegalMove("budowa.illegal.not-your-turn")
    if not state.deciding:
        return _spot(state, move)
    if move[:1] == ("flip",):
        raise IllegalMove("budowa.illegal.decide-first", spot=SPOTS[state.up].upper())
    if len(move) != 1 or move[0] not in DECISIONS:
        raise IllegalMove("budowa.illegal.decide", spot=SPOTS[state.up].upper())
    offered = state.decisions()
    if move[0] == "build" and "build" not in offered:
        raise IllegalMove("budowa.illegal.too-low", last=top(state.castles[seat]))
    if move[0] == "insert" and "insert" not in offered:
        raise IllegalMove(f"budowa.illegal.{_no_insert(state)}")
    return move[0]


def _spot(state: BudowaState, move: Move) -> int:
    if len(move) == 1 and move[0] in DECISIONS:
        raise IllegalMove("budowa.illegal.flip-first")
    if len(move) != 2 or move[0] != "flip":
        raise IllegalMove("budowa.illegal.flip")
    spot = SPOT.get(move[1])
    if spot is None:
        raise IllegalMove("budowa.illegal.unknown-spot", first=SPOTS[0].upper(), last=SPOTS[-1].upper())
    if state.grid[spot] == GONE:
        raise IllegalMove("budowa.illegal.empty-spot", spot=move[1].upper())
    return spot


def _no_insert(state: BudowaState) -> str:
    """Why the wizard does not help now."""
    if not state.figures:
        return "no-figures"
    if WIZARD not in state.castles[state.active]:
        return "no-wizard"
    return "wizard-used" if state.used else "no-gap"
