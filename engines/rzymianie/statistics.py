"""The results of a finished game of Rzymianie do domu besides the score: crests, and the figures that players argue about."""

from collections.abc import Mapping, Sequence

from engines.base import lead, statistics_of
from engines.contract import Crest, Event, Result, Seat, Statistic
from engines.rzymianie.components import KINDS
from engines.rzymianie.events import AttackOver, FortGivenUp, Seduced
from engines.rzymianie.state import RzymianieState


def _hecas(state: RzymianieState, _result: Result) -> tuple[Seat, ...]:
    """Won immediately with three FortHecas (H9)."""
    return (state.hecas,) if 0 <= state.hecas < state.seats else ()


def _kinds(state: RzymianieState, _result: Result) -> tuple[Seat, ...]:
    """Took a fort of every kind."""
    every = set(KINDS)
    return tuple(seat for seat in range(state.seats) if {KINDS[fort] for fort in state.won[seat]} == every)


CRESTS: Mapping[str, Crest] = {"hecas": _hecas, "kinds": _kinds}


def margin(event: Event) -> int | None:
    """Returns by how much the clan that took a fort by strength was stronger than the next one."""
    data = event.data
    if not isinstance(data, AttackOver) or data.outcome != "highest":
        return None
    return lead(total for clan, total in enumerate(data.sums) if clan not in data.filchy)


def statistics(events: Sequence[Event], seats: int) -> tuple[Statistic, ...]:
    """Counts of forts taken, forts won by Arch'r, cancelled Ch'ariotts, warriors seduced and forts given up, by seat."""
    found = {key: [0] * seats for key in ("forts", "archr", "cancelled", "seduced", "given")}

    def count(key: str, clan: int | None) -> None:
        if clan is not None and clan < seats:
            found[key][clan] += 1

    for event in events:
        data = event.data
        if isinstance(data, AttackOver):
            count("forts", data.winner)
            if data.outcome == "archr":
                count("archr", data.winner)
            for clan in data.cancelled:
                count("cancelled", clan)
        elif isinstance(data, Seduced):
            count("seduced", data.clan)
        elif isinstance(data, FortGivenUp):
            count("given", data.clan)
    return statistics_of(found)
