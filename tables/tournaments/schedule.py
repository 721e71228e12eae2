"""How much time a tournament takes: what its host says of how people play, and the measured length of the game, give the clock
and the time of a round. Pure.

The figures hold in simulated tournaments of people who look in as they said and miss one day in twenty
(`tests/support/round_simulation.py`): nobody who misses no day overruns, and nine rounds of ten end in time.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from data.guides import guide
from tables.time.timing import DAY, MINUTE, PACES, TimeControl, own_pace_key

Manner: TypeAlias = Literal["", "live", "several", "daily", "slow"]
"""How people play: all at once, looking in several times a day, once a day, or without hurry, every two or three days. "": an
earlier version opened the tournament, and its host has chosen the time of a round.
"""

UNMEASURED = 30
"""The answers of a game that has not been measured."""

LONG = 28 * DAY
"""A longer round is worth a warning."""


class Habit(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of people who play in one manner, and the time that their games take, in seconds."""

    pace: TimeControl
    answer: float
    """How long an answer takes in a game that is slower than 39 of 40, so that nine of ten rounds of four games end in time."""
    more: float
    """How long it takes besides until everybody has begun."""
    unit: float
    """The time of a round is rounded up to a multiple of this."""


HABITS: dict[Manner, Habit] = {
    "live": Habit(pace=TimeControl(5 * MINUTE, 10 * MINUTE), answer=2 * MINUTE, more=5 * MINUTE, unit=15 * MINUTE),
    "several": Habit(pace=TimeControl(DAY, 2 * DAY), answer=0.37 * DAY, more=DAY / 2, unit=DAY),
    "daily": Habit(pace=PACES["daily"], answer=0.76 * DAY, more=DAY, unit=DAY),
    "slow": Habit(pace=TimeControl(3 * DAY, 7 * DAY), answer=1.9 * DAY, more=2 * DAY, unit=DAY),
}
MANNERS = tuple(HABITS)


def read_manner(said: str) -> Manner:
    """Returns the manner of this name; the usual one if there is none."""
    return next((each for each in MANNERS if each == said), "daily")


def answers(game: str, size: int, options: Mapping[str, str]) -> int:
    """Returns how many answers a long game of at most `size` people needs with these options."""
    known = guide(game)
    measured = (known.answers, *(known.longer.get(f"{key}={value}", {}) for key, value in options.items()))
    return max((count for each in measured for seats, count in each.items() if seats <= size), default=UNMEASURED)


def round_seconds(game: str, size: int, manner: Manner, options: Mapping[str, str] = {}) -> float:
    """Returns the time of a round in seconds, in which people who play in this manner finish their games."""
    habit = HABITS[manner]
    return habit.unit * -(-(answers(game, size, options) * habit.answer + habit.more) // habit.unit)


def pace_of(manner: Manner) -> str:
    """Returns the key of the pace of the games."""
    pace = HABITS[manner].pace
    return next((key for key, each in PACES.items() if each == pace), own_pace_key(pace.each or 0, pace.bank))


def remind_before(manner: Manner, seconds: float) -> float:
    """Returns how many seconds before the end of a round of this time those who are awaited are reminded; 0: never, where an
    earlier version opened the tournament.
    """
    return {"": 0.0, "live": seconds / 10}.get(manner, DAY)


def shorter_games(game: str, size: int, manner: Manner, others: Iterable[str]) -> list[tuple[str, float]]:
    """Returns which of the `others` have rounds at most two thirds as long, with their seconds, shortest first."""
    mine = round_seconds(game, size, manner)
    found = ((each, round_seconds(each, size, manner)) for each in others if guide(each).answers)
    return sorted(((each, seconds) for each, seconds in found if seconds <= mine * 2 / 3), key=lambda each: each[1])
