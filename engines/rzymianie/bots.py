"""The computer player: plans by a matrix of imagined turns (plans.py), decisions in a round by playing on in imagined worlds.

Plans are mixed, since a plan that can be foreseen is answered.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from engines import judging
from engines.contract import Candidate, Move, Seat
from engines.rzymianie import choices, play
from engines.rzymianie.components import PLACES, STRENGTH, TURNS, VALUES
from engines.rzymianie.determinize import determinize
from engines.rzymianie.plans import MIXED, Effort, Tried, best_plans, rivals_of, worth
from engines.rzymianie.policy import Policy, weights_of
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.state import Step
from engines.rzymianie.view import RzymianieView

EFFORT = {"normal": Effort(0, 0, 6), "hard": Effort(48, 6, 20), "master": Effort(96, 24, 60, searched=24)}

LEVELS = ("easy", *EFFORT)

POOREST = 3
"""`easy` lays the poorest of so many random plans."""

SURPRISES = 0.5
"""In so many of the imagined worlds the others have laid anything, in the rest what the policy would."""

ORDERS = 24
"""So many orders of Svord's are tried."""


def choose_move(view: RzymianieView, rng: random.Random, level: str) -> Move:
    """A legal move of `view.seat`, from what the view tells."""
    seat, position = _imagined(view, rng)
    effort = EFFORT.get(level)
    if effort is None:
        answer = _easy(view, position, seat, rng)
    elif view.asking == Step.PLAN and not effort.plans:
        answer = _plan_by_policy(position, seat, rng, effort)
    elif view.asking == Step.PLAN:
        answer = rng.choice(best_plans(position, seat, rng, effort)[:MIXED]).answer
    else:
        options = _options(position, seat, rng)
        tried = _decide(view, options, rng, effort) if len(options) > 1 else [Tried(options[0])]
        answer = max(tried, key=lambda each: each.worth).answer
    return _move(view, position, seat, answer)


def candidates(
    view: RzymianieView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
) -> tuple[Candidate, ...]:
    """The contract's, by the plans' values over random turns, by the turn's end in determinized worlds where a round asks."""
    seat, position = _imagined(view, rng)
    effort = EFFORT.get(level)
    asked = [choices.parse(position, seat, move) for move in also]
    if effort is None or (view.asking == Step.PLAN and not effort.plans):
        answer = _easy(view, position, seat, rng) if effort is None else _plan_by_policy(position, seat, rng, effort)
        tried = [Tried(answer), *(Tried(each) for each in asked if each != answer)]
        chosen = [answer]
    elif view.asking == Step.PLAN:
        tried = best_plans(position, seat, rng, effort, asked)
        chosen = [each.answer for each in tried[:MIXED]]
    else:
        options = _options(position, seat, rng)
        tried = _decide(view, list(dict.fromkeys([*options, *asked])), rng, effort)
        chosen = [max((each for each in tried if each.answer in options), key=lambda each: each.worth).answer]
    return judging.ranked(
        [
            Candidate(
                _move(view, position, seat, each.answer),
                each.worth if each.visits else 1 / view.seats,
                judging.spread(each.worth, each.visits) if each.visits else 0.0,
                judging.terms({"forts": each.points, "ahead": each.lead}),
                each.answer in chosen,
            )
            for each in tried
        ],
        limit,
        also,
    )


def _imagined(view: RzymianieView, rng: random.Random) -> tuple[Seat, RzymianiePosition]:
    """A position that the seat could be in, with its question still open."""
    assert view.seat is not None
    position = determinize(view, rng)
    position.chosen[view.seat] = None
    return view.seat, position


def _move(view: RzymianieView, position: RzymianiePosition, seat: Seat, answer: choices.Answer) -> Move:
    return (choices.VERBS[view.asking], *choices.words_of(position, seat, answer))


