"""What is stored of whom, what for and how long (`data/personal.toml`), and what follows from it: a person's data, forgetting a
person, forgetting what is old. One code for every store: names of tables and columns come from that file alone.
"""

# ruff: noqa: S608 - the pieces put together are names from our own file; values are always parameters.
from __future__ import annotations

import functools
import json
import re
import tomllib
from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

FILE = Path(__file__).with_suffix(".toml")

Erase: TypeAlias = Literal["", "delete", "rename", "keep"]

WHO = "name", "now", "before"
"""Where people's names stand in texts."""

SERVERS = ("exclusions", "games_ended", "guilds", "seasons_ended", "server_log", "servers", "subscriptions")
"""Together with open tables they have every server of which something is kept; each is small or sorted by server."""

KEYS = {
    "outbox": ("serial",),
    "journal": ("table_id", "number"),
    "server_log": ("guild", "number"),
    "ratings": ("guild", "game", "variant", "user"),
}
"""By what the rows with texts are told apart; `id` elsewhere."""

GAMES = "event", "events"
"""Parts of texts that are a game's own: no name of a person stands there."""


class Kept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one table of the database is for; see `personal.toml`."""

    keep: str
    columns: dict[str, str]
    people: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    erase: Erase = ""

    @property
    def about_people(self) -> bool:
        """Whether it says anything of somebody in particular."""
        return bool(self.people or self.names or self.texts)


@functools.cache
def kept() -> Mapping[str, Kept]:
    """Every table of the database, in the order of its name."""
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), dict[str, Kept])


def page() -> str:
    """All that is stored, as a page for people who want to know: Markdown."""
    found = []
    for table, what in sorted(kept().items()):
        found.append(f"### `{table}`\nKept: {KEEPS[what.keep]}.{ERASES[what.erase]}\n\n| column | what for |\n|---|---|")
        found += [f"| `{column}` | {about} |" for column, about in what.columns.items()]
        found.append("")
    return "\n".join(found).rstrip() + "\n"


KEEPS = {
    "person": "until the person changes it or is forgotten",
    "table": "as long as the table; of a lobby that never became a game 30 days after it was closed",
    "history": "as the table, three years after the game at most",
    "server": "until 30 days after the bot has left the server",
    "exclusion": "until it ends",
    "sent": "until Discord has been told",
    "day": "a day",
    "running": "while the bot runs; nothing about people",
}
"""What `keep` means, with the settings' defaults."""

ERASES = {
    "": "",
    "delete": " Deleted when a person is forgotten.",
    "rename": ' When a person is forgotten, "Player n" stands in their place.',
    "keep": " Kept when a person is forgotten.",
}


