"""People who look for a game in a channel: their wishes, and how long they have waited."""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
from collections.abc import Collection, Iterable

import msgspec

from data.records.wishes import WaitRow, WishEnd, WishListRow, WishRow
from data.sql.statements import Statements, column_list, insert, names, to_structs, upsert
from data.sql.subjects import SubjectWrites

_OWN = ("id", "guild", "language", "due", "document")
_PLACE = ("channel", "version")
"""What its subject has."""
_ALL = f"SELECT {column_list(_OWN, 'wish_lists')}, {column_list(_PLACE, 'subjects')} FROM wish_lists JOIN subjects USING (id)"
_OPEN = "ended IS NULL"


class WishReads(Statements):
    """Read operations."""

    async def wish_list(self, number: int) -> WishListRow | None:
        """Returns the list with a number; None: there is none."""
        return self._list(await self._rows(f"{_ALL} WHERE id = ?", number))

    async def wish_list_in(self, guild: int, channel: int) -> WishListRow | None:
        """Returns the list of a channel; None: nobody has looked for a game there yet."""
        return self._list(await self._rows(f"{_ALL} WHERE wish_lists.guild = ? AND channel = ? ORDER BY id", guild, channel))

    @staticmethod
    def _list(rows: list[tuple[object, ...]]) -> WishListRow | None:
        return msgspec.convert(dict(zip((*_OWN, *_PLACE), rows[0], strict=True)), WishListRow) if rows else None

    async def wish_lists_due(self, limit: int) -> list[tuple[int, float]]:
        """Returns the lists the clock must look at, earliest first: number and time."""
        sql = "SELECT id, due FROM wish_lists WHERE due IS NOT NULL ORDER BY due, id LIMIT ?"
        return [(number, due) for number, due in await self._rows(sql, limit)]

    async def wish_lists_in(self, guild: int) -> list[int]:
        """Returns the lists of a server in which people look for a game."""
        return await self._column("SELECT id FROM wish_lists WHERE guild = ? AND due IS NOT NULL ORDER BY id", guild)

    async def open_wishes(self, number: int) -> list[WishRow]:
        """Returns the wishes of a list that have not ended, in the order of their numbers."""
        sql = f"SELECT {names(WishRow)} FROM wishes WHERE subject_id = ? AND {_OPEN} ORDER BY number"
        return to_structs(WishRow, await self._rows(sql, number))

    async def wish_lists_of(self, guild: int, user: int) -> list[int]:
        """Returns the lists of a server in which a person looks for a game."""
        sql = f'SELECT id FROM wish_lists JOIN wishes ON subject_id = id WHERE guild = ? AND "user" = ? AND {_OPEN} ORDER BY id'
        return await self._column(sql, guild, user)

    async def wish_lists_with(self, user: int) -> list[int]:
        """Returns the lists of all servers in which a person looks for a game."""
        return await self._column(f'SELECT subject_id FROM wishes WHERE "user" = ? AND {_OPEN} ORDER BY 1', user)

    async def is_wished(self, number: int, game: str, host: int) -> bool:
        """Returns whether anybody in a list but this person may want a game."""
        sql = f'SELECT 1 FROM wishes WHERE subject_id = ? AND "user" <> ? AND {_OPEN} AND document LIKE ? LIMIT 1'
        return bool(await self._rows(sql, number, host, f'%"{game}"%'))

    async def declined_since(self, number: int, since: float) -> list[int]:
        """Returns the people of a list whose wishes have ended since then because they declined a game or did not answer."""
        sql = "SELECT DISTINCT \"user\" FROM wishes WHERE subject_id = ? AND how IN ('declined', 'silent') AND ended >= ?"
        return await self._column(f"{sql} ORDER BY 1", number, since)

    async def count_wishes(self) -> int:
        """Returns how many people look for a game, in all servers."""
        return int(await self._value(f"SELECT count(*) FROM wishes WHERE {_OPEN}"))

    async def wish(self, number: int, wish: int) -> WishRow | None:
        """Returns a wish of a list, also one that has ended; None: it was deleted."""
        sql = f"SELECT {names(WishRow)} FROM wishes WHERE subject_id = ? AND number = ?"
        return await self._first(WishRow, sql, number, wish)

    async def last_wish_end(self, number: int, user: int) -> WishEnd | None:
        """Returns how a person's newest wish in a list has ended; None: it has not, or there is none."""
        sql = 'SELECT how FROM wishes WHERE subject_id = ? AND "user" = ? ORDER BY number DESC LIMIT 1'
        how: WishEnd | None = await self._value(sql, number, user)
        return how

    async def refusals(self, guild: int, user: int, silent_since: float, declined_since: float) -> int:
        """Returns of how many games a person has backed out in a server: without an answer, or declining."""
        sql = (
            'SELECT count(*) FROM wishes JOIN wish_lists ON id = subject_id WHERE guild = ? AND "user" = ?'
            " AND (how = 'silent' AND ended >= ? OR how = 'declined' AND ended >= ?)"
        )
        return int(await self._value(sql, guild, user, silent_since, declined_since))

    async def waits(self, guild: int, speed: str, since: float) -> list[float]:
        """Returns how long people of a server have waited for a game of this speed, the shortest first."""
        sql = (
            "SELECT seconds FROM waits JOIN wish_lists ON id = subject_id WHERE guild = ? AND speed = ? AND at >= ?"
            " ORDER BY seconds"
        )
        return await self._column(sql, guild, speed, since)

    async def blocked_pairs(self, users: Collection[int]) -> list[tuple[int, int]]:
        """Returns the pairs among these people of whom the first has blocked the second."""
        some = list(users)
        sql = 'SELECT "user", other FROM blocks WHERE "user" IN (??) AND other IN (??)'
        return [(user, other) for user, other in await self._rows(sql, some, some)] if some else []


