"""Setup, turns, rounds and phases (T1, T13, T17, T21). What happens is told into `told` where somebody listens."""

from __future__ import annotations

from typing import Any

from engines import draws
from engines.contract import Event
from engines.torres.components import (
    CARDS,
    CASTLES,
    COLOURS,
    MASTERS,
    PHASES,
    POINTS,
    ROYAL,
    SEGMENTS,
    STARTING_CASTLES,
    TOWERS,
)
from engines.torres.scoring import castle_points, counting, gain, master_points, royal_knights, royal_points
from engines.torres.squares import SQUARES, bits, names
from engines.torres.state import (
    ACT,
    CASTLE,
    CASTLES_GAIN,
    CROWN,
    FIRST,
    KING,
    MASTER_GAIN,
    OVER,
    ROYAL_GAIN,
    START,
    State,
)
from engines.torres.towers import dealt
from engines.torres.view import Scored

Told = list[Event] | None


def set_up(seats: int, *, common: bool, masters: bool, seed: bytes, rules: int) -> dict[str, Any]:
    """The fields of a new game's state (T1, T2, T20, T21)."""
    towers = TOWERS[seats][0]
    heights = bytes(64) if masters else bytes(STARTING_CASTLES >> square & 1 for square in range(64))
    cards = tuple(range(len(CARDS)))
    decks = 0 if masters else 1 if common else seats
    return {
        "rules": rules,
        "common": common,
        "masters": masters,
        "seats": seats,
        "seed": seed,
        "draws": 1 if masters else 0,
        "mode": CASTLE if masters else START,
        "heights": heights,
        "knights": [0] * seats,
        "supply": SEGMENTS - sum(heights) - seats * sum(towers),
        "towers": [towers] * seats,
        "kept": [0] * seats,
        "hands": [cards if masters else ()] * seats,
        "played": [()] * seats,
        "tops": [()] * decks,
        "unseen": [tuple(sorted(cards * COLOURS)) if common else cards] * decks,
        "bottoms": [()] * decks,
        "drawer": [-1] if decks == 1 else list(range(decks)),
        "sure": [0] * decks,
        "master": draws.below(seed, 0, len(MASTERS)) if masters else -1,
        "scores": [0] * seats,
        "tallies": [0] * (seats * 5),
        "scorings": [],
        "deeds": [],
    }


def ask(state: State, mode: int, seat: int) -> None:
    """The next question goes to this seat; another seat's question is another turn."""
    state.mode = mode
    if seat != state.seat:
        state.turn += 1
        state.seat = seat


def castle_placed(state: State) -> None:
    """T21: round and round until all castles stand; then the knights."""
    placed = sum(state.heights)
    if placed < CASTLES:
        ask(state, CASTLE, placed % state.seats)
    else:
        ask(state, START, 0)


def knight_started(state: State) -> None:
    """T1: the knights in seat order, then the last player's king."""
    if state.seat + 1 < state.seats:
        ask(state, START, state.seat + 1)
    else:
        state.mode = CROWN


def begin_turn(state: State, seat: int) -> None:
    """A new turn with all its action points."""
    state.mode = ACT
    state.seat = seat
    state.turn += 1
    state.ap = POINTS
    state.used = -1
    state.carded = False
    state.drawn = 0


def turn_ended(state: State, told: Told) -> None:
    """T13: the next player's turn, the next round or the end of the phase."""
    state.done += 1
    if state.done < state.seats:
        begin_turn(state, (state.seat + 1) % state.seats)
        return
    state.done = 0
    if state.round < state.rounds:
        state.round += 1
        state.starter = leader(state, state.starter)
        if told is not None:
            told.append(Event("round", {"phase": state.phase, "round": state.round, "starter": state.starter}))
        begin_turn(state, state.starter)
        return
    state.ap = 0
    state.used = -1
    state.carded = False
    state.drawn = 0
    score(state, told)
    if state.phase == PHASES:
        state.mode = OVER
        if told is not None:
            told.append(Event("over", {"scores": list(state.scores)}, reveals=True))
        return
    state.turn += 1
    state.mode = KING
    state.seat = fewest(state)


