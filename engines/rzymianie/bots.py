"""The computer player: plans by a matrix of imagined turns (plans.py), decisions in a round by imagined worlds (rounds.py).

Plans are mixed, since a predictable plan can be countered.
"""

import random
from collections.abc import Sequence

from engines import judging
from engines.contract import Candidate, Move, Seat
from engines.rzymianie import choices
from engines.rzymianie.components import HECA, HECAS, PLACES, STRENGTH, VALUES
from engines.rzymianie.determinize import determinize
from engines.rzymianie.plans import Effort, best_plans, mix
from engines.rzymianie.policy import Policy, weights_of
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.rounds import decide, options
from engines.rzymianie.search import Arm
from engines.rzymianie.state import Step
from engines.rzymianie.view import RzymianieView

EFFORT = {
    "normal": Effort(0, 0, 6, hasty=0.5),
    "hard": Effort(56, 5, 45),
    "master": Effort(200, 10, 600, looked_at=24, given_up=0.02, orders=4),
}

POOREST = 3
"""Number of random plans of which `easy` lays the worst."""


def choose_move(view: RzymianieView, rng: random.Random, level: str) -> Move:
    """Returns a legal move of `view.seat`, based on the view alone."""
    seat, position = _imagine(view, rng)
    effort = EFFORT.get(level)
    if effort is None:
        answer = _easy(view, position, seat, rng)
    elif _by_rule(view, rng, effort):
        answer = _quickly(view, position, seat, rng, effort)
    elif view.asking == Step.PLAN:
        answer = rng.choice(mix(best_plans(position, seat, rng, effort), effort))
    else:
        offered = options(position, seat)
        answer = decide(view, offered, rng, effort)[0].answer if len(offered) > 1 else offered[0]
    return _move(view, position, seat, answer)


def candidates(
    view: RzymianieView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
) -> tuple[Candidate, ...]:
    """The contract's: plans by their values over random turns, answers by the end of the turn in determinized worlds."""
    seat, position = _imagine(view, rng)
    effort = EFFORT.get(level)
    asked = [choices.parse(position, seat, move) for move in also]
    if effort is None or _by_rule(view, rng, effort):
        answer = _easy(view, position, seat, rng) if effort is None else _quickly(view, position, seat, rng, effort)
        tried = [Arm(answer), *(Arm(each) for each in asked if each != answer)]
        chosen = [answer]
    elif view.asking == Step.PLAN:
        tried = best_plans(position, seat, rng, effort, asked)
        chosen = mix(tried, effort)
    else:
        tried = decide(view, options(position, seat), rng, effort, asked)
        chosen = [tried[0].answer]
    before = sum(VALUES[fort] for fort in position.won[seat])
    return judging.rank(
        [
            Candidate(
                _move(view, position, seat, each.answer),
                each.worth if each.visits else 1 / view.seats,
                judging.spread(each.worth, each.visits) if each.visits else 0.0,
                judging.terms({"forts": each.points - before, "ahead": each.lead}),
                each.answer in chosen,
            )
            for each in tried
        ],
        limit,
        also,
    )


def _imagine(view: RzymianieView, rng: random.Random) -> tuple[Seat, RzymianiePosition]:
    """Returns a position that the seat could be in, with its question still open."""
    position = determinize(view, rng)
    position.chosen[view.viewer] = None
    return view.viewer, position


def _move(view: RzymianieView, position: RzymianiePosition, seat: Seat, answer: choices.Answer) -> Move:
    return (choices.VERBS[view.asking], *choices.words_of(position, seat, answer))


def _easy(view: RzymianieView, position: RzymianiePosition, seat: Seat, rng: random.Random) -> choices.Answer:
    if view.asking == Step.PLAN:
        policy = Policy(weights_of(position.clans), position.wall)
        return min([tuple(rng.sample(position.hands[seat], PLACES)) for _ in range(POOREST)], key=policy.weight)
    return at_once(position, seat) if rng.random() < 0.5 else rng.choice(options(position, seat))


def _by_rule(view: RzymianieView, rng: random.Random, effort: Effort) -> bool:
    """Returns whether the level answers this question without trying anything."""
    return not effort.plans if view.asking == Step.PLAN else effort.hasty > 0 and rng.random() < effort.hasty


def _quickly(
    view: RzymianieView, position: RzymianiePosition, seat: Seat, rng: random.Random, effort: Effort
) -> choices.Answer:
    """Returns one of a few random plans as the policy prefers, or in a round the answer by rule."""
    if view.asking != Step.PLAN:
        return at_once(position, seat)
    offered = [tuple(rng.sample(position.hands[seat], PLACES)) for _ in range(effort.looked_at)]
    return Policy(weights_of(position.clans), position.wall).choose(offered, rng.random)


def at_once(position: RzymianiePosition, seat: Seat) -> choices.Answer:
    """Returns a sensible answer to a round's question: seduce the strongest, take the best fort (a third FortHeca above all),
    keep the most, drop the weakest, give up the lowest fort, leave the order as it is.
    """
    offered = options(position, seat)
    match position.step:
        case Step.SEDUCE:
            return max(offered, key=lambda answer: STRENGTH[position.turned_now(answer[0])])
        case Step.TAKE:
            third = sum(HECA[fort] for fort in position.won[seat]) == HECAS - 1
            walls = position.wall
            return max(offered, key=lambda answer: (third and HECA[walls[answer[0] - 1]], VALUES[walls[answer[0] - 1]]))
        case Step.KEEP:
            return max(offered, key=len)
    return offered[0]
