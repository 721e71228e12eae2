"""The results of a finished game of Budowa zamku besides the score: crests, and the figures that players argue about."""

from collections.abc import Mapping, Sequence

from engines.base import statistics_of
from engines.budowa.components import KING, QUEEN, WIZARD
from engines.budowa.events import Back, Build, Decision, Flip, Insert, Out
from engines.budowa.state import BudowaState
from engines.contract import Crest, Event, Result, Seat, Statistic

AHEAD = 4
"""How many elements larger than each other castle a giant must be."""


def _court(state: BudowaState, _result: Result) -> tuple[Seat, ...]:
    """King, queen and wizard are in one castle."""
    return tuple(seat for seat, castle in enumerate(state.castles) if {KING, QUEEN, WIZARD} <= set(castle))


def _giant(state: BudowaState, _result: Result) -> tuple[Seat, ...]:
    """A castle is far larger than all others."""
    sizes = [len(castle) for castle in state.castles]
    return tuple(
        seat for seat, size in enumerate(sizes) if all(size >= other + AHEAD for i, other in enumerate(sizes) if i != seat)
    )


CRESTS: Mapping[str, Crest] = {"court": _court, "giant": _giant}


def statistics(events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
    """Counts of cards turned, built, put back and removed, by seat."""
    kinds: dict[str, tuple[type[Flip | Decision], ...]] = {
        "turned": (Flip,),
        "built": (Build, Insert),
        "back": (Back,),
        "out": (Out,),
    }
    found = {key: [0] * seats for key in kinds}
    for event in events:
        for key, kind in kinds.items():
            if isinstance(event.data, kind):
                found[key][event.data.seat] += 1
    return statistics_of(found)
