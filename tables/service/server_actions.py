"""What managers and moderators choose and do in a server, noted in its log; exclusions; muted tables."""

import hmac
import secrets
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from data.records.people import PersonRow
from data.records.processes import News
from data.records.servers import ExclusionRow, ServerLogRow
from data.store import Transaction
from tables.errors import Excluded, NoSuchTable
from tables.model import server
from tables.model.server import Key, ServerLogLine, ServerSettings
from tables.model.table import json_text
from tables.model.table_info import DIRECT, PRIVATE, TableInfo
from tables.service.changing import Changing, Shared
from tables.time.timing import DAY

LOG_KEPT = 365 * DAY
"""Seconds for which entries of a server's log are kept."""

SETTLED_SECONDS = 3.0
"""Seconds after which the end of a game is certain to be stored."""

LATEST = 1 << 62
"""Higher than the number of any table."""

MOVING = "zones-to-follow"
"""The key under which the new zones of servers are stored whose tables have yet to follow them."""

FOREVER = 10 * 365 * DAY
"""The longest exclusion in seconds."""


class ServerActions(Changing):
    """Servers: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared, unset: ServerSettings) -> None:
        """`unset`: the settings of a server where nobody has chosen anything."""
        super().__init__(shared)
        self.unset = unset
        self.on_zone: Callable[[], Coroutine[Any, Any, None]]
        """Moves the quiet hours of tables to the new zones of their servers (`MOVING`); set by the owner of both."""

    async def server_settings(self, guild: int) -> ServerSettings:
        """Returns a server's current settings, whichever process changed them."""
        if guild in {DIRECT, PRIVATE}:
            return ServerSettings(boards="turns", silent=False, friendly=True)
        settings = server.read(await self._store.server(guild), self.unset)
        return replace(settings, language=await self._store.guild_language(guild))

    async def set_server(self, guild: int, by: int, **changes: Any) -> ServerSettings:
        """Change some fields of a server's settings; each actual change is noted in its log as made by `by`."""

        async def carry_out(tx: Transaction) -> ServerSettings:
            text = await tx.server(guild)
            stored = server.read(text, self.unset)
            before = replace(stored, language=await tx.guild_language(guild))
            after = replace(before, **changes)
            if after == before:
                return before
            await tx.set_server(guild, server.settings_text(text, after))
            if after.zone != before.zone:
                await tx.set_value(MOVING, json_text({**zones_to_follow(await tx.value(MOVING)), guild: after.zone}))
            if after.language != before.language:
                await tx.set_guild_language(guild, after.language)
            for name in ServerSettings.__struct_fields__:
                old, new = getattr(before, name), getattr(after, name)
                if old != new and name not in server.UNTOLD:
                    old, new = (bool(old), bool(new)) if name in server.SECRET else (old, new)
                    await self.note(tx, guild, by, "changed", {"field": name, "before": _text(old), "after": _text(new)})
            return after

        found = await self._transact(carry_out)
        if "zone" in changes:
            await self._finish(self.on_zone())
        return found

    # Access for programs.

    async def new_key(self, guild: int, by: int) -> Key:
        """Create a key for programs, which replaces the previous one. It is stored hashed."""
        key = Key(secrets.token_urlsafe(32))
        await self.set_server(guild, by, program_key=key.access, signing=key.signing)
        return key

    async def opens(self, guild: int, key: str) -> bool:
        """Returns whether this key grants access to a server's results."""
        return hmac.compare_digest(Key(key).access, server.read(await self._store.server(guild), self.unset).program_key)

    async def finished_games(self, guild: int, limit: int, before: int = LATEST) -> list[TableInfo]:
        """Returns a server's finished games with numbers below `before`, newest first, without those that cannot be loaded."""
        found = [self._table_store.table_info(*rows) for rows in await self._store.finished_tables_on(guild, limit, before)]
        return [info for info in found if not info.set_aside]

    async def to_post(self, limit: int) -> dict[int, list[TableInfo]]:
        """Return, by server with a webhook, the games that ended (or changed after their end) since the last one posted, oldest
        first. The most recent ones are left for later, as another process may be about to store an earlier one.
        """
        found, until = {}, self._clock.now() - SETTLED_SECONDS
        for guild in await self._store.servers_that_say("webhook"):
            settings = await self.server_settings(guild)
            rows = await self._store.finished_since(guild, *settings.posted, until, limit) if settings.webhook else []
            found[guild] = [self._table_store.table_info(*row) for row in rows]
        return {guild: infos for guild, infos in found.items() if infos}

    async def note_posted(self, guild: int, info: TableInfo) -> None:
        """Record that this game has been posted."""
        if (info.changed, info.id) > (await self.server_settings(guild)).posted:
            await self.set_server(guild, 0, posted=(info.changed, info.id))

    async def set_webhook(self, guild: int, by: int, address: str) -> None:
        """Post the results of games that end from now on to this address; "": stop posting."""
        await self.set_server(guild, by, webhook=address, posted=(self._clock.now(), LATEST))

    async def log_of_server(self, guild: int, before: int | None = None, limit: int = 10) -> list[ServerLogLine]:
        """Returns the newest entries of a server's log, newest first; `before`: only those with lower numbers."""
        return [_log_line(row) for row in await self._store.server_log(guild, before, limit)]

    async def log_about(self, guild: int, subject: int, limit: int) -> list[ServerLogLine]:
        """Returns the newest entries of a server's log about a table or tournament, newest first."""
        return [_log_line(row) for row in await self._store.server_log_about(guild, subject, limit)]

    async def note_in_server(self, guild: int, by: int, what: str, **about: str) -> None:
        """Add an entry to a server's log."""
        await self._transact(lambda tx: self.note(tx, guild, by, what, about))

    async def note(self, tx: Transaction, guild: int, by: int, what: str, about: Mapping[str, str]) -> None:
        now = self._clock.now()
        await tx.log_server(guild, now, by, what, msgspec.json.encode(about).decode())
        await tx.forget_server_log(guild, now - LOG_KEPT)

    # Exclusions.

    async def exclude(self, guild: int, user: int, by: int, *, seconds: float, reason: str = "") -> ExclusionRow:
        """Exclude a person from opening and joining tables of a server for this time; their current games go on. The next
        answer they get there tells them (`Preferences.untold`).
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
        """Lift an exclusion; return whether there was one."""

        async def carry_out(tx: Transaction) -> bool:
            found = await tx.exclusion(guild, user)
            if found is None or found.until <= self._clock.now():
                return False
            await tx.lift_exclusion(guild, user)
            await self.note(tx, guild, by, "lifted", {"user": str(user)})
            return True

        return await self._transact(carry_out)

    async def exclusion(self, guild: int, user: int) -> ExclusionRow | None:
        """Returns the person's current exclusion from the server's tables; None: there is none."""
        row = await self._store.exclusion(guild, user)
        return None if row is None or row.until <= self._clock.now() else row

    async def exclusions(self, guild: int) -> list[ExclusionRow]:
        """Returns the current exclusions of a server; those that end first come first."""
        now = self._clock.now()
        return [row for row in await self._store.exclusions(guild) if row.until > now]

    async def admit(self, guild: int, user: int) -> None:
        """Raises Excluded if this person may not sit at the server's tables."""
        found = await self.exclusion(guild, user)
        if found is not None:
            key = "tables.refusal.excluded-because" if found.reason else Excluded.default
            raise Excluded(key, until=int(found.until), reason=found.reason)

    # Muted subjects.

    async def muting_users(self, subject: int) -> set[int]:
        """Returns the users who have muted a subject."""
        return await self._store.muting_users(subject)

    async def mute(self, subject: int, user: int, *, quiet: bool) -> None:
        """Mute a subject for a person (`quiet`), or unmute it. Raises NoSuchTable."""
        if await self._store.subject(subject) is None:
            raise NoSuchTable
        await self._transact(lambda tx: (tx.mute if quiet else tx.unmute)(subject, user))


def zones_to_follow(text: str | None) -> dict[int, str]:
    """Returns what is stored under `MOVING`: zones by server."""
    return msgspec.json.decode(text or "{}", type=dict[int, str])


def _log_line(row: ServerLogRow) -> ServerLogLine:
    return ServerLogLine(row.number, row.at, row.user, row.what, msgspec.json.decode(row.about, type=dict[str, str]))


def _text(value: Any) -> str:
    """Returns a field's value as it is written to the log."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
