"""Who is where in the end (G6)."""

from __future__ import annotations

from engines.base import by_points
from engines.contract import Result
from engines.goof.state import GoofState


def result_of(state: GoofState) -> Result | None:
    """The result of a finished table."""
    breakdown = tuple({"prizes": len(prizes), "points": sum(prizes)} for prizes in state.won())
    return by_points(state.points(), breakdown) if state.over else None
