"""Game nights, who comes, and which evenings there have been."""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
from collections.abc import Iterable

import msgspec

from data.records.nights import ComerRow, EveningRow, NightRow
from data.sql.statements import Statements, column_list, insert, names, to_structs, upsert
from data.sql.subjects import SubjectWrites

_PLACE = ("channel", "version")
"""What its subject has."""
_OWN = tuple(name for name in NightRow.__struct_fields__ if name not in _PLACE)
_ALL = f"SELECT {column_list(_OWN, 'nights')}, {column_list(_PLACE, 'subjects')} FROM nights JOIN subjects USING (id)"

_EVENING = f"SELECT {names(EveningRow)} FROM evenings"


class NightReads(Statements):
    """Read operations."""

    async def night(self, number: int) -> NightRow | None:
        """Returns the night with a number; None: there is none."""
        rows = await self._rows(f"{_ALL} WHERE id = ?", number)
        return msgspec.convert(dict(zip((*_OWN, *_PLACE), rows[0], strict=True)), NightRow) if rows else None

    async def comers(self, number: int) -> list[ComerRow]:
        """Returns the people of a night, in the order of their numbers."""
        sql = f"SELECT {names(ComerRow)} FROM comers WHERE subject_id = ? ORDER BY number"
        return to_structs(ComerRow, await self._rows(sql, number))

    async def nights_due(self, limit: int) -> list[tuple[int, float]]:
        """Returns the nights the clock must look at, earliest first: number and time."""
        sql = "SELECT id, due FROM nights WHERE due IS NOT NULL ORDER BY due, id LIMIT ?"
        return [(number, due) for number, due in await self._rows(sql, limit)]

    async def open_nights(self, guild: int) -> list[int]:
        """Returns the nights of a server that have not ended, oldest first."""
        return await self._column("SELECT id FROM nights WHERE guild = ? AND state = 'open' ORDER BY id", guild)

    async def nights_with(self, user: int) -> list[int]:
        """Returns the nights that have not ended to which a person has said whether they come."""
        mine = 'SELECT subject_id FROM comers WHERE "user" = ?'
        return await self._column(f"SELECT id FROM nights WHERE state = 'open' AND id IN ({mine}) ORDER BY id", user)

    async def old_nights(self, before: float, limit: int) -> list[int]:
        """Returns nights that ended before that time."""
        sql = "SELECT id FROM nights WHERE state = 'over' AND changed < ? ORDER BY id LIMIT ?"
        return await self._column(sql, before, limit)

    async def evening(self, night: int, date: int) -> EveningRow | None:
        """Returns what is kept of a date of a night; None: no table was drawn on it."""
        return await self._first(EveningRow, f"{_EVENING} WHERE night = ? AND date = ?", night, date)

    async def evenings(self, guild: int, limit: int) -> list[EveningRow]:
        """Returns the evenings of a server's nights, the newest first."""
        sql = f"{_EVENING} WHERE guild = ? ORDER BY starts DESC, night DESC LIMIT ?"
        return to_structs(EveningRow, await self._rows(sql, guild, limit))


class NightWrites(SubjectWrites):
    """Write operations."""

    async def save_night(self, row: NightRow) -> int:
        """Store a night, replacing what was stored, and return its number; 0: it is a new one. Otherwise the caller must have
        locked the subject against other changes.
        """
        number = row.id or await self.add_subject("night", row.guild, row.channel)
        values = {**{name: getattr(row, name) for name in _OWN}, "id": number}
        await self._run(upsert("nights", _OWN[:1], *_OWN[1:]), *values.values())
        if row.id:
            await self.move_subject(number, row.channel)
        return number

    async def save_comers(self, number: int, rows: Iterable[ComerRow], *, afresh: bool = False) -> None:
        """Store people of a night, replacing those with the same numbers; `afresh`: instead of all others."""
        if afresh:
            await self._run("DELETE FROM comers WHERE subject_id = ?", number)
        sql = upsert("comers", ("subject_id", "number"), *ComerRow.__struct_fields__[1:])
        await self._run_each(sql, [(number, *msgspec.structs.astuple(row)) for row in rows])

    async def add_evening(self, row: EveningRow) -> None:
        """Store an evening that is over."""
        await self._run(insert("evenings", *EveningRow.__struct_fields__), *msgspec.structs.astuple(row))
