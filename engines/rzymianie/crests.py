"""What is worth remembering of a game of Rzymianie do domu!: the crests that people earn."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Crest, Result, Seat
from engines.rzymianie.components import KINDS
from engines.rzymianie.state import RzymianieState


def _hecas(state: RzymianieState, _result: Result) -> tuple[Seat, ...]:
    """Won at once by three FortHecas (H9)."""
    return (state.hecas,) if 0 <= state.hecas < state.seats else ()


def _kinds(state: RzymianieState, _result: Result) -> tuple[Seat, ...]:
    """A fort of every kind."""
    every = set(KINDS)
    return tuple(seat for seat in range(state.seats) if {KINDS[fort] for fort in state.won[seat]} == every)


CRESTS: Mapping[str, Crest] = {"hecas": _hecas, "kinds": _kinds}
