"""What a state is worth to a seat."""

from __future__ import annotations

import msgspec

from engines import judging
from engines.torres.components import MASTER_POINTS, MASTERS, PHASES, ROYAL, TOWERS
from engines.torres.moves import Atom
from engines.torres.play import apply
from engines.torres.scoring import counting, royal_knights
from engines.torres.squares import bits, spread
from engines.torres.state import State
from engines.torres.terrain import Terrain, terrain


class Weights(msgspec.Struct, frozen=True):
    """What things are worth in points."""

    later: float = 0.3
    """A castle's points, once more for each later scoring."""
    rivals: float = 0.5
    """The others' points together, against one's own."""
    royal: float = 0.6
    """Share of the royal bonus, and of a master card, while turns are left before it is given."""
    knight: float = 0.4
    """A knight on the board, for each turn left."""
    knights: float = 2.6
    """A knight on the board, at most."""
    rise: float = 0.25
    """A level of a knight."""
    card: float = 2.2
    """A card in hand, as far as turns are left to play it."""
    drawn: float = 1.8
    """A card to be drawn."""
    segment: float = 0.3
    """A segment in a tower for later turns."""


WEIGHTS = Weights()

END_SCALE, TURN_SCALE = 4.0, 1.0
"""So many points ahead make the odds of winning e times as good: in the last turn, and more for each turn left."""


class Frame(msgspec.Struct, frozen=True):
    """What stays the same while one turn is thought over."""

    seat: int
    """Whose turn it is."""
    weights: Weights
    turns: int
    """Turns that the seat has after this one."""
    last: bool
    """Whether this is its last turn of the phase."""
    scorings: int
    """Scorings after this phase's."""
    rivals: tuple[int, ...]
    """The others' knights, a set of squares each."""
    drawn: int
    """Draws made in this turn so far."""


def frame_of(state: State, weights: Weights = WEIGHTS) -> Frame:
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


def parts_of(state: State, frame: Frame) -> dict[str, float]:
    """What `worth_of` is the sum of, by the name of the term: the same, slowly, for telling."""
    weights, seat, phase = frame.weights, frame.seat, state.phase
    land = terrain(state.heights)
    own, least = state.knights[seat], land.least
    times = 1 + weights.later * frame.scorings
    mine = _castles(land, own)
    theirs = sum(_castles(land, knights) for knights in frame.rivals)
    sure = 1.0 if frame.last else weights.royal
    royal = bool(royal_knights(land, state.royal_castle(), own, phase))
    parts = {
        "castles": times * mine,
        "rivals": -times * weights.rivals * theirs / len(frame.rivals),
        "points": float(state.ap),
        "royal": sure * ROYAL[phase - 1] * royal,
        "master": sure * _master(state, own) if state.masters else 0.0,
    }
    if frame.turns:
        parts |= {
            "knights": own.bit_count() * min(weights.knights, weights.knight * frame.turns),
            "rise": weights.rise * sum((own & least[level]).bit_count() for level in range(1, len(least) - 3)),
            "cards": weights.card * min(len(state.hands[seat]), frame.turns)
            + weights.drawn * (state.drawn - frame.drawn) * min(1.0, frame.turns / 3),
            "segments": weights.segment * (sum(state.towers[seat]) + max(state.used, 0)),
        }
    return parts


def _castles(land: Terrain, knights: int) -> int:
    """What a seat's knights score in the castles."""
    points = 0
    for castle in land.castles:
        inside = castle & knights
        if inside:
            points += castle.bit_count() * max(level for level in range(len(land.least)) if inside & land.least[level])
    return points


def outlook(state: State) -> float:
    """Points by which the seat that acts is ahead of the best of the others, with what the board promises each of them."""
    others = []
    for seat in range(state.seats):
        if seat != state.seat:
            other = state.copy()
            other.seat, other.ap, other.used, other.drawn = seat, 0, -1, 0
            others.append(state.scores[seat] + worth_of(other, frame_of(other)))
    return state.scores[state.seat] - max(others)


def share(state: State, lead: float, frame: Frame) -> float:
    """The share of the win of who is ahead by so many points (fitted by bench/shares.py)."""
    return judging.share(lead / (END_SCALE + TURN_SCALE * frame.turns), state.seats - 1)


def _master(state: State, own: int) -> float:
    """What the master card gives for these knights at the end of the phase."""
    master = MASTERS[state.master]
    points = MASTER_POINTS[master][state.phase - 1]
    met = counting(state.terrain, master, own, state.phase) if points else 0
    return points * met.bit_count() if master in {"border", "diagonals"} else points * bool(met)


def promise(state: State, atom: Atom) -> float:
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
