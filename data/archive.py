"""Tables, seats, journal and results as rows. What the JSON texts and the bytes mean is the business of `tables/`."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from data.store import Store, Transaction

OPEN = "state IN ('lobby', 'playing')"


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of `tables`; the names are the columns'. `id` 0: not stored yet. Times in Unix seconds."""

    id: int
    guild: int
    channel: int
    game: str
    options: str
    pace: str
    language: str
    state: str
    host: int
    random_order: bool
    created: float
    changed: float
    version: int
    rules_version: int
    seed: bytes
    drawn: str
    stage: int
    turn: int
    pending: str
    number: int
    story: str
    agreed: str
    overdue: str
    result: str | None
    deadline: float | None
    remind: float | None
    due: float | None
    thinking: bool
    asking: str | None = None


class SeatRow(msgspec.Struct, frozen=True):
    """A row of `seats`, without the table. `missed`: moves overdue in a row."""

    seat: int
    user: int | None
    name: str
    level: str | None
    resigned: bool
    missed: int


class JournalRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the journal. `kind`: `move`, or what else happened at the table; `move` in written form; `events` JSON."""

    number: int
    kind: str
    seat: int | None
    move: str
    events: str
    stage: int
    turn: int
    request: int | None = None
    undone: bool = False
    at: float
    snapshot: bytes | None = None


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """How one person's game ended."""

    table_id: int
    seat: int
    guild: int
    game: str
    user: int
    name: str
    place: int
    rating_place: int
    score: int
    rated: bool
    at: float


class StandingRow(msgspec.Struct, frozen=True):
    """A person's rated games of a server: how often at each of the first four places."""

    user: int
    name: str
    games: int
    first: int
    second: int
    third: int
    fourth: int


def _list(kind: type[msgspec.Struct]) -> str:
    return ", ".join(kind.__struct_fields__)


def _marks(kind: type[msgspec.Struct]) -> str:
    return ", ".join("?" for _ in kind.__struct_fields__)


_TABLE = _list(TableRow)
_SEAT = _list(SeatRow)
_JOURNAL = _list(JournalRow)
_RESULT = _list(ResultRow)
_CHANGE = ", ".join(f"{name} = ?" for name in TableRow.__struct_fields__[1:])


def _table(row: tuple[Any, ...]) -> TableRow:
    # SQLite has no booleans: lax conversion makes them of 0 and 1.
    return msgspec.convert(dict(zip(TableRow.__struct_fields__, row, strict=True)), TableRow, strict=False)


async def table(store: Store, number: int) -> tuple[TableRow, list[SeatRow]] | None:
    """A table and its seats; None if there is none of that number."""
    rows = await store.read(f"SELECT {_TABLE} FROM tables WHERE id = ?", (number,))
    return (_table(rows[0]), (await seats(store, [number]))[number]) if rows else None


async def seats(store: Store, numbers: Iterable[int]) -> dict[int, list[SeatRow]]:
    """The seats of several tables, by table, in order."""
    found: dict[int, list[SeatRow]] = {number: [] for number in numbers}
    marks = ", ".join("?" for _ in found)
    rows = await store.read(
        f"SELECT table_id, {_SEAT} FROM seats WHERE table_id IN ({marks}) ORDER BY table_id, seat", tuple(found)
    )
    for number, seat, user, name, level, resigned, missed in rows:
        found[number].append(SeatRow(seat, user, name, level, bool(resigned), missed))
    return found


async def snapshot(store: Store, number: int) -> bytes | None:
    """The stored position of a table; None in the lobby."""
    rows = await store.read("SELECT snapshot FROM snapshots WHERE table_id = ?", (number,))
    return rows[0][0] if rows else None


async def open_tables_of(store: Store, user: int, guild: int | None) -> list[tuple[TableRow, list[SeatRow]]]:
    """The lobbies and games a person sits at, oldest first."""
    where = f"id IN (SELECT table_id FROM seats WHERE user = ?) AND {OPEN}"
    return await _tables(store, f"{where} AND guild = ?", (user, guild)) if guild else await _tables(store, where, (user,))


async def open_tables_in(store: Store, channel: int) -> list[tuple[TableRow, list[SeatRow]]]:
    """The lobbies and games of a channel, oldest first."""
    return await _tables(store, f"channel = ? AND {OPEN}", (channel,))


async def _tables(store: Store, where: str, values: tuple[Any, ...]) -> list[tuple[TableRow, list[SeatRow]]]:
    rows = [_table(row) for row in await store.read(f"SELECT {_TABLE} FROM tables WHERE {where} ORDER BY id", values)]
    by_table = await seats(store, [row.id for row in rows])
    return [(row, by_table[row.id]) for row in rows]


async def due(store: Store, limit: int) -> list[tuple[int, float]]:
    """The tables the clock must look at, earliest first: number and time."""
    sql = "SELECT id, due FROM tables WHERE due IS NOT NULL ORDER BY due LIMIT ?"
    return [(row[0], row[1]) for row in await store.read(sql, (limit,))]


