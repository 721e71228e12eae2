"""What is stored about whom, what for and how long (`data/personal.toml`), and what follows from it: a person's data,
forgetting a person, and retention. The code is the same for every store: names of tables and columns come from that file alone.
"""

# ruff: noqa: S608 - only names from our own file are interpolated; values are always parameters.
import contextlib
import functools
import itertools
import json
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from data.sql.statements import Statements, column_list

FILE = Path(__file__).with_suffix(".toml")

Erase: TypeAlias = Literal["delete", "rename", "keep"]
"""What happens to data that names a forgotten person: it is deleted, a stand-in replaces them, or it stays."""

WHO = "name", "now", "before"
"""Keys under which JSON texts contain people's names."""

SERVERS = (
    "day_cards",
    "evenings",
    "exclusions",
    "games_ended",
    "guilds",
    "leagues",
    "nights",
    "seasons",
    "server_log",
    "servers",
    "subscriptions",
    "weeks",
    "wish_lists",
)
"""Together with open tables, these cover every server of which data is stored; each is small or indexed by server."""

KEYS = {
    "outbox": ("serial",),
    "journal": ("table_id", "number"),
    "server_log": ("guild", "number"),
    "wishes": ("subject_id", "number"),
    "ratings": ("guild", "game", "variant", "user"),
}
"""The key columns of tables with JSON texts; `id` for all others."""

OWN = ("tables", "tournaments", "seasons", "wish_lists", "day_cards", "nights", "leagues", "digests", "weeks", "subjects")
"""The tables with one row for a subject, by its number as `id`, in the order in which such rows are deleted."""

OF = ("table_id", "subject_id", "tournament")
"""Columns of all others with the number of the subject that a row belongs to."""

GAMES = "event", "events"
"""Parts of JSON texts that belong to a game and contain no names of people."""


_LANGUAGES = " UNION ALL ".join(
    f"SELECT id, language FROM {table}" for table in ("tables", "tournaments", "wish_lists", "nights", "leagues")
)
"""The languages in which subjects with people are told."""


class PersonColumn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose the rows are that name a person in one column."""

    erase: Erase
    shown: tuple[str, ...] | None = None
    """The columns, and fields of the document, that this person may read; None: all columns. (): the row is somebody else's
    data about them.
    """


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose the entries of a list, or one object, within a document are."""

    people: tuple[str, ...] = ()
    """Fields with the id of the person, or of several, whose entry it is; "" if the entry itself is that."""
    seats: tuple[str, ...] = ()
    """Fields with the seat, or several seats, of the person whose entry it is; "" if the index in the list is the seat."""
    shown: bool = True
    """False: it is somebody else's decision about them."""


class TablePolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The purpose of one table of the database; see `personal.toml`."""

    keep: str
    columns: dict[str, str]
    people: dict[str, PersonColumn] = {}
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    document: dict[str, str] = {}
    """The fields of the JSON in the column of this name."""
    parts: dict[str, Part] = {}
    """By path from the document (`guests.invites`)."""

    @property
    def of(self) -> tuple[str, ...]:
        """The columns with the number of the subject that a row belongs to."""
        return tuple(column for column in OF if column in self.columns)

    @property
    def about_people(self) -> bool:
        """Whether the table contains data about particular people."""
        return bool(self.people or self.names or self.texts)


@functools.cache
def table_policies() -> Mapping[str, TablePolicy]:
    """Every table of the database, in alphabetical order."""
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), dict[str, TablePolicy])


class _Sat(NamedTuple):
    """A seat that is or was a person's, with the journal lines between which it was theirs; None: still is."""

    table: int
    seat: int
    since: int
    until: int | None


