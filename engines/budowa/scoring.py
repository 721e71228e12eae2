"""Who is where in the end (B7a-B10)."""

from collections.abc import Sequence

from engines.base import deciding, places_of
from engines.budowa.components import KING, QUEEN, WIZARD, figure_points, top
from engines.contract import Result

DECIDERS = (KING, QUEEN, WIZARD)
"""B10: who owns the first of these that one of the tied owns is before the others."""
DECIDED = ("", "wizard", "queen", "king")
"""The reason, by `_figure_rank` of the first."""


def result_of(castles: Sequence[Sequence[int]], *, figures: bool) -> Result:
    """The result of a finished game."""
    if figures:
        breakdown = [figure_points(castle) for castle in castles]
        scores = [sum(points.values()) for points in breakdown]
        ties = [_figure_rank(castle) for castle in castles]
    else:
        breakdown = [{"elements": 1 + len(castle), "last": top(castle)} for castle in castles]
        scores = [points["elements"] for points in breakdown]
        ties = [top(castle) for castle in castles]
    standing = list(zip(scores, ties, strict=True))
    places = places_of(standing)
    reasons = ("points", DECIDED[max(standing)[1]]) if figures else ("elements", "last-card")
    return Result(
        places=places,
        scores=tuple(scores),
        reason=deciding(standing, reasons),
        rating_places=places,
        breakdown=tuple(breakdown),
    )


def _figure_rank(castle: Sequence[int]) -> int:
    """B10: 3 of the king's owner, 2 of the queen's, 1 of the wizard's, else 0."""
    return next((3 - number for number, card in enumerate(DECIDERS) if card in castle), 0)
