"""Who is where in the end (R7, R9, R10)."""

from collections.abc import Sequence

from engines.base import deciding, places_of
from engines.contract import Result, Seat
from engines.rycerze.components import VALUE
from engines.rycerze.state import RycerzeState

LARGE = max(VALUE)
"""Points of a large castle."""


def order_of(points: Sequence[int], cards: Sequence[int], seniority: Sequence[Seat]) -> list[Seat]:
    """Seats by place: more points, then more cards in hand, then the younger (`seniority` is youngest first)."""
    return sorted(seniority, key=lambda seat: (-points[seat], -cards[seat]))


def reason_of(points: Sequence[int], cards: Sequence[int]) -> str:
    """The rule that put the first before the second: `points`, `cards` or `younger`."""
    return deciding(zip(points, cards, strict=True), ("points", "cards"), "younger")


def result_of(state: RycerzeState) -> Result:
    """The result of a finished table: the sum of all games, ties by the last one's cards and order (R9)."""
    totals, cards = state.totals(), state.cards()
    order = order_of(totals, cards, state.seniority)
    return Result(
        places=tuple(order.index(seat) + 1 for seat in range(state.seats)),
        scores=tuple(totals),
        reason=reason_of(totals, cards),
        # R10: age says nothing of skill
        rating_places=places_of(list(zip(totals, cards, strict=True))),
        breakdown=tuple(_breakdown(state, seat, cards[seat]) for seat in range(state.seats)),
    )


def _breakdown(state: RycerzeState, seat: Seat, cards: int) -> dict[str, int]:
    """Points of the large and the small castles, or of each game of the longer variant; then the cards in hand."""
    by_game: dict[str, int] = {}
    if state.match:
        games = [*state.scores, state.points()]
        by_game = {f"game-{number}": points[seat] for number, points in enumerate(games, 1)}
    else:
        own = [VALUE[castle] for castle, owner in enumerate(state.owners) if owner == seat]
        by_game["large"] = sum(value for value in own if value == LARGE)
        by_game["small"] = sum(value for value in own if value != LARGE)
    return {**by_game, "cards": cards}
