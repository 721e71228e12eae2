"""What is worth remembering of a game of Budowa zamku: the crests that people earn."""

from __future__ import annotations

from collections.abc import Mapping

from engines.budowa.components import KING, QUEEN, WIZARD
from engines.budowa.state import BudowaState
from engines.contract import Crest, Result, Seat

AHEAD = 4
"""Elements by which one's castle is larger than each other one."""


def _court(state: BudowaState, _result: Result) -> tuple[Seat, ...]:
    """King, queen and wizard live in one castle."""
    return tuple(seat for seat, castle in enumerate(state.castles) if {KING, QUEEN, WIZARD} <= set(castle))


def _giant(state: BudowaState, _result: Result) -> tuple[Seat, ...]:
    """A castle that towers above all others."""
    sizes = [len(castle) for castle in state.castles]
    return tuple(
        seat for seat, size in enumerate(sizes) if all(size >= other + AHEAD for i, other in enumerate(sizes) if i != seat)
    )


CRESTS: Mapping[str, Crest] = {"court": _court, "giant": _giant}
