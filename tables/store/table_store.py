"""Loaded tables: loads them on demand, locks them while they change, and stores each change in one transaction.

If several processes share the store, a loaded table may be out of date. It is used only while the stored table has the same
version, and a change is stored only if the locked table is still as the change found it.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from weakref import WeakValueDictionary

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from data.errors import Overtaken, Repeated
from data.records.tables import Counted, JournalRow, SeatRow, TableRow, WholeTable
from data.records.tournaments import TournamentGame
from data.store import Store, Transaction
from engines.contract import Game, Position, Seat
from tables.errors import CannotSit, NoSuchTable, NotOpen, SetAside, TooMany
from tables.model import server
from tables.model.outbox_rows import ChallengeDoneRow, DayCardRow, PlainEvent, TournamentCardRow
from tables.model.server import ServerSettings
from tables.model.table import Change, LoadedTable, LogLine, Table, UndoStep, bare, from_rows
from tables.model.table_info import InTournament, Limits, TableInfo
from tables.ranking import counting, ratings
from tables.rules import days, ledger
from tables.store.breaker import Breaker
from tables.store.changes import Changes, TableNews
from tables.store.outbox import outbox_record
from tables.time.clock import Clock
from tables.time.presence import Presence
from tables.time.timing import DAY

log = logging.getLogger(__name__)


KEPT = 1000
"""Number of tables in memory; the least recently used is evicted first. Each takes 6 to 12 KiB, of Zamek up to 40; a press at a
table that has to be loaded takes an eighth more of the event loop.
"""

RECENT_KEPT = 300
"""Number of tables whose newest moves are in memory: up to `RECENT` lines each, which can take more than the table."""

RECENT = 40
"""Number of newest moves per table that are kept in memory."""

OVER_KEPT = 50
"""Number of finished tables in memory, in addition. They are still viewed for some minutes, then hardly ever."""

LINKED_SECONDS = 3.0
"""Seconds until a tournament's message links a table that has just opened; its message usually exists then."""

REQUESTS_KEPT = DAY
"""Seconds within which a repeated interaction is recognized."""


class Recent(msgspec.Struct, frozen=True):
    """The newest counted moves of a running game, in order."""

    version: int
    """The table's version."""
    seats: Sequence[Seat]
    """Seats whose people's last moves are included; if one of them has made none, all moves are."""
    lines: Sequence[JournalRow]


