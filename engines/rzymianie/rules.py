"""The game as the contract describes it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engines.base import SHORT_OPTIONS, BaseGame, events_of, is_short
from engines.contract import IllegalMove, Option, ShortForm
from engines.rzymianie import bots, events, state, statistics
from engines.rzymianie.components import CLANS, STACK, called_by
from engines.rzymianie.determinize import determinize
from engines.rzymianie.play import next_turn
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.view import RzymianieView


class RzymianieGame(BaseGame[RzymianieView, RzymianiePosition]):
    """The game Rzymianie do domu!, rules H1-H13. By the first version, Fort Fokus left the winner nothing (H5b). By the first
    two, no event told the strengths when they were compared (H4e).
    """

    key = "rzymianie"
    rules_version = 3
    version = 3
    upgraders = MappingProxyType({1: state.upgraded_from_1, 2: state.upgraded_from_2})
    colours = CLANS
    colour_option = "clans"
    crests = statistics.CRESTS
    seats = range(1, 5)
    turns = dict.fromkeys(seats, 21)
    options = (
        Option("neutrals", ("auto", "0", "1", "2", "3")),
        Option("tied_forts", ("discard", "stay")),
        Option("druhid", ("swap", "slide")),
    )
    short = ShortForm(2, SHORT_OPTIONS)
    event_type = events_of(events)

    choose_move = staticmethod(bots.choose_move)
    candidates = staticmethod(bots.candidates)
    determinize = staticmethod(determinize)
    margin = staticmethod(statistics.margin)
    statistics = staticmethod(statistics.statistics)

    def under(self, rules_version: int) -> RzymianieGame | None:
        return {1: FIRST, 2: SECOND, 3: GAME}.get(rules_version)

    def colours_in(self, view: RzymianieView) -> tuple[str, ...]:
        return view.called[: view.seats] if view.called != CLANS else ()

    def standing(self, view: RzymianieView) -> tuple[int, ...]:
        return view.points[: view.seats]

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> RzymianiePosition:
        """Returns a new game with its first wall turned up. Options left out take their default; two to four clans in all can
        play. `neutrals: auto` means as many as are needed for two clans: one for a person who plays alone. `clans`, which is no
        option of the lobby, has the words of the players' clans (H3).
        """
        chosen = options["clans"].split("-") if "clans" in options else []
        if "clans" in options and not len(chosen) == seats == len({*chosen} & {*CLANS}):
            raise IllegalMove("rzymianie.illegal.option")
        settings = self.settings(seats, {key: value for key, value in options.items() if key != "clans"})
        wanted = settings["neutrals"]
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
            stay=settings["tied_forts"] == "stay",
            slide=settings["druhid"] == "slide",
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
            called=called_by(options),
            fokus_takes_axx=self.rules_version == 1,
            tells_strengths=self.rules_version > 2,
            short=is_short(options),
        )
        next_turn(position, [])
        position.stage = 1
        return position


class FirstRules(RzymianieGame):
    """The same by the first version of the rules."""

    rules_version = 1


class SecondRules(RzymianieGame):
    """The same by the second version of the rules."""

    rules_version = 2


GAME, FIRST, SECOND = RzymianieGame(), FirstRules(), SecondRules()
