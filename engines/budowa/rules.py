"""The game's face to the house."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec

from engines.budowa import computer, memory, showing
from engines.budowa.components import SPOTS
from engines.budowa.position import BudowaPosition
from engines.budowa.view import BudowaView
from engines.contract import IllegalMove, Move, Option, Position, Seat, View

VERSION = 1
"""Version of the snapshots that `load` reads."""

LINGER, GLANCE = 5.0, 12.0
"""Seconds for which a card lies open: at least, before a computer player's move ends it; at most, where it goes back without a
decision (B4).
"""


class BudowaGame:
    """Rules of Budowa zamku."""

    key = "budowa"
    seats = range(2, 5)
    options = (Option("figures", ("off", "on")), Option("notes", ("off", "on")))
    rules_version = 1
    view_type: type[View] = BudowaView
    levels = tuple(memory.SHARE)

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> BudowaPosition:
        """B1. Options left out take their default."""
        if seats not in self.seats:
            raise IllegalMove("budowa.illegal.seats", least=self.seats[0], most=self.seats[-1])
        known = {option.key: option for option in self.options}
        if any(key not in known or value not in known[key].values for key, value in options.items()):
            raise IllegalMove("budowa.illegal.option")
        return BudowaPosition(
            seed=seed,
            seats=seats,
            figures=options.get("figures") == "on",
            notes=options.get("notes") == "on",
            grid=[0] * len(SPOTS),
            looked=[0] * len(SPOTS),
            castles=[[] for _ in range(seats)],
            backs=[0] * seats,
        )

    def load(self, snapshot: bytes) -> BudowaPosition:
        """Raises ValueError where the bytes are no snapshot of this game and version."""
        position = msgspec.json.decode(snapshot, type=BudowaPosition)
        if position.version != VERSION:
            raise ValueError(f"snapshot of version {position.version}, not {VERSION}")
        return position

    def imagine(self, view: View, rng: random.Random) -> BudowaPosition:
        """What lies face down is drawn anew, but for what the view's notes tell."""
        assert isinstance(view, BudowaView)
        return showing.imagine(BudowaPosition, view, rng)

    def advise(self, view: View, rng: random.Random, level: str) -> Move:
        """All levels play alike; what they remember stands in the view (`recall`). Raises ValueError on an unknown level."""
        assert isinstance(view, BudowaView)
        if level not in self.levels:
            raise ValueError(level)
        return computer.advise(view, rng)

    def recall(self, position: Position, seat: Seat, level: str) -> BudowaView:
        """What a computer player of this level has in mind: its view with the cards that it remembers as notes."""
        assert isinstance(position, BudowaPosition)
        return memory.recall(position, seat, level)

    def linger(self, view: View) -> float:
        """Seconds for which people should be left to look before a computer player's move takes away what they see."""
        assert isinstance(view, BudowaView)
        return LINGER if view.open is not None else 0.0

    def glance(self, view: View) -> float:
        """B4: seconds after which a card that goes back without a decision lies face down again."""
        assert isinstance(view, BudowaView)
        return GLANCE if view.open is not None and view.open.decided else 0.0

    def settled(self, view: View) -> BudowaView:
        """Of a card to be decided about only that it lies open, and what putting it back means, which all will see; a card that
        goes back lies face down already.
        """
        assert isinstance(view, BudowaView)
        return showing.settled(view)


GAME = BudowaGame()
