"""What happens in a turn (B2-B7, B11)."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any

import msgspec

from engines.budowa import showing
from engines.budowa.components import SPOTS, WHOLE
from engines.budowa.view import Last
from engines.contract import Event

if TYPE_CHECKING:
    from engines.budowa.position import BudowaPosition

GONE, NOWHERE = -1, -1


def flip(position: BudowaPosition, spot: int, events: list[Event]) -> None:
    """B2: turn a card; where nothing is to be decided, carry out at once what must be (B3, B4)."""
    seat, turn = position.active, position.turn
    position.forced = False
    position.up = spot
    number = position.turn_up(spot)
    position.looked[spot] = turn
    events.append(Event("flip", {"turn": turn, "seat": seat, "spot": SPOTS[spot], "left": position.left}, reveals=True))
    events.append(Event("seen", {"spot": SPOTS[spot], "number": number}, to=()))
    if len(position.decisions()) == 1:
        decide(position, "back", events, forced=True)


def decide(position: BudowaPosition, decision: str, events: list[Event], *, forced: bool = False) -> None:
    """Carry out a legal decision and go on to the next turn, or end the game (B6, B7)."""
    seat, spot = position.active, position.up
    number, last = position.grid[spot], position.left == 1
    told: dict[str, Any] = {"turn": position.turn, "seat": seat, "spot": SPOTS[spot]}
    castle = position.castles[seat]
    between = position.between()
    if decision == "back":
        decision = "out" if position.falls_out() else "back"
        told["forced"] = forced
    if decision == "back":
        position.backs[seat] += 1
    else:
        told["number"] = number
        position.grid[spot] = GONE
        position.backs = [0] * position.seats
    if decision == "out":
        insort(position.out, number)
    elif decision == "build":
        castle.append(number)
    elif decision == "insert":
        assert between is not None
        told["between"] = list(between)
        insort(castle, number)
        position.used = True
    position.last = Last(decision, seat, SPOTS[spot], told.get("number", 0))
    ending = _ending(position, seat, last=last)
    position.forced = forced and decision == "back" and not ending
    position.up = spot if position.forced else NOWHERE
    told["table"] = msgspec.json.decode(msgspec.json.encode(showing.board_of(position)))
    events.append(Event(decision, told, scene=True))
    if ending:
        position.end(ending)
        events.append(Event("over", {"ending": ending, "seat": seat}, reveals=True))
    else:
        position.turn += 1


def _ending(position: BudowaPosition, seat: int, *, last: bool) -> str:
    """Why the game ends with this decision; "" where it goes on. `last`: it was about the last card of the grid."""
    if len(position.castles[seat]) == WHOLE:
        return "full"
    if last:
        return "last"
    return "stall" if min(position.backs) >= position.left else ""
