"""What is chosen and done in a server by those who look after it, noted in its log; who may not play; who hears nothing."""

import hmac
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from data.records import ExclusionRow, News, PersonRow
from data.store import Transaction
from tables.errors import Excluded
from tables.model import server
from tables.model.models import DIRECT, PRIVATE, TableInfo
from tables.model.server import Key, ServerLogLine, ServerSettings
from tables.service.changing import Changing, Shared
from tables.time.timing import DAY

LOG_KEPT = 365 * DAY
"""A line of a server's log is kept for so long."""

SETTLED_SECONDS = 3.0
"""Seconds after which the end of a game is surely stored."""

LATEST = 1 << 62
"""Above the number of every table."""

FOREVER = 10 * 365 * DAY
"""An exclusion lasts no longer."""


class ServerActions(Changing):
    """Servers: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, unset: ServerSettings) -> None:
        """`unset`: what holds in a server where nobody has chosen anything."""
        super().__init__(shared)
        self.unset = unset

    async def server_settings(self, guild: int) -> ServerSettings:
        """How a server wants it, as it is now, whatever process changed it."""
        if guild in {DIRECT, PRIVATE}:
            return ServerSettings(boards="turns", silent=False, friendly=True)
        settings = server.read(await self._store.server(guild), self.unset)
        return replace(settings, language=await self._store.guild_language(guild))

    async def set_server(self, guild: int, by: int, **changes: Any) -> ServerSettings:
        """Change some fields of a server's settings; each that is another now is noted in its log as `by`'s doing."""

        async def carry_out(tx: Transaction) -> ServerSettings:
            text = await tx.server(guild)
            stored = server.read(text, self.unset)
            before = replace(stored, language=await tx.guild_language(guild))
            after = replace(before, **changes)
            if after == before:
                return before
            await tx.set_server(guild, server.written(text, after))
            if after.language != before.language:
                await tx.set_guild_language(guild, after.language)
            for name in ServerSettings.__struct_fields__:
                old, new = getattr(before, name), getattr(after, name)
                if old != new and name not in server.UNTOLD:
                    old, new = (bool(old), bool(new)) if name in server.SECRET else (old, new)
                    await self.note(tx, guild, by, "changed", {"field": name, "before": _text(old), "after": _text(new)})
            return after

        return await self._transact(carry_out)

    # What programs may have of it.

    async def new_key(self, guild: int, by: int) -> Key:
        """A new key for programs, which takes the place of the one before. It is stored hashed."""
        key = Key(secrets.token_urlsafe(32))
        await self.set_server(guild, by, door=key.door, signing=key.signing)
        return key

    async def opens(self, guild: int, key: str) -> bool:
        """Whether a server's results may be read with this key."""
        return hmac.compare_digest(Key(key).door, (await self.server_settings(guild)).door)

    async def finished(self, guild: int, limit: int, before: int = LATEST) -> list[TableInfo]:
        """The games of a server that are over and have lower numbers, newest first, without those that cannot be loaded."""
        found = [self._table_store.listed(*rows) for rows in await self._store.finished_tables_on(guild, limit, before)]
        return [info for info in found if not info.set_aside]

    async def to_post(self, limit: int) -> dict[int, list[TableInfo]]:
        """By server with a webhook, the games that ended, or were changed after their end, since the last one posted, oldest
        first. Those of this moment are left for later: another process may just be storing an earlier one.
        """
        found, until = {}, self._clock.now() - SETTLED_SECONDS
        for guild in await self._store.servers_that_say("webhook"):
            settings = await self.server_settings(guild)
            rows = await self._store.finished_since(guild, *settings.posted, until, limit) if settings.webhook else []
            found[guild] = [self._table_store.listed(*row) for row in rows]
        return {guild: infos for guild, infos in found.items() if infos}

    async def posted(self, guild: int, info: TableInfo) -> None:
        """Note that this game need not be posted any more."""
        if (info.changed, info.id) > (await self.server_settings(guild)).posted:
            await self.set_server(guild, 0, posted=(info.changed, info.id))

    async def set_webhook(self, guild: int, by: int, address: str) -> None:
        """Have the results of games that end from now on posted to this address; "": to nobody."""
        await self.set_server(guild, by, webhook=address, posted=(self._clock.now(), LATEST))

    async def log_of_server(self, guild: int, before: int | None = None, limit: int = 10) -> list[ServerLogLine]:
        """The newest lines of a server's log, newest first; `before`: of those with a lower number."""
        rows = await self._store.server_log(guild, before, limit)
        return [
            ServerLogLine(row.number, row.at, row.user, row.what, msgspec.json.decode(row.about, type=dict[str, str]))
            for row in rows
        ]

    async def note_in_server(self, guild: int, by: int, what: str, **about: str) -> None:
        """Note something in a server's log."""
        await self._transact(lambda tx: self.note(tx, guild, by, what, about))

    async def note(self, tx: Transaction, guild: int, by: int, what: str, about: Mapping[str, str]) -> None:
        now = self._clock.now()
        await tx.log_server(guild, now, by, what, msgspec.json.encode(about).decode())
        await tx.forget_server_log(guild, now - LOG_KEPT)

    # Who may not sit at a server's tables.

    async def exclude(self, guild: int, user: int, by: int, *, seconds: float, reason: str = "") -> ExclusionRow:
        """Somebody may not open or join tables of a server for so long; games they sit at go on. They are told by the next
        answer they get there (`Preferences.untold`).
        """
        row = ExclusionRow(user, self._clock.now() + min(seconds, FOREVER), by, reason)

        async def carry_out(tx: Transaction) -> None:
            await tx.exclude(guild, row)
            await tx.forget_exclusions(guild, self._clock.now())
            about = {"user": str(user), "until": str(int(row.until)), "reason": reason}
            await self.note(tx, guild, by, "excluded", about)
            person = await tx.person(user) or PersonRow()
            await tx.set_person(user, replace(person, untold=guild))
            await tx.announce(News(kind="person", user=user))

        await self._transact(carry_out)
        return row

    async def lift_exclusion(self, guild: int, user: int, by: int) -> bool:
        """Let somebody play again. Whether they were excluded."""

        async def carry_out(tx: Transaction) -> bool:
            found = await tx.exclusion(guild, user)
            if found is None or found.until <= self._clock.now():
                return False
            await tx.lift_exclusion(guild, user)
            await self.note(tx, guild, by, "lifted", {"user": str(user)})
            return True

        return await self._transact(carry_out)

    async def exclusion(self, guild: int, user: int) -> ExclusionRow | None:
        """That this person may not sit at the server's tables now; None: they may."""
        row = await self._store.exclusion(guild, user)
        return None if row is None or row.until <= self._clock.now() else row

    async def exclusions(self, guild: int) -> list[ExclusionRow]:
        """Who may not sit at a server's tables now, who may soonest first."""
        now = self._clock.now()
        return [row for row in await self._store.exclusions(guild) if row.until > now]

    async def admit(self, guild: int, user: int) -> None:
        """Raises Excluded where this person may not sit at the server's tables."""
        found = await self.exclusion(guild, user)
        if found is not None:
            key = "tables.refusal.excluded-because" if found.reason else Excluded.default
            raise Excluded(key, until=int(found.until), reason=found.reason)

    # Who wants to hear nothing of a table.

    async def muted(self, table: int) -> set[int]:
        """The users who want to hear nothing of a table."""
        return await self._store.muted(table)

    async def mute(self, table: int, user: int, *, quiet: bool) -> None:
        """Somebody wants to hear nothing of a table (`quiet`), or to hear of it again. Raises NoSuchTable."""
        await self._table_store.read(table, anyway=True)
        await self._transact(lambda tx: (tx.mute if quiet else tx.unmute)(table, user))


def _text(value: Any) -> str:
    """A value of a field as the log has it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