class TableStore:
    """The tables in memory. They are returned as last committed; readers do not wait for writers."""

    def __init__(self, store: Store, clock: Clock, games: Mapping[str, Game], limits: Limits, presence: Presence) -> None:
        self.store = store
        self.clock = clock
        self._presence = presence
        self.games = games
        self._limits = limits
        self._loaded: LRUCache[int, LoadedTable] = LRUCache(KEPT)
        self._over: LRUCache[int, LoadedTable] = LRUCache(OVER_KEPT)
        self._set_aside: dict[int, LoadedTable] = {}
        self.recent: LRUCache[int, Recent] = LRUCache(RECENT_KEPT)
        """The newest moves by table; a press's answer, the board and the hands after it show the same ones."""
        self.breaker = Breaker(clock)
        """The tables that are set aside because they fail repeatedly."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._swept = clock.now()
        self.changes = Changes()
        """Who is told of each change, after its commit."""

    @contextlib.asynccontextmanager
    async def lock(self, table: int) -> AsyncIterator[None]:
        """Allow only one change of a table at a time."""
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        async with lock:
            yield

    async def read(self, table: int, *, anyway: bool = False, stored: int | None = None) -> LoadedTable:
        """Returns the table as last committed (`stored`: at least this version, which was just read). Raises NoSuchTable, and
        SetAside if it cannot be loaded or fails repeatedly; with `anyway`, returns what is known of it instead.
        """
        loaded = self.here(table)
        is_read = loaded is not None and loaded.table.version == stored
        if loaded is not None and self.breaker.until(table) is None and (is_read or await self._stands(loaded)):
            return loaded
        async with self.lock(table):
            return await self.load(table, anyway=anyway)

    def forget(self, tables: Iterable[int]) -> None:
        """Evict these tables: they were changed or deleted elsewhere."""
        for table in tables:
            for kept in (self._loaded, self._over, self._set_aside):
                kept.pop(table, None)

    def is_now(self, table: int, version: int) -> bool:
        """Returns whether no newer version of the table is in memory."""
        loaded = self.here(table)
        return loaded is None or loaded.table.version <= version

    async def is_newest(self, table: int, version: int) -> bool:
        """Like `is_now`, and check the store if other processes may have changed the table."""
        here = self.is_now(table, version)
        return here and (not self.store.shared or await self.store.table_version(table) == version)

    async def load(self, table: int, *, anyway: bool = False, unchecked: bool = False) -> LoadedTable:
        """Like `read`, for the holder of the lock. `unchecked`: the caller checks the version of a running game."""
        loaded = self.here(table) or self._set_aside.get(table)
        unchecked = unchecked and loaded is not None and loaded.table.state == "playing"
        if loaded is None or not (unchecked or await self._stands(loaded)):
            loaded = await self._fetch(table)
            self._keep(loaded)
            if loaded.table.state in {"over", "cancelled"}:
                self.breaker.forget(table)  # another process has closed it
        broken = self.breaker.until(table) is not None and not loaded.set_aside
        if broken:
            loaded = LoadedTable(table=loaded.table, set_aside=True)
        if loaded.set_aside and not anyway:
            raise SetAside(_why_aside(loaded, broken=broken))
        return loaded

    @property
    def aside(self) -> int:
        """The number of tables set aside, for any reason."""
        return len(self._set_aside) + len(self.breaker)

    def table_info(self, row: TableRow, seats: list[SeatRow]) -> TableInfo:
        """Returns what everybody may know of a table, from its rows alone."""
        kept = self._set_aside.get(row.id)
        aside = (kept is not None and kept.table.version == row.version) or row.game not in self.games
        aside = aside or self.breaker.until(row.id) is not None
        try:
            info = from_rows(row, seats).info()
        except msgspec.MsgspecError:
            info, aside = bare(row, seats).info(), True
        return replace(info, set_aside=aside)

    def here(self, table: int) -> LoadedTable | None:
        """Returns the table in memory, which another process may have changed since."""
        return self._loaded.get(table) or self._over.get(table)

    def _keep(self, loaded: LoadedTable) -> None:
        self.forget((loaded.table.id,))
        over = loaded.table.state in {"over", "cancelled"}
        kept = self._set_aside if loaded.set_aside else self._over if over else self._loaded
        kept[loaded.table.id] = loaded

    def _follow(self, change: Change, before: LoadedTable | None, now: Table) -> None:
        """Update a table's cached moves after its change, or discard them if that is not possible."""
        recent = self.recent.pop(now.id, None)
        if recent is None or before is None or recent.version != before.table.version or change.struck:
            return
        lines = [*recent.lines, *(line for line in change.lines if line.move)]
        if len(lines) <= RECENT:
            self.recent[now.id] = Recent(now.version, recent.seats, lines)

    async def _stands(self, loaded: LoadedTable) -> bool:
        """Returns whether the stored table still has the version that is in memory."""
        return not self.store.shared or await self.store.table_version(loaded.table.id) == loaded.table.version

    async def _fetch(self, number: int) -> LoadedTable:
        while True:
            found = await self.store.whole_table(number) if 0 < number < 1 << 63 else None
            if found is None:
                raise NoSuchTable
            row = found.row
            steps, chosen = await self.store.open_lines(number, row.stage) if row.state == "playing" else ([], [])
            # The journal was read after the table, and belongs to it only if nobody has changed the table in between.
            if not self.store.shared or await self.store.table_version(number) == row.version:
                of = None
                if found.tournament is not None:
                    tournament, round_, league = found.tournament
                    of = InTournament(tournament, round_ + 1, league)
                return self._make_table(found, steps, chosen).having(tournament=of)

    def _make_table(self, found: WholeTable, steps: list[JournalRow], chosen: list[JournalRow]) -> LoadedTable:
        row, seats = found.row, found.seats
        try:
            table = from_rows(row, seats)
            return LoadedTable(
                table=table,
                position=self._position(row, found.snapshot),
                steps=tuple(_step(line) for line in steps),
                chosen={line.seat: line.number for line in chosen if line.seat is not None},
            )
        except Exception as error:  # noqa: BLE001 - a fault in one table must not affect the others
            # Only the exception's type is logged: its message could quote hidden information.
            if row.state == "cancelled":
                return LoadedTable(table=bare(row, seats))
            log.error("table %s is set aside, it cannot be loaded: %s", row.id, type(error).__name__)  # noqa: TRY400
            try:
                return LoadedTable(table=from_rows(row, seats), set_aside=True)
            except msgspec.MsgspecError:
                return LoadedTable(table=bare(row, seats), set_aside=True)

    def _position(self, row: TableRow, snapshot: bytes | None) -> Position | None:
        """Returns the stored position of a table. Raises any error that prevents loading it."""
        game = self.games[row.game]
        if snapshot is None:
            if row.state in {"playing", "over"}:
                raise LookupError("a game without a position")
            return None
        position: Position = game.load(snapshot)
        return position

    async def commit(
        self, change: Change, request: int | None, before: LoadedTable | None, *, refused: bool = True
    ) -> LoadedTable:
        """Store a change of `before` (None: of a new table) and keep the result in memory. The caller holds the table's lock.
        `refused`: whether Discord may have refused rows of the table.
        Raises TooMany, TooSoon, Overtaken and Repeated (also if a tournament's game already has a table), and then stores
        nothing.
        """
        now, loaded = self.clock.now(), self._as_stored(change.loaded, before)
        row, seats = loaded.table.rows()
        snapshot = loaded.position.snapshot() if change.moved and loaded.position is not None else None
        async with self.store.transaction() as tx:
            after = before.table.version if before is not None else None
            if before is not None and _is_checked(change) and await tx.table_version(row.id) != after:
                raise Overtaken
            await self._check(tx, change, now)
            with tx.together():
                number = await tx.save_table(row, seats if change.seated else None, snapshot, after=after)
                if change.said:
                    change = await ledger.enter_acts(tx, change, number, now)
                if change.pairs and loaded.table.company:
                    await tx.add_meetings(loaded.table.place.guild, number, now, change.pairs, now - ratings.DAY)
                await _store_journal(tx, change, number)
                await _store_messages(tx, change, number, now, refused=refused)
                await _store_tournament_game(tx, change, before, number, now)
                await _offer_seats(tx, change, before, now)
                await _store_deal(tx, self.store, change, before, number)
                if change.results:
                    of_tournament = loaded.table.tournament is not None
                    await counting.count(
                        tx, self.games, loaded.table.options, change.results, loaded.position, tournament=of_tournament
                    )
                await self._judge(tx, loaded, change, now)
                if request is not None:
                    await tx.remember_request(request, number, now)
                if self.store.shared:
                    await tx.announce(TableNews.of(loaded.table, number).to_others())
            await self._sweep(tx, now)
        if not row.id:
            loaded = loaded.having(id=number)
        self._keep(loaded)
        self._follow(change, before, loaded.table)
        if loaded.table.state in {"over", "cancelled"}:
            self.breaker.forget(loaded.table.id)
        self.changes.tell(TableNews.of(loaded.table, number, lobby=_is_lobby(before)))
        return loaded

    def _as_stored(self, loaded: LoadedTable, before: LoadedTable | None) -> LoadedTable:
        """Returns a changed table as it is stored. Each difference has a new version, or other processes would not notice it;
        a new table is not concerned by earlier outages.
        """
        if before is None:
            newest = self._presence.newest
            return loaded.having(timing=replace(loaded.table.timing, counted=newest)) if newest else loaded
        if loaded.table.version == before.table.version and loaded.table != before.table:
            return loaded.having(version=loaded.table.version + 1)
        return loaded

    async def _sweep(self, tx: Transaction, now: float) -> None:
        """Delete old requests and ledger entries once in a while."""
        if now - self._swept > REQUESTS_KEPT / 24:
            await tx.forget_requests(now - REQUESTS_KEPT)
            await tx.forget_ledger(now - ledger.KEPT)
            self._swept = now

    async def _judge(self, tx: Transaction, loaded: LoadedTable, change: Change, now: float) -> None:
        """Make the results of a finished game void, or count again, if a moderator has decided that."""
        table = loaded.table
        if change.voided_by is not None:
            by, what, reason, guild = change.voided_by, "voided", table.reason or "", await tx.void_results(table.id)
        elif change.restored is not None:
            (by, reason), what, guild = change.restored, "restored", await tx.restore_results(table.id)
        else:
            return
        if guild is not None:
            await counting.recount(tx, guild, self.games)
        about = {"table": str(table.id), "reason": reason}
        await tx.log_server(table.place.guild, now, by, what, msgspec.json.encode(about).decode())

    async def _check(self, tx: Transaction, change: Change, now: float) -> None:
        """Raises the error of a change that what is stored elsewhere does not allow; see `commit`."""
        new = change.loaded.table
        if change.meetings is not None:
            await tx.lock_games(new.place.guild)  # rated games start one at a time
            if ratings.most_met(await tx.meetings(new.place.guild, change.pairs, now - ratings.DAY)) != change.meetings:
                raise Overtaken
        if change.limits:
            await self._check_limits(tx, change, server.read(await self.store.server(new.place.guild), ServerSettings()))
        if change.comers:
            await _check_comers(tx, change)
        if change.game_of is not None:
            await _check_tournament(tx, new, change.game_of)
        if new.follows is not None and not new.id:
            await tx.table_version(new.follows)  # following tables are opened one at a time
            if await tx.follower(new.follows) != change.follower:
                raise Overtaken

    async def full(self, tx: Transaction, where: Iterable[tuple[Counted, int]], chosen: ServerSettings) -> TooMany | None:
        """Returns why no further table may be opened there; None: one may."""
        here = chosen.tables_per_channel
        for each, value in where:
            limit, key = {
                "user": (self._limits.tables_per_user, "tables.refusal.too-many-of-yours"),
                "guild": (self._limits.tables_per_guild, "tables.refusal.too-many-in-server"),
                "channel": (min(self._limits.tables_per_channel, here or 1 << 40), "tables.refusal.too-many-in-channel"),
            }[each]
            if await tx.count_open(each, value) >= limit:
                return TooMany(key, limit=limit)
        return None

    async def _check_limits(self, tx: Transaction, change: Change, chosen: ServerSettings) -> None:
        if (full := await self.full(tx, change.limits, chosen)) is not None:
            raise full
        for where, value in change.limits:
            guild, most = change.loaded.table.place.guild, chosen.tables_per_person
            if where == "user" and most is not None and len(await tx.open_tables_of(value, guild)) >= most:
                raise TooMany("tables.refusal.too-many-of-yours-here", limit=most)


