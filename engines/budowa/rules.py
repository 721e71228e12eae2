"""The game as the contract describes it: `GAME`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from engines.base import BaseGame, ByTurns
from engines.budowa import bots, memory, observe, statistics
from engines.budowa.components import SPOTS
from engines.budowa.crests import CRESTS
from engines.budowa.determinize import determinize
from engines.budowa.events import BudowaEvent
from engines.budowa.position import BudowaPosition
from engines.budowa.state import UNSEEN
from engines.budowa.view import BudowaView
from engines.contract import Candidate, Move, Option, Seat

LINGER, GLANCE = 5.0, 12.0
"""Seconds for which a card lies open: at least, before a computer player's move ends it; at most, where it goes back without a
decision (B4).
"""


class BudowaGame(ByTurns, BaseGame[BudowaView, BudowaPosition]):
    """Rules of Budowa zamku."""

    key = "budowa"
    crests = CRESTS
    seats = range(2, 5)
    options = (Option("figures", ("off", "on")), Option("notes", ("off", "on"), apart=True))
    cautious = ("build", "back")
    event_type = BudowaEvent
    levels = tuple(memory.SHARE)

    determinize = staticmethod(determinize)
    standing = staticmethod(statistics.standing)
    margin = staticmethod(statistics.margin)
    statistics = staticmethod(statistics.statistics)

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> BudowaPosition:
        """B1: a new game."""
        settings = self.settings(seats, options)
        return BudowaPosition(
            seed=seed,
            seats=seats,
            figures=settings["figures"] == "on",
            notes=settings["notes"] == "on",
            grid=[UNSEEN] * len(SPOTS),
            looked=[0] * len(SPOTS),
            castles=[[] for _ in range(seats)],
            backs=[0] * seats,
        )

    def choose_move(self, view: BudowaView, rng: random.Random, level: str) -> Move:
        """What a level remembers is in the view (`recall`). Raises ValueError on an unknown level."""
        if level not in self.levels:
            raise ValueError(level)
        return bots.choose_move(view, rng, level)

    def candidates(
        self, view: BudowaView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        if level not in self.levels:
            raise ValueError(level)
        return bots.candidates(view, rng, limit, also, level)

    def recall(self, position: BudowaPosition, seat: Seat, level: str) -> BudowaView:
        """What a computer player of this level has in mind: its view with the cards that it remembers as notes."""
        return memory.recall(position, seat, level)

    def linger(self, view: BudowaView) -> float:
        """Seconds for which people should be left to look before a computer player's move takes away what they see."""
        return LINGER if view.open is not None else 0.0

    def glance(self, view: BudowaView) -> float:
        """B4: seconds after which a card that goes back without a decision lies face down again."""
        return GLANCE if view.open is not None and view.open.decided else 0.0

    def covered(self, view: BudowaView) -> BudowaView:
        """Of a card to be decided about only that it lies open, and what putting it back means, which all will see; a card that
        goes back lies face down already.
        """
        return observe.covered(view)


GAME = BudowaGame()
