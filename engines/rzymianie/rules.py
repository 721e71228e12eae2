"""The game's face to the house."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec

from engines.contract import IllegalMove, Move, Option, View
from engines.rzymianie import computer, seen
from engines.rzymianie.components import CLANS, STACK
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.turns import next_turn
from engines.rzymianie.view import RzymianieView

VERSION = 1
"""Version of the snapshots that `load` reads."""


class RzymianieGame:
    """The game Rzymianie do domu!, rules H1-H13."""

    key = "rzymianie"
    seats = range(1, 5)
    options = (
        Option("neutrals", ("auto", "0", "1", "2", "3")),
        Option("tied_forts", ("discard", "stay")),
        Option("druhid", ("swap", "slide")),
    )
    rules_version = 1
    view_type: type[View] = RzymianieView
    levels = computer.LEVELS

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> RzymianiePosition:
        """A new game, its first wall turned up. Options left out take their default; two to four clans in all can play.
        `neutrals: auto`: as many as are needed for two clans, one for who plays alone.
        """
        if seats not in self.seats:
            raise IllegalMove("rzymianie.illegal.seats", least=self.seats[0], most=self.seats[-1])
        known = {option.key: option for option in self.options}
        if any(key not in known or value not in known[key].values for key, value in options.items()):
            raise IllegalMove("rzymianie.illegal.option")
        wanted = options.get("neutrals", "auto")
        neutrals = max(0, 2 - seats) if wanted == "auto" else int(wanted)
        clans = seats + neutrals
        if clans < 2:
            raise IllegalMove("rzymianie.illegal.alone")
        if clans > len(CLANS):
            raise IllegalMove("rzymianie.illegal.clans", most=len(CLANS), n=len(CLANS) - seats)
        position = RzymianiePosition(
            seed=seed,
            seats=seats,
            neutrals=neutrals,
            stay=options.get("tied_forts", "discard") == "stay",
            slide=options.get("druhid", "swap") == "slide",
            unseen=list(STACK),
            wall=[],
            won=[[] for _ in range(clans)],
            up=[],
            gone=[],
            previous=[[] for _ in range(clans)],
            hands=[],
            down=[],
            chosen=[None] * seats,
            auto=wanted == "auto",
        )
        next_turn(position, [])
        position.stage = 1
        return position

    def load(self, snapshot: bytes) -> RzymianiePosition:
        """Raises ValueError where the bytes are no snapshot of this game and version."""
        position = msgspec.json.decode(snapshot, type=RzymianiePosition)
        if position.version != VERSION:
            raise ValueError(f"snapshot of version {position.version}, not {VERSION}")
        return position

    def imagine(self, view: View, rng: random.Random) -> RzymianiePosition:
        assert isinstance(view, RzymianieView)
        return seen.imagine(RzymianiePosition, view, rng)

    def advise(self, view: View, rng: random.Random, level: str) -> Move:
        assert isinstance(view, RzymianieView)
        return computer.advise(view, rng, level)


GAME = RzymianieGame()
