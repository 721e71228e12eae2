"""How people and servers want it."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from data.postgres.connection import Connected, marks, names
from data.records import PersonRow

_PERSON = names(PersonRow)
_NEW_PERSON = ", ".join(f"{name} = excluded.{name}" for name in PersonRow.__struct_fields__)


class PeopleReads(Connected):
    """See `data.store.Reads`."""

    async def person(self, user: int) -> PersonRow | None:
        return await self._person(user, "")

    async def _person(self, user: int, lock: str) -> PersonRow | None:
        rows = await self._rows(f'SELECT {_PERSON} FROM people WHERE "user" = $1{lock}', user)
        return PersonRow(**dict(zip(PersonRow.__struct_fields__, rows[0], strict=True))) if rows else None

    async def plans(self, users: Iterable[int]) -> dict[int, str]:
        return dict(await self._rows('SELECT "user", plan FROM people WHERE "user" = ANY ($1::bigint[])', list(users)))

    async def locale(self, user: int) -> str | None:
        rows = await self._rows('SELECT locale FROM people WHERE "user" = $1', user)
        return rows[0][0] if rows else None

    async def locales(self, users: Iterable[int]) -> dict[int, str | None]:
        return dict(await self._rows('SELECT "user", locale FROM people WHERE "user" = ANY ($1::bigint[])', list(users)))

    async def guild_language(self, guild: int) -> str | None:
        rows = await self._rows("SELECT language FROM guilds WHERE guild = $1", guild)
        return rows[0][0] if rows else None


class PeopleWrites(PeopleReads):
    """See `data.store.Transaction`."""

    async def person(self, user: int) -> PersonRow | None:
        # Who reads it in order to change it has it alone until the transaction ends.
        return await self._person(user, " FOR UPDATE")

    async def set_person(self, user: int, row: PersonRow) -> None:
        values = (user, *msgspec.structs.astuple(row))
        await self._run(
            f'INSERT INTO people ("user", {_PERSON}) VALUES ({marks(len(values))})'
            f' ON CONFLICT ("user") DO UPDATE SET {_NEW_PERSON}',
            *values,
        )

    async def set_locales(self, told: Mapping[int, str]) -> None:
        # In one order, or two processes could wait for each other.
        await self._run_each(
            'INSERT INTO people ("user", language, dm, private, dm_closed, locale) VALUES ($1, NULL, true, true, false, $2)'
            ' ON CONFLICT ("user") DO UPDATE SET locale = excluded.locale',
            sorted(told.items()),
        )

    async def set_guild_language(self, guild: int, language: str | None) -> None:
        await self._run(
            "INSERT INTO guilds (guild, language) VALUES ($1, $2)"
            " ON CONFLICT (guild) DO UPDATE SET language = excluded.language",
            guild,
            language,
        )
