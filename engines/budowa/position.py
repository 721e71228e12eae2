"""The position of Budowa zamku: each turn is a `flip`, then a decision if there is one (B2).

What the seat on turn may say, why a move is refused (B2-B4, B11), and what a move does (B2-B7, B11).
"""

from bisect import insort

from engines.base import NoJointStage, among, check_seat
from engines.budowa import events
from engines.budowa.components import SHORT, SPOT, SPOTS, WHOLE, WIZARD, top
from engines.budowa.scoring import result_of
from engines.budowa.state import GONE, NOWHERE, BudowaState, Last
from engines.budowa.view import view_of
from engines.contract import Choices, Event, IllegalMove, Move, Result, Seat

DECISIONS = ("build", "insert", "back")


class BudowaPosition(NoJointStage, BudowaState):
    """The whole state, with the contract's methods."""

    view = view_of

    def choices(self, seat: Seat, said: Move = ()) -> Choices:
        """What may follow `said`."""
        if seat not in self.pending():
            return Choices()
        if self.deciding:
            offered = self.decisions()
            return among([(word,) for word in offered], said, "decide" if "build" in offered else "insert")
        return among([("flip", SPOTS[spot]) for spot, card in enumerate(self.grid) if card != GONE], said, "flip")

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Turn a card up, or decide about the open card. Raises IllegalMove."""
        said = _read(self, seat, move)
        events = _decide(self, said) if isinstance(said, str) else _flip(self, said)
        self.moves += 1
        return events

    def result(self) -> Result | None:
        return result_of(self.castles, figures=self.figures) if self.ending else None


def _flip(state: BudowaState, spot: int) -> list[Event]:
    """B2: turn a card up. If there is nothing to decide, carry out the only decision immediately (B3, B4)."""
    state.forced = False
    state.up = spot
    number = state.turn_up(spot)
    state.looked[spot] = state.turn
    event = events.card_turned(state, number)
    return event + _decide(state, "back", forced=True) if len(state.decisions()) == 1 else event


def _decide(state: BudowaState, decision: str, *, forced: bool = False) -> list[Event]:
    """Carry out a legal decision, then start the next turn or end the game (B6, B7). `forced`: it was the only one."""
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
    lines = [events.card_decided(state, state.last, between, forced=forced)]
    if ending:
        state.end(ending)
        return [*lines, events.over(ending, seat)]
    state.turn += 1
    return lines


def _ending(state: BudowaState, seat: Seat, *, was_last: bool) -> str:
    """Returns why this decision ends the game, or "" if it does not. `was_last`: it was about the last card of the grid."""
    if len(state.castles[seat]) == WHOLE:
        return "full"
    if was_last:
        return "last"
    if state.short and state.turn == SHORT:
        return "short"
    return "stall" if min(state.backs) >= state.left else ""


def _read(state: BudowaState, seat: Seat, move: Move) -> int | str:
    """Returns the spot to turn, or the decision. Raises IllegalMove. The refusal does not contain the number of the open card,
    since the player can still read it when the card is face down again.
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
    """Returns the reason why the wizard cannot be used now."""
    if not state.figures:
        return "no-figures"
    if WIZARD not in state.castles[state.active]:
        return "no-wizard"
    return "wizard-used" if state.used else "no-gap"
