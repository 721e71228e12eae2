"""The game of Torres as the contract describes it: its options and its start."""

import random
from collections.abc import Mapping
from types import MappingProxyType

from engines import draws
from engines.base import SHORT_OPTIONS, BaseGame, ByTurns, events_of, is_short
from engines.contract import Option, ShortForm
from engines.torres import advice, bots, events, statistics
from engines.torres.components import CARDS, COLOURS, MASTERS, SEGMENTS, SHORT, STARTING_CASTLES, TOWERS
from engines.torres.determinize import determinize
from engines.torres.position import TorresPosition
from engines.torres.state import CASTLE, SOURCES, START, upgraded_from_1
from engines.torres.view import TorresView, remaining


class TorresGame(ByTurns, BaseGame[TorresView, TorresPosition]):
    """The rules of Torres. By the first version, which cards a whole game brought depended on how it was played (T9a)."""

    key = "torres"
    rules_version = 2
    crests = statistics.CRESTS
    seats = range(2, 5)
    turns = MappingProxyType({2: 28, 3: 35, 4: 46})
    options = (Option("deck", ("own", "common")), Option("master", ("off", "on"), apart=True))
    short = ShortForm(2, SHORT_OPTIONS)
    cautious = ("end", "stay")
    version = 2
    version_field = "rules"
    upgraders = MappingProxyType({1: upgraded_from_1})
    event_type = events_of(events)

    choose_move = staticmethod(bots.choose_move)
    candidates = staticmethod(advice.candidates)
    remaining = staticmethod(remaining)
    together = staticmethod(advice.together)
    compare = staticmethod(advice.compare)
    margin = staticmethod(statistics.margin)
    statistics = staticmethod(statistics.statistics)

    def under(self, rules_version: int) -> "TorresGame | None":
        return {1: FIRST, 2: GAME}.get(rules_version)

    def standing(self, view: TorresView) -> tuple[int, ...]:
        return view.scores

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> TorresPosition:
        """T1, T2, T20, T21."""
        chosen = self.settings(seats, options)
        common, masters = chosen["deck"] == "common", chosen["master"] == "on"
        short = is_short(options)
        towers = TOWERS[seats][0][: SHORT if short else None]
        heights = bytes(64) if masters else bytes(STARTING_CASTLES >> square & 1 for square in range(64))
        cards = tuple(range(len(CARDS)))
        decks = 0 if masters else 1 if common else seats
        return TorresPosition(
            rules=self.version,
            common=common,
            masters=masters,
            seats=seats,
            seed=seed,
            draws=1 if masters else 0,
            mode=CASTLE if masters else START,
            heights=heights,
            knights=[0] * seats,
            supply=SEGMENTS - sum(heights) - seats * sum(towers),
            towers=[towers] * seats,
            kept=[0] * seats,
            hands=[cards if masters else ()] * seats,
            played=[()] * seats,
            tops=[()] * decks,
            unseen=[tuple(sorted(cards * COLOURS)) if common else cards] * decks,
            bottoms=[()] * decks,
            drawer=[-1] if decks == 1 else list(range(decks)),
            sure=[0] * decks,
            master=draws.below(seed, 0, len(MASTERS)) if masters else -1,
            scores=[0] * seats,
            tallies=[0] * (seats * len(SOURCES)),
            by_place=bool(short) or self.rules_version > 1,
            short=short,
        )

    def determinize(self, view: TorresView, rng: random.Random) -> TorresPosition:
        """Returns a position that looks like this to the viewer; all of them are equally likely."""
        return determinize(view, rng, TorresPosition, self.version)


class FirstRules(TorresGame):
    """The same by the first version of the rules."""

    rules_version = 1


GAME, FIRST = TorresGame(), FirstRules()
