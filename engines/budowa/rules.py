"""The game as the contract describes it: `GAME`."""

from collections.abc import Mapping
from types import MappingProxyType

from engines.base import SHORT_OPTIONS, BaseGame, ByTurns, events_of, is_short
from engines.budowa import bots, events, statistics, view
from engines.budowa.components import SPOTS
from engines.budowa.determinize import determinize
from engines.budowa.position import BudowaPosition
from engines.budowa.state import UNSEEN
from engines.budowa.view import BudowaView
from engines.contract import Option, ShortForm

LINGER, GLANCE = 5.0, 12.0
"""Seconds that a card stays open: at least, before a computer player's move ends it; at most, if it goes back without a
decision (B4).
"""


class BudowaGame(ByTurns, BaseGame[BudowaView, BudowaPosition]):
    """Rules of Budowa zamku."""

    key = "budowa"
    crests = statistics.CRESTS
    seats = range(2, 5)
    turns = MappingProxyType({2: 60, 3: 66, 4: 66})
    turns_a_board = 4
    options = (Option("figures", ("off", "on"), apart=True), Option("notes", ("off", "on"), apart=True))
    short = ShortForm(2, SHORT_OPTIONS)
    cautious = ("build", "back")
    event_type = events_of(events)

    choose_move = staticmethod(bots.choose_move)
    candidates = staticmethod(bots.candidates)
    determinize = staticmethod(determinize)
    recall = staticmethod(view.recall)
    cover = staticmethod(view.cover)
    statistics = staticmethod(statistics.statistics)

    def standing(self, view: BudowaView) -> tuple[int, ...]:
        return view.board.points

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> BudowaPosition:
        """B1: a new game."""
        settings = self.settings(seats, options)
        return BudowaPosition(
            seed=seed,
            seats=seats,
            figures=settings["figures"] == "on",
            notes=settings["notes"] == "on",
            short=is_short(options),
            grid=[UNSEEN] * len(SPOTS),
            looked=[0] * len(SPOTS),
            castles=[[] for _ in range(seats)],
            backs=[0] * seats,
        )

    def linger(self, view: BudowaView) -> float:
        """Returns for how many seconds people should see the open card before a computer player's move hides it."""
        return LINGER if view.open is not None else 0.0

    def glance(self, view: BudowaView) -> float:
        """B4: returns after how many seconds a card that goes back without a decision is face down again."""
        return GLANCE if view.open is not None and view.open.decided else 0.0


GAME = BudowaGame()