def _is_checked(change: Change) -> bool:
    """Returns whether `TableStore._check` reads from the store, for which the table is locked first."""
    opens = change.loaded.table.follows is not None and not change.loaded.table.id
    return change.meetings is not None or bool(change.limits or change.comers or change.game_of or opens)


async def _check_comers(tx: Transaction, change: Change) -> None:
    """Raises NotOpen or CannotSit if people who come with the change may not meet those who are there."""
    new = change.loaded.table
    here = {info.user for info in new.seats if info.user is not None} | {each.user for each in new.guests.invites}
    if await tx.at_odds(change.comers, here):
        comes = set(change.comers) & ({info.user for info in new.seats} | {each.user for each in new.guests.waiting})
        raise NotOpen if comes else CannotSit("tables.refusal.not-together")


async def _check_tournament(tx: Transaction, new: Table, game: TournamentGame) -> None:
    """Raises Repeated if this game of a tournament is not to be opened, or not with these people."""
    await tx.lock_subject(game.tournament)  # a tournament changes one at a time
    whole = await tx.tournament(game.tournament)
    known = {(each.round, each.number) for each in await tx.tournament_games(game.tournament)}
    if whole is None or whole.state != "running" or (game.round, game.number) in known:
        raise Repeated
    if not {info.user for info in new.seats} <= {each.user for each in whole.entrants}:
        raise Repeated  # somebody was forgotten meanwhile: their stand-in leaves first, then the table is opened


