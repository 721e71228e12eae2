"""Games played one after the other among the same people: who has won how many of them."""

from __future__ import annotations

from collections.abc import Sequence

from data.records import SeriesRow
from engines.contract import Seat
from tables.model.models import SeatInfo, SeriesScore
from tables.model.table import Table
from tables.rules.lobby import After


def score(rows: Sequence[SeriesRow], best_of: int) -> SeriesScore:
    """How a series stands: most wins first; decided when somebody has won more than half of its games, or all are played."""
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


def onwards(old: Table, so_far: SeriesScore) -> After:
    """What the lobby of the game after this one takes over: the series goes on, unless it is decided."""
    first, number = (None, 1) if so_far.over else (old.series or old.id, old.series_number + (old.state == "over"))
    return After(
        follows=old.id,
        series=first,
        number=number,
        best_of=old.best_of,
        friendly=old.friendly,
        direct=old.direct,
        display=old.display,
        theme=old.theme,
    )


def rotated(before: Sequence[SeatInfo], now: Sequence[SeatInfo]) -> tuple[Seat, ...] | None:
    """The order (present places) by which those of the game before sit one seat further on; None: they are not all here, or
    others are.
    """
    if len(before) != len(now):
        return None
    left = list(range(len(now)))
    order = []
    for info in (*before[1:], before[0]):
        same = [place for place in left if (now[place].user, now[place].level) == (info.user, info.level)]
        # Of computer players as strong as each other, the one of that name.
        found = next((place for place in same if now[place].name == info.name), same[0] if same else None)
        if found is None:
            return None
        left.remove(found)
        order.append(found)
    return tuple(order)
