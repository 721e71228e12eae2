"""Whole turns judged against each other, for hints and reviews: the best turns that a seat could play from a question on, and
the one it played.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from engines import judging
from engines.contract import Brings, Candidate, Move, Term
from engines.torres import bots, choices
from engines.torres.answers import buy, loss, played_on
from engines.torres.choices import DRAW, END, POINT, Atom
from engines.torres.components import DRAWS
from engines.torres.determinize import determinize
from engines.torres.evaluate import Frame, frame_of, outlook, parts_of, share, worth_of
from engines.torres.play import apply
from engines.torres.scoring import castle_points, master_points, royal_points
from engines.torres.search import Node, Search, stop
from engines.torres.squares import bits
from engines.torres.state import ACT, State
from engines.torres.view import TorresView

Place = tuple[bytes, int, tuple[int, ...], int, int, int]
"""The state that a turn leaves. Turns that do the same in another order end in the same place."""

_MOVED = 2
"""Maximum difference in heights between two ends of a turn that count as one: a segment on another square."""

_NEAR = 50
"""Number of best ends of a turn that are searched for an alternative to the played one."""


class Estimate(msgspec.Struct, frozen=True):
    """What the end of a turn is worth, in points."""

    plain: float
    """The worth as the search sees it."""
    answered: float
    """The same after the others' answers."""
    cards: float
    """The part of both that the cards promise."""

    def over(self, other: Estimate) -> float:
        """Returns by how much this end is certainly better than another: the smallest difference, with the cards and without; 0
        if these disagree. The best of many turns looks too good to the estimate that has chosen it, and in turns that were
        played out, drawn cards had brought between nothing and what they promise.
        """
        plain, answered, cards = self.plain - other.plain, self.answered - other.answered, self.cards - other.cards
        found = (plain, answered, plain - cards, answered - cards)
        return min(found, key=abs) if min(found) > 0 or max(found) < 0 else 0.0


def together(view: TorresView, moves: Sequence[Move]) -> int:
    """Returns how many of the moves of a turn, which follow this view, are one decision: all up to and including a draw, which
    shows something new. An answer outside of turns is a decision of its own, and so is the card to keep.
    """
    if view.asks != "act":
        return 1
    draws = (number for number, move in enumerate(moves, 1) if move[0] == "draw")
    return next(draws, len(moves))


def candidates(
    view: TorresView, rng: random.Random, level: str, limit: int, also: Sequence[Move] = ()
) -> tuple[Candidate, ...]:
    """The contract's. In a turn: the best turns that differ; the best is compared with the second, the others with the best."""
    state = determinize(view, rng, State, 1)
    asked = [atom for atom in (choices.find(state, move) for move in also) if atom is not None]
    if state.mode != ACT:
        return _singles(state, rng, limit, asked, also)
    effort = bots.EFFORTS[level]
    search = Search(state, rng, effort.breadth)
    likely = _likely(view, search, rng, effort)
    _without_draws(search, effort.breadth)
    behind = search.by_first()
    nodes = {atom: behind.get(atom) or search.after(atom) for atom in (*likely, *asked)}
    turns = _turns(search, [nodes[atom] for atom in likely], limit)
    turns += [nodes[atom] for atom in asked if atom not in {search.first(node) for node in turns}]
    frame = search.frame
    ends = [_end(search, node) for node in turns]
    estimates = [_estimate(state, end, frame, rng, effort) for end in ends]
    best = outlook(state, frame) + turns[0].worth
    chosen = {nodes[atom] for atom in likely}
    worths = [share(state, best - max(0.0, estimates[0].over(each)), frame) for each in estimates]
    order = _by_worth(worths, limit)
    judged = []
    for place, number in enumerate(order):
        node, end = turns[number], ends[number]
        line = _line(state, node)
        beside = ends[_beside(order, place)]
        judged.append(
            Candidate(
                line[0],
                worths[number],
                terms=reasons(state, end, beside, frame),
                chosen=node in chosen,
                line=line,
                brings=_brings(state, end, rng, effort.answer),
            )
        )
    return tuple(judged)


def _by_worth(worths: Sequence[float], limit: int) -> list[int]:
    """Returns the numbers of the first `limit` by falling worth, then the others."""
    return [*sorted(range(len(worths))[:limit], key=lambda number: -worths[number]), *range(len(worths))[limit:]]


def _beside(order: Sequence[int], place: int) -> int:
    """Returns with which number the one at this place is compared: all with the first, which is compared with the second."""
    return order[0] if place else order[min(1, len(order) - 1)]


