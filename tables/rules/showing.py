"""Clocks that are stopped because their people could be shown nothing: neither in the channel nor directly."""

from collections.abc import Iterable

from engines.contract import Seat
from tables.model.table import Change, LoadedTable, board, touch, with_timing
from tables.rules.context import Context
from tables.time import timing
from tables.time.presence import MOMENT_SECONDS


def hidden_seats(loaded: LoadedTable) -> tuple[Seat, ...]:
    """Returns the seats whose clocks are stopped."""
    return tuple(seat for seat, clock in enumerate(loaded.table.timing.clocks) if clock.hidden is not None)


def hide(context: Context, seats: Iterable[Seat], *, never: bool) -> Change | None:
    """Stop the clocks of these awaited seats; None: they are. `never`: as in `tables.time.timing.hide`."""
    table, now = context.table, context.now
    if table.state != "playing":
        return None
    clocks = timing.hide(table.timing, seats, now, never=never)
    if clocks == table.timing:
        return None
    return Change(loaded=context.loaded.with_table(touch(with_timing(table, clocks), now)))


def show(context: Context, seats: Iterable[Seat]) -> Change | None:
    """Let the clocks of these seats run on; None: they do."""
    table, now = context.table, context.now
    going = set(seats).intersection(hidden_seats(context.loaded))
    if table.state != "playing" or not going:
        return None
    new = touch(with_timing(table, timing.show(table.timing, going, now, MOMENT_SECONDS)), now)
    return Change(loaded=context.loaded.with_table(new), outbox=(board(new),))
