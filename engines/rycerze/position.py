"""The position of Rycerze i zamki. Every round is one joint stage. The last choice closes it: the reveal (R3), the sword (R4),
the recruitment (R6), then the next tile or game.
"""

from collections.abc import Sequence

from engines import draws
from engines.contract import Event, Move, Result, Seat
from engines.rycerze import choices, events, scoring
from engines.rycerze.components import ALL, CASTLES, DRUM, MATERIAL, NONE, PAIR_MASK, ROUNDS, STRONGEST
from engines.rycerze.state import RycerzeState
from engines.rycerze.view import view_of


class RycerzePosition(RycerzeState):
    """The whole state, with the contract's methods."""

    choices = choices.choices
    view = view_of

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Make a seat's choice. The last choice ends the round."""
        self.chosen[seat] = choices.read(self, seat, move)
        return close_rounds(self)

    def result(self) -> Result | None:
        return scoring.result_of(self) if self.over else None


def set_up(state: RycerzeState) -> None:
    """R1: all cards in hand, no castle won, the youngest has the sword, no tile is turned up yet."""
    state.seen = []
    state.owners = [NONE] * CASTLES
    state.hands = [ALL] * state.seats
    state.chosen = [NONE] * state.seats
    state.shown = []
    state.sword = state.seniority[0]


def turn_up(state: RycerzeState) -> Event:
    """R1: turn up the next tile of the stack, which is drawn now from the unseen ones."""
    state.seen.append(draws.pick(state.seed, state.turn, state.unseen))
    return events.tile_turned(state)


def close_rounds(state: RycerzeState) -> list[Event]:
    """While everyone asked has chosen, close the round and go on to the next question or the end."""
    happened: list[Event] = []
    while not state.over and not state.pending():
        happened.append(_recruitment(state) if state.tile == DRUM else _castle(state))
        if len(state.seen) < ROUNDS:
            happened.append(turn_up(state))
        else:
            happened += _end_game(state)
    return happened


def alone(pairs: Sequence[int]) -> int:
    """R3: returns the army cards shown exactly once among all revealed pairs, as a mask."""
    once = more = 0
    for pair in pairs:
        shown = PAIR_MASK[pair]
        more |= once & shown
        once |= shown
    return once & ~more


def winner_of(pairs: Sequence[int], tile: int, sword: Seat) -> tuple[Seat, int]:
    """R3: returns who wins the castle and with which card; the sword's holder and NONE if no card is left."""
    card = STRONGEST[MATERIAL[tile]][alone(pairs)]
    if card == NONE:
        return sword, NONE
    return next(seat for seat, pair in enumerate(pairs) if PAIR_MASK[pair] >> card & 1), card


def sword_after(points: Sequence[int], seniority: Sequence[Seat]) -> Seat:
    """R4: returns the player with the fewest points of this game; the youngest if several are tied."""
    return min(seniority, key=points.__getitem__)


def _castle(state: RycerzeState) -> Event:
    pairs, before = state.chosen, state.sword
    winner, card = winner_of(pairs, state.tile, before)
    for seat, pair in enumerate(pairs):
        state.hands[seat] &= ~PAIR_MASK[pair]
    state.owners[state.tile] = winner
    state.sword = sword_after(state.points(), state.seniority)
    _put_down(state)
    return events.castle_won(state, alone(pairs), card, winner, before)


def _recruitment(state: RycerzeState) -> Event:
    for seat, card in enumerate(state.chosen):
        if card != NONE:
            state.hands[seat] |= 1 << card
    _put_down(state)
    return events.recruitment(state)


def _put_down(state: RycerzeState) -> None:
    """Move the revealed choices to the past rounds."""
    state.shown.append(state.chosen)
    state.chosen = [NONE] * state.seats


def _end_game(state: RycerzeState) -> list[Event]:
    """R7, R9: end the game after its seventh round."""
    (put_out,) = state.unseen
    happened = [events.game_ended(state, put_out)] if state.match else []
    if state.game == state.games:
        state.over = True
        return [*happened, events.over(put_out)]
    state.scores.append(state.points())
    state.game += 1
    set_up(state)
    return [*happened, turn_up(state)]
