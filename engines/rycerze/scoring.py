"""The places at the end (R7, R9, R10)."""

from collections.abc import Sequence

from engines.base import deciding, places_of
from engines.contract import Result, Seat
from engines.rycerze.components import VALUE
from engines.rycerze.state import RycerzeState

LARGE = max(VALUE)
"""Points of a large castle."""


def order_of(points: Sequence[int], cards: Sequence[int], seniority: Sequence[Seat]) -> list[Seat]:
    """Returns the seats by place: more points, then more cards in hand, then the younger (`seniority` is youngest first)."""
    return sorted(seniority, key=lambda seat: (-points[seat], -cards[seat]))


def reason_of(points: Sequence[int], cards: Sequence[int]) -> str:
    """Returns the rule that put the first before the second: `points`, `cards` or `younger`."""
    return deciding(zip(points, cards, strict=True), ("points", "cards"), "younger")


def result_of(state: RycerzeState) -> Result:
    """Returns the result of a finished table: the sum of all games. Ties are broken by the last game's cards and order (R9)."""
    totals, cards = state.totals(), state.cards()
    order = order_of(totals, cards, state.seniority)
    return Result(
        places=tuple(order.index(seat) + 1 for seat in range(state.seats)),
        scores=tuple(totals),
        reason=reason_of(totals, cards),
        # R10: age says nothing about skill
        rating_places=places_of(list(zip(totals, cards, strict=True))),
        breakdown=tuple(_breakdown(state, seat, cards[seat]) for seat in range(state.seats)),
    )


def _breakdown(state: RycerzeState, seat: Seat, cards: int) -> dict[str, int]:
    """Returns the points of the large and small castles, or of each game of the longer variant, then the cards in hand."""
    by_game: dict[str, int] = {}
    if state.match:
        games = [*state.scores, state.points()]
        by_game = {f"game-{number}": points[seat] for number, points in enumerate(games, 1)}
    else:
        own = [VALUE[castle] for castle, owner in enumerate(state.owners) if owner == seat]
        by_game["large"] = sum(value for value in own if value == LARGE)
        by_game["small"] = sum(value for value in own if value != LARGE)
    return {**by_game, "cards": cards}
