"""What is worth remembering of a game of Torres: the crests that people earn."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Crest, Result, Seat
from engines.torres.state import State

HIGH = 5
"""The level on which one has to stand.

The rules allow a tenth: a stack may be as high as its castle's base is large (T7), and there are 92 segments. But figures
climb one level at a time (T4) and never inside a castle (T5); cards help one knight by a level or two, each once. So whoever
gets there has a stair of about 1 + 2 + ... + 10 = 55 segments below them, built by all together, or a `gate` beside a stack
still higher. A crest that no game of rivals will ever bring is none. A stair to the fifth level is 15 segments: more than one
player's towers hold in a phase (8 to 12), so it has to be planned, and it is seen.
"""

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
