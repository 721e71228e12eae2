"""Rounds of tournaments played by people who look in at hours of their own, by the rules of the tables' clocks.

`tests/support/population.toml` says who they are. A game is the series of seats that a real one has asked. People answer when
they look in next; if their time runs out before, the computer moves for them, and somebody who is late too often is out, as at
every table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from bench.arena import answers
from engines.contract import Game, Seat
from tables.model.table import MISSED
from tables.time import timing
from tables.time.timing import DAY, HOUR, TimeControl
from tables.tournaments.schedule import HABITS, Manner

Asked = Sequence[tuple[Seat, ...]]


class Looking(msgspec.Struct, frozen=True):
    """How somebody looks in: at these hours of the day, or else after gaps of this many seconds."""

    hours: tuple[float, ...] = ()
    every: int = 1
    """Every how many days."""
    gap: tuple[float, float] = (0.0, 0.0)
    """The least and the most of a gap."""


class Population(msgspec.Struct, frozen=True):
    """Who plays in each manner."""

    missed: float
    """The share of days that everybody misses; of looks, where they are not told by days."""
    jitter: float
    """The deviation of an hour, in hours."""
    live: tuple[Looking, ...]
    several: tuple[Looking, ...]
    daily: tuple[Looking, ...]
    slow: tuple[Looking, ...]


POPULATION = msgspec.toml.decode((Path(__file__).parent / "population.toml").read_bytes(), type=Population)


class Person:
    """Somebody who looks in now and then from the start of a tournament."""

    def __init__(self, looking: Looking, rng: random.Random) -> None:
        self._missed = 0.0
        """The end of the day that they have missed last."""
        self._rng = rng
        self._looks = self._by_gaps(looking) if looking.gap[1] else self._by_hours(looking)
        self._next = next(self._looks)

    def _by_hours(self, looking: Looking) -> Iterator[float]:
        day = self._rng.randrange(looking.every)
        while True:
            if self._rng.random() < POPULATION.missed:
                self._missed = (day + 1) * DAY
            else:
                for hour in sorted(hour + self._rng.gauss(0, POPULATION.jitter) for hour in looking.hours):
                    yield day * DAY + hour * HOUR
            day += looking.every

    def _by_gaps(self, looking: Looking) -> Iterator[float]:
        now = 0.0
        while True:
            now += self._rng.uniform(*looking.gap)
            if self._rng.random() < POPULATION.missed:
                self._missed = now
                continue
            yield now

    def has_missed(self, since: float) -> bool:
        """Returns whether they have missed a day, perhaps the one that ended at this time."""
        return self._missed >= since

    def look_after(self, now: float) -> float:
        """Returns when they look in next."""
        while self._next <= now:
            self._next = next(self._looks)
        return self._next


class PlayedGame(NamedTuple):
    """What became of a game."""

    end: float
    by_play: bool
    lost: frozenset[Seat]
    """Seats that were out."""
    overran: frozenset[Seat]


def play(asked: Asked, people: Sequence[Person], pace: TimeControl, now: float) -> PlayedGame:
    """Play a game that begins `now`."""
    clocks, missed, overran, seats = timing.Timing(), [0] * len(people), set[Seat](), len(people)
    for stage in asked:
        clocks = timing.begin(clocks, pace, stage, seats, now)
        waiting = {*stage}
        looks = {seat: people[seat].look_after(now) for seat in stage}
        while waiting:
            first = min(waiting, key=lambda seat: min(looks[seat], clocks.of(seat).due or 0.0))
            due = clocks.of(first).due or 0.0
            now = min(looks[first], due)
            waiting.discard(first)
            if now < looks[first]:
                overran.add(first)
                missed[first] += 1
                clocks = timing.expire_clocks(clocks, (first,), late=False)
                if missed[first] >= MISSED:
                    return PlayedGame(now, False, frozenset((first,)), frozenset(overran))
            clocks = timing.follow(clocks, pace, waiting, now)
    return PlayedGame(now, True, frozenset(), frozenset(overran))


class Tally(msgspec.Struct):
    """What became of the games and rounds of some tournaments."""

    games: int = 0
    by_play: int = 0
    lost_blamelessly: int = 0
    """Games lost by somebody who had not overrun."""
    overran_blamelessly: int = 0
    """Games in which somebody overran who had missed no day."""
    rounds: int = 0
    in_time: int = 0


def tournaments(game: Game, manner: Manner, seconds: float, count: int, *, rounds: int = 3, people: int = 8) -> Tally:
    """Play tournaments of pairs, whose rounds have this time."""
    rng, found = random.Random(f"{game.key} {manner}"), Tally()
    stages = [answers.play(game, 2, number) for number in range(12)]
    looking: Sequence[Looking] = getattr(POPULATION, manner)
    for _ in range(count):
        entrants = [Person(rng.choice(looking), rng) for _ in range(people)]
        now = rng.uniform(0, DAY) if manner != "live" else 0.0
        for _ in range(rounds):
            rng.shuffle(entrants)
            found.rounds += 1
            ends = []
            for at in range(0, people, 2):
                pair = entrants[at : at + 2]
                played = play(rng.choice(stages), pair, HABITS[manner].pace, now)
                found.games += 1
                found.by_play += played.by_play
                found.lost_blamelessly += bool(played.lost - played.overran)
                found.overran_blamelessly += any(not pair[seat].has_missed(now) for seat in played.overran)
                ends.append(played.end)
            found.in_time += max(ends) <= now + seconds
            now = max(ends)
    return found
