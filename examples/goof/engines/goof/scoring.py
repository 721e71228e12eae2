"""Who is where in the end (G6)."""

from __future__ import annotations

from engines.contract import Result
from engines.goof.state import GoofState


def points(state: GoofState) -> tuple[int, ...]:
    """By seat, the sum of the prizes taken."""
    return tuple(sum(prizes) for prizes in state.won())


def result_of(state: GoofState) -> Result:
    """The result of a finished table: most points win, equals share their place."""
    scores = points(state)
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return Result(
        places=places,
        scores=scores,
        reason="shared" if places.count(1) > 1 else "points",
        rating_places=places,
        breakdown=tuple({"prizes": len(prizes), "points": sum(prizes)} for prizes in state.won()),
    )
