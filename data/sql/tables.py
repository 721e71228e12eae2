"""Tables and their seats."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

from data.errors import Overtaken
from data.records import Counted, SeatRow, TableCount, TableRow
from data.sql.statements import Statements, insert, made, names, upsert

Seated: TypeAlias = tuple[TableRow, list[SeatRow]]

OPEN = "state IN ('lobby', 'playing')"

_TABLE, _SEAT = names(TableRow), names(SeatRow)
_FIELDS = TableRow.__struct_fields__[1:]
_CHANGE = ", ".join(f'"{name}" = ?' for name in _FIELDS)


class TableReads(Statements):
    """What can be read."""

    async def table(self, number: int) -> Seated | None:
        """A table and its seats; None if there is none of that number. In a transaction it is then ours until that ends."""
        rows = await self._rows(f"SELECT {_TABLE} FROM tables WHERE id = ?{self._lock}", number)
        return (made(TableRow, rows)[0], (await self.seats([number]))[number]) if rows else None

    async def table_version(self, number: int) -> int | None:
        """A table's version; None if there is none of that number. In a transaction the table is then ours until it ends."""
        version: int | None = await self._value(f"SELECT version FROM tables WHERE id = ?{self._lock}", number)
        return version

    async def seats(self, numbers: Iterable[int]) -> dict[int, list[SeatRow]]:
        """The seats of several tables, by table, in order."""
        found: dict[int, list[SeatRow]] = {number: [] for number in numbers}
        sql = f"SELECT {_SEAT}, table_id FROM seats WHERE table_id IN (??) ORDER BY table_id, seat"
        rows = await self._rows(sql, list(found))
        for row, seat in zip(rows, made(SeatRow, [row[:-1] for row in rows]), strict=True):
            found[row[-1]].append(seat)
        return found

    async def snapshot(self, number: int) -> bytes | None:
        """The stored position of a table; None in the lobby."""
        snapshot: bytes | None = await self._value("SELECT snapshot FROM snapshots WHERE table_id = ?", number)
        return snapshot

    async def open_tables_of(self, user: int, guild: int | None) -> list[Seated]:
        """The lobbies and games a person sits at, oldest first."""
        where = f'id IN (SELECT table_id FROM seats WHERE "user" = ?) AND {OPEN}'
        return await self._tables(f"{where} AND guild = ?", user, guild) if guild else await self._tables(where, user)

    async def open_tables_in(self, channel: int) -> list[Seated]:
        """The lobbies and games of a channel, those in threads of their own that were opened in it included, oldest first."""
        return await self._tables(f"(channel = ?1 OR home = ?1) AND {OPEN}", channel)

    async def open_tables_on(self, guild: int) -> list[Seated]:
        """The lobbies and games of a server, oldest first."""
        return await self._tables(f"guild = ? AND {OPEN}", guild)

    async def finished_tables(self, channel: int | None, user: int, limit: int) -> list[Seated]:
        """The tables whose games are over (not those that ended without a result) which stand in this channel or at which this
        person sits, newest first.
        """
        # Each half is found by its own index.
        mine = 'SELECT table_id FROM seats WHERE "user" = ?'
        halves = f"SELECT id FROM tables WHERE channel = ? AND state = 'over' UNION {mine}"
        sql = f"SELECT id FROM tables WHERE id IN ({halves}) AND state = 'over' ORDER BY id DESC LIMIT ?"
        return await self._numbered(await self._column(sql, channel, user, limit))

    async def finished_tables_on(self, guild: int, limit: int, before: int) -> list[Seated]:
        """The tables of a server whose games are over (not those that ended without a result), newest first, of those with a
        number less than `before`.
        """
        sql = "SELECT id FROM tables WHERE guild = ? AND state = 'over' AND id < ? ORDER BY id DESC LIMIT ?"
        return await self._numbered(await self._column(sql, guild, before, limit))

    async def finished_since(self, guild: int, changed: float, number: int, until: float, limit: int) -> list[Seated]:
        """The same that were changed after the one with this number and time, and not after `until`, in the order of that."""
        sql = (
            "SELECT id FROM tables WHERE guild = ?1 AND state = 'over' AND (changed > ?2 OR (changed = ?2 AND id > ?3))"
            " AND changed <= ?4 ORDER BY changed, id LIMIT ?5"
        )
        return await self._numbered(await self._column(sql, guild, changed, number, until, limit))

    async def _numbered(self, numbers: Sequence[int]) -> list[Seated]:
        found = [await self.table(number) for number in numbers]
        return [table for table in found if table is not None]

    async def _tables(self, where: str, *values: int) -> list[Seated]:
        rows = made(TableRow, await self._rows(f"SELECT {_TABLE} FROM tables WHERE {where} ORDER BY id", *values))
        by_table = await self.seats([row.id for row in rows])
        return [(row, by_table[row.id]) for row in rows]

    async def follower(self, number: int) -> int | None:
        """The newest table that plays this one's game once more."""
        newest: int | None = await self._value("SELECT max(id) FROM tables WHERE follows = ?", number)
        return newest

    async def tables_due(self, limit: int) -> list[tuple[int, float]]:
        """The tables the clock must look at, earliest first: number and time."""
        rows = await self._rows("SELECT id, due FROM tables WHERE due IS NOT NULL ORDER BY due LIMIT ?", limit)
        return [(number, due) for number, due in rows]

    async def tables_thinking(self) -> list[int]:
        """The tables where a computer player owes a move."""
        return await self._column("SELECT id FROM tables WHERE thinking = true ORDER BY id")

    async def table_counts(self) -> list[TableCount]:
        """How many tables there are, by game and state."""
        sql = "SELECT game, state, count(*) FROM tables GROUP BY game, state ORDER BY game, state"
        return made(TableCount, await self._rows(sql))


