"""The whole bot at work with a crowd (`bench.crowd`), and what its parts cost."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import sys
import threading
import time
from asyncio import events
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec

from bench.crowd import COMMAND_BYTES
from chat.wire.internals import point_at
from data.sqlite.store import SqliteStore
from engines import games
from render import memory, renderers
from render.pool import Pool
from service.client import ZamkiBot
from service.collecting import collect_when_quiet, settle
from service.settings import Settings
from tables.bots.bots import MoveChooser
from tables.model.people import Person
from tables.model.table_info import Limits, Place
from tables.service.service import TableService
from tables.time.clock import Clock

JSON = dict[str, Any]
ROOM = Limits(tables_per_user=10_000, tables_per_guild=10_000, tables_per_channel=10_000)


class Longest:
    """The longest time that one callback kept the event loop's thread busy (CPU seconds) while it is watched, and its name; and
    the longest time of the garbage collector, in any callback.
    """

    def __init__(self) -> None:
        self.seconds = self.collecting = 0.0
        self.what = ""
        self._began = 0.0
        self._collected = 0.0

    def _collect(self, phase: str, _info: object) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        if phase == "start":
            self._began = time.thread_time()
        else:
            took = time.thread_time() - self._began
            self.collecting = max(self.collecting, took)
            self._collected += took

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        run = events.Handle._run  # noqa: SLF001 - every callback goes through it

        def timed(handle: Any) -> None:
            began, self._collected = time.thread_time(), 0.0
            run(handle)
            took = time.thread_time() - began - self._collected
            if took > self.seconds:
                self.seconds, self.what = took, _named(handle)

        events.Handle._run = timed  # type: ignore[method-assign,assignment]  # noqa: SLF001
        gc.callbacks.append(self._collect)
        try:
            yield
        finally:
            events.Handle._run = run  # type: ignore[method-assign]  # noqa: SLF001
            gc.callbacks.remove(self._collect)


def _named(handle: Any) -> str:
    """Returns the coroutine that a callback continued, or the callback."""
    task = getattr(handle._callback, "__self__", None)  # noqa: SLF001
    coroutine = task.get_coro() if isinstance(task, asyncio.Task) else None
    return f"{task.get_name()}: {coroutine}" if coroutine is not None and task is not None else repr(handle)


class Crowded:
    """The crowd's process, and the address of its Discord."""

    def __init__(self, process: asyncio.subprocess.Process, where: JSON) -> None:
        self._process = process
        self.people: list[int] = where["people"]
        self.names: dict[int, str] = dict(zip(self.people, where["names"], strict=True))
        """As Discord reports them: a press under another name renames its person, and edits the boards of their tables."""
        self.guild: int = where["guild"]
        self.channels: list[int] = where["channels"]

    async def asked(self, **what: Any) -> JSON:
        """Have the crowd do something. Returns its figures."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(what).encode() + b"\n")
        await self._process.stdin.drain()
        return dict(json.loads(await self._process.stdout.readline()))

    def person(self, user: int) -> Person:
        """Returns one of the people, as they sit down at a table."""
        return Person(user, self.names[user])

    def four(self, number: int) -> list[int]:
        """Returns the people of a table by its place, the one who opens it first: four others at each as long as there are
        enough, then the same again, but another of them opens, because the ledger limits what one person may open.
        """
        first = 4 * number + 4 * number // len(self.people)
        return [self.people[(first + seat) % len(self.people)] for seat in range(4)]

    async def seat(self, tables: TableService, count: int, game: str, options: JSON | None = None) -> dict[int, list[int]]:
        """Start games of four, each in the next channel. Returns the people by table."""
        seated: dict[int, list[int]] = {}
        for number in range(count):
            four = self.four(number)
            people = [self.person(user) for user in four]
            place = Place(self.guild, self.channels[number % len(self.channels)])
            reading = await tables.lobbies.open_table(people[0], place, game, options, language="pl")
            for person in people[1:]:
                await tables.lobbies.join(reading.info.id, person)
            await tables.lobbies.start(reading.info.id, four[0])
            seated[reading.info.id] = four
        await self.asked(seated=seated)
        return seated


@contextlib.asynccontextmanager
async def crowded(
    people: int, channels: int, *, limit: int = 50, window: float = 1.0
) -> AsyncIterator[tuple[Settings, Crowded]]:
    """Start a crowd's process. `limit`: requests in `window` seconds that each of its routes and channels accepts."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bench.crowd", str(people), str(channels), str(limit), str(window)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=COMMAND_BYTES,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        where = json.loads(await process.stdout.readline())
        yield Settings(health="", token=where["token"], api=where["api"], gateway=where["gateway"]), Crowded(process, where)
    finally:
        process.stdin.close()
        await process.wait()


