"""How a game ends: places including people who left, rows for the leaderboard, and ends before the rules end the game, either
without a result or with the one caused by leaving.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from data.records.results import ResultRow
from engines.contract import Result, Seat
from tables.model.table import Change, LoadedTable, Table, board, stop_clocks, touch
from tables.model.table_info import ClosingReason, SeatInfo, is_rated
from tables.rules.context import Context

NOT_AFTER_THE_END = ("board", "cover", "hand", "keep", "remind", "lobby")
"""Kinds of outbox rows that are no longer needed when the game is over."""


class _Played(NamedTuple):
    """A person's part in a game."""

    seat: Seat
    user: int
    name: str
    left: bool
    """The person left before the end."""
    began: bool
    """The person sat here from the start."""


def with_leavers(table: Table, places: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the places with those who left sharing the last place, behind all who stayed."""
    return put_last(places, [info.resigned for info in table.seats])


def put_last(places: Sequence[int], left: Sequence[bool]) -> tuple[int, ...]:
    """Returns the places with the marked seats sharing the last place."""
    stayed = [place for place, gone in zip(places, left, strict=True) if not gone]
    return tuple(
        len(stayed) + 1 if gone else 1 + sum(other < place for other in stayed)
        for place, gone in zip(places, left, strict=True)
    )


def final_result(table: Table) -> Result | None:
    """Returns the result as the table shows it, with those who left in the last place."""
    result = table.result
    if result is None or not any(info.resigned for info in table.seats):
        return result
    return replace(result, places=with_leavers(table, result.places), rating_places=with_leavers(table, result.rating_places))


def claimed_result(seats: tuple[SeatInfo, ...]) -> Result:
    """Returns the result when all others have left and the last player did not play on: that player is first, computer players
    share the second place, and nobody has a score.
    """
    places = tuple(1 if info.user is not None and not info.resigned else 2 for info in seats)
    return Result(places, (0,) * len(seats), "", places)


def rows(table: Table) -> tuple[ResultRow, ...]:
    """Returns the stored rows of the game's result, one per person. A void game has no places. A game
    that began in the position of another, or of a deal that others play too, leaves no rows. A person who took over a seat is
    not rated, and a person who handed theirs on has left.
    """
    result = table.result
    played = _people(table)
    counts = result is not None and table.company != "" and is_rated(table.seats, friendly=table.friendly)
    counts = counts and any(not each.left for each in played)
    places = rating = (0,) * len(table.seats)
    if result is not None:
        places, rating = with_leavers(table, result.places), with_leavers(table, result.rating_places)
    last = 0 if result is None else 1 + sum(not info.resigned for info in table.seats)
    return tuple(
        ResultRow(
            table_id=table.id,
            seat=each.seat,
            guild=table.place.guild,
            game=table.game,
            user=each.user,
            name=each.name,
            place=last if each.left else places[each.seat],
            rating_place=last if each.left else rating[each.seat],
            score=0 if result is None else result.scores[each.seat],
            rated=counts and each.began,
            at=table.changed,
            departed=each.left,
            friendly=table.friendly,
            void=result is None,
            computers=any(info.user is None for info in table.seats),
            series=table.series or table.id,
            series_number=table.series_number,
        )
        for each in played
    )


def _people(table: Table) -> list[_Played]:
    """Returns who took part; nobody in a game that began in the position of another, or of a deal that others play too."""
    if table.origin is not None or table.deal:
        return []
    handed_on = {gone.seat for gone in table.departed}
    now = [
        _Played(seat, info.user, info.name, info.resigned, seat not in handed_on)
        for seat, info in enumerate(table.seats)
        if info.user is not None
    ]
    first: dict[Seat, int] = {}
    for gone in table.departed:
        first.setdefault(gone.seat, gone.user)
    before = [_Played(gone.seat, gone.user, gone.name, True, first[gone.seat] == gone.user) for gone in table.departed]
    return [*now, *before]


def void(context: Context, why: ClosingReason, *, seat: Seat | None = None, reason: str | None = None) -> Change:
    """End the game without a result; no leaderboard counts it."""
    return _end_game(context, "cancel", seat, state="cancelled", closed=why, reason=reason)


def claim(context: Context, why: ClosingReason = "claimed") -> Change:
    """End the game that all others have left; the player who stayed wins."""
    table = context.table
    seat = next(seat for seat in range(len(table.seats)) if table.acts(seat))
    result = claimed_result(table.seats)
    return _end_game(context, "claimed", seat, state="over", closed=why, result=result)


def _end_game(context: Context, kind: str, seat: Seat | None, **changes: Any) -> Change:
    loaded, table, now = context.loaded, context.table, context.now
    last = table.line(kind, seat, now=now, request=context.request)
    nothing: dict[str, Any] = {"pending": (), "overdue": (), "idle_since": None, "idle_due": None, "offer": None}
    new = stop_clocks(touch(table, now, number=last.number, **nothing, **changes))
    return Change(
        loaded=LoadedTable(table=new, position=loaded.position),
        lines=(last,),
        forget_steps=bool(loaded.steps),
        outbox=(board(new),),
        withdraw=NOT_AFTER_THE_END,
        results=rows(new),
    )