class PersonalReads(Statements):
    """Read operations."""

    async def personal(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """Returns all rows about a person, by table (`data.personal`), with the moves that they have made."""
        found: dict[str, list[dict[str, Any]]] = {}
        for table, what in table_policies().items():
            for column, named in what.people.items():
                columns = tuple(what.columns) if named.shown is None else named.shown
                if columns:
                    rows = await self._rows(f'SELECT {column_list(what.columns)} FROM {table} WHERE "{column}" = ?', user)
                    whole = (dict(zip(what.columns, row, strict=True)) for row in rows)
                    opened = ({**_document(row.get("document")), **row} for row in whole)
                    found.setdefault(table, []).extend({field: row.get(field) for field in columns} for row in opened)
        sat = await self._sat(user)
        found["journal"] = [line for seat in sat for line in await self._moves(seat)]
        for table in ("tables", "tournaments"):
            found[table] += await self._parts(table, user, sat)
        return {table: rows for table, rows in found.items() if rows}

    async def _sat(self, user: int) -> list[_Sat]:
        """Returns the seats that a person has or had, by table."""
        rows = await self._documents(user)
        sits = dict(await self._rows('SELECT table_id, seat FROM seats WHERE "user" = ?', user))
        found = []
        for table, text in rows:
            since: dict[int, int] = {}
            for gone in _document(text).get("departed") or ():
                seat, number = gone["seat"], gone["number"]
                if gone["user"] == user:
                    found.append(_Sat(table, seat, since.get(seat, 0), number))
                since[seat] = number
            if table in sits:
                found.append(_Sat(table, sits[table], since.get(sits[table], 0), None))
        return sorted(found, key=lambda sat: (sat.table, sat.since))

    async def _moves(self, sat: _Sat) -> list[dict[str, Any]]:
        """Returns the moves that a person made on a seat."""
        until = "" if sat.until is None else " AND number < ?"
        rows = await self._rows(
            "SELECT table_id, number, move, at FROM journal WHERE table_id = ? AND seat = ? AND kind = 'move' AND move <> ''"
            f" AND number > ?{until} ORDER BY number",
            *(sat.table, sat.seat, sat.since),
            *(() if sat.until is None else (sat.until,)),
        )
        return [dict(zip(("table_id", "number", "move", "at"), row, strict=True)) for row in rows]

    async def _parts(self, table: str, user: int, sat: Collection[_Sat]) -> list[dict[str, Any]]:
        """Returns a person's own entries in the documents of a table of the database; `sat`: their seats, also earlier ones."""
        seats = {each.table: each.seat for each in sat if each.until is None}
        parts = {way: part for way, part in table_policies()[table].parts.items() if part.shown}
        found = []
        for number, text in await self._documents(user, table):
            document = _document(text)
            theirs = {way: _theirs(document, way, part, user, seats.get(number)) for way, part in parts.items()}
            if any(theirs.values()):
                found.append({"id": number, **{way: entries for way, entries in theirs.items() if entries}})
        return found

    async def _documents(self, user: int, table: str = "tables") -> list[tuple[int, str]]:
        """Returns the documents of all tables (or tournaments) that may name a person, and of those at which they sit."""
        seats = 'SELECT table_id FROM seats WHERE "user" = ?'
        sql = f"SELECT id, document FROM {table} WHERE document LIKE ? OR id IN ({seats}) ORDER BY id"
        return [(number, text) for number, text in await self._rows(sql, f"%{user}%", user)]

    async def asked_for_data(self, user: int, kind: str) -> float | None:
        """Returns when a person last asked for their data (`export`), or to be forgotten (`erase`); None: not recently."""
        at: float | None = await self._value('SELECT at FROM data_requests WHERE "user" = ? AND kind = ?', user, kind)
        return at

    async def has_history(self, table: int) -> bool:
        """Returns whether a table's journal still exists."""
        return bool(await self._rows("SELECT 1 FROM journal WHERE table_id = ? LIMIT 1", table))

    async def old_lobbies(self, before: float, limit: int) -> list[int]:
        """Returns tables that were closed before that time, never became a game, and have nothing left to show or clean up in
        Discord.
        """
        used = {"results": "table_id", "outbox": "subject_id", "retired": "subject_id"}
        without = " AND ".join(f"NOT EXISTS (SELECT 1 FROM {name} WHERE {of} = tables.id)" for name, of in used.items())
        closed = "state = 'cancelled' AND number = 0"
        sql = f"SELECT id FROM tables WHERE {closed} AND changed < ? AND {without} ORDER BY id LIMIT ?"
        return await self._column(sql, before, limit)

    async def old_games(self, before: float, limit: int) -> list[int]:
        """Returns games that ended before that time and still have their history."""
        sql = (
            "SELECT id FROM tables WHERE state IN ('over', 'cancelled') AND changed < ?"
            " AND EXISTS (SELECT 1 FROM journal WHERE journal.table_id = tables.id) ORDER BY id LIMIT ?"
        )
        return await self._column(sql, before, limit)

    async def old_tournaments(self, before: float, limit: int) -> list[int]:
        """Returns tournaments that ended before that time."""
        sql = "SELECT id FROM tournaments WHERE state IN ('over', 'cancelled') AND changed < ? ORDER BY id LIMIT ?"
        return await self._column(sql, before, limit)

    async def lobbies_with_guest(self, user: int) -> list[int]:
        """Returns the lobbies whose guest lists may name a person."""
        sql = "SELECT id FROM tables WHERE state = 'lobby' AND document LIKE ? ORDER BY id"
        return await self._column(sql, f"%{user}%")

    async def departed_servers(self, before: float) -> list[int]:
        """Returns the servers that the bot left before that time and has not rejoined."""
        return await self._column("SELECT guild FROM departures WHERE at < ? ORDER BY at", before)

    async def known_servers(self) -> list[int]:
        """Returns the servers of which data is stored, in order, without those that the bot has left."""
        sql = "SELECT guild FROM tables WHERE state IN ('lobby', 'playing') AND guild > 0"
        sql += "".join(f" UNION SELECT guild FROM {table} WHERE guild > 0" for table in SERVERS)
        return await self._column(f"{sql} EXCEPT SELECT guild FROM departures ORDER BY guild")

    async def subjects_of_server(self, guild: int, limit: int) -> list[int]:
        """Returns some of a server's subjects, newest first."""
        return await self._column("SELECT id FROM subjects WHERE guild = ? ORDER BY id DESC LIMIT ?", guild, limit)


class PersonalWrites(PersonalReads):
    """Write operations."""

    async def note_data_request(self, user: int, kind: str, at: float) -> None:
        """Record that a person has asked for their data, or to be forgotten."""
        await self._run('DELETE FROM data_requests WHERE "user" = ? AND kind = ?', user, kind)
        await self._run('INSERT INTO data_requests ("user", kind, at) VALUES (?, ?, ?)', user, kind, at)

    async def forget_data_requests(self, before: float) -> None:
        """Delete the requests made before that time."""
        await self._run("DELETE FROM data_requests WHERE at < ?", before)

    async def forget_person(self, user: int, stand_in: int, names: Mapping[str, str]) -> list[int]:
        """Replace a person everywhere by a stand-in, named by language, and delete their own data. Returns the changed
        subjects, whose versions are raised.
        """
        known = await self._names(user)
        touched = await self._subjects_with(user)
        for table, what in table_policies().items():
            for column, named in what.people.items():
                if named.erase == "delete":
                    await self._run(f'DELETE FROM {table} WHERE "{column}" = ?', user)
                elif named.erase == "rename":
                    await self._rename(table, what, column, user, stand_in, names)
        for number in touched:
            language = await self._value(f"SELECT language FROM ({_LANGUAGES}) AS found WHERE id = ?", number)
            name = names.get(language, names["en"])
            for table, what in table_policies().items():
                for key in ("id",) if table in OWN else what.of:
                    if what.texts:
                        await self._rewrite(table, what, f"{key} = ?", (number,), user, stand_in, known, name)
        for table, what in table_policies().items():
            for column in what.texts if table not in OWN and not what.of else ():
                await self._rewrite(table, what, f"{column} LIKE ?", (f"%{user}%",), user, stand_in, set(), "")
        await self._mark(touched)
        return touched

    async def _names(self, user: int) -> set[str]:
        """Returns every name that a person has had at a table."""
        tables = [table for table, what in table_policies().items() if what.names]
        found = [await self._column(f'SELECT DISTINCT name FROM {table} WHERE "user" = ?', user) for table in tables]
        names = set(itertools.chain(*found))
        for _, text in await self._documents(user):
            names |= {gone["name"] for gone in _document(text).get("departed") or () if gone["user"] == user}
        return names

    async def _subjects_with(self, user: int) -> list[int]:
        """Returns every subject whose rows contain data about a person."""
        sql = (
            'SELECT id FROM tables WHERE host = ? OR document LIKE ? UNION SELECT table_id FROM seats WHERE "user" = ?'
            ' UNION SELECT table_id FROM results WHERE "user" = ? UNION SELECT tournament FROM entrants WHERE "user" = ?'
            " UNION SELECT id FROM tournaments WHERE host = ? OR document LIKE ?"
            ' UNION SELECT subject_id FROM wishes WHERE "user" = ?'
            ' UNION SELECT subject_id FROM comers WHERE "user" = ? UNION SELECT id FROM nights WHERE host = ?'
            ' UNION SELECT subject_id FROM league_players WHERE "user" = ? UNION SELECT id FROM leagues WHERE host = ?'
            " UNION SELECT subject_id FROM outbox WHERE payload LIKE ? ORDER BY 1"
        )
        like = f"%{user}%"
        return await self._column(sql, user, like, user, user, user, user, like, user, user, user, user, user, like)

    async def _rename(  # noqa: PLR0917 - a person and their stand-in
        self, table: str, what: TablePolicy, column: str, user: int, stand_in: int, names: Mapping[str, str]
    ) -> None:
        for called in what.names:
            for language, name in names.items():
                told = f"SELECT id FROM ({_LANGUAGES}) AS found WHERE language = ?"
                sql = f'UPDATE {table} SET "{called}" = ? WHERE "{column}" = ? AND {what.of[0]} IN ({told})'
                await self._run(sql, name, user, language)
        await self._run(f'UPDATE {table} SET "{column}" = ? WHERE "{column}" = ?', stand_in, user)

    async def _rewrite(  # noqa: PLR0917 - a person and their stand-in
        self,
        table: str,
        what: TablePolicy,
        where: str,
        values: tuple[Any, ...],
        user: int,
        stand_in: int,
        names: Collection[str],
        name: str,
    ) -> None:
        key = KEYS.get(table, ("id",))
        columns = (*key, *what.texts)
        for row in await self._rows(f"SELECT {column_list(columns)} FROM {table} WHERE {where}", *values):
            for column, text in zip(what.texts, row[len(key) :], strict=True):
                new = None if text is None else rename_in_text(text, user, stand_in, names, name)
                if new != text:
                    at = " AND ".join(f'"{each}" = ?' for each in key)
                    await self._run(f'UPDATE {table} SET "{column}" = ? WHERE {at}', new, *row[: len(key)])

    async def _mark(self, subjects: Iterable[int]) -> None:
        numbers = [(number,) for number in subjects]
        for table in ("tables", "subjects"):  # the version of a table is in its own row only
            await self._run_each(f"UPDATE {table} SET version = version + 1 WHERE id = ?", numbers)

    async def forget_history(self, table: int) -> None:
        """Delete a game's history: its journal, and where its messages are."""
        await self._delete(table, {"history", "sent"})
        await self._mark([table])

    async def forget_subject(self, number: int) -> None:
        """Delete a subject and everything that belongs to it."""
        for column in ("follows", "series"):
            await self._run(f"UPDATE tables SET {column} = NULL WHERE {column} = ?", number)
        await self._delete(number)
        for table in OWN:
            await self._run(f"DELETE FROM {table} WHERE id = ?", number)

    async def _delete(self, number: int, keeps: Collection[str] | None = None) -> None:
        """Delete the rows that belong to a subject; `keeps`: only those that are kept so long."""
        for table, what in table_policies().items():
            for column in what.of if keeps is None or what.keep in keeps else ():
                await self._run(f"DELETE FROM {table} WHERE {column} = ?", number)

    async def forget_server(self, guild: int) -> None:
        """Delete everything stored about a server except its subjects."""
        for name, what in table_policies().items():
            if "guild" in what.columns and name not in OWN:
                await self._run(f"DELETE FROM {name} WHERE guild = ?", guild)

    async def note_departure(self, guild: int, at: float | None) -> None:
        """Record that the bot has left a server; None: it is back."""
        await self._run("DELETE FROM departures WHERE guild = ?", guild)
        if at is not None:
            await self._run("INSERT INTO departures (guild, at) VALUES (?, ?)", guild, at)


def rename_in_text(text: str, user: int, stand_in: int, names: Collection[str], name: str) -> str:
    """Returns a stored text in which a person's id and names are replaced, except in the parts that belong to games."""
    if names and text.startswith(("[", "{")):
        try:
            document = json.loads(text)
        except ValueError:  # corrupt: no game reads it
            for each in names:
                text = text.replace(_text(each), _text(name))
        else:
            changed = _rename_names(document, names, name)
            text = text if changed == document else _text(changed)
    return re.sub(rf"(?<![\d.]){user}(?![\d.])", str(stand_in), text)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _document(text: str | None) -> dict[str, Any]:
    """Returns a stored document; an empty one if there is none, or it cannot be read."""
    with contextlib.suppress(msgspec.MsgspecError):
        return msgspec.json.decode(text or "{}", type=dict[str, Any])
    return {}


def _at(document: Any, steps: Sequence[str]) -> Any:
    """Returns the value at the end of a path in a JSON document; None: there is none."""
    for step in steps:
        document = (document or {}).get(step)
    return document


def _theirs(document: Any, way: str, part: Part, user: int, seat: int | None) -> list[Any]:
    """Returns those entries at the end of a path that belong to a person, who sits on this seat."""
    entries = _at(document, way.split(".")) or []
    return [
        entry
        for place, entry in enumerate([entries] if isinstance(entries, dict) else entries)
        if any(_concerns(entry.get(field) if field else entry, user) for field in part.people)
        or (seat is not None and any(_concerns(entry.get(field) if field else place, seat) for field in part.seats))
    ]


def _concerns(value: Any, number: int) -> bool:
    return number in value if isinstance(value, list) else value == number


def _rename_names(value: Any, names: Collection[str], name: str) -> Any:
    if isinstance(value, list):
        return [_rename_names(inner, names, name) for inner in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for key, inner in value.items():
        if key in GAMES:
            found[key] = inner
        elif key in WHO and isinstance(inner, str) and inner in names:
            found[key] = name
        else:
            found[key] = _rename_names(inner, names, name)
    return found
