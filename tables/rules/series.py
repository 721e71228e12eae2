"""A series: its score, and the lobby of its next game."""

from collections.abc import Sequence
from typing import Any

from data.records.results import SeriesRow
from engines.contract import Seat
from tables.model.table import Table
from tables.model.table_info import SeatInfo, SeriesScore

KEPT = ("language", "pace", "best_of", "friendly", "direct", "display", "theme", "shape", "zone")
"""Fields of a table that a lobby takes over from the game it repeats."""


def score(rows: Sequence[SeriesRow], best_of: int) -> SeriesScore:
    """Returns the score of a series, most wins first. It is decided when somebody has won more than half of its games, or all
    are played.
    """
    ranked = sorted(rows, key=lambda row: (-row.wins, row.name.casefold(), row.user))
    played = max((row.games for row in rows), default=0)
    first = ranked[0].wins if ranked else 0
    over = best_of > 0 and (first > best_of // 2 or played >= best_of)
    alone = sum(row.wins == first for row in ranked) == 1
    return SeriesScore(
        wins=tuple((row.user, row.name, row.wins) for row in ranked),
        games=played,
        over=over,
        winner=ranked[0].user if over and alone else None,
    )


def onwards(old: Table, so_far: SeriesScore) -> dict[str, Any]:
    """Returns the fields that the lobby of the next game takes over. The series goes on, unless it is decided."""
    first, number = (None, 1) if so_far.over else (old.series or old.id, old.series_number + (old.state == "over"))
    kept = {name: getattr(old, name) for name in KEPT}
    return {"follows": old.id, "series": first, "series_number": number, **kept}


def rotated_order(before: Sequence[SeatInfo], now: Sequence[SeatInfo]) -> tuple[Seat, ...] | None:
    """Returns the order (current numbers) in which everybody sits one seat further on than in the game before; None: the
    players are not the same.
    """
    if len(before) != len(now):
        return None
    left = list(range(len(now)))
    order = []
    for info in (*before[1:], before[0]):
        same = [place for place in left if (now[place].user, now[place].level) == (info.user, info.level)]
        # Of computer players with equal levels, prefer the one with the same name.
        found = next((place for place in same if now[place].name == info.name), same[0] if same else None)
        if found is None:
            return None
        left.remove(found)
        order.append(found)
    return tuple(order)