class WishWrites(SubjectWrites):
    """Write operations."""

    async def save_wish_list(self, row: WishListRow) -> int:
        """Store a list, replacing what was stored, and return its number; 0: it is a new one. Otherwise the caller must have
        locked the subject against other changes.
        """
        number = row.id or await self.add_subject("wishes", row.guild, row.channel)
        await self._run(upsert("wish_lists", _OWN[:1], *_OWN[1:]), number, row.guild, row.language, row.due, row.document)
        if row.id:
            await self.move_subject(number, row.channel)
        return number

    async def save_wishes(self, rows: Iterable[WishRow]) -> None:
        """Store wishes, replacing those with the same numbers."""
        sql = upsert("wishes", ("subject_id", "number"), *WishRow.__struct_fields__[2:])
        await self._run_each(sql, [msgspec.structs.astuple(row) for row in rows])

    async def add_waits(self, rows: Iterable[WaitRow]) -> None:
        """Record how long people have waited; of each wish the first time counts."""
        sql = f"{insert('waits', *WaitRow.__struct_fields__)} ON CONFLICT DO NOTHING"
        await self._run_each(sql, [msgspec.structs.astuple(row) for row in rows])

    async def lock_wish_lists(self, guild: int) -> None:
        """Wait until no other transaction opens a list in a server or moves a person to another list."""
        await self._have_alone("wishes", guild)

    async def wake_wishes_on(self, guild: int, at: float) -> None:
        """Have the lists of a server looked at in which anybody looks for a game."""
        await self._run("UPDATE wish_lists SET due = ? WHERE due IS NOT NULL AND guild = ?", at, guild)

    async def wake_wish_list(self, guild: int, channel: int, at: float) -> None:
        """Have the list of a channel looked at, if anybody looks for a game there."""
        of = "SELECT id FROM subjects WHERE kind = 'wishes' AND guild = ? AND channel = ?"
        await self._later(f"UPDATE wish_lists SET due = ? WHERE due IS NOT NULL AND id IN ({of})", at, guild, channel)

    async def wake_wish_lists(self, numbers: Collection[int], at: float) -> None:
        """Have lists looked at."""
        await self._run("UPDATE wish_lists SET due = ? WHERE id IN (??)", at, list(numbers))

    async def forget_wishes(self, before: float, waits_before: float) -> None:
        """Delete the wishes that ended before a time, and how long people have waited before another."""
        await self._run("DELETE FROM wishes WHERE ended < ?", before)
        await self._run("DELETE FROM waits WHERE at < ?", waits_before)
