"""The computer player: the levels, and a move for each question.

It knows only what the view shows; the rest is dealt at random, and that deal is not used. In a turn it searches for a plan for
the rest of the turn (search.py), plays the plan's first move, and thinks again.
"""

import heapq
import math
import random
from collections.abc import Sequence

import msgspec

from engines.contract import Move
from engines.torres import choices
from engines.torres.answers import Hands, loss
from engines.torres.choices import CHOOSE, KEEP_CARD, SET_CASTLE, SET_KING, Atom, groups
from engines.torres.components import ACTION_POINTS
from engines.torres.deck import Keeping, keepings
from engines.torres.determinize import determinize
from engines.torres.evaluate import frame_of, worth_of
from engines.torres.play import apply
from engines.torres.prospect import CARD_FEATURES
from engines.torres.search import Node, Search
from engines.torres.squares import bits, spread
from engines.torres.state import ACT, KING, State
from engines.torres.view import TorresView

_DEAR = 2
"""How many plans can be answered without cards in the time of one that is answered with them."""

_ALIKE = 5
"""Plans examined for each one that others answer: many end in the same place."""

_HOPELESS = 12.0
"""A plan this many points worse than the best one cannot become better by any answer."""

BELIEVED = 0.8
"""Share of the estimated cost of answers that is counted: the answer found to one plan may not be found to the next."""

_CARD_STEP = 0.1
"""Points between one way to keep a card and the next better one; they only order them."""


class Effort(msgspec.Struct, frozen=True):
    """How thoroughly a level thinks about a turn."""

    breadth: int
    """Breadth of the search for a plan (search.py)."""
    answers: int = 0
    """Number of best plans for which the others' answers are computed (answers.py) at the beginning of a two-player turn; fewer
    with more players and with fewer AP left.
    """
    answer: int = 0
    """Breadth of these searches."""
    worlds: int = 0
    """With two players: number of possible deals of the other's cards for which the answers to each plan are computed; fewer
    plans are answered then. With 0, or with more players: one deal in which nobody else has cards.
    """
    advises: int = 0
    """Answers computed to give advice, for a level that computes none when it plays."""
    stray: float = 0.0
    """Points below the best at which a move is chosen e times less often; 0: only the best is chosen."""


EFFORTS = {
    "easy": Effort(0, stray=5.0),
    "normal": Effort(3, stray=1.6),
    "hard": Effort(60, answer=1, advises=9, stray=0.4),
    "master": Effort(120, answers=20, answer=1, worlds=2),
}


def choose_move(view: TorresView, rng: random.Random, level: str) -> Move:
    """Returns a legal move of the view's seat. It is the same for the same view, `rng` and level."""
    state = determinize(view, rng, State, 1)
    if state.mode != ACT:
        atom = single(state, rng)
    else:
        effort = EFFORTS[level]
        search = Search(state, rng, effort.breadth)
        atom = chosen_of(
            search, best_after_answers(search, rng, effort, effort.answers, deal_hands(view, rng, effort)), rng, effort
        )
    return choices.write(state, *atom)


def deal_hands(view: TorresView, rng: random.Random, effort: Effort) -> list[Hands]:
    """Returns possible hands of all seats, for `best_after_answers`."""
    if view.asks != "act" or view.seats > 2:
        return []
    return [tuple(determinize(view, rng, State, 1).hands) for _ in range(effort.worlds)]


