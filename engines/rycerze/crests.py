"""What is worth remembering of a game of Rycerze i zamki: the crests that people earn."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Crest, Result, Seat
from engines.rycerze.components import VALUE
from engines.rycerze.scoring import LARGE
from engines.rycerze.state import RycerzeState


def _lord(state: RycerzeState, _result: Result) -> tuple[Seat, ...]:
    """All large castles of a game."""
    large = {owner for owner, value in zip(state.owners, VALUE, strict=True) if value == LARGE}
    return tuple(seat for seat in range(state.seats) if large == {seat})


def _last(state: RycerzeState, result: Result) -> tuple[Seat, ...]:
    """Won alone, and no army card is left in hand."""
    won = [seat for seat, place in enumerate(result.rating_places) if place == 1]
    return tuple(won) if len(won) == 1 and not state.hands[won[0]] else ()


CRESTS: Mapping[str, Crest] = {"lord": _lord, "last": _last}
