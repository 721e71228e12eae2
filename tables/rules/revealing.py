"""Looks at what chance brings (`engines.contract.Revealing`): made when the person on turn looks, or after a short while, so
that the move before can be corrected; at once if nobody could take anything back.
"""

from __future__ import annotations

import msgspec

from engines.contract import Game, Move, Revealing
from tables.model.change import Change, then
from tables.model.table import LoadedTable, Table
from tables.rules import play
from tables.rules.takeback import can_take_back

SHORT_WHILE_SECONDS = 10.0
"""Seconds in which a move can be corrected before what comes next is looked at, unless somebody looks earlier."""

BEFORE_A_COMPUTER = 4.0
"""The same where a computer player comes next: it would wait for nothing else."""


def owed(held: LoadedTable, game: Game) -> Move | None:
    """The look that is the next move; None: something else is asked, or the game is over."""
    if not isinstance(game, Revealing) or held.position is None or held.table.state != "playing":
        return None
    return game.reveal_move(held.position)


def reveal(held: LoadedTable, game: Game, *, now: float, unsent: bool, told_from: int | None = None) -> Change | None:
    """The change that the look makes; None: none is owed. The last three as `play.play` has them."""
    move = owed(held, game)
    if move is None:
        return None
    (seat,) = held.table.pending
    waiting = msgspec.structs.replace(held, table=_at(held.table, None))
    return play.play(
        waiting, game, seat, move, kind="reveal", stage=None, now=now, request=None, unsent=unsent, told_from=told_from
    )


def revealed(held: LoadedTable, change: Change, game: Game, *, now: float, unsent: bool) -> Change:
    """The change of `held` with the look that it brings on: carried out with it, or the time when it will be."""
    if not isinstance(game, Revealing) or not change.moved:
        return change
    if owed(change.held, game) is not None and not _mendable(change.held):
        look = reveal(change.held, game, now=now, unsent=unsent, told_from=held.table.number + 1)
        assert look is not None
        change = then(change, look)
    at = now + _while(change.held.table) if owed(change.held, game) is not None else None
    table = _at(change.held.table, at)
    return msgspec.structs.replace(change, held=msgspec.structs.replace(change.held, table=table))


def _while(table: Table) -> float:
    (seat,) = table.pending
    return SHORT_WHILE_SECONDS if table.acts(seat) else BEFORE_A_COMPUTER


def _mendable(held: LoadedTable) -> bool:
    """Whether somebody could take their move back by themselves."""
    return any(can_take_back(held, seat) for seat in range(len(held.table.seats)))


def _at(table: Table, at: float | None) -> Table:
    return msgspec.structs.replace(table, timing=msgspec.structs.replace(table.timing, reveal=at))
