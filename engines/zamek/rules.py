"""Zamek as the house knows it: the contract's Game."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engines.base import BaseGame, ByTurns
from engines.contract import Candidate, Move, View
from engines.levels import LEVELS
from engines.zamek import bots, play, state, statistics
from engines.zamek.crests import CRESTS
from engines.zamek.determinize import determinize
from engines.zamek.events import ZamekEvent
from engines.zamek.position import ZamekPosition
from engines.zamek.view import ZamekView


class ZamekGame(ByTurns, BaseGame[ZamekPosition]):
    """Rules of Zamek."""

    key = "zamek"
    crests = CRESTS
    seats = range(2, 3)
    rules_version = 1
    cautious = ("none", "save", "pass")
    view_type: type[View] = ZamekView
    event_type = ZamekEvent
    position_type = ZamekPosition
    version = state.VERSION
    upgraders = MappingProxyType({1: state.upgraded_from_1})
    levels = LEVELS

    standing = staticmethod(statistics.standing)
    margin = staticmethod(statistics.margin)
    statistics = staticmethod(statistics.statistics)

    def start(self, seats: int, options: Mapping[str, str], seed: bytes) -> ZamekPosition:
        """Z1, Z2: seat 1 has drawn its first tile."""
        self.settings(seats, options)
        begun = state.set_up(ZamekPosition, seed)
        play.begin_turn(begun, begun.active)
        return begun

    def wait_for_looks(self, position: ZamekPosition) -> None:
        """Z3a: from the next turn on."""
        position.looks = True

    def reveal_move(self, position: ZamekPosition) -> Move | None:
        """Z3a: the next tile is drawn when its player looks."""
        return ("draw",) if position.phase == state.DRAW else None

    def restored(self, fields: dict[str, Any]) -> ZamekPosition:
        """Of the board only the laid tiles are stored. Raises ValueError where the tiles or the wall are not today's."""
        return state.restored(ZamekPosition, fields)

    def determinize(self, view: View, rng: random.Random) -> ZamekPosition:
        assert isinstance(view, ZamekView)
        return determinize(ZamekPosition, view, rng)

    def choose_move(self, view: View, rng: random.Random, level: str) -> Move:
        assert isinstance(view, ZamekView)
        return bots.choose_move(view, rng, level)

    def candidates(
        self, view: View, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
    ) -> tuple[Candidate, ...]:
        """The computer player's judgement (`engines.contract.Advising`)."""
        assert isinstance(view, ZamekView)
        return bots.candidates(view, rng, level, limit, also)


GAME = ZamekGame()
