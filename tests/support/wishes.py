"""Wishes of people who look for a game, for tests."""

from __future__ import annotations

from tables.matchmaking.wishes import Wish
from tables.model.people import Person
from tables.time.timing import DAY


def slow_wish(person: Person, since: float) -> Wish:
    """Returns what somebody wants who looks for a slow game of coins for two days."""
    return Wish(
        user=person.user,
        name=person.name,
        language="en",
        games=("coins",),
        speeds=("days",),
        since=since,
        until=since + 2 * DAY,
        live_until=since,
    )
