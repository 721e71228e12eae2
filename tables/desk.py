"""Where tables lie while they are worked on: loaded when somebody asks, locked while they change, stored in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from weakref import WeakValueDictionary

import msgspec

from data import archive, mail
from data.store import Store, Transaction
from engines.contract import Event, Game
from tables.change import Change, told
from tables.clock import Clock
from tables.errors import NoSuchTable, TooMany
from tables.shown import Limits
from tables.table import DAY, Held, Step, from_rows

KEPT = 500
"""So many tables stay in memory; who was not looked at for longest goes first."""

REQUESTS_KEPT = DAY
"""An interaction that arrives again within this time is recognised."""


class Desk:
    """The tables in memory. What lies here is what was committed last; readers take it without waiting for a writer."""

    def __init__(self, store: Store, clock: Clock, games: Mapping[str, Game], limits: Limits) -> None:
        self.store = store
        self.clock = clock
        self.games = games
        self._limits = limits
        self._held: OrderedDict[int, Held] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._swept = clock.now()
        self.changed: list[Callable[[Held], None]] = []
        """Called after each commit with the table as it is now."""

    @contextlib.asynccontextmanager
    async def lock(self, table: int) -> AsyncIterator[None]:
        """One change of a table at a time."""
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        async with lock:
            yield

    async def read(self, table: int) -> Held:
        """The table as of the last commit. Raises NoSuchTable."""
        held = self._held.get(table)
        if held is not None:
            self._held.move_to_end(table)
            return held
        async with self.lock(table):
            return await self.load(table)

    async def load(self, table: int) -> Held:
        """As `read`, for who has the lock."""
        held = self._held.get(table)
        if held is None:
            held = await self._fetch(table)
            self._keep(held)
        return held

    def _keep(self, held: Held) -> None:
        self._held[held.table.id] = held
        self._held.move_to_end(held.table.id)
        while len(self._held) > KEPT:
            self._held.popitem(last=False)

    async def _fetch(self, number: int) -> Held:
        found = await archive.table(self.store, number) if 0 < number < 1 << 63 else None
        if found is None:
            raise NoSuchTable
        table = from_rows(*found)
        game = self.games.get(table.game)
        snapshot = await archive.snapshot(self.store, number)
        if game is None or snapshot is None:
            return Held(table=table)
        position = game.load(snapshot)
        if table.state != "playing":
            return Held(table=table, position=position)
        steps = await archive.journal(self.store, number, "snapshot IS NOT NULL")
        chosen = await archive.journal(self.store, number, f"undone = 0 AND move <> '' AND stage = {table.stage}")
        return Held(
            table=table,
            position=position,
            steps=tuple(_step(line) for line in steps),
            chosen={line.seat: line.number for line in chosen if line.seat is not None},
        )

    async def commit(self, change: Change, request: int | None) -> Held:
        """Store a change and make it what lies here. Whoever calls has the table's lock. Raises TooMany and stores nothing."""
        now = self.clock.now()
        held = change.held
        row, seats = held.table.rows()
        snapshot = held.position.snapshot() if change.moved and held.position is not None else None
        async with self.store.transaction() as tx:
            await self._check(tx, change)
            number = await archive.save(tx, row, seats if change.seated else None, snapshot)
            if change.struck:
                await archive.strike(tx, number, change.struck)
            if change.settle:
                await archive.settle(tx, number)
            for line in change.lines:
                await archive.write_line(tx, number, line)
            if change.rewound:
                await mail.rewind(tx, number)
            for kind in change.withdraw:
                await mail.withdraw(tx, number, kind)
            rows = [(item.key, item.kind, msgspec.json.encode(item.payload).decode(), item.due or now) for item in change.mail]
            await mail.put(tx, number, rows)
            if change.results:
                await archive.write_results(tx, change.results)
            if request is not None:
                await archive.remember(tx, request, number, now)
            if now - self._swept > REQUESTS_KEPT / 24:
                await archive.forget_requests(tx, now - REQUESTS_KEPT)
                self._swept = now
        if not row.id:
            held = msgspec.structs.replace(held, table=msgspec.structs.replace(held.table, id=number))
        self._keep(held)
        for tell in self.changed:
            tell(held)
        return held

    async def _check(self, tx: Transaction, change: Change) -> None:
        for where, value in change.limits:
            limit, key = {
                "user": (self._limits.tables_per_user, "tables.refusal.too-many-of-yours"),
                "guild": (self._limits.tables_per_guild, "tables.refusal.too-many-in-server"),
                "channel": (self._limits.tables_per_channel, "tables.refusal.too-many-in-channel"),
            }[where]
            if await archive.count_open(tx, where, value) >= limit:
                raise TooMany(key, limit=limit)


def _step(line: archive.JournalRow) -> Step:
    """The step that a line of the journal with its snapshot is."""
    lines = told(line.number, msgspec.json.decode(line.events, type=list[Event]))
    return Step(line.number, line.seat if line.kind == "move" else None, line.turn, line.snapshot or b"", tuple(lines))