def leader(state: State, otherwise: int) -> int:
    """T21: who starts a round, the most points (`otherwise` while all are at 0, and outside the master variant)."""
    most = max(state.scores)
    return state.scores.index(most) if state.masters and most else otherwise


def fewest(state: State) -> int:
    """T17: who has the fewest points; of several at 0 the last in turn order."""
    least = min(state.scores)
    return next(seat for seat in reversed(state.order(state.starter)) if state.scores[seat] == least)


def king_settled(state: State, told: Told) -> None:
    """T17: now the starting player is chosen; T21: the leader starts."""
    if state.masters:
        begin_phase(state, leader(state, state.starter), told)
    else:
        state.mode = FIRST


def begin_phase(state: State, starter: int, told: Told) -> None:
    """T17, T8: the next phase, its towers dealt and the kept segments spread over them."""
    state.phase += 1
    state.round = 1
    state.starter = starter
    wasted = []
    for seat in range(state.seats):
        new = TOWERS[state.seats][state.phase - 1]
        state.towers[seat], rest = dealt(new, state.kept[seat])
        state.kept[seat] = 0
        state.supply += rest - sum(new)
        wasted.append(rest)
    if told is not None:
        towers = [list(towers) for towers in state.towers]
        told.append(Event("phase", {"phase": state.phase, "starter": starter, "towers": towers, "to_supply": wasted}))
    begin_turn(state, starter)


def score(state: State, told: Told) -> None:
    """T14-T16: castles, royal bonus and master card, each for all in turn order before the next."""
    land, royal = state.terrain, state.royal_castle()
    before = tuple(state.scores)
    castles = [castle_points(land, knights) for knights in state.knights]
    bonus = [royal_points(land, royal, knights, state.phase) for knights in state.knights]
    master = master_points(state) if state.masters else [0] * state.seats
    gains = []
    kinds = (("castles", castles, CASTLES_GAIN), ("royal", bonus, ROYAL_GAIN), ("master", master, MASTER_GAIN))
    for kind, points, source in kinds:
        for seat in state.order(state.starter):
            if points[seat]:
                was = state.scores[seat]
                slides = gain(state, seat, points[seat], source)
                gains.append(
                    {"kind": kind, "seat": seat, "gain": points[seat], "from": was, "to": state.scores[seat], "slides": slides}
                )
    state.scorings.append(Scored(state.phase, tuple(castles), tuple(bonus), tuple(master), tuple(state.scores)))
    if told is not None:
        told.append(_scene(state, before, gains, master))


def _scene(state: State, before: tuple[int, ...], gains: list[dict[str, Any]], master: list[int]) -> Event:
    land, royal = state.terrain, state.royal_castle()
    data: dict[str, Any] = {
        "phase": state.phase,
        "order": state.order(state.starter),
        "board": {
            "heights": list(state.heights),
            "knights": [list(names(knights)) for knights in state.knights],
            "king": SQUARES[state.king],
        },
        "castles": [told for castle in land.castles if (told := _castle(state, castle, castle == royal))["knights"]],
        "royal": {
            "level": state.phase,
            "bonus": ROYAL[state.phase - 1],
            "knights": [
                {"seat": seat, "square": SQUARES[square]}
                for seat in state.order(state.starter)
                for square in list(bits(royal_knights(land, royal, state.knights[seat], state.phase)))[:1]
            ],
        },
        "master": None,
        "gains": gains,
        "before": list(before),
        "after": list(state.scores),
    }
    if state.masters:
        card = MASTERS[state.master]
        squares = [list(names(counting(land, card, knights, state.phase))) for knights in state.knights]
        data["master"] = {"card": card, "points": master, "squares": squares}
    return Event("scoring", data, reveals=True, scene=True)


def _castle(state: State, castle: int, royal: bool) -> dict[str, Any]:
    """A castle and the one knight of each player that scores there, in turn order."""
    base = castle.bit_count()
    knights = []
    for seat in state.order(state.starter):
        inside = castle & state.knights[seat]
        if inside:
            square = max(bits(inside), key=lambda s: state.heights[s])
            level = state.heights[square]
            knights.append({"seat": seat, "square": SQUARES[square], "level": level, "points": level * base})
    return {"squares": list(names(castle)), "base": base, "royal": royal, "knights": knights}
