"""Which plan to lay: own plans against imagined plans of the others, a matrix of what the turn then comes to.

The others' plans are drawn once, by the learned policy, and every own plan meets the same ones, so that plans are told apart by
what they are and not by whom they met. The worse half is left out again and again, so that the others are known better.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from engines.contract import Seat
from engines.rzymianie.choices import Answer
from engines.rzymianie.components import DECK, DRAWN, HECA, PLACES, VALUES
from engines.rzymianie.fast import NOBODY, FastGame, fast_game, plans
from engines.rzymianie.policy import Plan, Policy, weights_of
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.scoring import standing_of
from engines.rzymianie.state import Step


class Effort(msgspec.Struct, frozen=True):
    """How much a level thinks."""

    plans: int
    """Own plans looked at; 0: a plan is drawn by the policy alone."""
    met: int
    """Plans of the others that each of them meets in each of the halvings, twice as many each time."""
    worlds: int
    """Worlds that a decision in a round is tried in."""
    looked_at: int = 8
    """Out of so many random plans the others are imagined to choose one by the policy (and who looks at none does)."""
    searched: int = 0
    """Above 0: so many plans of each other player are found by a search of the level below instead."""


BELOW = Effort(24, 4, 0, looked_at=8)
"""The search by which `Effort.searched` plans are found."""

SIFTED = 8
"""The own plans looked at are the likeliest of so many times as many."""

MIXED = 3
"""One of so many of the best plans is played."""

SCALE = (1.0, 4.5, 6.0, 7.0)
"""By turns still to come: points of lead that make the odds of winning e times as good."""

PROMISE = 3
"""Points that two FortHecas are worth while a third may come."""


class Tried:
    """An answer with how often it was tried, and sums over that."""

    __slots__ = ("_lead", "_points", "_worth", "answer", "visits")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.visits = 0
        self._worth = self._lead = self._points = 0.0

    @property
    def worth(self) -> float:
        """What the turn's end was worth on average, 0..1."""
        return self._worth / self.visits if self.visits else 0.0

    @property
    def points(self) -> float:
        """Points that the turn brought."""
        return self._points / self.visits if self.visits else 0.0

    @property
    def lead(self) -> float:
        """Points by which the seat was ahead of the best of the others."""
        return self._lead / self.visits if self.visits else 0.0

    def note(self, worth: float, before: int, won: Sequence[Sequence[int]], seat: Seat, rivals: int) -> None:
        """A turn that has ended so; `before` it the seat had so many points."""
        points = [sum([VALUES[fort] for fort in forts]) for forts in won[:rivals]]
        self.visits += 1
        self._worth += worth
        self._points += points[seat] - before
        self._lead += points[seat] - max([points[other] for other in range(rivals) if other != seat])


def best_plans(
    position: RzymianiePosition, seat: Seat, rng: random.Random, effort: Effort, also: Sequence[Plan] = ()
) -> list[Tried]:
    """The seat's plans looked at to the end, best first (it mixes the first `MIXED`), with `also` among them or behind."""
    game = fast_game(position)
    policy = Policy(weights_of(position.clans), game.wall)
    every = plans()
    own = _own(position.hands[seat], policy, rng, effort)
    tried = [Tried(plan) for plan in own]
    asked = [Tried(plan) for plan in also if plan not in own]
    before, rivals = sum(VALUES[fort] for fort in position.won[seat]), rivals_of(position)
    imagined = [_imagined(position, clan, policy, rng, effort) for clan in range(position.clans) if clan != seat]
    met = effort.met
    while True:
        for _ in range(met):
            laid = [rng.choice(some) if some else rng.choice(every) for some in imagined]
            for each in (*tried, *asked):
                played = game.copy()
                played.turn([*laid[:seat], each.answer, *laid[seat:]], choose(played))
                values = worth(played.won, played.players, hecas=played.hecas, left=played.turns)
                each.note(values[seat], before, played.won, seat, rivals)
        tried.sort(key=lambda each: -each.worth)
        if len(tried) <= 2 * MIXED:
            return [*tried, *asked]
        tried, met = tried[: len(tried) // 2], met * 2


def _own(hand: Sequence[int], policy: Policy, rng: random.Random, effort: Effort) -> list[Plan]:
    """Different plans of a hand: of very many at random the likeliest by the policy."""
    offered = list(dict.fromkeys(tuple(rng.sample(hand, PLACES)) for _ in range(effort.plans * SIFTED)))
    return sorted(offered, key=policy.weight, reverse=True)[: effort.plans]


def _imagined(position: RzymianiePosition, clan: int, policy: Policy, rng: random.Random, effort: Effort) -> list[Plan]:
    """What the seat imagines that another clan might lay; nothing of a neutral one, which lays by chance."""
    if clan >= position.seats:
        return []
    every = plans()
    if not effort.searched:
        met = effort.met * len(bin(effort.plans))
        return [policy.choose([rng.choice(every) for _ in range(effort.looked_at)], rng.random) for _ in range(met)]
    found: list[Plan] = []
    while len(found) < effort.searched:
        other = position.copy()
        # what others have been dealt is open: any seven of the nine
        other.hands[clan] = sorted(rng.sample(DECK, DRAWN))
        found += [tuple(each.answer) for each in best_plans(other, clan, rng, BELOW)[:MIXED]]
    return found


def rivals_of(position: RzymianiePosition) -> int:
    """Of the clans, so many count as rivals of a seat, with itself: the neutral ones only where it plays alone."""
    return position.clans if position.seats == 1 else position.seats


def choose(game: FastGame) -> Any:
    """How every clan decides within imagined turns: the best fort is taken, the most kept, the strongest seduced, the weakest
    given up.
    """

    def decide(step: str, clan: int, options: Sequence[Any]) -> Any:  # noqa: ARG001 - all clans alike
        if step == Step.TAKE:
            return max(options, key=lambda place: VALUES[game.wall[place]])
        if step == Step.KEEP:
            return max(options, key=len)
        return options if step == Step.SVORD else options[-1] if step == Step.SEDUCE else options[0]

    return decide


def worth(won: Sequence[Sequence[int]], players: int, *, hecas: int, left: int) -> list[float]:
    """What a game with so many turns left is worth to each seat, its share of the win in 0..1. Alone, the neutral clans are the
    others.
    """
    if hecas != NOBODY:
        return [float(seat == hecas) for seat in range(players)]
    rivals = len(won) if players == 1 else players
    points = [sum([VALUES[fort] for fort in forts]) for forts in won[:rivals]]
    if left:
        for seat in range(players):
            if sum([HECA[fort] for fort in won[seat]]) > 1:
                points[seat] += PROMISE
    elif points.count(max(points)) > 1:
        standings = [standing_of(list(forts)) for forts in won[:rivals]]
        first = max(standings)
        return [(standings[seat] == first) / standings.count(first) for seat in range(players)]
    powers = [math.exp(each / SCALE[left]) for each in points]
    total = sum(powers)
    return [power / total for power in powers[:players]]
