"""The game as the contract describes it: `GAME`."""

from collections.abc import Mapping

from engines.base import BaseGame, events_of
from engines.contract import Event, Move, Option, Seat, ShortForm
from engines.rycerze import bots, events, statistics
from engines.rycerze.components import CARDS, DRUM, NONE, ROUNDS, SHEPHERD
from engines.rycerze.determinize import determinize
from engines.rycerze.position import RycerzePosition, close_rounds, set_up, turn_up
from engines.rycerze.view import RycerzeView


class RycerzeGame(BaseGame[RycerzeView, RycerzePosition]):
    """Rules of Rycerze i zamki."""

    key = "rycerze"
    crests = statistics.CRESTS
    seats = range(2, 5)
    turns = dict.fromkeys(seats, 7)
    options = (Option("match", ("off", "on"), apart=True),)
    short = ShortForm(3, {})
    event_type = events_of(events)

    choose_move = staticmethod(bots.choose_move)
    candidates = staticmethod(bots.candidates)
    determinize = staticmethod(determinize)
    margin = staticmethod(statistics.margin)
    statistics = staticmethod(statistics.statistics)

    def standing(self, view: RycerzeView) -> tuple[int, ...]:
        return view.totals

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> RycerzePosition:
        """R1: returns a new game. Recruitments that pass over everyone are played immediately (R6)."""
        settings = self.settings(seats, options)
        position = RycerzePosition(
            seed=seed,
            seats=seats,
            match=settings["match"] == "on",
            game=1,
            sword=NONE,
            seen=[],
            owners=[],
            hands=[],
            chosen=[],
            shown=[],
            scores=[],
        )
        set_up(position)
        turn_up(position)
        close_rounds(position)
        return position

    def obvious(self, position: RycerzePosition, seat: Seat) -> Move | None:
        """R6: the number of cards in a hand or camp is public, so everybody knows which seats have only one choice. A card
        taken back in the last round is never played.
        """
        if not position.asks(seat):
            return None
        if position.tile != DRUM:
            return ("play", CARDS[SHEPHERD], CARDS[SHEPHERD]) if not position.hands[seat] else None
        free = position.camps()[seat] == 1 or len(position.seen) == ROUNDS
        return self.safe_move(position, seat) if free else None

    def opening(self, position: RycerzePosition) -> list[Event]:
        """R6: the recruitments of the first rounds, when every camp is empty."""
        lines = []
        for rounds in range(1, len(position.shown) + 1):
            then = position.copy()
            then.seen, then.shown = then.seen[:rounds], then.shown[:rounds]
            lines.append(events.recruitment(then))
        return lines


GAME = RycerzeGame()
