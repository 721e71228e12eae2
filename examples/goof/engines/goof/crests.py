"""What is worth remembering of a game of Goofspiel: the crests that people earn."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Crest, Result, Seat
from engines.goof.state import GoofState

HEAP = 3
"""Prizes taken at once."""


def _heap(state: GoofState, _result: Result) -> set[Seat]:
    """At least three prizes taken with one bid."""
    lying, earned = 0, set()
    for winner in state.winners():
        lying += 1
        if winner is not None:
            earned |= {winner} if lying >= HEAP else set()
            lying = 0
    return earned


CRESTS: Mapping[str, Crest] = {"heap": _heap}
