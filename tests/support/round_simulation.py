"""Rounds of tournaments played by people who look in at hours of their own, by the rules of the tables' clocks.

`tests/support/population.toml` says who they are. A game is the series of seats that a real one has asked. People answer when
they look in next; if their time runs out before, the computer moves for them, and somebody who is late too often is out, as at
every table. Some go on vacation for a while, which stops their clocks, and some skip the second round.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from bench.arena import answers
from engines.contract import Game, Seat
from tables.model.table import MISSED
from tables.time import timing
from tables.time.plan import Plan, together, vacations_since
from tables.time.timing import DAY, HOUR, TimeControl
from tables.tournaments.schedule import HABITS, Manner

SKIPPED = 2
"""The round that some skip, if there are four: none of the last two."""

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
    vacations: float
    """The share of rounds in which somebody goes on vacation, at a slow pace."""
    skips: float
    """The share of people who skip a round."""
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
        self.plan = Plan()
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

    def begin_round(self, now: float, seconds: float) -> None:
        """Decide about a vacation in a round of this time. Nobody takes a second one in it: that would be too long."""
        goes_on = any(begun + days * DAY > now for begun, days in self.plan.vacations)
        if self._rng.random() < POPULATION.vacations and not goes_on:
            begun, days = now + self._rng.uniform(0, seconds), self._rng.randint(2, 7)
            self.plan = Plan(vacations=(*self.plan.vacations, (begun, days)))

    def look_after(self, now: float) -> float:
        """Returns when they look in next, which they do not on vacation."""
        while self._next <= now or self._vacation_at(self._next) is not None:
            self._next = next(self._looks)
        return self._next

    def _vacation_at(self, at: float) -> tuple[float, float] | None:
        spans = ((begun, begun + days * DAY) for begun, days in self.plan.vacations)
        return next((span for span in spans if span[0] <= at < span[1]), None)

    def stop(self, clock: timing.SeatClock, now: float, round_begun: float) -> timing.SeatClock:
        """Returns their clock, which is asked for an answer now, as their vacations stop it before they look in next."""
        look = self.look_after(now)
        for begun, ends in vacations_since(self.plan, round_begun):
            if clock.due is not None and ends > now and begun < min(clock.due, look):
                clock = replace(clock, due=clock.due + ends - max(begun, now), away=ends)
        return clock


class PlayedGame(NamedTuple):
    """What became of a game."""

    end: float
    by_play: bool
    lost: frozenset[Seat]
    """Seats that were out."""
    overran: frozenset[Seat]


def play(asked: Asked, people: Sequence[Person], pace: TimeControl, now: float) -> PlayedGame:
    """Play a game that begins `now`."""
    begun = now
    clocks, missed, overran, seats = timing.Timing(), [0] * len(people), set[Seat](), len(people)
    for stage in asked:
        clocks = timing.begin(clocks, pace, stage, seats, now)
        if pace.slow:
            for seat in stage:
                clocks = clocks.each(functools.partial(people[seat].stop, now=now, round_begun=begun), (seat,))
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


def tournaments(game: Game, manner: Manner, seconds: float, count: int, *, rounds: int = 4, people: int = 8) -> Tally:
    """Play tournaments of pairs, whose rounds have this time."""
    rng, found = random.Random(f"{game.key} {manner}"), Tally()
    stages = [answers.play(game, 2, number) for number in range(12)]
    looking: Sequence[Looking] = getattr(POPULATION, manner)
    for _ in range(count):
        entrants = [Person(rng.choice(looking), rng) for _ in range(people)]
        now = rng.uniform(0, DAY) if manner != "live" else 0.0
        for number in range(1, rounds + 1):
            playing = [each for each in entrants if number != SKIPPED or rng.random() >= POPULATION.skips]
            rng.shuffle(playing)
            found.rounds += 1
            ends, waits = [now], [0.0]
            for each in entrants if HABITS[manner].pace.slow else ():
                each.begin_round(now, seconds)
            for at in range(0, len(playing) - 1, 2):
                pair = playing[at : at + 2]
                waits.append(together(vacations_since(each.plan, now) for each in pair))
                played = play(rng.choice(stages), pair, HABITS[manner].pace, now)
                found.games += 1
                found.by_play += played.by_play
                found.lost_blamelessly += bool(played.lost - played.overran)
                found.overran_blamelessly += any(not pair[seat].has_missed(now) for seat in played.overran)
                ends.append(played.end)
            found.in_time += max(ends) <= now + seconds + max(waits)
            now = max(ends)
    return found
