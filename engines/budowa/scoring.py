"""The places at the end (B7a-B10)."""

from collections.abc import Sequence

from engines.base import deciding, places_of
from engines.budowa.components import KING, QUEEN, WIZARD, figure_points, top
from engines.contract import Result

DECIDERS = (KING, QUEEN, WIZARD)
"""B10: the first of these that a tied player owns puts its owner before the others."""
DECIDED = ("", "wizard", "queen", "king")
"""The reason for the result, by the `_figure_rank` of the first."""


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
    """B10: returns 3 for the owner of the king, else 2 for the queen, 1 for the wizard, 0 for none."""
    return next((3 - number for number, card in enumerate(DECIDERS) if card in castle), 0)
