"""Points: the score track, castles, the royal bonus and the master cards (T14-T16, T21), and the result (T19)."""

import itertools

import msgspec

from engines.base import by_points
from engines.contract import Result, Seat
from engines.torres.components import CASTLES_IN, KNIGHTS, MASTER_POINTS, MASTERS, ROYAL
from engines.torres.squares import CORNERS, DIAGONALS, EDGE, LINES, flood
from engines.torres.state import CASTLES_GAIN, MASTER_GAIN, ROYAL_GAIN, SLIDES, SOURCES, Scored, State
from engines.torres.terrain import Terrain


class Gain(msgspec.Struct, frozen=True):
    """Points that moved a marker at a scoring (T16)."""

    source: str = msgspec.field(name="kind")
    """Their source: castles, royal or master."""
    seat: Seat
    points: int = msgspec.field(name="gain")
    start: int = msgspec.field(name="from")
    """The marker's field before."""
    target: int = msgspec.field(name="to")
    """The marker's field afterwards."""
    slides: int
    """Occupied fields that it slid over at the end."""


def gain(state: State, seat: int, points: int, source: int) -> int:
    """T16: move the seat's marker to the next free field. Returns how many occupied fields it slid over."""
    if not points:
        return 0
    scores = state.scores
    field = scores[seat] + points
    slides = 0
    while field + slides in scores:
        slides += 1
    scores[seat] = field + slides
    state.tallies[len(SOURCES) * seat + source] += points
    state.tallies[len(SOURCES) * seat + SLIDES] += slides
    return slides


def castle_points(land: Terrain, knights: int) -> int:
    """T14: returns the sum over all castles with some of these knights: the highest knight's level × the base."""
    total = 0
    least = land.least
    for castle in land.castles:
        inside = castle & knights
        if inside:
            level = 1
            while inside & least[level + 1]:
                level += 1
            total += level * castle.bit_count()
    return total


def royal_knights(land: Terrain, royal: int, knights: int, phase: int) -> int:
    """T15: returns those of these knights that are in the royal castle on exactly the phase's level."""
    return knights & royal & land.least[phase] & ~land.least[phase + 1]


def royal_points(land: Terrain, royal: int, knights: int, phase: int) -> int:
    """T15: returns the bonus, which is paid once however many knights meet it."""
    return ROYAL[phase - 1] if royal_knights(land, royal, knights, phase) else 0


def counting(land: Terrain, master: str, knights: int, phase: int) -> int:
    """T21: those of these knights that meet the master card's condition at the end of this phase; 0 if it is not met."""
    least = land.least
    if master == "border":
        return knights & EDGE
    if master == "diagonals":
        return knights & DIAGONALS
    if master == "castles":
        visited = sum(1 for castle in land.castles if castle & knights)
        return knights & least[1] if visited == CASTLES_IN[phase - 1] else 0
    if phase < len(CASTLES_IN):
        return 0
    if master == "square":
        return next((corners for corners in CORNERS if corners & knights == corners), 0)
    if knights.bit_count() < KNIGHTS:
        return 0
    return knights if _all_together(land, master, knights) else 0


def _all_together(land: Terrain, master: str, knights: int) -> bool:
    """T21: whether all knights of a seat stand together as the master card demands."""
    if master == "neighbours":
        return flood(knights & -knights, knights) == knights
    if master == "row":
        return any(line & knights == knights for line in LINES)
    levels = [(knights & low & ~high).bit_count() for low, high in itertools.pairwise(land.least)]
    return max(levels) == (1 if master == "levels" else KNIGHTS)


def master_points(state: State) -> list[int]:
    """T21: returns the points from the master card for each seat at the end of this phase."""
    master = MASTERS[state.master]
    points = MASTER_POINTS[master][state.phase - 1]
    met = [counting(state.terrain, master, knights, state.phase) for knights in state.knights]
    if master in {"border", "diagonals"}:
        counts = [knights.bit_count() for knights in met]
        most = max(counts)
        return [points * (count + (count == most and counts.count(most) == 1)) for count in counts]
    return [points if knights else 0 for knights in met]


def score(state: State) -> tuple[Scored, list[Gain]]:
    """T14-T16: score castles, royal bonus and master card, each for all seats in turn order before the next. Returns the
    scoring and the gains, in that order.
    """
    land, royal = state.terrain, state.royal_castle()
    castles = [castle_points(land, knights) for knights in state.knights]
    bonus = [royal_points(land, royal, knights, state.phase) for knights in state.knights]
    master = master_points(state) if state.masters else [0] * state.seats
    gains = []
    for points, source in ((castles, CASTLES_GAIN), (bonus, ROYAL_GAIN), (master, MASTER_GAIN)):
        for seat in state.order(state.starter):
            if points[seat]:
                before = state.scores[seat]
                slides = gain(state, seat, points[seat], source)
                gains.append(Gain(SOURCES[source], seat, points[seat], before, state.scores[seat], slides))
    scored = Scored(state.phase, tuple(castles), tuple(bonus), tuple(master), tuple(state.scores))
    state.scorings.append(scored)
    return scored, gains


def result(state: State) -> Result:
    """T19: returns the result: most points win; only players without any point can share a place."""
    sources = [source for source in range(len(SOURCES)) if source != MASTER_GAIN or state.masters]
    made = ({SOURCES[source]: state.tallies[len(SOURCES) * seat + source] for source in sources} for seat in range(state.seats))
    return by_points(state.scores, tuple(made))
