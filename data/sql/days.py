"""The castle of the day: its deal, and who has tried it."""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
import msgspec

from data.records import DayRow, DayTryRow
from data.sql.statements import Statements, insert, names, to_structs
from data.sql.subjects import SubjectWrites

_TRY = f"SELECT {names(DayTryRow)} FROM day_tries"


class DayReads(Statements):
    """Read operations."""

    async def day(self, day: str) -> DayRow | None:
        """Returns the castle of a day; None: nobody has asked for it."""
        return await self._first(DayRow, f"SELECT {names(DayRow)} FROM days WHERE day = ?", day)

    async def day_try(self, day: str, user: int) -> DayTryRow | None:
        """Returns a person's first try of a day; None: they have not begun."""
        return await self._first(DayTryRow, f'{_TRY} WHERE day = ? AND "user" = ?', day, user)

    async def day_standings(self, day: str, guild: int, limit: int) -> list[DayTryRow]:
        """Returns the finished first tries of a server's people, the best first; of equals the first to finish."""
        sql = f"{_TRY} WHERE guild = ? AND day = ? AND ended IS NOT NULL ORDER BY place, score DESC, ended LIMIT ?"
        return to_structs(DayTryRow, await self._rows(sql, guild, day, limit))

    async def count_day_tries(self, day: str, guild: int) -> int:
        """Returns how many of a server's people have finished the castle of a day."""
        sql = "SELECT count(*) FROM day_tries WHERE guild = ? AND day = ? AND ended IS NOT NULL"
        return int(await self._value(sql, guild, day))

    async def days_finished(self, user: int, since: str) -> int:
        """Returns of how many days, from this one on, a person has finished the castle."""
        sql = 'SELECT count(*) FROM day_tries WHERE "user" = ? AND day >= ? AND ended IS NOT NULL'
        return int(await self._value(sql, user, since))


class DayWrites(SubjectWrites):
    """Write operations."""

    async def add_day(self, row: DayRow) -> None:
        """Store the castle of a day, unless it has one."""
        await self._run(f"{insert('days', *DayRow.__struct_fields__)} ON CONFLICT DO NOTHING", *msgspec.structs.astuple(row))

    async def add_day_try(self, row: DayTryRow) -> None:
        """Store a person's try of a day, unless they have begun one before."""
        sql = f"{insert('day_tries', *DayTryRow.__struct_fields__)} ON CONFLICT DO NOTHING"
        await self._run(sql, *msgspec.structs.astuple(row))

    async def end_day_try(self, table: int, ended: float, place: int, score: int) -> int | None:
        """Store how a table's game has ended, if it was a first try; return the server (0: none) in which it was."""
        sql = "UPDATE day_tries SET ended = ?, place = ?, score = ? WHERE table_id = ? RETURNING guild"
        guild: int | None = await self._value(sql, ended, place, score, table)
        return guild

    async def day_card(self, guild: int, channel: int) -> int:
        """Returns the subject by which a server is told of its castles of the day, in this channel from now on."""
        await self._have_alone("day", guild)
        number: int | None = await self._value("SELECT id FROM day_cards WHERE guild = ?", guild)
        if number is None:
            number = await self.add_subject("day", guild, channel)
            await self._run(insert("day_cards", "id", "guild"), number, guild)
        else:
            await self.move_subject(number, channel)
        return number
