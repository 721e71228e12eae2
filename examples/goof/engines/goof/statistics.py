"""What is left of a finished game of Goofspiel: the crests that people earn, and the figures that they argue about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.contract import Crest, Event, Result, Seat, Statistic
from engines.goof.events import RoundEnded
from engines.goof.position import GoofPosition

HEAP = 3
"""Prizes taken at once."""


def _heap(state: GoofPosition, _result: Result) -> set[Seat]:
    """At least three prizes taken with one bid."""
    lying, earned = 0, set()
    for winner in state.winners():
        lying += 1
        if winner is not None:
            earned |= {winner} if lying >= HEAP else set()
            lying = 0
    return earned


CRESTS: Mapping[str, Crest] = {"heap": _heap}


def margin(event: Event) -> int | None:
    """By how much the highest bid was above the next one; 0 where equals took each other out."""
    if not isinstance(event.data, RoundEnded):
        return None
    first, second = sorted(event.data.bids)[-1:-3:-1]
    return first - second


def statistics(events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
    """The most valuable heap of prizes that each has taken, and how many bids were wasted on equals."""
    rounds = [event.data for event in events if isinstance(event.data, RoundEnded)]
    best = (max([sum(told.lying) for told in rounds if told.winner == seat], default=0) for seat in range(seats))
    alike = (sum(told.bids.count(told.bids[seat]) > 1 for told in rounds) for seat in range(seats))
    return (Statistic("best", tuple(best)), Statistic("alike", tuple(alike)))
