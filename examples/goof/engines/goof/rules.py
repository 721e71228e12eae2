"""The game as the house takes it: `GAME`."""

from __future__ import annotations

from collections.abc import Mapping

from engines.base import BaseGame
from engines.contract import Option
from engines.goof import bots, play, statistics
from engines.goof.crests import CRESTS
from engines.goof.determinize import determinize
from engines.goof.events import GoofEvent
from engines.goof.position import GoofPosition
from engines.goof.view import GoofView
from engines.levels import LEVELS


class GoofGame(BaseGame[GoofView, GoofPosition]):
    """Rules of Goofspiel."""

    key = "goof"
    seats = range(2, 5)
    options = (Option("cards", ("7", "5")),)
    rules_version = 1
    view_type = GoofView
    event_type = GoofEvent
    position_type = GoofPosition
    levels = LEVELS
    crests = CRESTS
    determinize = staticmethod(determinize)
    choose_move = staticmethod(bots.choose_move)
    candidates = staticmethod(bots.candidates)
    standing = staticmethod(statistics.standing)
    margin = staticmethod(statistics.margin)
    statistics = staticmethod(statistics.statistics)

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> GoofPosition:
        """G1: everybody holds all cards, no prize is taken; the first prize is turned up."""
        cards = int(self.settings(seats, options)["cards"])
        position = GoofPosition(seed=seed, seats=seats, cards=cards, prizes=[], bids=[], chosen=[])
        play.turn_up(position)
        return position


GAME = GoofGame()
