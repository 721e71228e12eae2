"""Servers: how each wants it, what was done there, who may not play, and who wants to hear nothing of a table."""

# ruff: noqa: S608 - the pieces put together are column lists of ours; values are always parameters.
from __future__ import annotations

import msgspec

from data.records import ExclusionRow, ServerLogRow
from data.sqlite.connection import Connected, marks, names

_LOG = names(ServerLogRow)
_EXCLUSION = names(ExclusionRow)


class ServerReads(Connected):
    """See `data.store.Reads`."""

    async def server(self, guild: int) -> str | None:
        rows = await self._rows("SELECT settings FROM servers WHERE guild = ?", (guild,))
        return rows[0][0] if rows else None

    async def server_log(self, guild: int, before: int | None, limit: int) -> list[ServerLogRow]:
        sql = f"SELECT {_LOG} FROM server_log WHERE guild = ? AND number < ? ORDER BY number DESC LIMIT ?"
        newest = (1 << 63) - 1
        return [ServerLogRow(*row) for row in await self._rows(sql, (guild, newest if before is None else before, limit))]

    async def exclusion(self, guild: int, user: int) -> ExclusionRow | None:
        rows = await self._rows(f"SELECT {_EXCLUSION} FROM exclusions WHERE guild = ? AND user = ?", (guild, user))
        return ExclusionRow(*rows[0]) if rows else None

    async def exclusions(self, guild: int) -> list[ExclusionRow]:
        rows = await self._rows(f"SELECT {_EXCLUSION} FROM exclusions WHERE guild = ? ORDER BY until, user", (guild,))
        return [ExclusionRow(*row) for row in rows]

    async def muted(self, table: int) -> set[int]:
        return {row[0] for row in await self._rows("SELECT user FROM mutes WHERE table_id = ?", (table,))}


class ServerWrites(ServerReads):
    """See `data.store.Transaction`."""

    async def set_server(self, guild: int, settings: str) -> None:
        await self._db.execute("INSERT OR REPLACE INTO servers VALUES (?, ?)", (guild, settings))

    async def log_server(self, guild: int, at: float, user: int, what: str, about: str) -> None:
        await self._db.execute(
            "INSERT INTO server_log (guild, number, at, user, what, about) SELECT ?1,"
            " coalesce((SELECT max(number) FROM server_log WHERE guild = ?1), 0) + 1, ?2, ?3, ?4, ?5",
            (guild, at, user, what, about),
        )

    async def forget_server_log(self, guild: int, before: float) -> None:
        await self._db.execute("DELETE FROM server_log WHERE guild = ? AND at < ?", (guild, before))

    async def exclude(self, guild: int, row: ExclusionRow) -> None:
        await self._db.execute(
            f"INSERT OR REPLACE INTO exclusions (guild, {_EXCLUSION}) VALUES (?, {marks(ExclusionRow)})",
            (guild, *msgspec.structs.astuple(row)),
        )

    async def lift_exclusion(self, guild: int, user: int) -> None:
        await self._db.execute("DELETE FROM exclusions WHERE guild = ? AND user = ?", (guild, user))

    async def forget_exclusions(self, guild: int, before: float) -> None:
        await self._db.execute("DELETE FROM exclusions WHERE guild = ? AND until <= ?", (guild, before))

    async def mute(self, table: int, user: int) -> None:
        await self._db.execute("INSERT OR IGNORE INTO mutes VALUES (?, ?)", (table, user))

    async def unmute(self, table: int, user: int) -> None:
        await self._db.execute("DELETE FROM mutes WHERE table_id = ? AND user = ?", (table, user))
