"""Clocks of a table as values: faces say them in their own way."""

import msgspec

from asking.players import playing
from engines.contract import Seat
from tables.model.table_info import TableInfo
from tables.time import timing


class SeatTime(msgspec.Struct, frozen=True):
    """The time of one seat. Times are Unix seconds, durations seconds."""

    seat: Seat
    due: float | None = None
    """When its time runs out; None: its clock does not run."""
    bank: float | None = None
    """The time it has left besides that for each move; None if the pace has no bank, or nobody plays the seat."""
    away: float | None = None
    """Until when its person is on vacation."""
    late: bool = False


class TableTimes(msgspec.Struct, frozen=True):
    """All clocks of a table."""

    seats: tuple[SeatTime, ...]
    paused: float | None = None
    """Until when all clocks stand."""
    outage: bool = False
    """Whether they stand because the bot could not be reached."""


def table_times(info: TableInfo) -> TableTimes:
    """Returns the clocks of a table."""
    pause = info.timing.pause
    seats = tuple(seat_time(info, seat) for seat in range(len(info.seats)))
    if pause is None:
        return TableTimes(seats)
    return TableTimes(seats, pause.until, outage=pause.outage)


def seat_time(info: TableInfo, seat: Seat) -> SeatTime:
    """Returns the clock of one seat."""
    clock, rule = info.timing.of(seat), timing.read_pace(info.pace)
    bank = rule.bank if clock.bank is None else clock.bank
    return SeatTime(
        seat,
        due=clock.due,
        bank=bank if rule.bank and playing(info.seats[seat]) else None,
        away=clock.away if clock.since is not None else None,
        late=clock.late,
    )
