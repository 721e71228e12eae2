"""What happens in a turn (B2-B7, B11)."""

from __future__ import annotations

from bisect import insort

from engines.budowa import choices, events
from engines.budowa.components import SPOTS, WHOLE
from engines.budowa.state import GONE, NOWHERE, BudowaState, Last
from engines.contract import Event, Move, Seat


def play(state: BudowaState, seat: Seat, move: Move) -> list[Event]:
    """Turn a spot, or decide about the open card. Raises IllegalMove."""
    said = choices.read(state, seat, move)
    told = _decide(state, said) if isinstance(said, str) else _flip(state, said)
    state.moves += 1
    return told


def _flip(state: BudowaState, spot: int) -> list[Event]:
    """B2: turn a card; where nothing is to be decided, carry out at once what must be (B3, B4)."""
    state.forced = False
    state.up = spot
    number = state.turn_up(spot)
    state.looked[spot] = state.turn
    told = events.turned(state, number)
    return told + _decide(state, "back", forced=True) if len(state.decisions()) == 1 else told


def _decide(state: BudowaState, decision: str, *, forced: bool = False) -> list[Event]:
    """Carry out a legal decision and go on to the next turn, or end the game (B6, B7). `forced`: it was the only one."""
    seat, spot, castle, between = state.active, state.up, state.castles[state.active], state.between()
    number, was_last = state.grid[spot], state.left == 1
    if decision == "back" and state.falls_out():
        decision = "out"
    if decision == "back":
        state.backs[seat] += 1
    else:
        state.grid[spot] = GONE
        state.backs = [0] * state.seats
    if decision == "out":
        insort(state.out, number)
    elif decision == "build":
        castle.append(number)
    elif decision == "insert":
        insort(castle, number)
        state.used = True
    state.last = Last(decision, seat, SPOTS[spot], 0 if decision == "back" else number)
    ending = _ending(state, seat, was_last=was_last)
    state.forced = forced and decision == "back" and not ending
    state.up = spot if state.forced else NOWHERE
    lines = [events.decided(state, state.last, between, forced=forced)]
    if ending:
        state.end(ending)
        return [*lines, events.over(ending, seat)]
    state.turn += 1
    return lines


def _ending(state: BudowaState, seat: Seat, *, was_last: bool) -> str:
    """Why the game ends with this decision; "" where it goes on. `was_last`: it was about the last card of the grid."""
    if len(state.castles[seat]) == WHOLE:
        return "full"
    if was_last:
        return "last"
    return "stall" if min(state.backs) >= state.left else ""