async def _store_journal(tx: Transaction, change: Change, number: int) -> None:
    """Store which journal lines no longer count, and the new ones."""
    if change.struck:
        await tx.strike_lines(number, change.struck)
    if change.forget_steps:
        await tx.forget_steps(number)
    for line in change.lines:
        await tx.add_line(number, line)


async def _store_messages(tx: Transaction, change: Change, number: int, now: float, *, refused: bool) -> None:
    """Store the changes to the table's messages, and its outbox rows."""
    if change.reposted:
        await tx.retire_messages(number)
    if change.rewound:
        await tx.forget_turns(number)
    await tx.renew_outbox(number, [outbox_record(payload, now) for payload in change.outbox], change.withdraw, refused=refused)


def _is_lobby(before: LoadedTable | None) -> bool:
    return before is not None and before.table.state == "lobby"


async def _offer_seats(tx: Transaction, change: Change, before: LoadedTable | None, now: float) -> None:
    """Have people asked who look for a game in the channel of a lobby, and about it no more once they cannot join it."""
    table = change.loaded.table
    if (_is_lobby(before) or table.state == "lobby") and table.place.guild > 0:
        await tx.wake_wish_list(table.place.guild, table.home or table.place.channel, now)


async def _store_tournament_game(tx: Transaction, change: Change, before: LoadedTable | None, number: int, now: float) -> None:
    """Record that the table is a game of a tournament, or that such a game has ended."""
    if change.game_of is not None:
        await tx.add_tournament_game(replace(change.game_of, table_id=number))
        await tx.put_outbox(change.game_of.tournament, [outbox_record(TournamentCardRow(), now + LINKED_SECONDS)])
    judged = change.voided_by is not None or change.restored is not None
    if judged or (before is not None and before.table.state == "playing" != change.loaded.table.state):
        await tx.end_tournament_game(number, ended=True)


