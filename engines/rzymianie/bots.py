"""The computer player: plans by bandits over many random turns, decisions in a round by playing on in determinized worlds.

Plans are mixed, since a plan that can be foreseen is answered.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from engines.contract import Move, Seat
from engines.rzymianie import choices, play
from engines.rzymianie.components import HECA, PLACES, STRENGTH, TURNS, VALUES
from engines.rzymianie.determinize import determinize
from engines.rzymianie.fast import NOBODY, FastGame, fast_game, plans
from engines.rzymianie.position import RzymianiePosition
from engines.rzymianie.state import Step
from engines.rzymianie.view import RzymianieView


class Effort(msgspec.Struct, frozen=True):
    """How much a level thinks: plans of each clan looked at, turns played with them, worlds a decision is tried in."""

    plans: int
    turns: int
    worlds: int


EFFORT = {"normal": Effort(60, 1200, 10), "hard": Effort(160, 6000, 40)}

LEVELS = ("easy", *EFFORT)

OFFERED = 16
"""So many of a clan's plans are weighed in one random turn: a hand of seven offers few of all that could be laid."""
EXPLORATION = 0.25
"""Weight of the confidence bound; values lie in 0..1."""
MIXED = 3
"""One of so many of the best plans is played."""
HALVINGS = 5
"""So often the worse half of the own plans is left out, so that the others are known better."""
ORDERS = 24
"""So many orders of Svord's are tried."""

Plan = tuple[int, ...]


def choose_move(view: RzymianieView, rng: random.Random, level: str) -> Move:
    """A legal move of `view.seat`, from what the view tells."""
    seat = view.seat
    assert seat is not None
    position = determinize(view, rng)
    position.chosen[seat] = None
    effort = EFFORT.get(level)
    if view.asking == Step.PLAN:
        hand = position.hands[seat]
        answer = tuple(rng.sample(hand, PLACES)) if effort is None else _plan(position, seat, rng, effort)
    elif effort is None:
        answer = by_rule(position, seat) if rng.random() < 0.5 else rng.choice(_options(position, seat, rng))
    else:
        answer = _decide(view, position, rng, effort.worlds)
    return (choices.VERBS[view.asking], *choices.words_of(position, seat, answer))


# -- plans ------------------------------------------------------------------------------------------------------------------


class _Bandit:
    """The plans of a clan with their visits and sums of values."""

    def __init__(self, offered: Sequence[Plan]) -> None:
        self.entries: list[list[Any]] = [[0.0, 0.0, plan] for plan in offered]

    def pick(self, rng: random.Random, bound: float) -> list[Any]:
        """The most promising one of a few of the plans."""
        best, chosen = -1.0, self.entries[0]
        many = len(self.entries)
        for _ in range(min(OFFERED, many)):
            entry = self.entries[int(rng.random() * many)]
            visits = entry[0]
            if not visits:
                return entry
            value = entry[1] / visits + EXPLORATION * math.sqrt(bound / visits)
            if value > best:
                best, chosen = value, entry
        return chosen

    def halve(self) -> None:
        """Leave the worse half out."""
        self.entries.sort(key=lambda entry: entry[1] / entry[0] if entry[0] else 0.0, reverse=True)
        del self.entries[max(MIXED, len(self.entries) // 2) :]


def _plan(position: RzymianiePosition, seat: Seat, rng: random.Random, effort: Effort) -> Plan:
    """Every clan's plans compete against the others' over random turns."""
    every = plans()
    game = fast_game(position)
    bandits = []
    for clan in range(position.seats):
        hand = position.hands[clan]
        # what others have been dealt is open: any of the nine
        offered = [tuple(rng.sample(hand, PLACES)) if clan == seat else rng.choice(every) for _ in range(effort.plans)]
        bandits.append(_Bandit(list(dict.fromkeys(offered))))
    neutrals = range(position.seats, position.clans)
    for number in range(effort.turns):
        played = game.copy()
        picked = [bandit.pick(rng, math.log(number + 2)) for bandit in bandits]
        played.turn([*(entry[2] for entry in picked), *(rng.choice(every) for _ in neutrals)], _choose(played))
        values = worth(played.won, played.players, hecas=played.hecas, last=played.turns == 0)
        for entry, value in zip(picked, values, strict=True):
            entry[0] += 1
            entry[1] += value
        if (number + 1) % (effort.turns // (HALVINGS + 1)) == 0:
            bandits[seat].halve()
    plan: Plan = rng.choice(bandits[seat].entries[:MIXED])[2]
    return plan


def _choose(game: FastGame) -> Any:
    """How every clan decides within random turns: as `by_rule`."""

    def choose(step: str, clan: int, options: Sequence[Any]) -> Any:  # noqa: ARG001 - all clans alike
        if step == Step.TAKE:
            return max(options, key=lambda place: VALUES[game.wall[place]])
        if step == Step.KEEP:
            return max(options, key=len)
        return options if step == Step.SVORD else options[-1] if step == Step.SEDUCE else options[0]

    return choose


def worth(won: Sequence[Sequence[int]], players: int, *, hecas: int, last: bool) -> list[float]:
    """What a game between two turns is worth to each seat, in 0..1: its lead over the best of the others, two FortHecas being
    half a promise. Alone, the neutral clans are the others.
    """
    points = [sum([VALUES[fort] for fort in forts]) for forts in won]
    if not last:
        for seat in range(players):
            if sum([HECA[fort] for fort in won[seat]]) > 1:
                points[seat] += 3
    rivals = len(won) if players == 1 else players
    values = []
    for seat in range(players):
        if hecas != NOBODY:
            values.append(float(seat == hecas))
            continue
        lead = points[seat] - max([points[other] for other in range(rivals) if other != seat])
        values.append(0.5 + 0.5 * math.tanh(lead / (4 if last else 10)))
    return values


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


def _decide(view: RzymianieView, position: RzymianiePosition, rng: random.Random, worlds: int) -> choices.Answer:
    """The answer after which this turn ends best, in worlds the seat could be in."""
    seat = view.seat
    assert seat is not None
    options = _options(position, seat, rng)
    if len(options) == 1:
        return options[0]
    sums = [0.0] * len(options)
    for _ in range(worlds):
        world = determinize(view, rng)
        world.chosen[seat] = None
        for index, option in enumerate(options):
            played = world.copy()
            sums[index] += _to_the_end_of_the_turn(played, seat, option)[seat]
    return options[sums.index(max(sums))]


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
    last = position.step == Step.OVER and turn == TURNS
    return worth(position.won, position.seats, hecas=position.hecas, last=last)