def _likely(view: TorresView, search: Search, rng: random.Random, effort: bots.Effort) -> list[choices.Atom]:
    """Returns the first moves of the turns that the computer player would play: at levels that advise, the best one first."""
    if effort.advises:
        chosen = bots.chosen_of(search, search.best(), rng, effort)
        return [search.first(bots.best_after_answers(search, rng, effort, effort.advises)), chosen]
    worlds = bots.deal_hands(view, rng, effort)
    return [bots.chosen_of(search, bots.best_after_answers(search, rng, effort, effort.answers, worlds), rng, effort)]


def _without_draws(search: Search, breadth: int) -> None:
    """Add turns without a draw. A search follows few of them if a card promises most."""
    state = search.state.copy()
    left, state.drawn = DRAWS - state.drawn, DRAWS
    if left and breadth:
        for node in Search(state, search.rng, breadth, msgspec.structs.replace(search.frame, draws=DRAWS)).nodes[1:]:
            node.drawn -= left
            node.worth += search.lowered
            search.nodes.append(node)


def _turns(search: Search, likely: Sequence[Node], limit: int) -> list[Node]:
    """Returns the best ends of a turn by falling worth, none alike, none better than those that a level would choose."""
    best = max(likely, key=lambda node: node.worth)
    found: list[Node] = []
    for node in (best, *sorted((*likely, *search.nodes), key=lambda node: -node.worth)):
        if node.worth <= best.worth and not any(_alike(search, node, other) for other in found):
            found.append(node)
            if len(found) == limit:
                break
    return found


def _alike(search: Search, node: Node, other: Node) -> bool:
    """Whether two turns are the same decision: both draw first, or the knights agree and at most one segment was moved."""
    drawn = search.state.drawn
    if node.drawn > drawn or other.drawn > drawn:
        return search.first(node)[0] == search.first(other)[0] == DRAW
    moved = sum(abs(one - two) for one, two in zip(node.heights, other.heights, strict=True))
    return node.own == other.own and moved <= _MOVED


def _singles(
    state: State, rng: random.Random, limit: int, asked: Sequence[Atom], also: Sequence[Move]
) -> tuple[Candidate, ...]:
    """Returns the answers to a question outside of turns, judged by rules of thumb."""
    frame = frame_of(state)
    lead = outlook(state, frame) + worth_of(state, frame)
    valued = bots.values(state, rng)
    chosen = max(valued, key=valued.__getitem__)
    best = heapq.nlargest(limit + 1, valued, key=valued.__getitem__)
    singles = [
        Candidate(choices.write(state, *atom), share(state, lead + valued[atom], frame), chosen=atom == chosen)
        for atom in dict.fromkeys([*best, chosen, *asked])
    ]
    return judging.rank(singles, limit, also)


def compare(view: TorresView, rng: random.Random, level: str, played: Sequence[Move]) -> tuple[Candidate, ...]:
    """The contract's. Both are judged after the others' answers. The reasons are what the board has more of after the better
    turn than after the played one.
    """
    state = determinize(view, rng, State, 1)
    if state.mode != ACT:
        found = candidates(view, rng, level, 2, played[:1])
        own = next(each for each in found if each.move == played[0])
        return (own, *(msgspec.structs.replace(each, line=(each.move,)) for each in found if each is not own))[:2]
    effort = bots.EFFORTS[level]
    search = Search(state, rng, effort.breadth)
    bots.best_after_answers(search, rng, effort, effort.answers or effort.advises)
    frame = search.frame
    lead = outlook(state, frame)

    end = _play(state, played, rng, effort)
    mine = _estimate(state, end, frame, rng, effort)
    own = Candidate(played[0], share(state, lead + mine.answered, frame))
    for node, reached in _ends(search):
        line = _line(state, node)
        if _place(reached) != _place(end) and line[: len(played)] != (*played,):
            more = _estimate(state, reached, frame, rng, effort).over(mine)
            terms = reasons(state, reached, end, frame)
            return own, Candidate(line[0], share(state, lead + mine.answered + more, frame), 0.0, terms, more > 0, line)
    return (own,)


def _estimate(state: State, end: State, frame: Frame, rng: random.Random, effort: bots.Effort) -> Estimate:
    """Returns what the end of a turn is worth."""
    cards = parts_of(end, frame)["cards"]
    plain = end.scores[state.seat] - state.scores[state.seat] + worth_of(end, frame)
    if not (effort.answers or effort.advises):
        return Estimate(plain, plain, cards)
    return Estimate(plain, plain + bots.BELIEVED * loss(end.copy(), rng, effort.answer), cards)


def _ends(search: Search) -> Iterator[tuple[Node, State]]:
    for node in heapq.nlargest(_NEAR, search.nodes, key=lambda node: node.worth):
        yield node, _end(search, node)


def _end(search: Search, node: Node) -> State:
    """Returns the end of a turn that stops at a node: the AP left have bought points, unless the turn is ended immediately."""
    state = search.end(node)
    if node.atom is not None and node.atom[0] == END:
        state.ap = 0
    buy(state)
    return state


