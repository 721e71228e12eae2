"""Which plan to lay: own plans against imagined plans of the others, a matrix of what the turn then comes to.

The others' plans are drawn by the learned policy.
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
from engines.rzymianie.search import Trial, Tried, by_rule, halve
from engines.rzymianie.value import Found, Value


class Effort(msgspec.Struct, frozen=True):
    """How much a level thinks."""

    plans: int
    """Own plans looked at among four clans, more among fewer, whose turns take less time; 0: the policy alone draws one."""
    met: int
    """Imagined plans of the others that each of them meets before the first halving, twice as many each time after."""
    worlds: int
    """Worlds that each of four answers is tried in where a round asks; fewer, before the first halving, where they are more."""
    looked_at: int = 8
    """Random plans out of which the others are imagined to choose one by the policy (as does a level that looks at none)."""
    given_up: float = 1.0
    """What a plan that is played may be worth less than the best."""
    orders: int = 1
    """Orders tried when a Svord of an imagined turn gives a new one; 1: it leaves them as they lie."""
    hasty: float = 0.0
    """So often a question of a round is answered at once, by rule."""


MIXED = 3
"""Best plans of which one is played, since a plan that can be foreseen is answered."""

LEFT = 6
"""Number of plans from which on they are no longer halved."""


def best_plans(
    position: RzymianiePosition, seat: Seat, rng: random.Random, effort: Effort, also: Sequence[Plan] = ()
) -> list[Tried]:
    """The seat's plans looked at to the end, best first (it mixes the first few), with `also` among them or behind."""
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


def mixed(tried: Sequence[Tried], effort: Effort) -> list[Plan]:
    """The plans of which one is played, of what `best_plans` gives."""
    return [each.answer for each in tried[:MIXED] if each.worth >= tried[0].worth - effort.given_up]


def likeliest(hand: Sequence[int], policy: Policy, many: int) -> list[Plan]:
    """Of all plans of a hand the likeliest by the policy."""
    every = dict.fromkeys(itertools.permutations(hand, PLACES))
    return sorted(every, key=policy.weight, reverse=True)[:many]


def _reorder(values: Sequence[Value], rng: random.Random, orders: int) -> Reorder:
    """How Svord's owners decide in imagined turns: of a few orders they take the one that ends best as all now lie, which is
    about what knowing half of it is worth. What the fort just taken still brings is left out of account.
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
