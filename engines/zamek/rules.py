"""The game's face to the house."""

from __future__ import annotations

import random
from collections.abc import Mapping

from engines.contract import IllegalMove, Move, Option, View
from engines.zamek import computer, position, showing, turns
from engines.zamek.position import ZamekPosition
from engines.zamek.table import set_up
from engines.zamek.view import ZamekView


class ZamekGame:
    """Rules of Zamek."""

    key = "zamek"
    seats = range(2, 3)
    options: tuple[Option, ...] = ()
    rules_version = 1
    view_type: type[View] = ZamekView
    levels = computer.LEVELS

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> ZamekPosition:
        """Z1, Z2: seat 1 has drawn its first tile."""
        if seats not in self.seats:
            raise IllegalMove("zamek.illegal.seats")
        if options:
            raise IllegalMove("zamek.illegal.option")
        begun = set_up(ZamekPosition, seed)
        turns.begin_turn(begun, begun.active)
        return begun

    def load(self, snapshot: bytes) -> ZamekPosition:
        """Raises ValueError where the bytes are no snapshot of this game, version and components."""
        return position.load(snapshot)

    def imagine(self, view: View, rng: random.Random) -> ZamekPosition:
        assert isinstance(view, ZamekView)
        return showing.imagine(ZamekPosition, view, rng)

    def advise(self, view: View, rng: random.Random, level: str) -> Move:
        assert isinstance(view, ZamekView)
        return computer.advise(view, rng, level)


GAME = ZamekGame()