class TableWrites(TableReads):
    """What can be written."""

    async def lock_table(self, number: int) -> None:
        """Have a table for ourselves until the transaction ends."""
        await self._lock_rows(f"SELECT 1 FROM tables WHERE id = ?{self._lock}", number)

    async def save_table(
        self, row: TableRow, seating: Iterable[SeatRow] | None, position: bytes | None, *, after: int | None = None
    ) -> int:
        """Store a table and return its number; `seating` and `position` None: unchanged. `after`: only where the stored one has
        this version; else Overtaken is raised, by the commit at the latest.
        """
        number: Any = row.id
        values = msgspec.structs.astuple(row)[1:]
        if not number:
            number = await self._value(f"{insert('tables', *_FIELDS)} RETURNING id", *values)
        else:
            await self.lock_table(number)
        if seating is not None:
            await self._run("DELETE FROM seats WHERE table_id = ?", number)
            sql = insert("seats", "table_id", *SeatRow.__struct_fields__)
            await self._run_each(sql, [(number, *msgspec.structs.astuple(seat)) for seat in seating])
        if row.id and after is not None:
            sql = f"UPDATE tables SET {_CHANGE} WHERE id = ? AND version = ?"
            await self._later(sql, *values, number, after, unless=Overtaken)
        elif row.id:
            await self._later(f"UPDATE tables SET {_CHANGE} WHERE id = ?", *values, number)
        if position is not None:
            await self._later(upsert("snapshots", ("table_id",), "snapshot"), number, position)
        return int(number)

    async def count_open(self, where: Counted, value: int) -> int:
        """How many lobbies and games there are by `where`: `user`, `guild` or `channel` (where games of tournaments do not
        count: whoever opened one has chosen its channel for all of them).
        """
        # Nobody else counts the same until we are through, or two processes would each find the last place free.
        await self._have_alone(f"open {where}", value)
        sql = {
            "user": f'SELECT count(*) FROM seats JOIN tables ON tables.id = table_id WHERE "user" = ? AND {OPEN}',
            "guild": f"SELECT count(*) FROM tables WHERE guild = ? AND {OPEN}",
            "channel": f"SELECT count(*) FROM tables WHERE (channel = ?1 OR home = ?1) AND {OPEN}"
            " AND NOT EXISTS (SELECT 1 FROM tournament_games WHERE table_id = tables.id)",
        }[where]
        return int(await self._value(sql, value))
