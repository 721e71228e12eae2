"""The results of a finished game of Torres besides the score: crests, and the figures that players argue about."""

from collections.abc import Mapping, Sequence

from engines.base import lead, statistics_of
from engines.contract import Crest, Event, Result, Seat, Statistic
from engines.torres.events import CardPlayed, KnightPlaced, PhaseScored, PointBought, SegmentBuilt
from engines.torres.state import State

HIGH = 5
"""The level that earns the crest.

The rules allow a tenth: a stack may be as high as its castle's base is large (T7), and there are 92 segments. But figures climb
one level at a time (T4) and never inside a castle (T5); cards help one knight by a level or two, each once. A knight on the
tenth level has a stair of about 1 + 2 + ... + 10 = 55 segments below it, built by all together, or a `gate` beside a stack that
is even higher. No game of rivals would ever bring such a crest. A stair to the fifth level is 15 segments: more than one
player's towers hold in a phase (8 to 12), so it has to be planned, and others see it.
"""

PHASES = 3

DONE = {"built": SegmentBuilt, "placed": KnightPlaced, "cards": CardPlayed, "bought": PointBought}


def _high(state: State, _result: Result) -> tuple[Seat, ...]:
    """A knight on the fifth level or higher at the end."""
    high = [square for square, height in enumerate(state.heights) if height >= HIGH]
    return tuple(seat for seat, knights in enumerate(state.knights) if any(knights >> square & 1 for square in high))


def _court(state: State, _result: Result) -> tuple[Seat, ...]:
    """The royal bonus in every phase."""
    if len(state.scorings) < PHASES:
        return ()
    return tuple(seat for seat in range(state.seats) if all(scored.royal[seat] for scored in state.scorings))


CRESTS: Mapping[str, Crest] = {"high": _high, "court": _court}


def margin(event: Event) -> int | None:
    """Returns the difference between the two best of a phase."""
    data = event.data
    if not isinstance(data, PhaseScored):
        return None
    return lead(after - before for before, after in zip(data.before, data.after, strict=True))


def statistics(events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
    """Points by scoring, slides of these and of bought points (T16), and counts of actions, by seat."""
    found = {key: [0] * seats for key in ("phase-1", "phase-2", "phase-3", "slides", *DONE)}
    for event in events:
        data = event.data
        if isinstance(data, PhaseScored):
            for gain in data.gains:
                found[f"phase-{data.phase}"][gain.seat] += gain.points
                found["slides"][gain.seat] += gain.slides
        elif isinstance(data, PointBought):
            found["slides"][data.seat] += data.slides
        for key, kind in DONE.items():
            if isinstance(data, kind):
                found[key][data.seat] += 1
    return statistics_of(found)
