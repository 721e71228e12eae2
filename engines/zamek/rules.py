"""Zamek as the contract describes it."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engines.base import SHORT_OPTIONS, BaseGame, ByTurns, events_of, is_short
from engines.contract import Move, ShortForm
from engines.zamek import bots, events, play, state, statistics
from engines.zamek.determinize import determinize
from engines.zamek.position import ZamekPosition
from engines.zamek.view import ZamekView


class ZamekGame(ByTurns, BaseGame[ZamekView, ZamekPosition]):
    """Rules of Zamek. By the first version, which tiles and tokens a whole game brought depended on how it was played (Z3b)."""

    key = "zamek"
    rules_version = 2
    crests = statistics.CRESTS
    seats = range(2, 3)
    turns = MappingProxyType({2: 60})
    cautious = ("none", "save", "pass")
    event_type = events_of(events)
    version = state.VERSION
    upgraders = MappingProxyType({2: state.upgraded_from_2})
    short = ShortForm(2, SHORT_OPTIONS)

    choose_move = staticmethod(bots.choose_move)
    candidates = staticmethod(bots.candidates)
    margin = staticmethod(statistics.margin)
    statistics = staticmethod(statistics.statistics)

    def under(self, rules_version: int) -> "ZamekGame | None":
        return {1: FIRST, 2: GAME}.get(rules_version)

    def standing(self, view: ZamekView) -> tuple[int, ...]:
        return view.scores

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> ZamekPosition:
        """Z1, Z2: returns a new game, in which seat 1 has drawn its first tile."""
        self.settings(seats, options)
        begun = state.set_up(ZamekPosition, seed)
        begun.short = is_short(options)
        begun.by_place = bool(begun.short) or self.rules_version > 1
        play.begin_turn(begun, begun.active)
        return begun

    def wait_for_looks(self, position: ZamekPosition) -> None:
        """Z3a: applies from the next turn on."""
        position.looks = True

    def reveal_move(self, position: ZamekPosition) -> Move | None:
        """Z3a: the next tile is drawn when its player looks."""
        return ("draw",) if position.phase == state.DRAW else None

    def restore(self, fields: dict[str, Any]) -> ZamekPosition:
        """Only the laid tiles of the board are stored. Raises ValueError if the tiles or the wall are not the current ones."""
        return state.restore(ZamekPosition, fields)

    def determinize(self, view: ZamekView, rng: random.Random) -> ZamekPosition:
        return determinize(ZamekPosition, view, rng)


class FirstRules(ZamekGame):
    """The same by the first version of the rules."""

    rules_version = 1


GAME, FIRST = ZamekGame(), FirstRules()
