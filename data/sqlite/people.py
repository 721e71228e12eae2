"""How people and servers want it."""

# ruff: noqa: S608 - the pieces put together are column lists and conditions of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from data.records import (
    PersonRow,
)
from data.sqlite.connection import Connected, marks, names

_PERSON = names(PersonRow)


class PeopleReads(Connected):
    """See `data.store.Reads`."""

    async def person(self, user: int) -> PersonRow | None:
        rows = await self._rows(f"SELECT {_PERSON} FROM people WHERE user = ?", (user,))
        if not rows:
            return None
        # SQLite has no booleans: lax conversion makes them of 0 and 1.
        return msgspec.convert(dict(zip(PersonRow.__struct_fields__, rows[0], strict=True)), PersonRow, strict=False)

    async def plans(self, users: Iterable[int]) -> dict[int, str]:
        wanted = tuple(users)
        rows = await self._rows(f"SELECT user, plan FROM people WHERE user IN ({', '.join('?' for _ in wanted)})", wanted)
        return dict(rows)

    async def locale(self, user: int) -> str | None:
        rows = await self._rows("SELECT locale FROM people WHERE user = ?", (user,))
        return rows[0][0] if rows else None

    async def locales(self, users: Iterable[int]) -> dict[int, str | None]:
        wanted = tuple(users)
        rows = await self._rows(f"SELECT user, locale FROM people WHERE user IN ({', '.join('?' for _ in wanted)})", wanted)
        return dict(rows)

    async def guild_language(self, guild: int) -> str | None:
        rows = await self._rows("SELECT language FROM guilds WHERE guild = ?", (guild,))
        return rows[0][0] if rows else None


class PeopleWrites(Connected):
    """See `data.store.Transaction`."""

    async def set_person(self, user: int, row: PersonRow) -> None:
        changes = ", ".join(f"{name} = excluded.{name}" for name in PersonRow.__struct_fields__)
        await self._db.execute(
            f"INSERT INTO people (user, {_PERSON}) VALUES (?, {marks(PersonRow)}) ON CONFLICT (user) DO UPDATE SET {changes}",
            (user, *msgspec.structs.astuple(row)),
        )

    async def set_locales(self, told: Mapping[int, str]) -> None:
        await self._db.executemany(
            "INSERT INTO people (user, language, dm, private, dm_closed, locale) VALUES (?, NULL, 1, 1, 0, ?)"
            " ON CONFLICT (user) DO UPDATE SET locale = excluded.locale",
            tuple(told.items()),
        )

    async def set_guild_language(self, guild: int, language: str | None) -> None:
        await self._db.execute("INSERT OR REPLACE INTO guilds VALUES (?, ?)", (guild, language))
