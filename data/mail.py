"""What goes to Discord and how people want it, as rows: outbox, messages, habits, languages of servers."""

# ruff: noqa: S608 - the pieces put together are column lists of ours; values are always parameters.
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from data.store import Store, Transaction

SETTLE = "settle"
"""The kind of a row that holds up none of its table's other rows while it waits."""


class MailRow(msgspec.Struct, frozen=True):
    """A row of `outbox`; `payload` is JSON."""

    serial: int
    id: int
    table_id: int
    key: str
    kind: str
    payload: str
    due: float
    attempts: int


class HabitsRow(msgspec.Struct, frozen=True):
    """A row of `habits`, without the user."""

    language: str | None
    dm: bool
    private: bool
    dm_closed: bool


async def waits(store: Store, table: int, key: str) -> bool:
    """Whether there is an unsent row of that key."""
    return bool(await store.read("SELECT 1 FROM outbox WHERE table_id = ? AND key = ?", (table, key)))


async def put(tx: Transaction, table: int, rows: Iterable[tuple[str, str, str, float]]) -> None:
    """Put rows (key, kind, payload, due) at the end of their table's line, each in the place of an unsent one of the same key
    (whose `id` it takes over).
    """
    fresh = "(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'outbox')"
    await tx.executemany(
        "INSERT OR REPLACE INTO outbox (id, table_id, key, kind, payload, due, attempts) VALUES"
        f" (coalesce((SELECT id FROM outbox WHERE table_id = ? AND key = ?), {fresh}), ?, ?, ?, ?, ?, 0)",
        [(table, key, table, key, kind, payload, due) for key, kind, payload, due in rows],
    )


async def withdraw(tx: Transaction, table: int, kind: str) -> None:
    """Take out the unsent rows of a kind."""
    await tx.execute("DELETE FROM outbox WHERE table_id = ? AND kind = ?", (table, kind))


async def heads(store: Store) -> list[MailRow]:
    """The first row of each table's line, and what waits for its time beside the line, earliest due first."""
    columns = ", ".join(MailRow.__struct_fields__)
    first = f"SELECT min(serial) FROM outbox WHERE kind <> '{SETTLE}' GROUP BY table_id"
    sql = f"SELECT {columns} FROM outbox WHERE kind = '{SETTLE}' OR serial IN ({first}) ORDER BY due, serial"
    return [MailRow(*row) for row in await store.read(sql)]


async def strike(tx: Transaction, serial: int) -> None:
    """Take out a row as it was handed out; one that replaced it stays."""
    await tx.execute("DELETE FROM outbox WHERE serial = ?", (serial,))


async def postpone(tx: Transaction, serial: int, due: float) -> None:
    """Try a row again at that time."""
    await tx.execute("UPDATE outbox SET due = ?, attempts = attempts + 1 WHERE serial = ?", (due, serial))


async def begin_glance(tx: Transaction, table: int, now: float) -> None:
    """The table's board has been sent: from now on its `settle` row (if it has one) waits as long as it says, unless its time
    runs already or a newer board is still to come.
    """
    await tx.execute(
        "UPDATE outbox SET due = min(due, ? + json_extract(payload, '$.after')) WHERE table_id = ? AND kind = ?"
        " AND NOT EXISTS (SELECT 1 FROM outbox WHERE table_id = ? AND kind = 'board')",
        (now, table, SETTLE, table),
    )


async def message(store: Store, table: int, kind: str, user: int) -> tuple[int, int, int] | None:
    """Channel, message and turn."""
    sql = "SELECT channel, message, turn FROM messages WHERE table_id = ? AND kind = ? AND user = ?"
    rows = await store.read(sql, (table, kind, user))
    return (rows[0][0], rows[0][1], rows[0][2]) if rows else None


async def put_message(tx: Transaction, table: int, kind: str, user: int, place: tuple[int, int, int]) -> None:
    """Note channel, message and turn."""
    await tx.execute("INSERT OR REPLACE INTO messages VALUES (?, ?, ?, ?, ?, ?)", (table, kind, user, *place))


async def drop_message(tx: Transaction, table: int, kind: str, user: int) -> None:
    """Forget where a message stands."""
    await tx.execute("DELETE FROM messages WHERE table_id = ? AND kind = ? AND user = ?", (table, kind, user))


async def rewind(tx: Transaction, table: int) -> None:
    """Count boards, hands and pings as of no turn any more: they told of one that was taken back, and are due anew."""
    await tx.execute("UPDATE messages SET turn = -1 WHERE table_id = ? AND kind IN ('board', 'hand', 'ping')", (table,))


async def habits(store: Store, user: int) -> HabitsRow | None:
    """A person's habits; None: never changed."""
    rows = await store.read("SELECT language, dm, private, dm_closed FROM habits WHERE user = ?", (user,))
    return HabitsRow(rows[0][0], *(bool(value) for value in rows[0][1:])) if rows else None


async def set_habits(tx: Transaction, user: int, row: HabitsRow) -> None:
    """Store a person's habits."""
    values: tuple[Any, ...] = msgspec.structs.astuple(row)
    await tx.execute("INSERT OR REPLACE INTO habits VALUES (?, ?, ?, ?, ?)", (user, *values))


async def guild_language(store: Store, guild: int) -> str | None:
    """The language chosen for a server."""
    rows = await store.read("SELECT language FROM guilds WHERE guild = ?", (guild,))
    return rows[0][0] if rows else None


async def set_guild_language(tx: Transaction, guild: int, language: str | None) -> None:
    """Choose a server's language; None: none in particular."""
    await tx.execute("INSERT OR REPLACE INTO guilds VALUES (?, ?)", (guild, language))
