"""Four processes on one PostgreSQL against one on SQLite, on the same cores, with 10,000 live tables: moves a second, CPU and
bytes per move, and how long a killed process's shard waits. Needs Debian's package postgresql.

Pictures and Discord are left out (`bench.presses` has them): only tables and the store are measured. Moves are due at random
times, whether the earlier ones are done or not; the time of a move counts from when it was due.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from bench.mover import send, written
from data.moving import move
from data.sqlite.store import SqliteStore
from engines import games
from engines.notation import random_move
from sandbox import Person as Somebody
from sandbox import Sandbox
from tables.model.people import Person
from tables.model.table_info import Limits, Place
from tables.service.service import TableService
from tests.support import postgres_server

TABLES, MODELS, PROCESSES = 10_000, 20, 4
SECONDS = 8.0
RATES = (25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800)
TOO_SLOW = 1.0
STEADY = 50
"""Moves a second at which the cost of a move is reported."""

SERVER = {"shared_buffers": "128MB", "max_connections": 100}

Line = tuple[str, float, str]


async def _models(file: Path) -> None:
    """Store some games in progress, of every kind."""
    store = await SqliteStore.open(file)
    service = await TableService.open(store, games=games(), limits=Limits(tables_per_user=10**6))
    sending = asyncio.create_task(send(service))
    rng = random.Random(1)
    for number, game in zip(range(MODELS), sorted(games()) * MODELS, strict=False):
        people = [Person(1000 + 2 * number + seat, f"Person {seat}") for seat in range(2)]
        reading = await service.lobbies.open_table(people[0], Place(number + 1, number + 1), game, language="pl")
        await service.lobbies.join(reading.info.id, people[1])
        await service.lobbies.start(reading.info.id, people[0].user)
        for _ in range(rng.randrange(8)):
            held = await service._table_store.read(reading.info.id)  # noqa: SLF001
            if held.position is None or held.table.state != "playing":
                break
            seat = rng.choice(held.table.pending)
            await service.moves.play(reading.info.id, held.table.seats[seat].user or 0, random_move(held.position, seat, rng))
    while await store.read("SELECT 1 FROM outbox WHERE due < 1e10"):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    sending.cancel()
    await service.close()
    async with store.transaction() as tx:
        await tx.run("DELETE FROM outbox")
    await store.close()


def _multiply(file: Path) -> None:
    """Fill up to the wanted number of tables with copies of the models, each in a server of its own."""
    with contextlib.closing(sqlite3.connect(file)) as db, db:
        rows = {"subjects": ("id", "guild"), "tables": ("id", "guild", "channel")}
        rows |= dict.fromkeys(("seats", "snapshots", "journal"), ("table_id",))
        for table, shifted in rows.items():
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            chosen = ", ".join(f"{column} + :by" if column in shifted else column for column in columns)
            key = shifted[0]
            sql = f"INSERT INTO {table} ({', '.join(columns)}) SELECT {chosen} FROM {table} WHERE {key} <= {MODELS}"
            db.executemany(sql, [{"by": MODELS * copy} for copy in range(1, TABLES // MODELS)])


@contextlib.asynccontextmanager
async def _movers(where: str, count: int) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    movers = []
    try:
        for index in range(count):
            words = ("-m", "bench.mover", where, str(index), str(count), str(TABLES))
            movers.append(
                await asyncio.create_subprocess_exec(
                    sys.executable,
                    *words,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=1 << 26,
                )
            )
        for mover in movers:
            await _line(mover)
        yield movers
    finally:
        for mover in movers:
            assert mover.stdin is not None
            mover.stdin.close()
        for mover in movers:
            await mover.wait()


async def _line(mover: asyncio.subprocess.Process) -> Any:
    assert mover.stdout is not None
    return json.loads(await mover.stdout.readline())


async def _asked(movers: list[asyncio.subprocess.Process], rate: float, seconds: float) -> dict[str, Any]:
    """Have all movers work together. Returns their combined figures."""
    for mover in movers:
        assert mover.stdin is not None
        mover.stdin.write(json.dumps({"rate": rate / len(movers), "seconds": seconds}).encode() + b"\n")
    found = await asyncio.gather(*map(_line, movers))
    took = sorted(each for one in found for each in one["took"])
    return {"took": took, "cpu": sum(one["cpu"] for one in found), "written": sum(one["written"] for one in found)}


class Spent:
    """What a server's processes have used: CPU seconds and bytes written; bytes written to its log, and the number of whole
    pages in it (a page is logged whole at its first change after a checkpoint).
    """

    def __init__(self, server: postgres_server.Server | None) -> None:
        self.cpu, self.written, self.logged, self.pages = 0.0, 0, 0, 0
        if server is None:
            return
        self.logged, self.pages = map(int, server.run("postgres", "SELECT wal_bytes, wal_fpi FROM pg_stat_wal").split("|"))
        ticks = os.sysconf("SC_CLK_TCK")
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text(encoding="ascii").rpartition(") ")[2].split()
                if server.process.pid in {int(folder.name), int(fields[1])}:
                    # The postmaster's own time includes that of its finished children.
                    own = fields[11:15] if int(folder.name) == server.process.pid else fields[11:13]
                    self.cpu += sum(map(int, own)) / ticks
                    self.written += written(folder.name)


async def _measure(name: str, where: str, count: int, server: postgres_server.Server | None) -> AsyncIterator[Line]:
    async with _movers(where, count) as movers:
        await _asked(movers, STEADY, 4.0)  # loads positions and prepares statements
        if server is not None:
            server.run("postgres", "CHECKPOINT")
        before = Spent(server)
        found = await _asked(movers, STEADY, 2 * SECONDS)
        if server is not None:
            server.run("postgres", "CHECKPOINT")
        after, moves = Spent(server), len(found["took"])
        yield f"{name}: CPU a move, bot", found["cpu"] * 1000 / moves, "ms"
        if server is not None:
            yield f"{name}: CPU a move, server", (after.cpu - before.cpu) * 1000 / moves, "ms"
            yield f"{name}: log of the server a move", (after.logged - before.logged) / moves, "bytes"
            yield f"{name}: of it whole pages a move", (after.pages - before.pages) / moves, "pages"
        yield f"{name}: bytes written a move", (found["written"] + after.written - before.written) / moves, "bytes"
        yield f"{name}: a move takes, at {STEADY} a second, p50", _at(found["took"], 0.5) * 1000, "ms"
        yield f"{name}: a move takes, at {STEADY} a second, p99", _at(found["took"], 0.99) * 1000, "ms"
        most = 0.0
        for rate in RATES:
            found = await _asked(movers, rate, SECONDS)
            if not found["took"] or _at(found["took"], 0.99) > TOO_SLOW:
                break
            most = len(found["took"]) / SECONDS
            await asyncio.sleep(SECONDS)  # leaves time for other processes of the machine
        yield f"{name}: moves a second with p99 within {TOO_SLOW:g} s", most, "1/s"
        yield f"{name}: load average of the machine by then", os.getloadavg()[0], ""


def _at(took: list[float], share: float) -> float:
    return took[min(len(took) - 1, int(len(took) * share))]


async def _take_over(server: postgres_server.Server) -> float:
    """Returns the seconds from the kill of a process until another answers for the shard it held."""
    guilds = tuple((f"Guild {number}", "pl", ("gry",)) for number in range(8))
    async with contextlib.AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(Sandbox(guilds=guilds, recording=False))
        url = server.new_database()
        given = os.environ | {"DISCORD_TOKEN": sandbox.token, "ZAMKI_API": sandbox.api, "ZAMKI_GATEWAY": sandbox.gateway}
        given |= {"ZAMKI_DATABASE": url, "ZAMKI_SHARDS": "auto/2", "ZAMKI_HEALTH": "", "ZAMKI_LOG_LEVEL": "error"}
        bots = []
        for held in ({(0, 2), (1, 2)}, {(1, 2)}):
            before = set(sandbox.gateway_server.sessions)
            bot = await asyncio.create_subprocess_exec(sys.executable, "bot.py", env=given)
            bots.append(bot)
            stack.push_async_callback(_end, bot)
            sessions = sandbox.gateway_server.sessions
            while {each.shard for key, each in sessions.items() if key not in before} != held:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        ada = await stack.enter_async_context(Somebody(sandbox.url, "Ada"))
        channel = next(
            str(each.id) for each in sandbox.world.channels.values() if each.guild_id and (each.guild_id >> 22) % 2 == 1
        )
        await asyncio.sleep(6)
        bots[1].send_signal(signal.SIGKILL)
        killed = time.monotonic()
        while (await ada.command(channel, "zamki tables")).status == "failed":  # noqa: ASYNC110
            await asyncio.sleep(0.2)
        return time.monotonic() - killed


async def _end(bot: asyncio.subprocess.Process) -> None:
    if bot.returncode is None:
        bot.terminate()
    await bot.wait()


async def _all(folder: Path) -> AsyncIterator[Line]:
    file = folder / "bench.sqlite"
    await _models(file)
    _multiply(file)
    with postgres_server.running(SERVER) as server:
        url, began = server.new_database(), time.monotonic()
        moved = await move(file, url)
        moved_in = time.monotonic() - began
        server.run(url.rpartition("/")[2], "VACUUM ANALYZE")  # otherwise the server may do it during the measurement
        yield f"move-database, {TABLES} tables, {sum(moved.values())} rows", moved_in, "s"
        async for line in _measure("1 process on SQLite", str(file), 1, None):
            yield line
        for count in (1, PROCESSES):
            async for line in _measure(f"{count} on PostgreSQL", url, count, server):
                yield line
        yield "a killed process's shard is answered for again after", await _take_over(server), "s"


def lines() -> Iterator[Line]:
    """Returns the figures of one run."""

    async def found() -> list[Line]:
        with tempfile.TemporaryDirectory() as folder:
            return [line async for line in _all(Path(folder))]

    yield from asyncio.run(found())
