"""What players of Torres argue about afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Event, Statistic
from engines.torres.events import CardPlayed, KnightPlaced, PhaseScored, PointBought, SegmentBuilt

DONE = {"built": SegmentBuilt, "placed": KnightPlaced, "cards": CardPlayed, "bought": PointBought}


def margin(event: Event) -> int | None:
    """Between the two best of a phase."""
    data = event.data
    if not isinstance(data, PhaseScored) or len(data.after) < 2:
        return None
    gains = sorted((after - before for before, after in zip(data.before, data.after, strict=True)), reverse=True)
    return gains[0] - gains[1]


def statistics(events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
    """Points by scoring; slides of these and of bought points (T16); how often each thing was done."""
    phases: dict[int, list[int]] = {phase: [0] * seats for phase in (1, 2, 3)}
    slides = [0] * seats
    done = {key: [0] * seats for key in DONE}
    for event in events:
        data = event.data
        if isinstance(data, PhaseScored):
            for gain in data.gains:
                phases[data.phase][gain.seat] += gain.points
                slides[gain.seat] += gain.slides
        elif isinstance(data, PointBought):
            slides[data.seat] += data.slides
        for key, kind in DONE.items():
            if isinstance(data, kind):
                done[key][data.seat] += 1
    points = tuple(Statistic(f"phase-{phase}", tuple(values)) for phase, values in phases.items())
    slid = Statistic("slides", tuple(slides))
    return (*points, slid, *(Statistic(key, tuple(values)) for key, values in done.items()))
