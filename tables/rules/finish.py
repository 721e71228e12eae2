"""A running game that ends before its rules end it: without a result, or with the one that leaving has brought about."""

from __future__ import annotations

from typing import Any

from data.records import JournalRow
from engines.contract import Seat
from tables.model.change import Change, board, touch, untimed
from tables.model.models import ClosingReason
from tables.model.table import LoadedTable, Table
from tables.rules import results

NOT_AFTER_THE_END = ("board", "cover", "hand", "keep", "remind", "lobby")
"""What need not be sent any more once the game is over."""


def line(table: Table, kind: str, seat: Seat | None, *, now: float, request: int | None, after: int = 0) -> JournalRow:
    """The next line of the journal, or the one `after` lines behind it, that is no move."""
    return JournalRow(
        number=table.number + 1 + after,
        kind=kind,
        seat=seat,
        move="",
        events="[]",
        stage=table.stage,
        turn=table.turn,
        request=request,
        at=now,
    )


def void(
    held: LoadedTable,
    why: ClosingReason,
    *,
    now: float,
    request: int | None,
    seat: Seat | None = None,
    reason: str | None = None,
) -> Change:
    """End the game without a result: it is in no leaderboard."""
    return _ended(held, "cancel", seat, now=now, request=request, state="cancelled", closed=why, reason=reason)


def claim(held: LoadedTable, *, now: float, request: int | None, why: ClosingReason = "claimed") -> Change:
    """End the game that others have left: who stayed has won."""
    table = held.table
    seat = next(seat for seat in range(len(table.seats)) if table.acts(seat))
    result = results.claimed(table.seats)
    return _ended(held, "claimed", seat, now=now, request=request, state="over", closed=why, result=result)


def _ended(held: LoadedTable, kind: str, seat: Seat | None, *, now: float, request: int | None, **changes: Any) -> Change:
    table = held.table
    last = line(table, kind, seat, now=now, request=request)
    nothing: dict[str, Any] = {"pending": (), "overdue": (), "idle_since": None, "idle_due": None, "offer": None}
    new = untimed(touch(table, now, number=last.number, **nothing, **changes))
    return Change(
        held=LoadedTable(table=new, position=held.position),
        lines=(last,),
        forget_steps=bool(held.steps),
        outbox=(board(new),),
        withdraw=NOT_AFTER_THE_END,
        results=results.rows(new),
    )