def best_after_answers(search: Search, rng: random.Random, effort: Effort, answers: int, worlds: Sequence[Hands] = ()) -> Node:
    """Returns the end of the best plan found by a search, after the others have answered this number of the best plans in each
    of the worlds.
    """
    state = search.state
    if not answers:
        return search.best()
    places: dict[tuple[bytes, int], Node] = {}
    turns = 2 * state.seats - 1
    plans = max(2, answers * 3 * (min(state.ap, ACTION_POINTS) + 1) // (turns * (ACTION_POINTS + 1)))
    if worlds:
        plans = max(2, plans // (_DEAR * len(worlds)))
    near = heapq.nlargest(_ALIKE * plans, search.nodes, key=lambda node: node.worth)
    for node in near:
        if node.worth > near[0].worth - _HOPELESS:
            places.setdefault((node.heights, node.own), node)
    best = list(places.values())[:plans]
    if len(best) == 1:
        return best[0]
    deals = worlds or ((),)
    losses = [
        BELIEVED * sum(loss(search.end(node), rng, effort.answer, hands) for hands in deals) / len(deals) for node in best
    ]
    least = min(losses)
    search.lower(least)  # unanswered plans get no advantage from it
    for node, lost in zip(best, losses, strict=True):
        node.worth += lost - least
    return max(best, key=lambda node: node.worth)


def chosen_of(search: Search, best: Node, rng: random.Random, effort: Effort) -> Atom:
    """Returns the first move of the best plan or, at a level that strays, a random one of those nearly as good."""
    if not effort.stray:
        return search.first(best)
    found = search.by_first()
    chances = [math.exp(max(-30.0, (node.worth - best.worth) / effort.stray)) for node in found.values()]
    return rng.choices(list(found), chances)[0]


def single(state: State, rng: random.Random) -> Atom:
    """Returns the answer to a question outside of turns: the setup, the king, the next starter, a card to keep."""
    found = values(state, rng)
    return max(found, key=found.__getitem__)


def values(state: State, rng: random.Random) -> dict[Atom, float]:
    """Returns what each answer to such a question promises, in points as far as a rule of thumb can say."""
    atoms = [(kind, a, b) for kind, a, mask in groups(state) for b in bits(mask)]
    kind = atoms[0][0]
    if kind == KEEP_CARD:
        ways = keepings(state.looked)
        worth = frame_of(state).line[CARD_FEATURES:]
        order = sorted({_card_order(way, worth) for way in ways})
        return {atom: _CARD_STEP * (order.index(_card_order(ways[atom[2]], worth)) + 1 - len(order)) for atom in atoms}
    if kind == CHOOSE:  # nobody can answer a player who moves after the others' last move
        return {atom: -float((atom[2] - state.seat - 1) % state.seats) for atom in atoms}
    if kind == SET_CASTLE:
        chosen = rng.choice(atoms)
        return {atom: 0.0 if atom == chosen else -1e-3 for atom in atoms}
    if state.mode == KING:
        return _kings(state, atoms)
    return {atom: promise(state, atom) + rng.random() for atom in atoms}


def _kings(state: State, atoms: Sequence[Atom]) -> dict[Atom, float]:
    """Returns what each new place of the king is worth, compared with leaving him."""
    found = {}
    for atom in atoms:
        trial = state.copy()
        if atom[0] == SET_KING:
            trial.king = atom[2]
        found[atom] = worth_of(trial, frame_of(trial))
    stay = worth_of(state, frame_of(state))
    return {atom: worth - stay for atom, worth in found.items()}


def _card_order(way: Keeping, worth: Sequence[float]) -> tuple[float, ...]:
    """Keep the best card; put the second best on top, the worst at the bottom."""
    return (worth[way.card], len(way.tops) == 1, sum(worth[card] for card in way.tops))


def promise(state: State, atom: Atom) -> float:
    """Returns what a place for the first knight or the king promises: room for the castle to grow, closeness to the bonus."""
    seat = state.seat
    trial = state.copy()
    apply(trial, *atom)
    land = trial.terrain
    worth = 0.0
    for knight in bits(trial.knights[seat]):
        castle = land.castle_of(knight)
        worth += 0.3 * (spread(spread(castle)) & (land.grow | land.clear)).bit_count()
    royal = trial.royal_castle()
    for number, knights in enumerate(trial.knights):
        inside = knights & royal
        on_level = inside & land.least[min(state.phase + 1, state.phases)]
        near = 2.0 * bool(inside) + 4.0 * bool(on_level)
        worth += near if number == seat else -near / (trial.seats - 1)
    return worth
