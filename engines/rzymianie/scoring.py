"""The places at the end (H9, H11)."""

from engines.base import deciding
from engines.contract import Result
from engines.rzymianie.components import KINDS, VALUES
from engines.rzymianie.state import NOBODY, RzymianieState

Standing = tuple[int, int, tuple[int, ...]]
"""Points, number of forts, values of the forts from the highest down, compared in this order."""


def standing_of(forts: list[int]) -> Standing:
    """H9: returns the standing of one clan by its forts."""
    values = [VALUES[fort] for fort in forts]
    return sum(values), len(values), tuple(sorted(values, reverse=True))


def result_of(state: RzymianieState) -> Result:
    """Returns the result of a finished position. `reason` is `points`, `forts`, `strongest` (what put the first before the
    next), `shared` or `fortheca`; alone against neutral clans `alone-fortheca`, `alone-won` or `alone-lost`.
    """
    standings = [standing_of(forts) for forts in state.won]
    own = standings[: state.seats]
    first = state.hecas
    places = [
        1 if seat == first else 1 + sum(other == first or theirs > mine for other, theirs in enumerate(own))
        for seat, mine in enumerate(own)
    ]
    return Result(
        places=tuple(places),
        scores=tuple(points for points, _, _ in own),
        reason=_reason(own, standings[state.seats :], instant=first != NOBODY),
        rating_places=tuple(places),
        breakdown=tuple(_breakdown(state.won[seat]) for seat in range(state.seats)),
    )


def _reason(own: list[Standing], neutral: list[Standing], *, instant: bool) -> str:
    if len(own) == 1:
        if instant:
            return "alone-fortheca"
        return "alone-lost" if max(neutral) > own[0] else "alone-won"
    if instant:
        return "fortheca"
    return deciding(own, ("points", "forts", "strongest"))


def _breakdown(forts: list[int]) -> dict[str, int]:
    """Returns the points by kind of fort, then the number of forts."""
    points = {kind: sum(VALUES[fort] for fort in forts if KINDS[fort] == kind) for kind in dict.fromkeys(KINDS)}
    return {**points, "forts": len(forts)}
