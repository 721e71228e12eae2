"""What a state is worth to a seat: points still to come (prospect.py), less those of the others."""

from math import comb

import msgspec

from engines import judging
from engines.torres.components import LOOKED, MASTER_POINTS, MASTERS, TOWERS
from engines.torres.prospect import BOARD, CARD_FEATURES, FEATURES, SEGMENTS, Line, Site, board, lines, promise, sites
from engines.torres.scoring import counting
from engines.torres.squares import spread
from engines.torres.state import ACT, State
from engines.torres.terrain import Terrain, terrain

MASTER_SURE = 0.6
"""Share of a master card's points that counts while turns are left, if its condition is met now."""

RIVALS = 0.75
"""Share of the others' promises that counts against a seat. With a smaller share, players build together more and all score
more; with a half they won less, with the whole they won no more.
"""

END_SCALE, TURN_SCALE = 4.0, 6.0
"""Points of lead that multiply the odds of winning by e: in the last turn, and in addition for each turn left."""

_TERMS = {
    **dict.fromkeys(FEATURES[:BOARD], "rise"),
    **dict.fromkeys(("one", "points", "base", "best", "second", "alone", "points_high"), "castles"),
    **dict.fromkeys(("knights", "housed", "beside", "afield"), "knights"),
    **dict.fromkeys(("royal", "royal_near", "royal_next", "royal_next_near"), "royal"),
}
"""By feature of the board, the term that it belongs to."""


class Rival(msgspec.Struct, frozen=True):
    """Another seat, while one turn is considered."""

    knights: int
    """The squares of its knights, a set."""
    line: Line
    """Its weights of the features."""
    rest: float
    """What its towers and cards promise it."""


class Frame(msgspec.Struct, frozen=True):
    """What does not change while one turn is considered."""

    seat: int
    """The seat on turn."""
    phase: int
    """The phase whose scoring is next."""
    turns: int
    """Turns that the seat has after this one."""
    last: bool
    """Whether this is its last turn of the phase."""
    line: Line
    """The seat's weights of the features at the end of the turn."""
    rivals: tuple[Rival, ...]
    king: int
    """The king's square; -1 before he is placed."""
    crown: int
    """The king's square as a set; empty before he is placed."""
    others: int
    """The squares of the others' knights, a set."""
    fresh: tuple[int, ...]
    """Cards drawn so far in this turn."""
    draws: int
    """The number of draws so far in this turn."""
    draw: float
    """What a card still to be drawn promises."""
    master: int
    """The master card; -1 if there is none."""


def frame_of(state: State) -> Frame:
    """The frame of the turn being played; between phases, of the next one."""
    seat, phase = state.seat, next_scoring(state)
    of_phase = lines()[state.seats][phase - 1]
    left = [turns_left(state, number) for number in range(state.seats)]
    turns = left[seat] + sum(len(each) for each in TOWERS[state.seats][phase : state.phases])
    line = of_phase[left[seat]]
    rivals = []
    others = 0
    for number in range(state.seats):
        if number != seat:
            own = of_phase[left[number]]
            cards = own[CARD_FEATURES:]
            rest = own[SEGMENTS] * (sum(state.towers[number]) + state.kept[number])
            rest += len(state.hands[number]) * sum(cards, 0.0) / len(cards)
            rivals.append(Rival(state.knights[number], own, rest))
            others |= state.knights[number]
    return Frame(
        seat=seat,
        phase=phase,
        turns=turns,
        last=left[seat] == 0,
        line=line,
        rivals=tuple(rivals),
        king=state.king,
        crown=1 << state.king if state.king >= 0 else 0,
        others=others,
        fresh=state.fresh,
        draws=state.drawn,
        draw=_draw(state, line) if turns else 0.0,
        master=state.master if state.masters else -1,
    )


def next_scoring(state: State) -> int:
    """Returns the phase whose scoring comes next; after the last scoring, the last phase."""
    return min(state.phase + (len(state.scorings) == state.phase), state.phases)


def turns_left(state: State, seat: int) -> int:
    """Returns the number of turns that a seat has before the next scoring, after the current turn."""
    if state.mode != ACT:
        return state.rounds if state.short else len(TOWERS[state.seats][next_scoring(state) - 1])
    return len(state.towers[seat]) - (seat == state.seat and state.used < 0)


def _draw(state: State, line: Line) -> float:
    """Returns what the best of the next cards to be looked at promises on average."""
    if state.masters:
        return 0.0
    worth = line[CARD_FEATURES:]
    deck = state.deck
    known = [worth[card] for card in state.tops[deck][:LOOKED]]
    unseen = sorted((worth[card] for card in state.unseen[deck]), reverse=True)
    more = min(LOOKED - len(known), len(unseen))
    best = max(known, default=0.0)
    if not more:
        return best
    ways = comb(len(unseen), more)
    promised = (max(best, each) * comb(len(unseen) - 1 - at, more - 1) for at, each in enumerate(unseen))
    return sum(promised, 0.0) / ways


