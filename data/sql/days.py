"""Deals that many people play: the castle of the day, challenges, and who has tried them."""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
import msgspec

from data.records.days import ChallengeRow, DayRow, DealTryRow
from data.sql.statements import Statements, insert, names, to_structs
from data.sql.subjects import SubjectWrites

_TRY = f"SELECT {names(DealTryRow)} FROM deal_tries"


class DayReads(Statements):
    """Read operations."""

    async def day(self, day: str) -> DayRow | None:
        """Returns the castle of a day; None: nobody has asked for it."""
        return await self._first(DayRow, f"SELECT {names(DayRow)} FROM days WHERE day = ?", day)

    async def deal_try(self, deal: str, user: int) -> DealTryRow | None:
        """Returns a person's first try of a deal; None: they have not begun."""
        return await self._first(DealTryRow, f'{_TRY} WHERE deal = ? AND "user" = ?', deal, user)

    async def deal_standings(self, day: str, guild: int, limit: int) -> list[DealTryRow]:
        """Returns the finished first tries of a server's people, the best first; of equals the first to finish."""
        sql = f"{_TRY} WHERE guild = ? AND deal = ? AND ended IS NOT NULL ORDER BY place, score DESC, ended LIMIT ?"
        return to_structs(DealTryRow, await self._rows(sql, guild, day, limit))

    async def count_deal_tries(self, day: str, guild: int) -> int:
        """Returns how many of a server's people have finished the castle of a day."""
        sql = "SELECT count(*) FROM deal_tries WHERE guild = ? AND deal = ? AND ended IS NOT NULL"
        return int(await self._value(sql, guild, day))

    async def challenge(self, code: str) -> ChallengeRow | None:
        """Returns a challenge; None: there is none with this code."""
        return await self._first(ChallengeRow, f"SELECT {names(ChallengeRow)} FROM challenges WHERE code = ?", code)

    async def challenge_of(self, table: int) -> ChallengeRow | None:
        """Returns the challenge with the game of a table; None: nobody has been challenged with it."""
        return await self._first(ChallengeRow, f"SELECT {names(ChallengeRow)} FROM challenges WHERE table_id = ?", table)

    async def deal_tries(self, deal: str, limit: int) -> list[DealTryRow]:
        """Returns the finished first tries of a deal, the best first; of equals the first to finish."""
        sql = f"{_TRY} WHERE deal = ? AND ended IS NOT NULL ORDER BY place, score DESC, ended LIMIT ?"
        return to_structs(DealTryRow, await self._rows(sql, deal, limit))

    async def days_finished(self, user: int, first: str, last: str) -> int:
        """Returns of how many of these days a person has finished the castle."""
        sql = 'SELECT count(*) FROM deal_tries WHERE "user" = ? AND deal >= ? AND deal <= ? AND ended IS NOT NULL'
        return int(await self._value(sql, user, first, last))


class DayWrites(SubjectWrites):
    """Write operations."""

    async def add_day(self, row: DayRow) -> None:
        """Store the castle of a day, unless it has one."""
        await self._run(f"{insert('days', *DayRow.__struct_fields__)} ON CONFLICT DO NOTHING", *msgspec.structs.astuple(row))

    async def add_challenge(self, row: ChallengeRow) -> None:
        """Store a challenge, unless there is one with its table's game."""
        sql = f"{insert('challenges', *ChallengeRow.__struct_fields__)} ON CONFLICT DO NOTHING"
        await self._run(sql, *msgspec.structs.astuple(row))

    async def add_deal_try(self, row: DealTryRow) -> None:
        """Store a person's try of a deal, unless they have begun one before."""
        sql = f"{insert('deal_tries', *DealTryRow.__struct_fields__)} ON CONFLICT DO NOTHING"
        await self._run(sql, *msgspec.structs.astuple(row))

    async def end_deal_try(self, table: int, ended: float, place: int, score: int) -> int | None:
        """Store how a table's game has ended, if it was a first try; return the server (0: none) in which it was."""
        sql = "UPDATE deal_tries SET ended = ?, place = ?, score = ? WHERE table_id = ? RETURNING guild"
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
