"""Subjects: what Discord is told about. A subject has a number, a kind, and a place.

A table has its channel and version in its own row, which every move writes anyway. All other kinds have them in `subjects`, and
are locked by that row.
"""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from data.records.outbox import SubjectRow
from data.sql.statements import Statements, insert

PLACED = "LEFT JOIN tables ON tables.id = subjects.id"
CHANNEL = "coalesce(tables.channel, subjects.channel)"
"""What follows subjects in a query, and then the channel of one."""

OPENED = ("tournaments", "nights", "leagues")
"""Tables of subjects that people open, and that end."""

_ENDS = {"season": "month", "week": "until"}
"""Spans of a server that end: each has a table that says when the last one did, in this column."""

_ADD = insert("subjects", "kind", "guild", "channel", "version")


class SubjectReads(Statements):
    """Read operations."""

    async def subject(self, number: int) -> SubjectRow | None:
        """Returns a subject; None if there is none with this number."""
        version = "coalesce(tables.version, subjects.version)"
        sql = f"SELECT subjects.id, kind, subjects.guild, {CHANNEL}, {version} FROM subjects {PLACED} WHERE subjects.id = ?"
        rows = await self._rows(sql, number)
        return SubjectRow(*rows[0]) if rows else None

    async def waiting_in(self, channel: int) -> list[int]:
        """Returns what is told in a channel and has not ended: tournaments, nights, leagues, and people who look for a game."""
        going = " UNION ".join(f"SELECT id FROM {table} WHERE state IN ('lobby', 'running', 'open')" for table in OPENED)
        going += " UNION SELECT id FROM wish_lists WHERE due IS NOT NULL"
        return await self._column(f"SELECT id FROM subjects WHERE channel = ? AND id IN ({going}) ORDER BY id", channel)

    async def hosted_by(self, user: int) -> list[int]:
        """Returns what a person has opened that has not ended, oldest first: tournaments, nights, leagues."""
        hosted = (f"SELECT id FROM {each} WHERE host = ?1 AND state IN ('lobby', 'running', 'open')" for each in OPENED)
        return await self._column(f"{' UNION '.join(hosted)} ORDER BY id", user)

    async def last_season(self, number: int) -> int:
        """Returns the last month of the season that ended last, by the subject of a server's seasons."""
        return int(await self._value("SELECT month FROM seasons WHERE id = ?", number))

    async def spoken_language(self, guild: int) -> str | None:
        """Returns the language of a server's newest table; None: it has none."""
        language: str | None = await self._value("SELECT language FROM tables WHERE guild = ? ORDER BY id DESC LIMIT 1", guild)
        return language


class SubjectWrites(SubjectReads):
    """Write operations."""

    async def lock_subject(self, number: int) -> None:
        """Lock a subject until the transaction ends."""
        if not await self._lock_rows(f"SELECT 1 FROM tables WHERE id = ?{self._lock}", number):
            await self._lock_rows(f"SELECT 1 FROM subjects WHERE id = ?{self._lock}", number)

    async def add_subject(self, kind: str, guild: int, channel: int) -> int:
        """Store a new subject and return its number."""
        return int(await self._value(f"{_ADD} RETURNING id", kind, guild, channel, 0))

    async def move_subject(self, number: int, channel: int) -> None:
        """Store that a subject, which is no table, has changed and where it is told."""
        await self._run("UPDATE subjects SET channel = ?, version = version + 1 WHERE id = ?", channel, number)

    @abstractmethod
    async def add_table(self, guild: int, columns: Sequence[str], values: Sequence[Any]) -> int:
        """Store a new subject and, under its number, the row of a table with these columns; return the number."""

    async def end_season(self, guild: int, month: int, channel: int) -> int | None:
        """Record that a server's season has ended with this month, and where it is told. Returns its subject if an earlier one
        was recorded before; None if none was, or this one already is.
        """
        return await self._end("season", guild, month, channel=channel, apart=1)

    async def end_week(self, guild: int, until: float, channel: int, *, apart: float) -> int | None:
        """The same for a server's week that has ended at this time; None also if the one before ended less than `apart`
        seconds earlier.
        """
        return await self._end("week", guild, until, channel=channel, apart=apart)

    async def _end(self, kind: str, guild: int, end: float, *, channel: int, apart: float) -> int | None:
        column = _ENDS[kind]
        # One process at a time finds the first one.
        await self._have_alone(kind, guild)
        rows = await self._rows(f"SELECT id, {column} FROM {kind}s WHERE guild = ?", guild)
        if not rows:
            number = await self.add_subject(kind, guild, channel)
            await self._run(insert(f"{kind}s", "id", "guild", column), number, guild, end)
            return None
        number, before = rows[0]
        if before > end - apart:
            return None
        await self._run(f"UPDATE {kind}s SET {column} = ? WHERE id = ?", end, number)
        await self.move_subject(number, channel)
        return int(number)
