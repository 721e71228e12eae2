"""Servers: how each wants it, what was done there, who may not play, and who wants to hear nothing of a table."""

# ruff: noqa: S608 - the pieces put together are column lists of ours; values are always parameters.
from __future__ import annotations

import msgspec

from data.postgres.connection import Connected, marks, names
from data.records import ExclusionRow, ServerLogRow

_LOG = names(ServerLogRow)
_EXCLUSION = names(ExclusionRow)
_NEW_EXCLUSION = ", ".join(f'"{name}" = excluded."{name}"' for name in ExclusionRow.__struct_fields__[1:])


class ServerReads(Connected):
    """See `data.store.Reads`."""

    async def server(self, guild: int) -> str | None:
        rows = await self._rows("SELECT settings FROM servers WHERE guild = $1", guild)
        return rows[0][0] if rows else None

    async def server_log(self, guild: int, before: int | None, limit: int) -> list[ServerLogRow]:
        sql = f"SELECT {_LOG} FROM server_log WHERE guild = $1 AND number < $2 ORDER BY number DESC LIMIT $3"
        newest = (1 << 63) - 1
        return [ServerLogRow(*row) for row in await self._rows(sql, guild, newest if before is None else before, limit)]

    async def exclusion(self, guild: int, user: int) -> ExclusionRow | None:
        rows = await self._rows(f'SELECT {_EXCLUSION} FROM exclusions WHERE guild = $1 AND "user" = $2', guild, user)
        return ExclusionRow(*rows[0]) if rows else None

    async def exclusions(self, guild: int) -> list[ExclusionRow]:
        rows = await self._rows(f'SELECT {_EXCLUSION} FROM exclusions WHERE guild = $1 ORDER BY until, "user"', guild)
        return [ExclusionRow(*row) for row in rows]

    async def muted(self, table: int) -> set[int]:
        return {row[0] for row in await self._rows('SELECT "user" FROM mutes WHERE table_id = $1', table)}


class ServerWrites(ServerReads):
    """See `data.store.Transaction`."""

    async def server(self, guild: int) -> str | None:
        # Who reads it in order to change it has it alone until the transaction ends, whether there is a row yet or not.
        await self._alone(guild)
        return await super().server(guild)

    async def _alone(self, guild: int) -> None:
        await self._rows("SELECT pg_advisory_xact_lock(hashtextextended('server', $1))", guild)

    async def set_server(self, guild: int, settings: str) -> None:
        await self._run(
            "INSERT INTO servers (guild, settings) VALUES ($1, $2)"
            " ON CONFLICT (guild) DO UPDATE SET settings = excluded.settings",
            guild,
            settings,
        )

    async def log_server(self, guild: int, at: float, user: int, what: str, about: str) -> None:
        await self._alone(guild)
        await self._run(
            'INSERT INTO server_log (guild, number, at, "user", what, about) SELECT $1,'
            " coalesce((SELECT max(number) FROM server_log WHERE guild = $1), 0) + 1, $2, $3, $4, $5",
            guild,
            at,
            user,
            what,
            about,
        )

    async def forget_server_log(self, guild: int, before: float) -> None:
        await self._run("DELETE FROM server_log WHERE guild = $1 AND at < $2", guild, before)

    async def exclude(self, guild: int, row: ExclusionRow) -> None:
        values = (guild, *msgspec.structs.astuple(row))
        await self._run(
            f"INSERT INTO exclusions (guild, {_EXCLUSION}) VALUES ({marks(len(values))})"
            f' ON CONFLICT (guild, "user") DO UPDATE SET {_NEW_EXCLUSION}',
            *values,
        )

    async def lift_exclusion(self, guild: int, user: int) -> None:
        await self._run('DELETE FROM exclusions WHERE guild = $1 AND "user" = $2', guild, user)

    async def forget_exclusions(self, guild: int, before: float) -> None:
        await self._run("DELETE FROM exclusions WHERE guild = $1 AND until <= $2", guild, before)

    async def mute(self, table: int, user: int) -> None:
        await self._run("INSERT INTO mutes VALUES ($1, $2) ON CONFLICT DO NOTHING", table, user)

    async def unmute(self, table: int, user: int) -> None:
        await self._run('DELETE FROM mutes WHERE table_id = $1 AND "user" = $2', table, user)