def _place(state: State) -> Place:
    seat = state.seat
    segments = sum(state.towers[seat]) + max(state.used, 0)
    return state.heights, state.knights[seat], state.hands[seat], state.drawn, segments, state.scores[seat]


def _play(state: State, played: Sequence[Move], rng: random.Random, effort: bots.Effort) -> State:
    """Returns where these moves of a turn lead. If they end with a draw, the best that can follow is added."""
    trial = state.copy()
    for move in played:
        atom = choices.find(trial, move)
        assert atom is not None, "a move that was played is legal"
        if atom[0] == END:
            trial.ap = 0
            break
        if atom[0] == DRAW:
            trial.ap -= 1
            trial.drawn += 1
            search = Search(trial, rng, effort.breadth)
            return _end(search, bots.best_after_answers(search, rng, effort, effort.answers or effort.advises))
        apply(trial, *atom)
    return trial


def _line(state: State, node: Node) -> tuple[Move, ...]:
    """Returns the moves of the turn that stops at a node. Draws come first, since the cards are known after them and the rest
    of the turn is open. The AP left buy points; the end is only a move if there is no other.
    """
    path = node.path()
    draws = [atom for atom in path if atom[0] == DRAW][: state.ap]  # there are more of them if a card has given AP
    for atom in draws:
        path.remove(atom)
    trial, line = state.copy(), []
    for atom in (*draws, *path):
        line.append(choices.write(trial, *atom))
        if atom[0] == END:
            return tuple(line)
        if atom[0] == DRAW:
            trial.ap -= 1
            trial.drawn += 1
        else:
            apply(trial, *atom)
    line += [choices.write(trial, POINT, 0, 0)] * trial.ap
    return tuple(line) or (choices.write(trial, *stop(trial)),)


def reasons(before: State, better: State, other: State, frame: Frame) -> tuple[Term, ...]:
    """Returns what one end of a turn has more of than the other and what speaks for it, weightiest first. The numbers can be
    counted on the board.
    """
    weights, others = parts_of(better, frame), parts_of(other, frame)
    for each, state in ((weights, better), (others, other)):
        each["points"] += state.scores[before.seat]  # the points that were bought
    facts, without = count_terms(before, better), count_terms(before, other)
    terms = [
        (weights[key] - others[key], Term(key, facts[key] - without[key]))
        for key in facts
        if facts[key] > without[key] and weights.get(key, 0.0) > others.get(key, 0.0)
    ]
    return tuple(term for _, term in sorted(terms, key=lambda each: -each[0])[: judging.TOLD])


def count_terms(before: State, state: State) -> dict[str, int]:
    """Returns by term what the seat of `before` has at the end of its turn: points as if the phase were over, action points
    left or spent on points, knights on the board, the sum of their levels, cards, segments; and how far the others are behind.
    """
    seat, land = before.seat, state.terrain
    royal, phase = state.royal_castle(), state.phase
    points = [castle_points(land, own) + royal_points(land, royal, own, phase) for own in state.knights]
    knights = state.knights[seat]
    facts = {
        "castles": castle_points(land, knights),
        "rise": sum(land.heights[square] for square in bits(knights)),
        "knights": knights.bit_count(),
        "royal": royal_points(land, royal, knights, phase),
        "rivals": points[seat] - sum(points),
        "points": state.ap + state.scores[seat] - before.scores[seat],
        "segments": sum(state.towers[seat]) + max(state.used, 0),
        "cards": len(state.hands[seat]) + state.drawn - before.drawn,
    }
    if state.masters:
        facts["master"] = master_points(state)[seat]
    return facts


def _brings(before: State, end: State, rng: random.Random, breadth: int) -> Brings:
    """Returns what the end of a turn brings, before and after each of the others has answered by a narrow search."""
    seat, begun = before.seat, _totals(before)
    state = end.copy()
    ends = [_totals(state) for _ in islice(played_on(state, rng, breadth), state.seats)]
    own = ends[0][seat] - begun[seat]
    if len(ends) == 1:
        return Brings(own)
    others = max(last - first for each, (first, last) in enumerate(zip(ends[0], ends[-1], strict=True)) if each != seat)
    return Brings(own, ends[-1][seat] - begun[seat], others)


def _totals(state: State) -> list[int]:
    """Returns the points of all seats as if the phase were over."""
    land, royal, phase = state.terrain, state.royal_castle(), state.phase
    masters = master_points(state) if state.masters else [0] * state.seats
    return [
        state.scores[seat] + castle_points(land, own) + royal_points(land, royal, own, phase) + masters[seat]
        for seat, own in enumerate(state.knights)
    ]
