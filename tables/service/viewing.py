"""What people may see of tables; reading never waits long for a change."""

import asyncio
import itertools
from collections.abc import Iterable

import msgspec
from cachetools import LRUCache

from data.records.tables import JournalRow
from engines.contract import Fleeting, Seat, View
from tables.errors import NotSeated
from tables.history.record import Record, record, table_record
from tables.history.replay import NoReplay, Recap, Replay, check, played_again
from tables.model.outbox_rows import PlainEvent
from tables.model.table import LoadedTable, events_of
from tables.model.table_info import TableInfo
from tables.rules import days
from tables.rules.reading import Reading
from tables.service.changing import Changing, Shared
from tables.store import claims
from tables.store.table_store import Recent

NEWEST = 20
"""Number of a person's finished games among which the newest one on a server is looked for."""

REPLAYS = 8
"""Number of finished games cached for showing step by step."""


class Viewing(Changing):
    """Reading: part of `tables.service.service.TableService`."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._replays: LRUCache[int, Replay] = LRUCache(REPLAYS)

    async def read(
        self, table: int, user: int | None = None, *, fleeting: bool = False, anyway: bool = False, stored: int | None = None
    ) -> Reading:
        """Returns this person's reading of the current table (None: a spectator). `fleeting`: include what is shown only
        temporarily (see `Reading`). `stored`: the version that was just read. Raises NoSuchTable, and SetAside if the table
        cannot be loaded; with `anyway`, returns what is known of it instead.
        """
        loaded = await self._table_store.read(table, anyway=anyway, stored=stored)
        reading = self._look(loaded, user)
        return reading.with_view(await self._fleeting(loaded, reading.seat)) if fleeting else reading

    async def table_info(self, table: int, *, stored: int | None = None) -> TableInfo:
        """Returns what everybody may know of a table, even if it cannot be loaded. `stored`: see `read`. Raises NoSuchTable."""
        return (await self._table_store.read(table, anyway=True, stored=stored)).table.info()

    def is_now(self, table: int, version: int) -> bool:
        """Returns whether no newer version of a table is known than this one."""
        return self._table_store.is_now(table, version)

    async def is_newest(self, table: int, version: int) -> bool:
        """Like `is_now`, including changes by other processes."""
        return await self._table_store.is_newest(table, version)

    async def _fleeting(self, loaded: LoadedTable, seat: Seat | None) -> View | None:
        """Returns the view including what is shown temporarily, as long as it is shown: until somebody decides about it, or
        while the row that covers it waits.
        """
        game = self._games.get(loaded.table.game)
        if not isinstance(game, Fleeting) or loaded.position is None or loaded.table.state != "playing":
            return None
        view = loaded.position.view(seat)
        if not game.linger(view):
            return None
        waits, number = self._store.outbox_waits, loaded.table.id
        shown = not game.glance(view) or await waits(number, "cover") or await waits(number, "unseen")
        return view if shown else None

    async def since(self, reading: Reading) -> dict[int, tuple[PlainEvent, ...]] | None:
        """Returns, by turn, the public events since and including this person's last move, in order; before anything has been
        decided, what the game began with. None of it for people who do not play. None: the table has changed since the reading.
        """
        info = reading.info
        if reading.seat is None or info.state != "playing":
            return {}
        recent = await self._newest(info, reading.seat)
        mine = [at for at, line in enumerate(recent.lines) if line.kind == "move" and line.seat == reading.seat]
        story = _by_turn(recent.lines[mine[-1] if mine else 0 :])
        if not mine and not any(story.values()):
            table = (await self._table_store.read(info.id)).table
            story = {table.turn: events_of(table.log)}
        return story if self._of_now(info, recent.version) else None

    async def _newest(self, info: TableInfo, seat: Seat) -> Recent:
        """Returns the newest moves, at least from the last one of this seat's person on."""
        work = claims.of(info.id)
        # Another process may have changed the table since, unless its version has just been read.
        fresh = not self._store.shared or (work is not None and work.noted is not None and work.noted.version == info.version)
        recent = self._table_store.recent.get(info.id)
        if recent is None or not fresh or recent.version != info.version or seat not in recent.seats:
            seats = sorted({seat, *info.pending})
            lines, version = await self._store.moves_since(info.id, seats)
            recent = self._table_store.recent[info.id] = Recent(version, seats, lines)
        return recent

    def _of_now(self, info: TableInfo, version: int) -> bool:
        """Returns whether lines read with this version belong to what is seen, the newest."""
        return version == info.version and self._table_store.is_now(info.id, version)

    async def told_in(self, table: int, turn: int) -> tuple[PlainEvent, ...]:
        """Returns the public events of a turn, in order."""
        return _public(await self._store.moves_of_turn(table, turn))

    async def turns_after(self, info: TableInfo, seat: Seat, turn: int) -> dict[int, tuple[PlainEvent, ...]] | None:
        """Return, by turn, the public events after this seat's last turn before this one, in order. None: the table has changed
        since `info`.
        """
        recent = await self._newest(info, seat)
        lines, version = recent.lines, recent.version
        before = [line.turn for line in lines if line.kind != "reveal" and line.seat == seat and line.turn < turn]
        if before:
            lines = [line for line in lines if line.turn > before[-1]]
        elif any(line.kind == "move" and line.seat == seat for line in lines):  # otherwise `lines` has all moves
            lines, version = await self._store.moves_after_turn(info.id, seat, turn)
        return _by_turn(lines) if self._of_now(info, version) else None

    async def turns(self, table: int) -> dict[int, tuple[PlainEvent, ...]]:
        """Returns, by turn, all public events of a game, in order."""
        return _by_turn(await self._store.counted_moves(table))

    async def carried_out(self, request: int) -> bool:
        """Returns whether this request has already changed a table."""
        return await self._store.subject_of_request(request) is not None

    async def tables_of(self, user: int, guild: int | None = None) -> list[TableInfo]:
        """Returns the lobbies and games of a person, oldest first."""
        return [self._table_store.table_info(*rows) for rows in await self._store.open_tables_of(user, guild)]

    async def tables_in(self, channel: int) -> list[TableInfo]:
        """Returns the lobbies and games of a channel, oldest first."""
        return [self._table_store.table_info(*rows) for rows in await self._store.open_tables_in(channel)]

    async def finished_games(self, channel: int | None, user: int, limit: int) -> list[TableInfo]:
        """Returns the finished games of this channel, or of this person; newest first."""
        return [self._table_store.table_info(*rows) for rows in await self._store.finished_tables(channel, user, limit)]

    async def newest_of(self, user: int, guild: int) -> TableInfo | None:
        """Returns the newest table of a person on a server whose game has begun or is over; None if there is none."""
        found = [*await self.tables_of(user, guild), *await self.finished_games(None, user, NEWEST)]
        begun = [each for each in found if each.place.guild == guild and each.state != "lobby" and each.tournament is None]
        return max(begun, key=lambda each: each.id, default=None)

    async def record(self, table: int) -> Record:
        """Returns the record of a table; moves and seed only if the game is over. Raises NoSuchTable, and NoReplay if others
        may still play its deal.
        """
        loaded = await self._table_store.read(table, anyway=True)
        if days.is_secret(loaded.table, self._clock.now()):
            raise NoReplay("tables.replay.day" if loaded.table.day else "tables.replay.challenge")
        return await record(self._store, loaded.table)

    async def replay(self, table: int) -> Replay:
        """Returns a finished game step by step. Raises NoSuchTable, and NoReplay if it is not over or cannot be replayed."""
        found = (await self._table_store.read(table, anyway=True)).table
        if found.state in {"lobby", "cancelled"}:
            raise NoReplay("tables.replay.lobby" if found.state == "lobby" else "tables.replay.void")
        if table not in self._replays or days.is_secret(found, self._clock.now()):
            self._replays[table] = await played_again(await self.record(table), self._games)
        return self._replays[table]

    async def recap(self, table: int, user: int) -> Recap:
        """Returns what has happened in a running game since and including this person's last move, as they saw it. Raises
        NoSuchTable, NotSeated, and NoReplay if no game is running or it cannot be replayed.
        """
        loaded = await self._table_store.read(table)
        seat = loaded.table.seat_of(user)
        if loaded.table.state != "playing":
            raise NoReplay("tables.replay.not-playing")
        if seat is None or not loaded.table.acts(seat):
            raise NotSeated
        lines = [line for line in await self._store.counted_moves(table) if line.number <= loaded.table.number]
        mine = [at for at, line in enumerate(lines, 1) if line.seat == seat and line.kind == "move"]
        kept = table_record(loaded.table, lines, over=False)
        game = self._games.get(kept.game)
        check(kept, game, running=True)
        assert game is not None
        return await asyncio.to_thread(Recap, kept, game, seat, mine[-1] if mine else 0, self._cover(loaded))


def _by_turn(lines: Iterable[JournalRow]) -> dict[int, tuple[PlainEvent, ...]]:
    return {at: _public(of) for at, of in itertools.groupby(lines, key=lambda line: line.turn)}


def _public(lines: Iterable[JournalRow]) -> tuple[PlainEvent, ...]:
    events = (event for line in lines for event in msgspec.json.decode(line.events, type=list[PlainEvent]))
    return tuple(event for event in events if event.get("to") is None)
