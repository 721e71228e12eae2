"""Who is never seated with whom, and who wants to be told of new tables."""

# ruff: noqa: S608 - the pieces put together are marks of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Collection

from data.records import SubscriberRow
from data.sqlite.connection import Connected


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" for _ in values)


class GuestReads(Connected):
    """See `data.guest_store.GuestReads`."""

    async def blocked_by(self, user: int) -> list[int]:
        return [row[0] for row in await self._rows("SELECT other FROM blocks WHERE user = ? ORDER BY other", (user,))]

    async def at_odds(self, users: Collection[int], others: Collection[int]) -> bool:
        some, rest = f"({_marks(users)})", f"({_marks(others)})"
        sql = f"SELECT 1 FROM blocks WHERE (user IN {some} AND other IN {rest}) OR (user IN {rest} AND other IN {some}) LIMIT 1"
        return bool(await self._rows(sql, (*users, *others, *others, *users)))

    async def subscriptions_of(self, user: int, guild: int) -> list[str]:
        sql = "SELECT game FROM subscriptions WHERE user = ? AND guild = ? ORDER BY game"
        return [row[0] for row in await self._rows(sql, (user, guild))]

    async def subscribers(self, guild: int, game: str) -> list[SubscriberRow]:
        sql = "SELECT user, told FROM subscriptions WHERE guild = ? AND game = ? ORDER BY told, user"
        return [SubscriberRow(*row) for row in await self._rows(sql, (guild, game))]


class GuestWrites(Connected):
    """See `data.guest_store.GuestWrites`."""

    async def set_block(self, user: int, other: int, at: float | None) -> None:
        if at is None:
            await self._db.execute("DELETE FROM blocks WHERE user = ? AND other = ?", (user, other))
        else:
            await self._db.execute("INSERT INTO blocks VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (user, other, at))

    async def set_subscriptions(self, user: int, guild: int, games: Collection[str]) -> None:
        told = await self._rows("SELECT max(told) FROM subscriptions WHERE user = ?", (user,))
        await self._db.execute("DELETE FROM subscriptions WHERE user = ? AND guild = ?", (user, guild))
        await self._db.executemany(
            "INSERT INTO subscriptions VALUES (?, ?, ?, ?)", [(user, guild, game, told[0][0] or 0.0) for game in games]
        )

    async def note_called(self, users: Collection[int], at: float) -> None:
        await self._db.execute(f"UPDATE subscriptions SET told = ? WHERE user IN ({_marks(users)})", (at, *users))
