"""The game as the contract describes it: `GAME`; and the results of a finished game besides who has won."""

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engines.base import BaseGame, ByTurns, events_of, statistics_of
from engines.chomp import bots, events
from engines.chomp.events import StonesFell
from engines.chomp.position import ChompPosition
from engines.chomp.view import ChompView
from engines.contract import Event, Option, Result, Seat, Statistic

BREACH = 6
"""Number of stones brought down in one turn that earns the crest."""


def breach(state: ChompPosition, _result: Result) -> set[Seat]:
    """A crest: at least six stones brought down in one turn."""
    return {turn % 2 for turn, count in enumerate(state.falls()) if count >= BREACH}


class ChompGame(ByTurns, BaseGame[ChompView, ChompPosition]):
    """Rules of Chomp."""

    key = "chomp"
    seats = range(2, 3)
    turns = MappingProxyType({2: 6})
    options = (Option("wall", ("5x4", "7x5")),)
    event_type = events_of(events)
    crests = MappingProxyType({"breach": breach})
    candidates = staticmethod(bots.candidates)

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> ChompPosition:
        """C1: the whole wall stands."""
        del seed
        return ChompPosition(self.settings(seats, options)["wall"], [])

    def determinize(self, view: ChompView, rng: random.Random) -> ChompPosition:
        """Returns the position itself, for nothing is hidden."""
        del rng
        return ChompPosition(view.options["wall"], list(view.taken))

    def statistics(self, events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
        """The largest number of stones that each seat has brought down in one turn."""
        fell = [event.data for event in events if isinstance(event.data, StonesFell)]
        most = [max((each.count for each in fell if each.seat == seat), default=0) for seat in range(seats)]
        return statistics_of({"breach": most})


GAME = ChompGame()
