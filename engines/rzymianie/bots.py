"""The computer player: plans by bandits over many random turns, decisions in a round by playing on in determinized worlds.

Plans are mixed, since a plan that can be foreseen is answered.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from engines import judging
from engines.contract import Candidate, Move, Seat
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


EFFORT = {"normal": Effort(60, 1200, 10), "hard": Effort(160, 6000, 40), "master": Effort(160, 18000, 120)}

LEVELS = ("easy", *EFFORT)

OFFERED = 16
"""So many of a clan's plans are weighed in one random turn: a hand of seven offers few of all that could be laid."""
EXPLORATION = 0.25
"""Weight of the confidence bound; values lie in 0..1."""
MIXED = 3
"""One of so many of the best plans is played."""
HALVINGS = 5
"""So often the worse half of the own plans is left out, so that the others are known better."""
ASKED = 10
"""Of the turns played, one more in so many tries each plan that is asked about."""
ORDERS = 24
"""So many orders of Svord's are tried."""

Plan = tuple[int, ...]


def choose_move(view: RzymianieView, rng: random.Random, level: str) -> Move:
    """A legal move of `view.seat`, from what the view tells."""
    seat, position = _imagined(view, rng)
    effort = EFFORT.get(level)
    if effort is None:
        answer = _easy(view, position, seat, rng)
    elif view.asking == Step.PLAN:
        answer = rng.choice(_plan(position, seat, rng, effort)[:MIXED]).answer
    else:
        options = _options(position, seat, rng)
        tried = _decide(view, options, rng, effort.worlds) if len(options) > 1 else [Tried(options[0])]
        answer = max(tried, key=lambda each: each.worth).answer
    return _move(view, position, seat, answer)


def candidates(
    view: RzymianieView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
) -> tuple[Candidate, ...]:
    """The contract's, by the plans' values over random turns, by the turn's end in determinized worlds where a round asks."""
    seat, position = _imagined(view, rng)
    effort = EFFORT.get(level)
    asked = [choices.parse(position, seat, move) for move in also]
    if effort is None:
        answer = _easy(view, position, seat, rng)
        tried = [Tried(answer), *(Tried(each) for each in asked if each != answer)]
        chosen = [answer]
    elif view.asking == Step.PLAN:
        tried = _plan(position, seat, rng, effort, asked)
        chosen = [each.answer for each in tried[:MIXED]]
    else:
        options = _options(position, seat, rng)
        tried = _decide(view, list(dict.fromkeys([*options, *asked])), rng, effort.worlds)
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
        return tuple(rng.sample(position.hands[seat], PLACES))
    return by_rule(position, seat) if rng.random() < 0.5 else rng.choice(_options(position, seat, rng))


class Tried:
    """An answer with how often it was tried, and sums over that."""

    __slots__ = ("_lead", "_points", "_worth", "answer", "visits")

    def __init__(self, answer: choices.Answer) -> None:
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


# -- plans ------------------------------------------------------------------------------------------------------------------


class _Bandit:
    """The plans of a clan with their visits and sums of values."""

    def __init__(self, offered: Sequence[Plan], kept: Sequence[Plan] = ()) -> None:
        """`kept`: those of them that are never left out."""
        self.entries: list[list[Any]] = [[0.0, 0.0, plan] for plan in offered]
        self._kept = frozenset(kept)

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
        half = max(MIXED, len(self.entries) // 2)
        self.entries[half:] = [entry for entry in self.entries[half:] if entry[2] in self._kept]


def _plan(
    position: RzymianiePosition, seat: Seat, rng: random.Random, effort: Effort, also: Sequence[Plan] = ()
) -> list[Tried]:
    """Every clan's plans compete against the others' over random turns: the seat's best, the first `MIXED` of which it mixes,
    with `also` among them or behind.
    """
    every = plans()
    game = fast_game(position)
    bandits = []
    for clan in range(position.seats):
        hand = position.hands[clan]
        # what others have been dealt is open: any of the nine
        offered = [tuple(rng.sample(hand, PLACES)) if clan == seat else rng.choice(every) for _ in range(effort.plans)]
        bandits.append(
            _Bandit(list(dict.fromkeys([*offered, *also] if clan == seat else offered)), also if clan == seat else ())
        )
    tried = {entry[2]: Tried(entry[2]) for entry in bandits[seat].entries}
    before, rivals = sum(VALUES[fort] for fort in position.won[seat]), _rivals(position)
    neutrals = range(position.seats, position.clans)
    asked = [entry for entry in bandits[seat].entries if entry[2] in also]
    for number in range(effort.turns + len(asked) * effort.turns // ASKED):
        played = game.copy()
        picked = [bandit.pick(rng, math.log(number + 2)) for bandit in bandits]
        if number >= effort.turns:  # what is asked about is judged well, too
            picked[seat] = asked[number % len(asked)]
        played.turn([*(entry[2] for entry in picked), *(rng.choice(every) for _ in neutrals)], _choose(played))
        values = worth(played.won, played.players, hecas=played.hecas, last=played.turns == 0)
        for entry, value in zip(picked, values, strict=True):
            entry[0] += 1
            entry[1] += value
        tried[picked[seat][2]].note(values[seat], before, played.won, seat, rivals)
        if number < effort.turns and (number + 1) % (effort.turns // (HALVINGS + 1)) == 0:
            bandits[seat].halve()
    return [tried[entry[2]] for entry in bandits[seat].entries]


def _rivals(position: RzymianiePosition) -> int:
    """Of the clans, so many count as rivals of a seat, with itself: the neutral ones only where it plays alone."""
    return position.clans if position.seats == 1 else position.seats


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


def _decide(view: RzymianieView, options: Sequence[choices.Answer], rng: random.Random, worlds: int) -> list[Tried]:
    """How this turn ends after each answer, in worlds the seat could be in."""
    seat = view.seat
    assert seat is not None
    tried = [Tried(option) for option in options]
    for _ in range(worlds):
        world = determinize(view, rng)
        world.chosen[seat] = None
        before, rivals = sum(VALUES[fort] for fort in world.won[seat]), _rivals(world)
        for each in tried:
            played = world.copy()
            each.note(_to_the_end_of_the_turn(played, seat, each.answer)[seat], before, played.won, seat, rivals)
    return tried


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
