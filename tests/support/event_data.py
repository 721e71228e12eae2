"""The data of events, for tests that know their kinds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engines.contract import Event, EventData

D = TypeVar("D", bound=EventData)


def data_of(event: Event, kind: type[D]) -> D:
    """Returns the data of an event that must be of this kind."""
    assert isinstance(event.data, kind), event
    return event.data


def all_of(events: Iterable[Event], kind: type[D]) -> list[D]:
    """Returns the data of the events of this kind, in order."""
    return [event.data for event in events if isinstance(event.data, kind)]
