"""What is worth remembering of a game of Zamek: the crests that people earn."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Crest, Result, Seat
from engines.zamek.state import EARNINGS, ZamekState

HUNDRED = 100
MONKS = 30


def _round(_state: ZamekState, result: Result) -> tuple[Seat, ...]:
    """Once round the wall: a hundred points."""
    return tuple(seat for seat, score in enumerate(result.scores) if score >= HUNDRED)


def _monks(state: ZamekState, _result: Result) -> tuple[Seat, ...]:
    """Thirty points of meadows in the final scoring."""
    meadow, wide = EARNINGS.index("meadow"), len(EARNINGS)
    return tuple(seat for seat in range(2) if state.earned[wide * seat + meadow] >= MONKS)


CRESTS: Mapping[str, Crest] = {"round": _round, "monks": _monks}
