"""What is worth remembering of a game of Torres: the crests that people earn."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Crest, Result, Seat
from engines.torres.state import State

HIGH = 5
"""The level on which one has to stand."""

PHASES = 3


def _high(state: State, _result: Result) -> tuple[Seat, ...]:
    """A knight on the fifth level, or higher, in the end."""
    high = [square for square, height in enumerate(state.heights) if height >= HIGH]
    return tuple(seat for seat, knights in enumerate(state.knights) if any(knights >> square & 1 for square in high))


def _court(state: State, _result: Result) -> tuple[Seat, ...]:
    """The royal bonus in every phase."""
    if len(state.scorings) < PHASES:
        return ()
    return tuple(seat for seat in range(state.seats) if all(scored.royal[seat] for scored in state.scorings))


CRESTS: Mapping[str, Crest] = {"high": _high, "court": _court}
"""By key."""
