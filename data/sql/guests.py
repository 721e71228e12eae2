"""Who is never seated with whom, and who wants to be told of new tables."""

from __future__ import annotations

from collections.abc import Collection

from data.records import SubscriberRow
from data.sql.statements import Statements, insert, made


class GuestReads(Statements):
    """What can be read."""

    async def blocked_by(self, user: int) -> list[int]:
        """The people whom this person has blocked, in the order of their ids."""
        return await self._column('SELECT other FROM blocks WHERE "user" = ? ORDER BY other', user)

    async def at_odds(self, users: Collection[int], others: Collection[int]) -> bool:
        """Whether anybody of the first has blocked anybody of the second, or the other way round."""
        sql = 'SELECT 1 FROM blocks WHERE ("user" IN (??) AND other IN (??)) OR ("user" IN (??) AND other IN (??)) LIMIT 1'
        some, rest = list(users), list(others)
        return bool(await self._rows(sql, some, rest, rest, some))

    async def subscriptions_of(self, user: int, guild: int) -> list[str]:
        """The games (keys, sorted) of which this person wants to be told when a table of this server is opened."""
        return await self._column('SELECT game FROM subscriptions WHERE "user" = ? AND guild = ? ORDER BY game', user, guild)

    async def subscribers(self, guild: int, game: str) -> list[SubscriberRow]:
        """Who wants to be told of a new table, whoever was told longest ago first."""
        sql = 'SELECT "user", told FROM subscriptions WHERE guild = ? AND game = ? ORDER BY told, "user"'
        return made(SubscriberRow, await self._rows(sql, guild, game))


class GuestWrites(Statements):
    """What can be written."""

    async def set_block(self, user: int, other: int, at: float | None) -> None:
        """Have one person blocked by another since a time; None: no more."""
        if at is None:
            await self._run('DELETE FROM blocks WHERE "user" = ? AND other = ?', user, other)
        else:
            await self._run(f"{insert('blocks', 'user', 'other', 'at')} ON CONFLICT DO NOTHING", user, other, at)

    async def set_subscriptions(self, user: int, guild: int, games: Collection[str]) -> None:
        """The games of which a person wants to be told in a server, in the place of those before."""
        told = await self._value('SELECT max(told) FROM subscriptions WHERE "user" = ?', user) or 0.0
        await self._run('DELETE FROM subscriptions WHERE "user" = ? AND guild = ?', user, guild)
        sql = insert("subscriptions", "user", "guild", "game", "told")
        await self._run_each(sql, [(user, guild, game, told) for game in games])

    async def note_called(self, users: Collection[int], at: float) -> None:
        """Note that these people have been told of a new table."""
        await self._run('UPDATE subscriptions SET told = ? WHERE "user" IN (??)', at, list(users))
