"""A thousand live tables in one process: twenty presses a second, and a tenth of the tables reminded in the same second.

Goals (issue 11): at most 200 MiB, acknowledgements p99 below 100 ms, rows of the outbox sent within 5 s (p99) under Discord's
limits, no callback above 20 ms. During the measurement the sandbox accepts five requests of a kind in five seconds for each
channel, as Discord does, and each table has its own channel. The tables are started without that limit: a thousand in a minute,
and four hundred first direct messages, are not realistic.

The first half of the measurement is compared with a bot that does nothing else (`bench.floor`). The second half is watched:
what holds the event loop up, and how old rows are.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path

from bench.at_work import Longest, bot_at, crowded, elsewhere, figures, held_up, neighbours, quiet, resident, spent
from bench.floor import Tape, measure, recording
from data.sqlite.store import SqliteStore
from tables.service.service import TableService

GAME = "rycerze"
TABLES, PEOPLE = 1000, 400
SECONDS, RATE = 20.0, 20.0
REMINDED = 100


@contextlib.asynccontextmanager
async def _ages(store: SqliteStore) -> AsyncIterator[list[float]]:
    """Collect how old rows of the outbox were when they were sent."""
    ages: list[float] = []

    async def watch() -> None:
        since: dict[int, float] = {}
        while True:
            now = time.monotonic()
            standing = {row[0] for row in await store.read("SELECT serial FROM outbox WHERE due <= ?", (time.time(),))}
            ages.extend(now - since.pop(serial) for serial in list(since) if serial not in standing)
            for serial in standing:
                since.setdefault(serial, now)
            await asyncio.sleep(0.1)

    watching = asyncio.create_task(watch())
    try:
        yield ages
    finally:
        watching.cancel()


async def _to_be_reminded(tables: TableService, seated: Mapping[int, Sequence[int]], seconds: float) -> None:
    """Schedule reminders for one person at each of some tables, all this number of seconds from now."""
    at = time.time() + seconds
    for table in list(seated)[:REMINDED]:
        await tables.times.snooze(table, seated[table][0], at - time.time())


async def _measure(folder: Path) -> list[tuple[str, float, str]]:
    lines: list[tuple[str, float, str]] = []
    longest = Longest()
    async with crowded(PEOPLE, TABLES) as (settings, crowd), bot_at(settings, folder) as (bot, store):
        lines.append(("resident memory warm", resident(), "MiB"))
        began = time.monotonic()
        seated = await crowd.seat(bot.app.tables, TABLES, GAME)
        await quiet(store)
        lines.append((f"start {TABLES} tables and tell everybody", time.monotonic() - began, "s"))
        lines.append((f"resident memory with {TABLES} tables", resident(), "MiB"))
        board = (await crowd.asked(board=True))["components"]
        await crowd.asked(limit=5, window=5.0)
        tape = Tape(PEOPLE, TABLES, SECONDS, RATE, time.monotonic(), board)
        before, others, loop = spent(), elsewhere(), time.thread_time()
        with recording(tape.requests):
            await _to_be_reminded(bot.app.tables, seated, SECONDS / 2)
            found = await crowd.asked(do="live", seconds=SECONDS, rate=RATE)
            lines.append(neighbours(f"{TABLES} live tables", others, found))
            await quiet(store)
        each = (time.thread_time() - loop) * 1000 / found["presses"]
        lines += figures(f"{TABLES} live tables", found)
        lines += [(f"CPU of the bot's {part}", seconds - before[part], "CPU s") for part, seconds in spent().items()]
        with longest.watching():
            async with _ages(store) as ages:
                await _to_be_reminded(bot.app.tables, seated, SECONDS / 2)
                await crowd.asked(do="live", seconds=SECONDS, rate=RATE)
                await quiet(store)
        ages.sort()
        for share, name in ((0.5, "p50"), (0.99, "p99")):
            lines.append((f"age of an outbox row when told, {name}", ages[int(len(ages) * share)], "s"))
        lines.append(("resident memory afterwards", resident(), "MiB"))
    bare = measure(tape, folder)
    bare_each = bare["loop"] * 1000 / bare["presses"]
    lines.append(("event loop, a press", each, "CPU ms"))
    lines.append(("event loop of a bare bot, a press with the same requests", bare_each, "CPU ms"))
    lines.append(("event loop, of that of a bare bot", each / bare_each, "times"))
    return [*lines, *held_up(longest)]


def lines() -> Iterator[tuple[str, float, str]]:
    """Returns the figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))
