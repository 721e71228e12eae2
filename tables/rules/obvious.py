"""Moves of people who have nothing to decide (`engines.contract.Obvious`), made for them in the change that has them asked.

That there is only one legal move is not enough. The end of a turn of many moves is often the only one left, and until it is
made the others can still be taken back; where a move turns up what is shown for a moment only, who makes it must be there to
look. Nobody is at fault who is late with an only move (`blameless`).
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from engines.contract import Game, Move, Obvious, Seat
from engines.notation import only_move
from tables.model.change import Change, note, then
from tables.model.table import LoadedTable
from tables.rules import play


def owed(held: LoadedTable, game: Game, without: Collection[int] = ()) -> tuple[Seat, Move] | None:
    """A person's seat that is asked and has nothing to decide, with its move. `without`: users who want to be asked."""
    table, position = held.table, held.position
    if not isinstance(game, Obvious) or position is None or table.state != "playing":
        return None
    for seat in table.awaited:
        if table.seats[seat].user in without or seat in table.overdue:
            continue
        if (move := game.obvious(position, seat)) is not None:
            return seat, move
    return None


def carried_out(change: Change, game: Game, without: Collection[int], *, now: float, unsent: bool, told_from: int) -> Change:
    """The change with the obvious moves that it brings on. `told_from`: as `play.play` has it."""
    while (found := owed(change.held, game, without)) is not None:
        seat, move = found
        table = change.held.table
        told = msgspec.structs.replace(table, log=(*table.log, note(table.number + 1, "obvious", seat)))
        held = msgspec.structs.replace(change.held, table=told)
        following = play.play(
            held, game, seat, move, kind="obvious", stage=None, now=now, request=None, unsent=unsent, told_from=told_from
        )
        change = then(change, following)
    return change


def blameless(held: LoadedTable, seats: Collection[Seat]) -> tuple[Seat, ...]:
    """Those of the seats that had only one legal move: being late with it is no fault."""
    position = held.position
    return () if position is None else tuple(seat for seat in seats if only_move(position, seat) is not None)