async def _store_deal(tx: Transaction, store: Store, change: Change, before: LoadedTable | None, number: int) -> None:
    """Record that the game of a deal that others play too has begun, or how it has ended; or that others may play a deal."""
    table = change.loaded.table
    if change.challenge is not None:
        await tx.add_challenge(change.challenge)
    if change.tried is not None:
        await tx.add_deal_try(replace(change.tried, table_id=number))
    done = days.outcome(table) if before is not None and before.table.state == "playing" else None
    if done is not None:
        guild = await tx.end_deal_try(number, table.changed, *done)
        if guild is not None and table.challenge:
            await tx.put_outbox(number, [outbox_record(ChallengeDoneRow(language=table.language), table.changed)])
            return
        settings = server.read(await store.server(guild) if guild else None, ServerSettings())
        if guild and settings.castles is not None:
            card = await tx.day_card(guild, settings.castles)
            await tx.put_outbox(card, [outbox_record(DayCardRow(day=table.day, language=table.language), table.changed)])


def _why_aside(loaded: LoadedTable, *, broken: bool) -> str | None:
    """Returns the refusal that says why a table is set aside; None: the usual one."""
    if broken:
        return "tables.refusal.set-aside-faults"
    return "tables.refusal.set-aside-over" if loaded.table.state == "over" else None


def _step(line: JournalRow) -> UndoStep:
    """Returns the step of a journal line and its snapshot."""
    # Kept as stored, in the format of whatever version; only their game reads them.
    events = msgspec.json.decode(line.events, type=list[PlainEvent])
    lines = [LogLine(line.number, event=event) for event in events if event.get("to") is None]
    mover = line.seat if line.kind == "move" else None
    return UndoStep(line.number, mover, line.turn, line.snapshot or b"", tuple(lines), line.move)
