"""Who is never seated with whom, and who wants to be told of new tables."""

from __future__ import annotations

from collections.abc import Collection

from data.postgres.connection import Connected
from data.records import SubscriberRow


class GuestReads(Connected):
    """See `data.guest_store.GuestReads`."""

    async def blocked_by(self, user: int) -> list[int]:
        return [row[0] for row in await self._rows('SELECT other FROM blocks WHERE "user" = $1 ORDER BY other', user)]

    async def at_odds(self, users: Collection[int], others: Collection[int]) -> bool:
        sql = (
            'SELECT 1 FROM blocks WHERE ("user" = ANY ($1::bigint[]) AND other = ANY ($2::bigint[]))'
            ' OR ("user" = ANY ($2::bigint[]) AND other = ANY ($1::bigint[])) LIMIT 1'
        )
        return bool(await self._rows(sql, list(users), list(others)))

    async def subscriptions_of(self, user: int, guild: int) -> list[str]:
        sql = 'SELECT game FROM subscriptions WHERE "user" = $1 AND guild = $2 ORDER BY game'
        return [row[0] for row in await self._rows(sql, user, guild)]

    async def subscribers(self, guild: int, game: str) -> list[SubscriberRow]:
        sql = 'SELECT "user", told FROM subscriptions WHERE guild = $1 AND game = $2 ORDER BY told, "user"'
        return [SubscriberRow(*row) for row in await self._rows(sql, guild, game)]


class GuestWrites(Connected):
    """See `data.guest_store.GuestWrites`."""

    async def set_block(self, user: int, other: int, at: float | None) -> None:
        if at is None:
            await self._run('DELETE FROM blocks WHERE "user" = $1 AND other = $2', user, other)
        else:
            await self._run(
                'INSERT INTO blocks ("user", other, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', user, other, at
            )

    async def set_subscriptions(self, user: int, guild: int, games: Collection[str]) -> None:
        told = await self._rows('SELECT max(told) FROM subscriptions WHERE "user" = $1', user)
        await self._run('DELETE FROM subscriptions WHERE "user" = $1 AND guild = $2', user, guild)
        await self._run_each(
            'INSERT INTO subscriptions ("user", guild, game, told) VALUES ($1, $2, $3, $4)',
            ((user, guild, game, told[0][0] or 0.0) for game in games),
        )

    async def note_called(self, users: Collection[int], at: float) -> None:
        await self._run('UPDATE subscriptions SET told = $2 WHERE "user" = ANY ($1::bigint[])', list(users), at)