class Asking:
    """What a store answers; `?` stands for a value."""

    @abstractmethod
    async def _ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a statement; its rows."""


class PersonalReads(Asking):
    """See `data.personal_store.PersonalReads`."""

    async def personal(self, user: int) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {}
        for table, what in kept().items():
            if table == "tables" or not what.people:
                continue
            columns = tuple(what.columns)
            where = " OR ".join(f'"{column}" = ?' for column in what.people)
            rows = await self._ask(f"SELECT {_listed(columns)} FROM {table} WHERE {where}", *(user,) * len(what.people))
            if rows:
                found[table] = [dict(zip(columns, row, strict=True)) for row in rows]
        moves = await self._ask(
            "SELECT journal.table_id, number, move, at FROM journal JOIN seats ON seats.table_id = journal.table_id AND"
            " seats.seat = journal.seat WHERE seats.\"user\" = ? AND kind = 'move' AND move <> '' ORDER BY 1, 2",
            user,
        )
        if moves:
            found["journal"] = [dict(zip(("table_id", "number", "move", "at"), row, strict=True)) for row in moves]
        return found

    async def asked_for_data(self, user: int, kind: str) -> float | None:
        rows = await self._ask('SELECT at FROM data_requests WHERE "user" = ? AND kind = ?', user, kind)
        return rows[0][0] if rows else None

    async def has_history(self, table: int) -> bool:
        return bool(await self._ask("SELECT 1 FROM journal WHERE table_id = ? LIMIT 1", table))

    async def old_lobbies(self, before: float, limit: int) -> list[int]:
        sql = (
            "SELECT id FROM tables WHERE state = 'cancelled' AND changed < ? AND number = 0"
            " AND NOT EXISTS (SELECT 1 FROM results WHERE results.table_id = tables.id)"
            " AND NOT EXISTS (SELECT 1 FROM tournaments WHERE tournaments.table_id = tables.id) ORDER BY id LIMIT ?"
        )
        return [row[0] for row in await self._ask(sql, before, limit)]

    async def old_games(self, before: float, limit: int) -> list[int]:
        sql = (
            "SELECT id FROM tables WHERE state IN ('over', 'cancelled') AND changed < ?"
            " AND (EXISTS (SELECT 1 FROM journal WHERE journal.table_id = tables.id) OR EXISTS (SELECT 1 FROM tournaments"
            " WHERE tournaments.table_id = tables.id AND tournaments.state IN ('over', 'cancelled'))) ORDER BY id LIMIT ?"
        )
        return [row[0] for row in await self._ask(sql, before, limit)]

    async def lobbies_with_guest(self, user: int) -> list[int]:
        sql = "SELECT id FROM tables WHERE state = 'lobby' AND guests LIKE ? ORDER BY id"
        return [row[0] for row in await self._ask(sql, f"%{user}%")]

    async def departed_servers(self, before: float) -> list[int]:
        return [row[0] for row in await self._ask("SELECT guild FROM departures WHERE at < ? ORDER BY at", before)]

    async def known_servers(self) -> list[int]:
        sql = "SELECT guild FROM tables WHERE state IN ('lobby', 'playing') AND guild > 0"
        sql += "".join(f" UNION SELECT guild FROM {table} WHERE guild > 0" for table in SERVERS)
        return [row[0] for row in await self._ask(f"{sql} EXCEPT SELECT guild FROM departures ORDER BY guild")]

    async def tables_of_server(self, guild: int, limit: int) -> list[int]:
        return [
            row[0] for row in await self._ask("SELECT id FROM tables WHERE guild = ? ORDER BY id DESC LIMIT ?", guild, limit)
        ]


class PersonalWrites(PersonalReads):
    """See `data.personal_store.PersonalWrites`."""

    async def note_data_request(self, user: int, kind: str, at: float) -> None:
        await self._ask('DELETE FROM data_requests WHERE "user" = ? AND kind = ?', user, kind)
        await self._ask('INSERT INTO data_requests ("user", kind, at) VALUES (?, ?, ?)', user, kind, at)

    async def forget_data_requests(self, before: float) -> None:
        await self._ask("DELETE FROM data_requests WHERE at < ?", before)

    async def forget_person(self, user: int, stand_in: int, names: Mapping[str, str]) -> list[int]:
        known = {row[0] for table in ("seats", "results") for row in await self._names(table, user)}
        touched = await self._tables_with(user)
        for table, what in kept().items():
            if what.erase == "delete":
                for column in what.people:
                    await self._ask(f'DELETE FROM {table} WHERE "{column}" = ?', user)
            elif what.erase == "rename":
                await self._rename(table, what, user, stand_in, names)
        for number in touched:
            language = (await self._ask("SELECT language FROM tables WHERE id = ?", number))[0][0]
            name = names.get(language, names["en"])
            for table, what in kept().items():
                key = "id" if table == "tables" else "table_id"
                if what.texts and key in what.columns:
                    await self._rewrite(table, what, f"{key} = ?", (number,), user, stand_in, known, name)
        for table, what in kept().items():
            for column in what.texts if not {"id", "table_id"} & what.columns.keys() else ():
                await self._rewrite(table, what, f"{column} LIKE ?", (f"%{user}%",), user, stand_in, set(), "")
        await self._mark(touched)
        return touched

    async def _names(self, table: str, user: int) -> list[tuple[Any, ...]]:
        return await self._ask(f'SELECT DISTINCT name FROM {table} WHERE "user" = ?', user)

    async def _tables_with(self, user: int) -> list[int]:
        """Every table whose rows say anything of a person."""
        texts = " OR ".join(f"{column} LIKE ?" for column in kept()["tables"].texts)
        sql = (
            f'SELECT id FROM tables WHERE host = ? OR {texts} UNION SELECT table_id FROM seats WHERE "user" = ?'
            ' UNION SELECT table_id FROM results WHERE "user" = ?'
            " UNION SELECT table_id FROM outbox WHERE payload LIKE ? ORDER BY 1"
        )
        like = f"%{user}%"
        return [row[0] for row in await self._ask(sql, user, *(like,) * len(kept()["tables"].texts), user, user, like)]

    async def _rename(self, table: str, what: Kept, user: int, stand_in: int, names: Mapping[str, str]) -> None:
        for column in what.names:
            for language, name in names.items():
                tables = "SELECT id FROM tables WHERE language = ?"
                sql = f'UPDATE {table} SET "{column}" = ? WHERE "user" = ? AND table_id IN ({tables})'
                await self._ask(sql, name, user, language)
        for column in what.people:
            await self._ask(f'UPDATE {table} SET "{column}" = ? WHERE "{column}" = ?', stand_in, user)

    async def _rewrite(  # noqa: PLR0917 - what one person is to become
        self,
        table: str,
        what: Kept,
        where: str,
        values: tuple[Any, ...],
        user: int,
        stand_in: int,
        names: Collection[str],
        name: str,
    ) -> None:
        key = KEYS.get(table, ("id",))
        columns = (*key, *what.texts)
        for row in await self._ask(f"SELECT {_listed(columns)} FROM {table} WHERE {where}", *values):
            for column, text in zip(what.texts, row[len(key) :], strict=True):
                new = None if text is None else renamed(text, user, stand_in, names, name)
                if new != text:
                    at = " AND ".join(f'"{each}" = ?' for each in key)
                    await self._ask(f'UPDATE {table} SET "{column}" = ? WHERE {at}', new, *row[: len(key)])

    async def _mark(self, tables: Iterable[int]) -> None:
        for number in tables:
            await self._ask("UPDATE tables SET version = version + 1 WHERE id = ?", number)

    async def forget_history(self, table: int) -> None:
        for name, what in kept().items():
            if what.keep in {"history", "sent"} and "table_id" in what.columns:
                await self._ask(f"DELETE FROM {name} WHERE table_id = ?", table)
        await self._mark([table])

    async def forget_table(self, table: int) -> None:
        for column in ("follows", "series"):
            await self._ask(f"UPDATE tables SET {column} = NULL WHERE {column} = ?", table)
        for name, what in kept().items():
            if "table_id" in what.columns:
                await self._ask(f"DELETE FROM {name} WHERE table_id = ?", table)
        await self._ask("DELETE FROM tables WHERE id = ?", table)

    async def forget_server(self, guild: int) -> None:
        for name, what in kept().items():
            if "guild" in what.columns and name != "tables":
                await self._ask(f"DELETE FROM {name} WHERE guild = ?", guild)

    async def note_departure(self, guild: int, at: float | None) -> None:
        await self._ask("DELETE FROM departures WHERE guild = ?", guild)
        if at is not None:
            await self._ask("INSERT INTO departures (guild, at) VALUES (?, ?)", guild, at)


def renamed(text: str, user: int, stand_in: int, names: Collection[str], name: str) -> str:
    """A stored text in which a person's id and names are replaced; what their games say in it stays."""
    if names and text[:1] in "[{":
        told = json.loads(text)
        changed = _renamed(told, names, name)
        text = text if changed == told else json.dumps(changed, ensure_ascii=False, separators=(",", ":"))
    return re.sub(rf"(?<![\d.]){user}(?![\d.])", str(stand_in), text)


def _renamed(value: Any, names: Collection[str], name: str) -> Any:
    if isinstance(value, list):
        return [_renamed(inner, names, name) for inner in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for key, inner in value.items():
        if key in GAMES:
            found[key] = inner
        elif key in WHO and isinstance(inner, str) and inner in names:
            found[key] = name
        else:
            found[key] = _renamed(inner, names, name)
    return found


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)