async def thinking(store: Store) -> list[int]:
    """The tables where a computer player owes a move."""
    return [row[0] for row in await store.read("SELECT id FROM tables WHERE thinking = 1")]


async def save(tx: Transaction, row: TableRow, seating: Iterable[SeatRow] | None, position: bytes | None) -> int:
    """Store a table and return its number; `seating` and `position` None: unchanged."""
    values = msgspec.structs.astuple(row)
    number = row.id
    if number:
        await tx.execute(f"UPDATE tables SET {_CHANGE} WHERE id = ?", (*values[1:], number))
    else:
        cursor = await tx.execute(f"INSERT INTO tables ({_TABLE}) VALUES ({_marks(TableRow)})", (None, *values[1:]))
        assert cursor.lastrowid is not None
        number = cursor.lastrowid
    if seating is not None:
        await tx.execute("DELETE FROM seats WHERE table_id = ?", (number,))
        await tx.executemany(
            f"INSERT INTO seats (table_id, {_SEAT}) VALUES (?, {_marks(SeatRow)})",
            [(number, *msgspec.structs.astuple(seat)) for seat in seating],
        )
    if position is not None:
        await tx.execute(
            "INSERT INTO snapshots VALUES (?, ?) ON CONFLICT DO UPDATE SET snapshot = excluded.snapshot", (number, position)
        )
    return number


async def count_open(tx: Transaction, where: str, value: int) -> int:
    """How many lobbies and games there are by `where`: `user`, `guild` or `channel`."""
    sql = {
        "user": f"SELECT count(*) FROM seats JOIN tables ON tables.id = table_id WHERE user = ? AND {OPEN}",
        "guild": f"SELECT count(*) FROM tables WHERE guild = ? AND {OPEN}",
        "channel": f"SELECT count(*) FROM tables WHERE channel = ? AND {OPEN}",
    }[where]
    rows = list(await tx.execute_fetchall(sql, (value,)))
    return int(rows[0][0])


async def write_line(tx: Transaction, number: int, line: JournalRow) -> None:
    """Write a new line into a table's journal."""
    await tx.execute(
        f"INSERT INTO journal (table_id, {_JOURNAL}) VALUES (?, {_marks(JournalRow)})",
        (number, *msgspec.structs.astuple(line)),
    )


async def strike(tx: Transaction, number: int, lines: Iterable[int]) -> None:
    """Mark lines as taken back or replaced."""
    sql = "UPDATE journal SET undone = 1, snapshot = NULL WHERE table_id = ? AND number = ?"
    await tx.executemany(sql, [(number, line) for line in lines])


async def settle(tx: Transaction, number: int) -> None:
    """Forget the positions kept for taking moves back."""
    await tx.execute("UPDATE journal SET snapshot = NULL WHERE table_id = ? AND snapshot IS NOT NULL", (number,))


async def journal(store: Store, number: int, where: str = "1") -> list[JournalRow]:
    """The lines of a table's journal in order; `where` is a condition of ours in SQL."""
    rows = await store.read(f"SELECT {_JOURNAL} FROM journal WHERE table_id = ? AND {where} ORDER BY number", (number,))
    return [
        msgspec.convert(dict(zip(JournalRow.__struct_fields__, row, strict=True)), JournalRow, strict=False) for row in rows
    ]


async def write_results(tx: Transaction, rows: Iterable[ResultRow]) -> None:
    """Store how a game ended for each of its people."""
    await tx.executemany(
        f"INSERT INTO results ({_RESULT}) VALUES ({_marks(ResultRow)})", [msgspec.structs.astuple(row) for row in rows]
    )


async def standings(store: Store, guild: int, game: str | None) -> list[StandingRow]:
    """Each person's rated games in a server, under the name they used last."""
    places = ", ".join(f"sum(place = {place})" for place in (1, 2, 3, 4))
    one_game = "" if game is None else " AND game = ?"
    # Beside a max() SQLite takes the other columns from the row that has it.
    sql = f"SELECT user, name, count(*), {places}, max(at) FROM results WHERE guild = ? AND rated = 1{one_game} GROUP BY user"
    return [StandingRow(*row[:-1]) for row in await store.read(sql, (guild,) if game is None else (guild, game))]


async def seen(store: Store, request: int) -> int | None:
    """The table that an interaction changed already."""
    rows = await store.read("SELECT table_id FROM requests WHERE id = ?", (request,))
    return rows[0][0] if rows else None


async def remember(tx: Transaction, request: int, number: int, at: float) -> None:
    """Note that an interaction was carried out at a table."""
    await tx.execute("INSERT INTO requests VALUES (?, ?, ?)", (request, number, at))


async def forget_requests(tx: Transaction, before: float) -> None:
    """Forget interactions carried out before that time."""
    await tx.execute("DELETE FROM requests WHERE at < ?", (before,))