@contextlib.asynccontextmanager
async def bot_at(
    settings: Settings, folder: Path, *, clock: Clock | None = None, pool: Pool | None = None, bots: MoveChooser | None = None
) -> AsyncIterator[tuple[ZamkiBot, SqliteStore]]:
    """The bot, warmed up and settled as in production, on a store in a folder. `pool`, `bots`: what draws and who moves for
    computer players, if not its own.
    """
    point_at(settings.api, settings.gateway)
    settings = msgspec.structs.replace(settings, database=str(folder / "bench.sqlite"))
    store = await SqliteStore.open(settings.database)
    tables = await TableService.open(store, games=games(), limits=ROOM, clock=clock, bots=bots)
    pool = pool or Pool(renderers())
    await pool.warm()
    bot = ZamkiBot(tables, pool, games=games())
    running = asyncio.create_task(bot.start(settings.token))
    settle()
    collecting = asyncio.create_task(collect_when_quiet(lambda: bot.busy))
    try:
        yield bot, store
    finally:
        collecting.cancel()
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
        await tables.close()
        await store.close()
        pool.close()


def held_up(longest: Longest) -> list[tuple[str, float, str]]:
    """Returns the lines about what blocked the event loop longest."""
    sys.stderr.write(f"longest callback: {longest.what}\n")
    return [
        ("longest the event loop was held up by one callback", longest.seconds * 1000, "CPU ms"),
        ("longest it was held up by the garbage collector", longest.collecting * 1000, "CPU ms"),
    ]


async def quiet(store: SqliteStore) -> None:
    """Wait until everything is sent to Discord."""
    while await store.read("SELECT 1 FROM outbox LIMIT 1"):  # noqa: ASYNC110 - emptied by tasks that signal nobody
        await asyncio.sleep(0.1)


def spent() -> defaultdict[str, float]:
    """Returns CPU seconds of this process so far, by purpose of its threads: loop, pictures, store."""
    found: defaultdict[str, float] = defaultdict(float)
    ticks = 100.0
    for thread in threading.enumerate():
        fields = Path(f"/proc/self/task/{thread.native_id}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
        name = "loop" if thread is threading.main_thread() else "pictures" if "pictures" in thread.name else "store"
        found[name] += (int(fields[11]) + int(fields[12])) / ticks
    return found


def elsewhere() -> float:
    """Returns the CPU seconds that everything else on this machine has used so far."""
    ticks = os.sysconf("SC_CLK_TCK")
    fields = [int(value) for value in Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]]
    idle, waiting = fields[3:5]
    return (sum(fields) - idle - waiting) / ticks - time.process_time()


def resident() -> float:
    """Returns the resident memory of this process in MiB."""
    return memory.resident() / 2**20


def neighbours(name: str, before: float, found: JSON) -> tuple[str, float, str]:
    """Returns the line that says how far wall-clock seconds can be trusted: the CPU time of others since `elsewhere` was
    `before`, while the crowd did what it has `found`.
    """
    return f"{name}: CPU of everything else on this machine", elsewhere() - before - found["crowd"], "CPU s"


def figures(name: str, found: JSON) -> Iterator[tuple[str, float, str]]:
    """Yields the lines of the crowd's figures: by the clock, and as it would be on two cores without other load."""
    name = f"{name}, {found['presses']} presses"
    for key, value in found.items():
        if key in {"acknowledged", "told", "pictured"}:
            yield f"{name}: {key}", value, "presses"
        elif key == "crowd":
            yield f"{name}: CPU of the sandbox and the crowd", value, "CPU s"
        elif key != "presses":
            what, _, unit = key.partition(", ")
            yield f"{name}: {what}", value, f"s {unit}" if unit != "seconds" else "s"
