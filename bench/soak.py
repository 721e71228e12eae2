"""Evening after evening at 200 tables, on a clock that runs as fast as the machine can: what finished tables leave behind.

People open tables of all games at all paces, some with computer players; they move, open their hands, take back, leave, and are
late, so that they are reminded and the clock moves for them. When all games are over, everything that could have been left is
counted: tasks, open files, locks, entries that belong to a table. Goal (issue 11): memory flat, nothing left, SQLite's
write-ahead log kept small. `python -m bench.soak [tables] [seconds]`: an hour by default.

Reached in an hour on a busy machine, three evenings of 200 tables: 173, 178 and 177 MiB, no task, open file, lock or entry
left; 39 KiB of the database for each finished table, at most 4.2 MiB of log.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sized
from operator import attrgetter
from pathlib import Path

from bench.at_work import Crowded, bot_at, crowded, resident
from chat.replies.live import LiveReplies
from data.sqlite.store import SqliteStore
from engines import games
from engines.contract import Seat
from engines.notation import random_move
from render.pool import Pool
from service.client import ZamkiBot
from tables.errors import Refusal
from tables.model.table import LoadedTable
from tables.model.table_info import Place
from tables.rules import votes
from tables.time import timing
from tests.support.manual_clock import ManualClock

TABLES, SECONDS = 200, 3600.0
LATE, BACK, LEAVE, LOOK = 0.04, 0.03, 0.004, 0.05
"""Chances that a person on turn does nothing, takes back or leaves, and that a person at a table opens their hand."""

RUN = 8
"""Maximum number of moves that a person makes one after the other before the others are handled."""

STEPS = (20.0, 5 * timing.MINUTE, 2 * timing.HOUR, 12 * timing.HOUR)
"""Seconds that pass between two rounds over the tables."""

OF_TABLES = {
    "tasks of computer players": "app.tables._bots._tasks",
    "tables whose computer players are to be looked at": "app.tables._bots._woken",
    "changes under way": "app.tables._tasks",
    "rows that are out": "app.tables.outbox._out",
    "tables that wait for their channel": "app.tables.outbox._behind",
    "rows that may be outdated": "app.tables.outbox._outdated",
    "tables whose clock stumbled": "app.tables._deadlines._failed",
    "tables set aside": "app.tables._table_store._set_aside",
    "locks of tables": "app.tables._table_store._locks",
    "locks of answers": "app.live_replies._locks",
    "private answers": "app.live_replies._kept",
    "private answers by their end": "app.live_replies._ends",
    "pictures to follow": "app.deferred_pictures._following",
    "pictures asked for": "app.pictures._under_way",
    "lines of pictures": "app.pictures._turns._lines",
    "interactions in flight": "_flight",
    "rows being sent": "_sender._tasks",
    "rows waiting for Discord": "_sender._waiting",
    "answers of other processes": "_process_sync._tasks",
}
"""What belongs to tables in play, by its place in the bot: nothing of it may be left."""


class Evenings:
    """Tables that are begun, played and finished, again and again."""

    def __init__(self, bot: ZamkiBot, store: SqliteStore, clock: ManualClock, crowd: Crowded, *, leave: float) -> None:
        self._tables = bot.app.tables
        self._bot = bot
        self._store = store
        self._clock = clock
        self._crowd = crowd
        self._leave = leave
        self._rng = random.Random(1)
        self._seats = 0
        self._own: int | None = None
        """Number of tasks that belong to the bot itself."""
        self.wal = 0
        """Maximum size of the write-ahead log, in bytes."""

    async def evening(self, count: int) -> None:
        """Play this number of tables, from their lobbies until all are over and announced."""
        seated = {}
        for _ in range(count):
            number, users = await self._seated()
            seated[number] = users
        await self._crowd.asked(seated=seated)
        playing = set(seated)
        while playing:
            await self._settled()
            looking = [number for number in playing if self._rng.random() < LOOK]
            await self._crowd.asked(do="look", tables=looking, seed=self._rng.getrandbits(32))
            for number in sorted(playing):
                if not await self._played_on(number):
                    playing.discard(number)
            await self._settled()
            await self._clock.advance(self._rng.choice(STEPS))
        await self._settled()

    async def _seated(self) -> tuple[int, list[int]]:
        """Begin a game. Returns its number, and the people at the table."""
        rng = self._rng
        game = games()[rng.choice(sorted(games()))]
        count = rng.choice(game.seats)
        computers = rng.randrange(count)
        users = [self._next_person() for _ in range(count - computers)]
        people = [self._crowd.person(user) for user in users]
        place = Place(self._crowd.guild, rng.choice(self._crowd.channels))
        reading = await self._tables.lobbies.open_table(
            people[0], place, game.key, language=rng.choice(("pl", "en")), pace=rng.choice([*timing.PACES])
        )
        number = reading.info.id
        for person in people[1:]:
            await self._tables.lobbies.join(number, person)
        for _ in range(computers):
            await self._tables.lobbies.add_computer(number, users[0], game.levels[0])
        await self._tables.lobbies.start(number, users[0])
        return number, users

    def _next_person(self) -> int:
        self._seats += 1
        return self._crowd.people[self._seats % len(self._crowd.people)]

    async def _played_on(self, number: int) -> bool:
        """Have the people act whose turn it is at a table. Returns False when the game is over."""
        for _ in range(RUN):
            held = await self._tables._table_store.read(number)  # noqa: SLF001 - a person would see it in the picture
            if held.table.state != "playing":
                return False
            awaited = [seat for seat in held.table.pending if held.table.acts(seat)]
            if not awaited or held.table.thinking:
                return True
            for seat in awaited:
                with contextlib.suppress(Refusal):
                    if not await self._act(held, seat):
                        return True
        return True

    async def _act(self, held: LoadedTable, seat: Seat) -> bool:
        """Have a person act. Returns False if they let the others wait."""
        user, tables, number = held.table.seats[seat].user or 0, self._tables, held.table.id
        if (asked := votes.find(held.table, "back")) is not None:
            for other in range(len(held.table.seats)):
                if other != asked.seat and held.table.acts(other):
                    await tables.votes.agree_vote(number, held.table.seats[other].user or 0, asked.id)
            return True
        left = LATE, BACK, self._leave, 1.0 - LATE - BACK - self._leave
        match self._rng.choices(("wait", "back", "leave", "move"), left)[0]:
            case "wait":
                return False
            case "back":
                await tables.moves.ask_back(number, user)
            case "leave":
                await tables.endings.resign(number, user)
                for other, each in enumerate(held.table.seats):
                    if other != seat and held.table.acts(other):  # they may be the last one left now
                        await tables.endings.claim(number, each.user or 0)
            case _:
                assert held.position is not None
                await tables.moves.play(number, user, random_move(held.position, seat, self._rng), stage=held.table.stage)
        return True

    async def _settled(self) -> None:
        """Wait until everything is sent that can be sent now, and no computer player thinks."""
        log = self._store.path.with_name(f"{self._store.path.name}-wal")
        while True:
            if log.exists():
                self.wal = max(self.wal, log.stat().st_size)
            if await self._store.read("SELECT 1 FROM outbox WHERE due <= ? LIMIT 1", (self._clock.now(),)):
                await asyncio.sleep(0.05)
            elif await self._store.tables_thinking():
                await self._clock.advance(1.0)  # some give people time to look before they move
            else:
                return

    async def left(self) -> dict[str, int]:
        """Returns by name what is left, after a day without anybody."""
        await self._clock.advance(timing.DAY)
        await self._settled()
        app = self._bot.app
        async with asyncio.timeout(60):
            while self._bot._flight or app.deferred_pictures._following:  # noqa: ASYNC110, SLF001
                await asyncio.sleep(0.05)
        app.live_replies.prune()
        gc.collect()
        await asyncio.sleep(0)
        found = {name: len(_at(self._bot, where)) for name, where in OF_TABLES.items()}
        found["claims"] = len(self._store._claims._held)  # noqa: SLF001
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(30):
                while self._own is not None and _tasks() > self._own:  # noqa: ASYNC110 - some are about to end
                    await asyncio.sleep(0.05)
        found["tasks"] = self._own = _tasks()
        found["open files"] = sum(1 for _ in _open_files())
        return found

    async def stored(self) -> tuple[int, int]:
        """Returns the used bytes of the database, and the number of finished tables."""
        pages = [await self._store.read(f"PRAGMA {name}") for name in ("page_count", "freelist_count", "page_size")]
        count, free, size = (rows[0][0] for rows in pages)
        over = await self._store.read("SELECT count(*) FROM tables WHERE state IN ('over', 'cancelled')")
        return (count - free) * size, over[0][0]


def _at(bot: ZamkiBot, where: str) -> Sized:
    found: Sized = attrgetter(where)(bot)
    return found


def _tasks() -> int:
    """Counts the tasks, without those that only wait for a time or a signal: their number depends on what is due next."""
    names = [getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks()]
    return len(names) - names.count("Event.wait")


def _open_files() -> Iterator[str]:
    """Yields what this process has open except connections, which change with what is sent."""
    for name in os.listdir("/proc/self/fd"):  # noqa: PTH208 - only names
        with contextlib.suppress(OSError):
            if not (target := os.readlink(f"/proc/self/fd/{name}")).startswith("socket:"):  # noqa: PTH115
                yield target


@contextlib.asynccontextmanager
async def evenings(folder: Path, tables: int, *, leave: float = LEAVE, pool: Pool | None = None) -> AsyncIterator[Evenings]:
    """The bot at work with a Discord that has people for this number of tables, on a separate clock."""
    clock = ManualClock(time.time())
    async with (
        crowded(2 * tables, tables) as (settings, crowd),
        bot_at(settings, folder, clock=clock, pool=pool) as (bot, store),
    ):
        # Use the clock of the tables, since the tokens of answers expire while days pass.
        bot.app.live_replies = LiveReplies(clock.now)
        yield Evenings(bot, store, clock, crowd, leave=leave)


async def soak(folder: Path, tables: int, seconds: float) -> AsyncIterator[tuple[str, float, str]]:
    """Yields the figures of each evening, at least two."""
    began = time.monotonic()
    number, bytes_before, over_before = 0, 0, 0
    async with evenings(folder, tables) as at_tables:
        while number < 2 or time.monotonic() - began < seconds:
            number += 1
            await at_tables.evening(tables)
            left = await at_tables.left()
            used, over = await at_tables.stored()
            name = f"evening {number} of {tables} tables"
            yield f"{name}: resident memory", resident(), "MiB"
            yield f"{name}: objects in memory", len(gc.get_objects()), "objects"
            yield f"{name}: database per finished table", (used - bytes_before) / (over - over_before) / 1024, "KiB"
            yield f"{name}: largest log written ahead", at_tables.wal / 2**20, "MiB"
            yield f"{name}: over", time.monotonic() - began, "s"
            for what, count in left.items():
                if count or number == 1:
                    yield f"{name}: {what} left", count, "pieces"
            bytes_before, over_before = used, over


async def _figures(tables: int, seconds: float) -> list[tuple[str, float, str]]:
    with tempfile.TemporaryDirectory() as folder:
        found = []
        async for line in soak(Path(folder), tables, seconds):
            found.append(line)
            sys.stderr.write(json.dumps(line) + "\n")
        return found


def lines() -> Iterator[tuple[str, float, str]]:
    """Returns the figures of two small evenings."""
    yield from asyncio.run(_figures(20, 0.0))


if __name__ == "__main__":
    asyncio.run(_figures(*(int(sys.argv[1]), float(sys.argv[2])) if len(sys.argv) > 2 else (TABLES, SECONDS)))