def _easy(view: RzymianieView, position: RzymianiePosition, seat: Seat, rng: random.Random) -> choices.Answer:
    if view.asking == Step.PLAN:
        policy = Policy(weights_of(position.clans), position.wall)
        return min([tuple(rng.sample(position.hands[seat], PLACES)) for _ in range(POOREST)], key=policy.weight)
    return by_rule(position, seat) if rng.random() < 0.5 else rng.choice(_options(position, seat, rng))


def _plan_by_policy(position: RzymianiePosition, seat: Seat, rng: random.Random, effort: Effort) -> choices.Answer:
    """Of a few random plans one as the policy would have it."""
    offered = [tuple(rng.sample(position.hands[seat], PLACES)) for _ in range(effort.looked_at)]
    return Policy(weights_of(position.clans), position.wall).choose(offered, rng.random)


# -- decisions in a round ---------------------------------------------------------------------------------------------------


def _options(position: RzymianiePosition, seat: Seat, rng: random.Random) -> list[choices.Answer]:
    if position.step != Step.SVORD:
        return choices.answers(position, seat)
    down = position.down[seat]
    orders = [tuple(down), *(tuple(rng.sample(down, len(down))) for _ in range(ORDERS))]
    return list(dict.fromkeys(orders))


def by_rule(position: RzymianiePosition, seat: Seat) -> choices.Answer:
    """A sensible answer at once: the strongest is seduced, the best fort taken, the most kept, the weakest dropped, the lowest
    fort given up, the order left as it is.
    """
    if position.step == Step.SVORD:
        return tuple(position.down[seat])
    offered = choices.answers(position, seat)
    match position.step:
        case Step.SEDUCE:
            return max(offered, key=lambda answer: STRENGTH[position.turned_now(answer[0])])
        case Step.TAKE:
            return max(offered, key=lambda answer: VALUES[position.wall[answer[0] - 1]])
        case Step.KEEP:
            return max(offered, key=len)
    return offered[0]


def _decide(view: RzymianieView, options: Sequence[choices.Answer], rng: random.Random, effort: Effort) -> list[Tried]:
    """How this turn ends after each answer, in worlds the seat could be in."""
    seat = view.seat
    assert seat is not None
    tried = [Tried(option) for option in options]
    for _ in range(effort.worlds):
        world = _world(view, seat, rng, effort)
        before, rivals = sum(VALUES[fort] for fort in world.won[seat]), rivals_of(world)
        for each in tried:
            played = world.copy()
            each.note(_to_the_end_of_the_turn(played, seat, each.answer)[seat], before, played.won, seat, rivals)
    return tried


def _world(view: RzymianieView, seat: Seat, rng: random.Random, effort: Effort) -> RzymianiePosition:
    """A position that the seat could be in, its question still open; what others have face down is often drawn by
    the policy.
    """
    world = determinize(view, rng)
    world.chosen[seat] = None
    if rng.random() < SURPRISES:
        return world
    policy = Policy(weights_of(world.clans), world.wall)
    for other, down in enumerate(world.down):
        if other != seat and len(down) > 1 and world.chosen[other] is None:
            left = world.unturned(other)
            offered = [tuple(rng.sample(left, len(down))) for _ in range(effort.looked_at)]
            world.down[other] = list(policy.choose(offered, rng.random, PLACES - len(down)))
            for card in world.down[other]:
                left.remove(card)
            world.hands[other] = sorted([*world.turned(other), *world.down[other], rng.choice(left)])
    return world


def _answer(position: RzymianiePosition, seat: Seat, answer: choices.Answer) -> None:
    position.chosen[seat] = list(answer)
    if not position.pending():
        play.advance(position, [])


def _to_the_end_of_the_turn(position: RzymianiePosition, seat: Seat, answer: choices.Answer) -> list[float]:
    """The seat answers so, then all decide `by_rule`; what the turn's end is worth to each seat."""
    turn = position.game_turn
    _answer(position, seat, answer)
    while position.step != Step.OVER and position.game_turn == turn:
        seat = position.pending()[0]
        _answer(position, seat, by_rule(position, seat))
    return worth(position.won, position.seats, hecas=position.hecas, left=TURNS - turn)
