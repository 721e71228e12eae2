"""Servers: settings, logs, exclusions, and who has muted a subject."""

# ruff: noqa: S608 - only our own column lists are interpolated; values are always parameters.
import msgspec

from data.records.servers import ExclusionRow, ServerLogRow
from data.sql.statements import Statements, names, to_structs, upsert

_EXCLUSION = names(ExclusionRow)


class ServerReads(Statements):
    """Read operations."""

    async def server(self, guild: int) -> str | None:
        """Returns a server's settings (JSON); None: none are stored. Inside a transaction, locks them until it ends."""
        settings: str | None = await self._value("SELECT settings FROM servers WHERE guild = ?", guild)
        return settings

    async def servers_that_say(self, field: str) -> list[int]:
        """Returns the servers whose settings have a field with this name, which is not user input."""
        return await self._column("SELECT guild FROM servers WHERE settings LIKE ? ORDER BY guild", f'%"{field}":%')

    async def noted_since(self, guild: int, what: str, at: float) -> list[str]:
        """Returns what the entries of this kind in a server's log since this time are about (JSON)."""
        return await self._column("SELECT about FROM server_log WHERE guild = ? AND what = ? AND at > ?", guild, what, at)

    async def server_log(self, guild: int, before: int | None, limit: int) -> list[ServerLogRow]:
        """Returns at most `limit` entries of a server's log, newest first, with numbers below `before`."""
        sql = f"SELECT {names(ServerLogRow)} FROM server_log WHERE guild = ? AND number < ? ORDER BY number DESC LIMIT ?"
        newest = (1 << 63) - 1
        return to_structs(ServerLogRow, await self._rows(sql, guild, newest if before is None else before, limit))

    async def server_log_about(self, guild: int, subject: int, limit: int) -> list[ServerLogRow]:
        """Returns at most `limit` entries of a server's log that are about this subject, newest first."""
        sql = f"SELECT {names(ServerLogRow)} FROM server_log WHERE guild = ? AND about LIKE ? ORDER BY number DESC LIMIT ?"
        return to_structs(ServerLogRow, await self._rows(sql, guild, f'%"table":"{subject}"%', limit))

    async def exclusion(self, guild: int, user: int) -> ExclusionRow | None:
        """Returns a person's exclusion, whether over or not."""
        sql = f'SELECT {_EXCLUSION} FROM exclusions WHERE guild = ? AND "user" = ?'
        return await self._first(ExclusionRow, sql, guild, user)

    async def exclusions(self, guild: int) -> list[ExclusionRow]:
        """Returns the exclusions from a server's tables, in the order in which they end."""
        sql = f'SELECT {_EXCLUSION} FROM exclusions WHERE guild = ? ORDER BY until, "user"'
        return to_structs(ExclusionRow, await self._rows(sql, guild))

    async def muting_users(self, subject: int) -> set[int]:
        """Returns the users who have muted a subject."""
        return set(await self._column('SELECT "user" FROM mutes WHERE subject_id = ?', subject))


class ServerWrites(ServerReads):
    """Write operations."""

    async def server(self, guild: int) -> str | None:
        """Like `ServerReads.server`."""
        # Whether there is a row yet or not.
        await self._have_alone("server", guild)
        return await super().server(guild)

    async def set_server(self, guild: int, settings: str) -> None:
        """Store a server's settings (JSON)."""
        await self._run(upsert("servers", ("guild",), "settings"), guild, settings)

    async def log_server(self, guild: int, at: float, user: int, what: str, about: str) -> None:
        """Add an entry to a server's log; see `ServerLogRow`."""
        await self._have_alone("server", guild)
        sql = (
            'INSERT INTO server_log (guild, number, at, "user", what, about) SELECT ?1,'
            " coalesce((SELECT max(number) FROM server_log WHERE guild = ?1), 0) + 1, ?2, ?3, ?4, ?5"
        )
        await self._run(sql, guild, at, user, what, about)

    async def forget_server_log(self, guild: int, before: float) -> None:
        """Delete the older entries of a server's log."""
        await self._run("DELETE FROM server_log WHERE guild = ? AND at < ?", guild, before)

    async def exclude(self, guild: int, row: ExclusionRow) -> None:
        """Exclude a person, replacing an earlier exclusion."""
        user, *others = ExclusionRow.__struct_fields__
        await self._run(upsert("exclusions", ("guild", user), *others), guild, *msgspec.structs.astuple(row))

    async def lift_exclusion(self, guild: int, user: int) -> None:
        """Delete a person's exclusion."""
        await self._run('DELETE FROM exclusions WHERE guild = ? AND "user" = ?', guild, user)

    async def forget_exclusions(self, guild: int, before: float) -> None:
        """Delete the exclusions that had ended by this time."""
        await self._run("DELETE FROM exclusions WHERE guild = ? AND until <= ?", guild, before)

    async def mute(self, subject: int, user: int) -> None:
        """Mute a subject for a person."""
        await self._run("INSERT INTO mutes VALUES (?, ?) ON CONFLICT DO NOTHING", subject, user)

    async def unmute(self, subject: int, user: int) -> None:
        """Unmute a subject for a person."""
        await self._run('DELETE FROM mutes WHERE subject_id = ? AND "user" = ?', subject, user)
