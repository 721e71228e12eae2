"""Whole turns judged against each other, for reviews: what the seat played from a question on, and the best it could have."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from engines.contract import Candidate, Move, Term
from engines.judging import TOLD
from engines.torres import bots, choices
from engines.torres.answers import loss
from engines.torres.determinize import determinize
from engines.torres.evaluate import Frame, frame_of, outlook, parts_of, share, worth_of
from engines.torres.moves import DRAW, END, Atom
from engines.torres.play import apply
from engines.torres.scoring import castle_points, master_points, royal_points
from engines.torres.search import Node, Search
from engines.torres.squares import bits
from engines.torres.state import ACT, State
from engines.torres.view import TorresView


def together(view: TorresView, moves: Sequence[Move]) -> int:
    """How many of the moves of a turn that follow this view are one decision: all up to a draw, which shows something new, and
    that. What is asked outside of turns, and which card to keep, is a decision of its own.
    """
    if view.asks != "act":
        return 1
    draws = (number for number, move in enumerate(moves, 1) if move[0] == "draw")
    return next(draws, len(moves))


def compared(view: TorresView, rng: random.Random, level: str, played: Sequence[Move]) -> tuple[Candidate, Candidate]:
    """The best that the turn could have come to and what came of these moves of it; twice the same where nothing is better.
    Both are judged with what the others answer, and the reasons are what the board has after the one and not after the other.
    """
    state = determinize(view, rng, State, 1)
    if state.mode != ACT:
        found = bots.candidates(view, rng, level, 1, played[:1])
        first, other = found[0], found[-1]
        return (first, first) if first is other else (msgspec.structs.replace(first, line=(first.move,)), other)
    frame = frame_of(state)
    effort = bots.EFFORTS[level]
    search = Search(state, rng, effort.breadth)
    end, bought = _played(state, played, rng, effort.breadth)
    best = bots.answered(search, rng, effort, effort.answers or effort.advises)
    reached = search.end(best)
    lead = outlook(state, frame)
    worths = [
        lead + worth_of(each, frame) + more + bots.BELIEVED * loss(each.copy(), rng, effort.answer)
        for each, more in ((reached, 0), (end, bought))
    ]
    own = Candidate(played[0], share(state, lead + worths[1], frame))
    if best is search.root or worths[0] <= worths[1]:
        return own, own
    line = _line(state, best)
    better = Candidate(
        line[0], share(state, worths[0], frame), 0.0, reasons(state, reached, end, frame), chosen=True, line=line
    )
    return better, own


def _played(state: State, played: Sequence[Move], rng: random.Random, breadth: int) -> tuple[State, int]:
    """Where these moves of a turn lead, with a draw at the end the best that can follow; and how many points they bought."""
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
            search = Search(trial, rng, breadth)
            trial = search.end(search.best())
            break
        apply(trial, *atom)
    return trial, trial.scores[state.seat] - state.scores[state.seat]


def _line(state: State, node: Node) -> tuple[Move, ...]:
    """The moves that lead to a node, draws first, since their cards are known then; how the turn goes on after one is open."""
    path = node.path()
    atoms: list[Atom] = [*(atom for atom in path if atom[0] == DRAW), *(atom for atom in path if atom[0] != DRAW)]
    trial, line = state.copy(), []
    for atom in atoms:
        line.append(choices.write(trial, *atom))
        if atom[0] == DRAW:
            trial.ap -= 1
            trial.drawn += 1
        else:
            apply(trial, *atom)
    return tuple(line)


def reasons(before: State, better: State, other: State, frame: Frame) -> tuple[Term, ...]:
    """What the one end of a turn has more of than the other and that speaks for it, weightiest first. The numbers are the
    board's: anybody can count them.
    """
    weights, others = parts_of(better, frame), parts_of(other, frame)
    facts, without = counted(before, better), counted(before, other)
    told = [
        (weights[key] - others[key], Term(key, facts[key] - without[key]))
        for key in facts
        if facts[key] > without[key] and weights.get(key, 0.0) > others.get(key, 0.0)
    ]
    return tuple(term for _, term in sorted(told, key=lambda each: -each[0])[:TOLD])


def counted(before: State, state: State) -> dict[str, int]:
    """By term, what the seat of `before` has at the end of its turn: points as if the phase were over, action points left or
    spent on points, knights on the board, the sum of their levels, cards, segments; of the others' points, what they lack.
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
