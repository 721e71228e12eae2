"""How people want it, the languages of servers, and values of the installation as a whole."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from data.records import PersonRow
from data.sql.statements import Statements, made, names, upsert


class PeopleReads(Statements):
    """What can be read."""

    async def person(self, user: int) -> PersonRow | None:
        """How a person wants to be told; None: nothing is known of them. In a transaction it is then ours until that ends."""
        rows = await self._rows(f'SELECT {names(PersonRow)} FROM people WHERE "user" = ?{self._lock}', user)
        return made(PersonRow, rows)[0] if rows else None

    async def plans(self, users: Iterable[int]) -> dict[int, str]:
        """How people want to be reminded (`PersonRow.plan`), of those of whom anything is known."""
        return dict(await self._rows('SELECT "user", plan FROM people WHERE "user" IN (??)', list(users)))

    async def locale(self, user: int) -> str | None:
        """The locale that Discord told last of a person."""
        return (await self.locales([user])).get(user)

    async def locales(self, users: Iterable[int]) -> dict[int, str | None]:
        """As `locale`, of those of whom anything is known."""
        return dict(await self._rows('SELECT "user", locale FROM people WHERE "user" IN (??)', list(users)))

    async def conversations_since(self, at: float) -> int:
        """With how many people a conversation was opened after a time."""
        return int(await self._value("SELECT count(*) FROM people WHERE dm_opened > ?", at))

    async def guild_language(self, guild: int) -> str | None:
        """The language chosen for a server."""
        language: str | None = await self._value("SELECT language FROM guilds WHERE guild = ?", guild)
        return language

    async def value(self, key: str) -> str | None:
        """A value of the installation, such as the hash of the published commands. In a transaction it is then ours until that
        ends.
        """
        value: str | None = await self._value(f"SELECT value FROM meta WHERE key = ?{self._lock}", key)
        return value


class PeopleWrites(Statements):
    """What can be written."""

    async def set_person(self, user: int, row: PersonRow) -> None:
        """Store how a person wants to be told."""
        await self._run(upsert("people", ("user",), *PersonRow.__struct_fields__), user, *msgspec.structs.astuple(row))

    async def lock_conversations(self) -> None:
        """Have one transaction at a time count them, until the present one ends."""
        await self._have_alone("conversations", 0)

    async def set_locales(self, told: Mapping[int, str]) -> None:
        """Note the locales that Discord gives for people."""
        sql = (
            'INSERT INTO people ("user", language, dm, private, dm_closed, locale) VALUES (?, NULL, NULL, true, false, ?)'
            ' ON CONFLICT ("user") DO UPDATE SET locale = excluded.locale'
        )
        # In one order, or two processes could wait for each other.
        await self._run_each(sql, sorted(told.items()))

    async def set_guild_language(self, guild: int, language: str | None) -> None:
        """Choose a server's language; None: none in particular."""
        await self._run(upsert("guilds", ("guild",), "language"), guild, language)

    async def set_value(self, key: str, value: str) -> None:
        """Store a value of the installation."""
        await self._run(upsert("meta", ("key",), "value"), key, value)
