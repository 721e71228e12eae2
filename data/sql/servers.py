"""Servers: how each wants it, what was done there, who may not play, and who wants to hear nothing of a table."""

# ruff: noqa: S608 - the pieces put together are column lists of ours; values are always parameters.
import msgspec

from data.records import ExclusionRow, ServerLogRow
from data.sql.statements import Statements, made, names, upsert

_EXCLUSION = names(ExclusionRow)


class ServerReads(Statements):
    """What can be read."""

    async def server(self, guild: int) -> str | None:
        """How a server wants it (JSON); None: it has never been said. In a transaction it is then ours until that ends."""
        settings: str | None = await self._value("SELECT settings FROM servers WHERE guild = ?", guild)
        return settings

    async def servers_that_say(self, field: str) -> list[int]:
        """The servers whose settings have a field of this name (a word of ours)."""
        return await self._column("SELECT guild FROM servers WHERE settings LIKE ? ORDER BY guild", f'%"{field}":%')

    async def server_log(self, guild: int, before: int | None, limit: int) -> list[ServerLogRow]:
        """At most `limit` lines of a server's log, newest first, of those with a number less than `before`."""
        sql = f"SELECT {names(ServerLogRow)} FROM server_log WHERE guild = ? AND number < ? ORDER BY number DESC LIMIT ?"
        newest = (1 << 63) - 1
        return made(ServerLogRow, await self._rows(sql, guild, newest if before is None else before, limit))

    async def exclusion(self, guild: int, user: int) -> ExclusionRow | None:
        """The exclusion of a person, be it over or not."""
        sql = f'SELECT {_EXCLUSION} FROM exclusions WHERE guild = ? AND "user" = ?'
        return await self._first(ExclusionRow, sql, guild, user)

    async def exclusions(self, guild: int) -> list[ExclusionRow]:
        """Who is excluded from a server's tables, in the order in which that ends."""
        sql = f'SELECT {_EXCLUSION} FROM exclusions WHERE guild = ? ORDER BY until, "user"'
        return made(ExclusionRow, await self._rows(sql, guild))

    async def muted(self, table: int) -> set[int]:
        """The users who want to hear nothing of a table."""
        return set(await self._column('SELECT "user" FROM mutes WHERE table_id = ?', table))


class ServerWrites(ServerReads):
    """What can be written."""

    async def server(self, guild: int) -> str | None:
        """As `ServerReads.server`."""
        # Whether there is a row yet or not.
        await self._have_alone("server", guild)
        return await super().server(guild)

    async def set_server(self, guild: int, settings: str) -> None:
        """Store how a server wants it (JSON)."""
        await self._run(upsert("servers", ("guild",), "settings"), guild, settings)

    async def log_server(self, guild: int, at: float, user: int, what: str, about: str) -> None:
        """Write a line into a server's log: see `ServerLogRow`."""
        await self._have_alone("server", guild)
        sql = (
            'INSERT INTO server_log (guild, number, at, "user", what, about) SELECT ?1,'
            " coalesce((SELECT max(number) FROM server_log WHERE guild = ?1), 0) + 1, ?2, ?3, ?4, ?5"
        )
        await self._run(sql, guild, at, user, what, about)

    async def forget_server_log(self, guild: int, before: float) -> None:
        """Forget the lines of a server's log that are older."""
        await self._run("DELETE FROM server_log WHERE guild = ? AND at < ?", guild, before)

    async def exclude(self, guild: int, row: ExclusionRow) -> None:
        """Exclude a person, in the place of an earlier exclusion of theirs."""
        user, *others = ExclusionRow.__struct_fields__
        await self._run(upsert("exclusions", ("guild", user), *others), guild, *msgspec.structs.astuple(row))

    async def lift_exclusion(self, guild: int, user: int) -> None:
        """Exclude a person no more."""
        await self._run('DELETE FROM exclusions WHERE guild = ? AND "user" = ?', guild, user)

    async def forget_exclusions(self, guild: int, before: float) -> None:
        """Forget the exclusions that were over by that time."""
        await self._run("DELETE FROM exclusions WHERE guild = ? AND until <= ?", guild, before)

    async def mute(self, table: int, user: int) -> None:
        """Somebody wants to hear nothing of a table."""
        await self._run("INSERT INTO mutes VALUES (?, ?) ON CONFLICT DO NOTHING", table, user)

    async def unmute(self, table: int, user: int) -> None:
        """Somebody wants to hear of a table again."""
        await self._run('DELETE FROM mutes WHERE table_id = ? AND "user" = ?', table, user)
