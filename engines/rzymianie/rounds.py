"""Decisions in a round, by how the turn ends after each answer in worlds that the seat could be in.

The fast path plays the current round from its beginning with what has been decided in it, then the rest of the turn.
"""

import itertools
import random
from collections.abc import Sequence
from typing import Any

from engines.contract import Seat
from engines.rzymianie import choices
from engines.rzymianie.choices import Answer
from engines.rzymianie.components import AXX, CARD, DRUHID, FOKUS, FORT, KOMFORT, PLACES
from engines.rzymianie.determinize import determinize
from engines.rzymianie.fast import UNIT, Choose, FastGame
from engines.rzymianie.plans import Effort
from engines.rzymianie.policy import Policy, weights_of
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.search import Arm, Trial, by_rule, halve
from engines.rzymianie.state import CARD_MASK, Step
from engines.rzymianie.value import Found, Value
from engines.rzymianie.view import RzymianieView

SURPRISES = 0.25
"""Share of the imagined worlds in which the others have laid random plans; in the rest they follow the policy."""

KEPT = 4
"""Answers tried to the end: usually all of them, unless an order is asked."""

LEAST = 4
"""Minimum number of worlds in which an answer is tried, however many answers there are."""


def options(position: RzymianiePosition, seat: Seat) -> list[Answer]:
    """Returns all answers to the question that a round asks."""
    if position.step == Step.SVORD:
        return list(dict.fromkeys(itertools.permutations(position.down[seat])))
    return choices.answers(position, seat)


def decide(
    view: RzymianieView, offered: Sequence[Answer], rng: random.Random, effort: Effort, also: Sequence[Answer] = ()
) -> list[Arm]:
    """Returns the offered answers, best first, with those of `also` among them or after them."""
    seat = view.viewer
    position = determinize(view, rng)
    weights = weights_of(position.clans)
    policy = Policy(weights, position.wall)
    begun = begin(position)
    value = Value(weights, begun, seat)

    def imagine() -> Trial:
        down = [face_down(position, clan, policy, rng, effort.looked_at) for clan in range(position.clans)]
        down[seat] = position.down[seat]

        def trial(answer: Answer) -> Found:
            return value(to_the_end(position, begun, down, answer, seat))

        return trial

    return halve(offered, also, imagine, max(LEAST, effort.worlds * KEPT // len(offered)), KEPT)


def to_the_end(
    position: RzymianiePosition, begun: FastGame, down: Sequence[Sequence[int]], answer: Answer, seat: Seat
) -> FastGame:
    """The end of the turn after the seat's answer, if the clans have these warriors face down. `begun` comes from `begin`."""
    attack = position.current_attack
    laid = [[*position.turned_cards(clan), *row] for clan, row in enumerate(down)]
    lines = [sum(UNIT[CARD[warrior.card]] for warrior in line) for line in attack.before]
    played = begun.copy()
    played.turn(laid, _as_decided(position, played, seat, answer), first=position.round - 1, lines=lines)
    return played


def begin(position: RzymianiePosition) -> FastGame:
    """Returns the game before the current round."""
    attack = position.current_attack
    won = [forts[:] for forts in position.won]
    if attack.taken is not None and attack.winner is not None:
        won[attack.winner].pop()
    return FastGame(
        position.seats,
        position.clans,
        # forts that are gone are to the left of everything that is still read
        [0 if fort is None else FORT[fort.kind, fort.value] for fort in attack.wall],
        position.unseen[:],
        won,
        stay=position.stay,
        slide=position.slide,
        fokus_takes_axx=position.fokus_takes_axx,
        turns=position.turns + 1 - position.game_turn,
    )


def face_down(position: RzymianiePosition, clan: int, policy: Policy, rng: random.Random, looked_at: int) -> Sequence[int]:
    """Returns warriors that another clan could have face down, left to right."""
    left = position.unturned_cards(clan)
    many = PLACES - position.round
    if clan >= position.seats or rng.random() < SURPRISES:
        return rng.sample(left, many)
    return policy.choose([tuple(rng.sample(left, many)) for _ in range(looked_at)], rng.random, PLACES - many)


def _as_decided(position: RzymianiePosition, played: FastGame, seat: Seat, answer: Answer) -> Choose:
    """Decides as was decided in the current round, as the seat answers in the open step, and then by rule."""
    attack = position.current_attack
    step = position.step
    rest = by_rule(played)
    known: dict[tuple[str, int], Any] = {}
    # only what the fast path asks in this round; anything else would answer its questions in later ones
    if attack.seducer is not None and attack.seduced is not None:
        known[Step.SEDUCE, attack.seducer] = attack.seduced
    if attack.winner is not None and attack.taken is not None:
        now = position.turned_now(attack.winner)
        if now == DRUHID:
            known[Step.TAKE, attack.winner] = attack.place - 1
        # With Fort Fokus the fast path asks about an Axx only if another warrior lies beside it.
        alone = attack.taken.kind == FOKUS and (position.fokus_takes_axx or not attack.before[attack.winner])
        if step not in (Step.TAKE, Step.KEEP) and (now == AXX or attack.taken.kind == KOMFORT) and not alone:
            known[Step.KEEP, attack.winner] = tuple(CARD[warrior.card] for warrior in attack.kept)
    for discard in attack.discards:
        if discard.why == Step.HORSIE:
            known[Step.HORSIE, discard.clan] = CARD[discard.warrior.card]
    known[step, seat] = _fast(step, answer)

    def choose(asked: str, clan: int, offered: Sequence[Any]) -> Any:
        return known.pop((asked, clan)) if (asked, clan) in known else rest(asked, clan, offered)

    return choose


def _fast(step: str, answer: Answer) -> Any:
    """Returns an answer in the form that the fast path uses."""
    if step == Step.TAKE:
        return answer[0] - 1
    if step == Step.KEEP:
        return tuple(warrior & CARD_MASK for warrior in answer)
    if step in (Step.HORSIE, Step.FOKUS):
        return answer[0] & CARD_MASK
    return answer if step == Step.SVORD else answer[0]
