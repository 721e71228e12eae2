"""The computer player: a beam search over the atomic moves of its own turn.

It knows only what the view tells (the rest is dealt anew, and of that nothing is used). A plan for the rest of the turn is
sought, its first move is played, and the rest is thought over again after it.
"""

from __future__ import annotations

import random

import msgspec

from engines.contract import Move
from engines.torres import seen, words
from engines.torres.components import CARDS, MASTER_POINTS, MASTERS, PHASES, ROYAL, SHIFT, TOWERS
from engines.torres.fast import CARD, CHOOSE, DRAW, END, KEEP_CARD, POINT, SET_CASTLE, Atom, groups
from engines.torres.playing import apply
from engines.torres.scoring import counting, royal_knights
from engines.torres.squares import bits, spread
from engines.torres.state import ACT, State
from engines.torres.terrain import terrain
from engines.torres.towers import Ending, Keeping, endings, keepings
from engines.torres.view import TorresView

LEVELS = ("easy", "normal", "hard")

_WIDTH = {"easy": 1, "normal": 5, "hard": 10}
"""How many positions of each ply are followed."""

_CARELESS = {"easy": 0.35, "normal": 0.0, "hard": 0.0}
"""How often a move of a turn is any move at all."""

_SHIFTS = 60
"""So many of the (up to a thousand) moves of the card `shift` are looked at."""

_BEST_CARDS = ("gate", "seven", "shift", "under", "six", "supply", "climb", "diagonal", "jump", "higher")
"""Which card to keep, the most useful first."""


class Weights(msgspec.Struct, frozen=True):
    """What things are worth in points.

    `later`: a castle's points once more for each later scoring. `rivals`: the others' points together, against one's own.
    `royal`: share of the royal bonus (and of a master card) while turns are left before it is given. `knight`: a knight on
    the board for each turn left, at most `knights`. `rise`: a level of a knight. `card`: a card in hand, as far as turns are
    left to play it; `drawn`: one to be drawn. `segment`: one in a tower for later turns.
    """

    later: float = 0.3
    rivals: float = 0.5
    royal: float = 0.6
    knight: float = 0.4
    knights: float = 2.6
    rise: float = 0.25
    card: float = 2.2
    drawn: float = 1.8
    segment: float = 0.3


WEIGHTS = Weights()


def advise(view: TorresView, rng: random.Random, level: str) -> Move:
    """A legal move of the view's seat; the same for the same view, chance and level."""
    state = seen.imagine(view, rng, State, 1)
    if state.mode != ACT:
        atom = _single(state, rng)
    elif rng.random() < _CARELESS[level]:
        kind, a, mask = rng.choice(groups(state))
        atom = (kind, a, rng.choice(list(bits(mask))))
    else:
        atom = plan(state, rng, _WIDTH[level])
    return words.write(state, *atom)


# -- outside a turn ---------------------------------------------------------------------------------------------------------


def _single(state: State, rng: random.Random) -> Atom:
    """The setup, the king, the next starter, a card to keep."""
    atoms = [(kind, a, b) for kind, a, mask in groups(state) for b in bits(mask)]
    kind = atoms[0][0]
    if kind == KEEP_CARD:
        ways = keepings(state.looked)
        return max(atoms, key=lambda atom: _card_order(ways[atom[2]]))
    if kind == CHOOSE:
        return (CHOOSE, 0, (state.seat + 1) % state.seats)  # and so to move last, when nobody can answer any more
    if kind == SET_CASTLE:
        return rng.choice(atoms)
    return max(atoms, key=lambda atom: _promise(state, atom) + rng.random())


def _card_order(way: Keeping) -> tuple[float, ...]:
    """Keep the best card and lay the second best on top, the worst at the bottom."""
    worth = [-_BEST_CARDS.index(CARDS[card]) for card in (way.card, *way.tops)]
    return (worth[0], len(way.tops) == 1, sum(worth[1:]))


def _promise(state: State, atom: Atom) -> float:
    """What a place for the first knight or the king promises: room for one's castle to grow, closeness to the bonus."""
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
        on_level = inside & land.least[min(state.phase + 1, PHASES)]
        share = 2.0 * bool(inside) + 4.0 * bool(on_level)
        worth += share if number == seat else -share / (trial.seats - 1)
    return worth


# -- a turn -----------------------------------------------------------------------------------------------------------------


class Frame(msgspec.Struct, frozen=True):
    """What stays the same while one turn is thought over: `turns` that the seat has after this one, `last` turn of the phase,
    `scorings` after this phase's, `drawn` so far.
    """

    seat: int
    weights: Weights
    turns: int
    last: bool
    scorings: int
    rivals: tuple[int, ...]
    drawn: int