class Judge:
    """Judges what the ends of one turn are worth."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._hands: dict[tuple[int, ...], float] = {}
        self._sites: dict[Terrain, tuple[list[Site], int]] = {}
        self._theirs: dict[tuple[Terrain, int], float] = {}

    def worth(  # noqa: PLR0917 - called for every node of a search, where names cost time
        self, land: Terrain, own: int, hand: tuple[int, ...], ap: int, segments: int, drawn: int
    ) -> float:
        """What the end of the turn is worth with these knights, cards and segments left, if the remaining AP buy points."""
        frame = self.frame
        castles, near = self._sites.get(land) or self._sites.setdefault(land, self._near(land))
        royal = land.castle_of(frame.king) if frame.king >= 0 else 0
        key = land, own & near
        theirs = self._theirs.get(key)
        if theirs is None:
            theirs = self._theirs[key] = sum(self.rivals(land, own), 0.0) / len(frame.rivals)
        cards = self._hands.get(hand)
        if cards is None:
            cards = self._hands[hand] = self.cards(hand)
        worth = (
            ap
            + promise(frame.line, board(land, castles, own, frame.others, frame.crown, royal, frame.phase))
            + frame.line[SEGMENTS] * segments
            + cards
            + frame.draw * (drawn - frame.draws)
            - RIVALS * theirs
        )
        if frame.master >= 0:
            worth += self.master(land, own)
        return worth

    def _near(self, land: Terrain) -> tuple[list[Site], int]:
        """Returns the castles of a terrain, and the squares on which the seat's knights affect the others."""
        near = spread(self.frame.others)
        return sites(land), near | spread(near) | land.least[1]

    def rivals(self, land: Terrain, own: int) -> list[float]:
        """Returns what is promised to each of the others."""
        frame = self.frame
        castles, every = sites(land), own | frame.others
        royal = land.castle_of(frame.king) if frame.king >= 0 else 0
        promises = []
        for rival in frame.rivals:
            theirs = rival.knights
            found = board(land, castles, theirs, every & ~theirs, frame.crown, royal, frame.phase)
            promises.append(promise(rival.line, found) + rival.rest)
        return promises

    def cards(self, hand: tuple[int, ...]) -> float:
        """Returns what the cards in hand promise: at most one for each turn left."""
        frame = self.frame
        found = sorted((frame.line[CARD_FEATURES + card] for card in (*hand, *frame.fresh)), reverse=True)
        return sum(found[: frame.turns], 0.0)

    def master(self, land: Terrain, own: int) -> float:
        """Returns what the master card promises for these knights."""
        frame = self.frame
        master, phase = MASTERS[frame.master], frame.phase
        points = MASTER_POINTS[master][phase - 1]
        met = counting(land, master, own, phase) if points else 0
        points *= met.bit_count() if master in {"border", "diagonals"} else bool(met)
        return points * (1.0 if frame.last else MASTER_SURE)


def worth_of(state: State, frame: Frame) -> float:
    """Returns what the state is worth to the frame's seat, as if the turn's remaining AP bought points."""
    seat = frame.seat
    segments = sum(state.towers[seat]) + max(state.used, 0)
    return Judge(frame).worth(terrain(state.heights), state.knights[seat], state.hands[seat], state.ap, segments, state.drawn)


def parts_of(state: State, frame: Frame) -> dict[str, float]:
    """Returns the parts of `worth_of` by the name of the term. It is slow, and used to explain."""
    seat, phase, judge = frame.seat, frame.phase, Judge(frame)
    land = terrain(state.heights)
    castles = sites(land)
    own = state.knights[seat]
    royal = land.castle_of(frame.king) if frame.king >= 0 else 0
    parts = dict.fromkeys(_TERMS.values(), 0.0)
    found = board(land, castles, own, frame.others, frame.crown, royal, phase)
    for name, weight, amount in zip(FEATURES[:BOARD], frame.line, found, strict=False):
        parts[_TERMS[name]] += weight * amount
    parts["rivals"] = -RIVALS * sum(judge.rivals(land, own), 0.0) / len(frame.rivals)
    parts["points"] = float(state.ap)
    parts["segments"] = frame.line[SEGMENTS] * (sum(state.towers[seat]) + max(state.used, 0))
    parts["cards"] = judge.cards(state.hands[seat]) + frame.draw * (state.drawn - frame.draws)
    if frame.master >= 0:
        parts["master"] = judge.master(land, own)
    return parts


def outlook(state: State, frame: Frame) -> float:
    """Returns what to add to a worth to get the points by which the seat is ahead of the best of the others."""
    theirs = Judge(frame).rivals(terrain(state.heights), state.knights[frame.seat])
    scores = [score for seat, score in enumerate(state.scores) if seat != frame.seat]
    totals = [score + each for score, each in zip(scores, theirs, strict=True)]
    return state.scores[frame.seat] + RIVALS * sum(theirs, 0.0) / len(theirs) - max(totals)


def share(state: State, lead: float, frame: Frame) -> float:
    """Returns the share of the win with this lead in points (fitted by bench/shares.py)."""
    return judging.share(lead / (END_SCALE + TURN_SCALE * frame.turns), state.seats - 1)
