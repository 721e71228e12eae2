"""What is left of a finished game of Budowa zamku: the crests that people earn, and the figures that they argue about."""

from collections.abc import Mapping, Sequence

from engines.base import statistics_of
from engines.budowa.components import KING, QUEEN, WIZARD
from engines.budowa.events import Back, Build, Decision, Flip, Insert, Out
from engines.budowa.state import BudowaState
from engines.contract import Crest, Event, Result, Seat, Statistic

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


def statistics(events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
    """Cards turned, built, put back and removed."""
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
