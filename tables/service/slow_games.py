"""In how many slow games a person may play at once: few at first, so that newcomers finish what they begin."""

from data.store import Reads
from tables.errors import TooMany
from tables.model.table import Table
from tables.model.table_info import TableInfo
from tables.store.table_store import TableStore
from tables.time.timing import read_pace

NEW, LOOKED_AT = 3, 50
"""A person is new until they have finished this many slow games; and how many of their newest games are looked at."""

AT_ONCE_NEW, AT_ONCE = 2, 5
"""In how many slow games a new person may wait or play when they join or look for another one, and everybody else."""


def is_slow(info: TableInfo, user: int) -> bool:
    """Returns whether others wait for days for this person's moves in a game, or for its start."""
    people = [seat.user for seat in info.seats if seat.user is not None and not seat.resigned]
    return user in people and read_pace(info.pace).kind == "days" and (info.state == "lobby" or len(people) > 1)


async def slow_limit(store: Reads, tables: TableStore, user: int, *, without: int | None = None) -> int | None:
    """Returns the number of slow games that a person may play in, if they play in as many; None: they may join another.
    `without`: a table of theirs that does not count.
    """
    found = await store.open_tables_of(user, None)
    infos = [tables.table_info(row, seats) for row, seats in found if row.id != without]
    playing = sum(is_slow(info, user) for info in infos)
    if playing < AT_ONCE_NEW:
        return None
    done = await store.finished_tables(None, user, LOOKED_AT)
    most = AT_ONCE if sum(read_pace(row.pace).slow for row, _ in done) >= NEW else AT_ONCE_NEW
    return most if playing >= most else None


async def check_slow_games(store: Reads, tables: TableStore, table: Table, user: int) -> None:
    """Raises TooMany if somebody would join this table in a server and already plays in as many slow games as they may."""
    joins = table.state == "lobby" and table.place.guild > 0 and table.seat_of(user) is None
    if joins and read_pace(table.pace).kind == "days" and (most := await slow_limit(store, tables, user)) is not None:
        raise too_many_slow(most)


def too_many_slow(most: int) -> TooMany:
    """Returns the refusal for somebody who plays in as many slow games as they may."""
    key = "tables.refusal.slow-games-new" if most == AT_ONCE_NEW else "tables.refusal.slow-games"
    return TooMany(key, limit=most, after=NEW, later=AT_ONCE)
