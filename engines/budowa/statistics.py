"""What players of Budowa zamku argue about afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from engines.budowa.events import Back, Build, Decision, Flip, Insert, Out
from engines.contract import Event, Statistic


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
    return tuple(Statistic(key, tuple(values)) for key, values in found.items())
