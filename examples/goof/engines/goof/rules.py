"""The game as the house takes it: `GAME`."""

from __future__ import annotations

import random
from collections.abc import Mapping

from engines.base import UNCHOSEN, BaseGame
from engines.contract import Option
from engines.draws import SEED_BYTES
from engines.goof import bots, statistics
from engines.goof.events import GoofEvent
from engines.goof.position import GoofPosition
from engines.goof.statistics import CRESTS
from engines.goof.view import GoofView


class GoofGame(BaseGame[GoofView, GoofPosition]):
    """Rules of Goofspiel."""

    key = "goof"
    seats = range(2, 5)
    options = (Option("cards", ("7", "5")),)
    event_type = GoofEvent
    crests = CRESTS
    choose_move = staticmethod(bots.choose_move)
    candidates = staticmethod(bots.candidates)
    margin = staticmethod(statistics.margin)
    statistics = staticmethod(statistics.statistics)

    def standing(self, view: GoofView) -> tuple[int, ...]:
        return view.points

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> GoofPosition:
        """G1: everybody holds all cards, no prize is taken; the first prize is turned up."""
        cards = int(self.settings(seats, options)["cards"])
        position = GoofPosition(seed=seed, seats=seats, cards=cards, prizes=[], bids=[], chosen=[])
        position.turn_up()
        return position

    def determinize(self, view: GoofView, rng: random.Random) -> GoofPosition:
        """Hidden are the open bids of others; prizes to come are drawn lazily, so a fresh seed is all they need."""
        chosen = [rng.choice(hand) if ready else UNCHOSEN for hand, ready in zip(view.hands, view.ready, strict=True)]
        if view.seat is not None:
            chosen[view.seat] = int(view.chosen[0]) if view.chosen else UNCHOSEN
        bids, seed = [list(bids) for bids in view.bids], rng.randbytes(SEED_BYTES)
        return GoofPosition(seed, view.seats, int(view.options["cards"]), list(view.prizes), bids, chosen, view.over)


GAME = GoofGame()
