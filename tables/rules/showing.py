"""Clocks that are stopped because their people could be shown nothing: neither in the channel nor directly."""

from collections.abc import Iterable

from engines.contract import Seat
from tables.model.table import Change, LoadedTable, board, touch, with_timing
from tables.time import timing
from tables.time.presence import MOMENT_SECONDS


def hidden(loaded: LoadedTable) -> tuple[Seat, ...]:
    """Returns the seats whose clocks are stopped."""
    return tuple(seat for seat, clock in enumerate(loaded.table.timing.clocks) if clock.hidden is not None)


def hide(loaded: LoadedTable, seats: Iterable[Seat], *, never: bool, now: float) -> Change | None:
    """Stop the clocks of these awaited seats; None: they are. `never`: as in `tables.time.timing.hide`."""
    if loaded.table.state != "playing":
        return None
    clocks = timing.hide(loaded.table.timing, seats, now, never=never)
    return (
        None
        if clocks == loaded.table.timing
        else Change(loaded=loaded.with_table(touch(with_timing(loaded.table, clocks), now)))
    )


def show(loaded: LoadedTable, seats: Iterable[Seat], *, now: float) -> Change | None:
    """Let the clocks of these seats run on; None: they do."""
    going = set(seats).intersection(hidden(loaded))
    if loaded.table.state != "playing" or not going:
        return None
    new = touch(with_timing(loaded.table, timing.show(loaded.table.timing, going, now, MOMENT_SECONDS)), now)
    return Change(loaded=loaded.with_table(new), outbox=(board(new),))