def frame_of(state: State, weights: Weights) -> Frame:
    """The frame of the turn being played."""
    seat = state.seat
    in_phase = len(state.towers[seat]) - (state.used < 0)
    return Frame(
        seat=seat,
        weights=weights,
        turns=in_phase + sum(len(TOWERS[state.seats][phase]) for phase in range(state.phase, PHASES)),
        last=in_phase == 0,
        scorings=PHASES - state.phase,
        rivals=tuple(knights for number, knights in enumerate(state.knights) if number != seat),
        drawn=state.drawn,
    )


Node = tuple[float, int, State, Atom, bool]
"""Worth, a number that settles ties, the state, the first move that led there, whether a card is drawn on the way."""


def plan(state: State, rng: random.Random, width: int, weights: Weights = WEIGHTS) -> Atom:
    """The first move of the best plan found for the rest of this turn. A draw in it comes first: its card is known then."""
    frame = frame_of(state, weights)
    best, chosen = worth_of(state, frame), None
    beam: list[Node] = []
    met: set[tuple[object, ...]] = set()
    _grow(beam, met, (best, 0, state, (POINT, 0, 0), False), frame, rng, root=True)
    while beam:
        beam.sort(key=lambda node: (-node[0], node[1]))
        if beam[0][0] > best + 1e-9:
            best, chosen = beam[0][0], beam[0]
        further: list[Node] = []
        for node in beam[:width]:
            _grow(further, met, node, frame, rng, root=False)
        beam = further
    if chosen is not None:
        return (DRAW, 0, 0) if chosen[4] and state.ap else chosen[3]
    return (POINT, 0, 0) if state.ap else (END, 0, _ending(endings(state.towers[state.seat], state.used)))


def _grow(found: list[Node], met: set[tuple[object, ...]], node: Node, frame: Frame, rng: random.Random, *, root: bool) -> None:
    """Add what one more move makes of a node, each new state once."""
    _, _, state, first, drew = node
    for kind, a, b in _tried(state, rng, root=root):
        child = state.copy()
        if kind == DRAW:  # which cards come is not known: only that it costs and gives one
            child.ap -= 1
            child.drawn += 1
        else:
            apply(child, kind, a, b)
        key = (child.heights, child.knights[frame.seat], child.ap, child.used, child.carded, child.drawn)
        if key not in met:
            met.add(key)
            found.append((worth_of(child, frame), len(met), child, (kind, a, b) if root else first, drew or kind == DRAW))


def _tried(state: State, rng: random.Random, *, root: bool) -> list[Atom]:
    """The moves that a plan is made of: all but buying points and ending, which the worth of a state counts in."""
    atoms: list[Atom] = []
    shifts: list[Atom] = []
    for kind, a, mask in groups(state):
        if kind == CARD + SHIFT:
            if root:
                shifts += [(kind, a, b) for b in bits(mask)]
        elif kind not in {POINT, END}:
            atoms += [(kind, a, b) for b in bits(mask)]
    return atoms + rng.sample(shifts, min(_SHIFTS, len(shifts)))


def worth_of(state: State, frame: Frame) -> float:
    """What the state is worth to the frame's seat, as if the turn's remaining AP bought points."""
    weights, seat, phase = frame.weights, frame.seat, state.phase
    land = terrain(state.heights)
    own = state.knights[seat]
    least = land.least
    mine = theirs = 0
    for castle in land.castles:
        base = castle.bit_count()
        inside = castle & own
        if inside:
            level = 1
            while inside & least[level + 1]:
                level += 1
            mine += level * base
        for knights in frame.rivals:
            inside = castle & knights
            if inside:
                level = 1
                while inside & least[level + 1]:
                    level += 1
                theirs += level * base
    times = 1 + weights.later * frame.scorings
    worth = times * (mine - weights.rivals * theirs / len(frame.rivals)) + state.ap
    sure = 1.0 if frame.last else weights.royal
    if royal_knights(land, state.royal_castle(), own, phase):
        worth += sure * ROYAL[phase - 1]
    if state.masters:
        worth += sure * _master(state, own)
    if frame.turns:
        worth += own.bit_count() * min(weights.knights, weights.knight * frame.turns)
        for level in range(1, len(least) - 3):
            worth += weights.rise * (own & least[level]).bit_count()
        worth += weights.card * min(len(state.hands[seat]), frame.turns)
        worth += weights.drawn * (state.drawn - frame.drawn) * min(1.0, frame.turns / 3)
        worth += weights.segment * (sum(state.towers[seat]) + max(state.used, 0))
    return worth


def _master(state: State, own: int) -> float:
    """What the master card gives for these knights at the end of the phase."""
    master = MASTERS[state.master]
    points = MASTER_POINTS[master][state.phase - 1]
    met = counting(state.terrain, master, own, state.phase) if points else 0
    return points * met.bit_count() if master in {"border", "diagonals"} else points * bool(met)


def _ending(ways: tuple[Ending, ...]) -> int:
    """The ending that keeps the most segments, spread the most evenly."""
    return max(range(len(ways)), key=lambda way: (-ways[way].rest, -sum(height * height for height in ways[way].towers)))
