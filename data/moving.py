"""Moving everything stored into another store of any kind, and comparing the two row by row."""

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Protocol, cast

from data.address import printable
from data.errors import NotEmpty, Unequal
from data.opening import open_store

TABLES: Mapping[str, tuple[str, ...]] = {
    "meta": ("key",),
    "subjects": ("id",),
    "tables": ("id",),
    "snapshots": ("table_id",),
    "seats": ("table_id", "seat"),
    "journal": ("table_id", "number"),
    "outbox": ("serial",),
    "messages": ("subject_id", "kind", "user"),
    "posts_begun": ("subject_id", "kind", "user"),
    "retired": ("subject_id", "message"),
    "people": ("user",),
    "guilds": ("guild",),
    "servers": ("guild",),
    "server_log": ("guild", "number"),
    "exclusions": ("guild", "user"),
    "mutes": ("subject_id", "user"),
    "notes": ("table_id", "user"),
    "results": ("table_id", "user"),
    "games_ended": ("guild",),
    "meetings": ("table_id", "pair"),
    "ratings": ("guild", "game", "variant", "user"),
    "rating_points": ("guild", "game", "variant", "user", "number"),
    "tallies": ("guild", "game", "variant", "month", "user"),
    "seasons": ("id",),
    "weeks": ("id",),
    "crests": ("guild", "user", "game", "crest", "table_id"),
    "tournaments": ("id",),
    "entrants": ("tournament", "number"),
    "tournament_games": ("table_id",),
    "wish_lists": ("id",),
    "wishes": ("subject_id", "number"),
    "waits": ("subject_id", "number"),
    "nights": ("id",),
    "leagues": ("id",),
    "digests": ("id",),
    "comers": ("subject_id", "number"),
    "evenings": ("night", "date"),
    "league_players": ("subject_id", "user"),
    "days": ("day",),
    "challenges": ("code",),
    "deal_tries": ("deal", "user"),
    "day_cards": ("id",),
    "page_keys": ("digest",),
    "requests": ("id",),
    "hints": ("table_id", "seat", "stage"),
    "reviews": ("table_id",),
    "blocks": ("user", "other"),
    "ledger": ("user", "number"),
    "data_requests": ("user", "kind"),
    "departures": ("guild",),
    "subscriptions": ("user", "guild", "game"),
}
"""Every table of a store with the columns of its key; referenced tables come first."""

PASSING = frozenset({"answers", "processes", "shards", "logins", "opened"})
"""Tables that describe running processes or one file only, and are not moved."""

AT_ONCE = 500
"""Number of rows in memory at a time."""

MovedRow = tuple[Any, ...]


class Copying(Protocol):
    """What the transactions of every store can do for moving, and for nothing else."""

    async def columns(self, table: str) -> list[str]:
        """Returns a table's columns."""

    def batches(self, table: str, columns: Iterable[str], key: Iterable[str], size: int) -> AsyncIterator[list[MovedRow]]:
        """Yield all rows in the order of their key (texts in byte order), in batches of this size."""

    async def add_rows(self, table: str, columns: Iterable[str], rows: Iterable[MovedRow]) -> None:
        """Store rows unchanged."""

    async def empty(self, table: str) -> None:
        """Delete all rows of a table."""

    async def counters(self) -> dict[str, int]:
        """Returns the last number given to a new subject (`subjects`) and to an outbox row (`outbox`); 0: none yet."""

    async def set_counters(self, counters: Mapping[str, int]) -> None:
        """Make new subjects and outbox rows start after these numbers."""

    def as_kept(self, row: MovedRow) -> MovedRow:
        """Returns a row as this store returns it after storing it."""


async def move(source: str | Path, target: str | Path) -> dict[str, int]:
    """Copy everything stored at `source` (migrated if necessary, otherwise unchanged) to `target`, and compare; return the
    number of rows by table. All or nothing; neither may be in use. Raises NotEmpty if the target contains data, Unequal if a
    row differs, and what opening raises.
    """
    async with AsyncExitStack() as stack:
        opened = []
        for where in (source, target):
            store = await open_store(where, alone=True)
            stack.push_async_callback(store.close)
            opened.append(store)
        # Both kinds of transaction implement `Copying`, which is not offered to other code.
        old = cast("Copying", await stack.enter_async_context(opened[0].transaction()))
        new = cast("Copying", await stack.enter_async_context(opened[1].transaction()))
        await _make_room(new, target)
        for table, key in TABLES.items():
            columns = await old.columns(table)
            async for rows in old.batches(table, columns, key, AT_ONCE):
                await new.add_rows(table, columns, rows)
        counters = await old.counters()
        await new.set_counters(counters)
        moved = {table: await _compare(old, new, table) for table in TABLES}
        if await new.counters() != counters:
            raise Unequal("the counters of subjects and outbox rows did not arrive as they were.")
        return moved


async def _make_room(new: Copying, target: str | Path) -> None:
    for table, key in TABLES.items():
        async for rows in new.batches(table, await new.columns(table), key, AT_ONCE):
            # Opening a new store writes these values.
            if table != "meta" or any(row[0] not in {"opened", "meetings"} for row in rows):
                raise NotEmpty(f"{printable(target)} holds something in {table} already.")
    await new.empty("meta")


async def _compare(old: Copying, new: Copying, table: str) -> int:
    """Compare a table in both stores and return its number of rows."""
    columns = await old.columns(table)
    count = 0
    theirs = new.batches(table, columns, TABLES[table], AT_ONCE)
    async for rows in old.batches(table, columns, TABLES[table], AT_ONCE):
        arrived: list[MovedRow] = await anext(theirs, [])
        if [new.as_kept(row) for row in rows] != arrived:
            raise Unequal(f"rows of {table} did not arrive as they were, among those after number {count}.")
        count += len(rows)
    if await anext(theirs, []):
        raise Unequal(f"{table} has more rows than there were.")
    return count
