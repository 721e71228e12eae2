"""Choosing a plan: a matrix of own plans against imagined plans of the others, valued by the end of the turn.

The others' plans are drawn from the learned policy.
"""

import itertools
import random
from collections.abc import Sequence

import msgspec

from engines.contract import Seat
from engines.rzymianie.components import CLANS, PLACES
from engines.rzymianie.fast import FastGame, Reorder, fast_game, plans
from engines.rzymianie.policy import Plan, Policy, weights_of
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.search import Arm, Trial, by_rule, halve
from engines.rzymianie.value import Found, Value

MIXED = 3
"""Number of best plans of which one is played, since a predictable plan can be countered."""

LEFT = 6
"""Number of plans from which on they are no longer halved."""


class Effort(msgspec.Struct, frozen=True):
    """How much a level thinks."""

    plans: int
    """Own plans examined with four clans, more with fewer (their turns take less time); 0: only the policy draws one."""
    met: int
    """Imagined plans of the others that each plan meets before the first halving; twice as many after each halving."""
    worlds: int
    """Worlds in which each of four answers in a round is tried; fewer, before the first halving, if there are more."""
    looked_at: int = 8
    """Random plans from which another player is imagined to choose by the policy (as does a level that examines none)."""
    given_up: float = 1.0
    """How much less than the best plan a played plan may be worth."""
    orders: int = 1
    """Orders tried when a Svord gives a new one in an imagined turn; 1: it leaves the order unchanged."""
    hasty: float = 0.0
    """How often a question of a round is answered immediately, by rule."""


def best_plans(
    position: RzymianiePosition, seat: Seat, rng: random.Random, effort: Effort, also: Sequence[Plan] = ()
) -> list[Arm]:
    """Returns the seat's plans tried to the end, best first (the first few are mixed), with `also` among them or after them."""
    game = fast_game(position)
    weights = weights_of(position.clans)
    policy = Policy(weights, game.wall)
    values = [Value(weights, game, clan) for clan in range(position.seats)]
    value = values[seat]
    reorder = _reorder(values, rng, effort.orders) if effort.orders > 1 else None
    every = plans()

    def lay(clan: int) -> Plan:
        if clan >= position.seats:
            return rng.choice(every)
        return policy.choose([rng.choice(every) for _ in range(effort.looked_at)], rng.random)

    def imagine() -> Trial:
        laid: list[Plan] = [() if clan == seat else lay(clan) for clan in range(position.clans)]

        def trial(plan: Plan) -> Found:
            played = game.copy()
            laid[seat] = plan
            played.turn(laid, by_rule(played), reorder=reorder)
            return value(played)

        return trial

    own = likeliest(position.hands[seat], policy, effort.plans * len(CLANS) // position.clans)
    return halve(own, also, imagine, effort.met, LEFT)


def mix(tried: Sequence[Arm], effort: Effort) -> list[Plan]:
    """Returns the plans, of those that `best_plans` found, of which one is played."""
    return [each.answer for each in tried[:MIXED] if each.worth >= tried[0].worth - effort.given_up]


def likeliest(hand: Sequence[int], policy: Policy, many: int) -> list[Plan]:
    """Returns the plans of a hand that are likeliest by the policy."""
    every = dict.fromkeys(itertools.permutations(hand, PLACES))
    return sorted(every, key=policy.weight, reverse=True)[:many]


def _reorder(values: Sequence[Value], rng: random.Random, orders: int) -> Reorder:
    """Returns how players with Svord decide in imagined turns: of a few orders they take the one that ends best against what
    all have laid. That is worth about as much as knowing half of it. The effect of the fort just taken is ignored.
    """

    def reorder(game: FastGame, clan: int, at: int, lines: Sequence[int], columns: Sequence[Sequence[int]]) -> Sequence[int]:
        rows = [*zip(*columns, strict=True)]
        laid, down = rows[clan][:at], rows[clan][at:]
        tried = [down, *(tuple(rng.sample(down, len(down))) for _ in range(orders - 1))]
        found: list[float] = []
        for order in tried:
            played = game.copy()
            rows[clan] = laid + order
            played.turn(rows, by_rule(played), first=at, lines=lines)
            found.append(values[clan](played)[0])
        return tried[found.index(max(found))]

    return reorder
