"""The rules of Torres as the house takes them."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec

from engines.contract import IllegalMove, Move, Option, View
from engines.torres import computer, seen
from engines.torres.phases import set_up
from engines.torres.position import TorresPosition
from engines.torres.view import TorresView

VERSION = 1


class TorresGame:
    """Rules of Torres (T1-T21)."""

    key = "torres"
    seats = range(2, 5)
    options = (Option("deck", ("own", "common")), Option("master", ("off", "on")))
    rules_version = VERSION
    view_type: type[View] = TorresView
    levels = computer.LEVELS

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> TorresPosition:
        """T1, T2: options left out take their default; `deck` is ignored with `master: on` (T20)."""
        if seats not in self.seats:
            raise IllegalMove("torres.illegal.seats", least=self.seats[0], most=self.seats[-1])
        known = {option.key: option for option in self.options}
        if any(key not in known or value not in known[key].values for key, value in options.items()):
            raise IllegalMove("torres.illegal.option")
        common = options.get("deck", "own") == "common"
        masters = options.get("master", "off") == "on"
        return TorresPosition(**set_up(seats, common=common, masters=masters, seed=seed, rules=VERSION))

    def load(self, snapshot: bytes) -> TorresPosition:
        """Raises ValueError where the bytes are no snapshot of this game and version."""
        position = msgspec.json.decode(snapshot, type=TorresPosition)
        if position.rules != VERSION:
            raise ValueError(f"snapshot of version {position.rules}, not {VERSION}")
        return position

    def imagine(self, view: View, rng: random.Random) -> TorresPosition:
        """What the viewer cannot know is dealt anew; every way is equally likely."""
        assert isinstance(view, TorresView)
        position = seen.imagine(view, rng, TorresPosition, VERSION)
        assert isinstance(position, TorresPosition)
        return position

    def advise(self, view: View, rng: random.Random, level: str) -> Move:
        assert isinstance(view, TorresView)
        return computer.advise(view, rng, level)


GAME = TorresGame()
