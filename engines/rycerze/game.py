"""The game's face to the house: `GAME`."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec

from engines.contract import IllegalMove, Move, Option, View
from engines.rycerze import computer, worlds
from engines.rycerze.position import RycerzePosition
from engines.rycerze.rounds import close, set_up
from engines.rycerze.view import RycerzeView

VERSION = 1
"""Version of the snapshots that `load` reads."""


class Rycerze:
    """Rules of Rycerze i zamki."""

    key = "rycerze"
    seats = range(2, 5)
    options = (Option("match", ("off", "on")),)
    rules_version = 1
    view_type: type[View] = RycerzeView
    levels = computer.LEVELS

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> RycerzePosition:
        """R1: a new game. Options left out take their default; recruitments that pass over everyone are played at once."""
        if seats not in self.seats:
            raise IllegalMove("rycerze.illegal.seats", least=self.seats[0], most=self.seats[-1])
        known = {option.key: option for option in self.options}
        if any(key not in known or value not in known[key].values for key, value in options.items()):
            raise IllegalMove("rycerze.illegal.option")
        position = RycerzePosition(
            seed=seed,
            seats=seats,
            match=options.get("match", "off") == "on",
            game=1,
            sword=0,
            seen=[],
            owners=[],
            hands=[],
            chosen=[],
            shown=[],
            scores=[],
        )
        set_up(position)
        position.turn_up()
        close(position, [])
        return position

    def load(self, snapshot: bytes) -> RycerzePosition:
        """Raises ValueError where the bytes are no snapshot of this game and version."""
        position = msgspec.json.decode(snapshot, type=RycerzePosition)
        if position.version != VERSION:
            raise ValueError(f"snapshot of version {position.version}, not {VERSION}")
        return position

    def imagine(self, view: View, rng: random.Random) -> RycerzePosition:
        """All positions the viewer could be in are equally likely."""
        assert isinstance(view, RycerzeView)
        return worlds.imagine(view, rng)

    def advise(self, view: View, rng: random.Random, level: str) -> Move:
        assert isinstance(view, RycerzeView)
        return computer.advise(view, rng, level)


GAME = Rycerze()
