"""Who plays and is asked."""

from collections.abc import Mapping

from data.records.results import SEVERAL
from engines.contract import Fleeting, Game, Seat
from tables.model.table_info import SeatInfo, TableInfo
from tables.rules.reading import Reading


def playing(seat: SeatInfo) -> bool:
    """Returns whether a person plays this seat."""
    return seat.user is not None and not seat.resigned


def playing_seat(reading: Reading) -> Seat | None:
    """Returns the seat that this person moves; None for a spectator and for somebody who has resigned."""
    return reading.seat if reading.seat is not None and not reading.info.seats[reading.seat].resigned else None


def asks_on_board(games: Mapping[str, Game], reading: Reading) -> bool:
    """Returns whether this person is asked about something that will be hidden again, so that only the board shows it: no other
    message asks the question, since not every message can be cleared in time.
    """
    game = games[reading.info.game]
    return (
        isinstance(game, Fleeting)
        and reading.view is not None
        and reading.seat in reading.view.pending
        and game.linger(reading.view) > 0
    )


def asked_seat(info: TableInfo) -> Seat | None:
    """Returns the seat of the one person asked, `SEVERAL` if there are more, or None if only computer players are."""
    people = [seat for seat in info.pending if playing(info.seats[seat])]
    return None if not people else people[0] if len(people) == 1 else SEVERAL
