"""What events tell, for tests that know which kind they are looking at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engines.contract import Event, EventData

D = TypeVar("D", bound=EventData)


def data_of(event: Event, kind: type[D]) -> D:
    """The data of an event that must be of this kind."""
    assert isinstance(event.data, kind), event
    return event.data


def all_of(events: Iterable[Event], kind: type[D]) -> list[D]:
    """The data of those events that are of this kind, in their order."""
    return [event.data for event in events if isinstance(event.data, kind)]
