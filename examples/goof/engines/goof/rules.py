"""The game as the contract describes it: `GAME`; and the results of a finished game besides the score: crests, and the figures
that players argue about.
"""

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engines.base import UNCHOSEN, BaseGame, events_of, lead, statistics_of
from engines.contract import Event, Option, Result, Seat, Statistic
from engines.draws import new_seed
from engines.goof import bots, events
from engines.goof.events import RoundEnded
from engines.goof.position import GoofPosition
from engines.goof.view import GoofView

HEAP = 3
"""Number of prizes taken with one bid that earns the crest."""


def heap(state: GoofPosition, _result: Result) -> set[Seat]:
    """A crest: at least three prizes taken with one bid."""
    return {winner for winner, prizes in state.heaps() if len(prizes) >= HEAP}


class GoofGame(BaseGame[GoofView, GoofPosition]):
    """Rules of Goofspiel."""

    key = "goof"
    seats = range(2, 5)
    turns = dict.fromkeys(seats, 7)
    options = (Option("cards", ("7", "5")),)
    event_type = events_of(events)
    crests = MappingProxyType({"heap": heap})
    candidates = staticmethod(bots.candidates)

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> GoofPosition:
        """G1: everybody has all cards and no prize; the first prize is turned up."""
        cards = int(self.settings(seats, options)["cards"])
        position = GoofPosition(seed=seed, seats=seats, cards=cards, prizes=[], bids=[], chosen=[])
        position.turn_up()
        return position

    def determinize(self, view: GoofView, rng: random.Random) -> GoofPosition:
        """Draws random bids for the hidden ones of others; prizes to come are drawn lazily, so a fresh seed is enough."""
        chosen = [rng.choice(hand) if ready else UNCHOSEN for hand, ready in zip(view.hands, view.ready, strict=True)]
        if view.chosen:
            chosen[view.viewer] = int(view.chosen[0])
        cards, bids = int(view.options["cards"]), [list(bids) for bids in view.bids]
        return GoofPosition(new_seed(rng), view.seats, cards, list(view.prizes), bids, chosen, view.over)

    def margin(self, event: Event) -> int | None:
        """Returns by how much the highest bid exceeded the next one; 0 if equal bids cancelled each other."""
        return lead(event.data.bids) if isinstance(event.data, RoundEnded) else None

    def statistics(self, events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
        """The most valuable heap of prizes that each seat has taken, and the number of its bids cancelled by equals."""
        rounds = [event.data for event in events if isinstance(event.data, RoundEnded)]
        best = [max([sum(told.lying) for told in rounds if told.winner == seat], default=0) for seat in range(seats)]
        alike = [sum(told.bids.count(told.bids[seat]) > 1 for told in rounds) for seat in range(seats)]
        return statistics_of({"best": best, "alike": alike})


GAME = GoofGame()
