"""400 presses at once on the whole bot: acknowledgement, press to picture, and how long the event loop was ever held up.

Three processes, as in life: the sandbox plays Discord, a crowd presses, and this process is the bot. Everything is real but
the distance.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import sys
import tempfile
import time
from asyncio import events
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp

from cogs.client import ZamkiBot
from data.store import Store
from render.pool import Pool
from service.run import point_at, settle
from service.settings import Settings
from service.trial import sandbox_for
from tables.hall import Hall
from tables.shown import Limits, Person, Place

GAME = "rycerze"
TABLES = 100
PEOPLE = 4
ROOM = Limits(tables_per_user=1000, tables_per_guild=1000, tables_per_channel=1000)


class Longest:
    """The longest that one callback kept the event loop's thread busy (CPU seconds), while it is watched."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.what = ""

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        run = events.Handle._run  # noqa: SLF001 - the one place through which every callback goes

        def timed(handle: Any) -> None:
            began = time.thread_time()
            run(handle)
            took = time.thread_time() - began
            if took > self.seconds:
                self.seconds, self.what = took, repr(handle)

        events.Handle._run = timed  # type: ignore[method-assign,assignment]  # noqa: SLF001
        try:
            yield
        finally:
            events.Handle._run = run  # type: ignore[method-assign]  # noqa: SLF001


@contextlib.asynccontextmanager
async def _bot(settings: Settings) -> AsyncIterator[tuple[ZamkiBot, Store]]:
    store = await Store.open(settings.database)
    hall = await Hall.open(store, limits=ROOM)
    pool = Pool()
    await pool.warm()
    bot = ZamkiBot(hall, pool)
    running = asyncio.create_task(bot.start(settings.token))
    try:
        yield bot, store
    finally:
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
        await hall.close()
        await store.close()
        pool.close()


async def _place(page: str) -> tuple[list[Person], Place]:
    """The sandbox's four people and its first channel."""
    async with aiohttp.ClientSession(page) as http:
        async with http.get("people") as answer:
            people = [Person(int(person["id"]), person["name"]) for person in await answer.json()]
        async with http.get(f"people/{people[0].user}/channels") as answer:
            channel = (await answer.json())[0]
    return people, Place(int(channel["guild_id"]), int(channel["id"]))


async def _start_tables(hall: Hall, people: list[Person], place: Place) -> None:
    for number in range(TABLES):
        look = await hall.open_table(people[number % PEOPLE], place, GAME, language="pl")
        for person in people:
            await hall.join(look.table.id, person)
        await hall.start(look.table.id, people[number % PEOPLE].user)


async def _quiet(store: Store) -> None:
    while await store.read("SELECT 1 FROM outbox LIMIT 1"):  # noqa: ASYNC110 - emptied by tasks that tell nobody
        await asyncio.sleep(0.1)


async def _measure(folder: Path) -> list[tuple[str, float, str]]:
    settings = Settings(database=str(folder / "bench.sqlite"), health="")
    async with sandbox_for(settings, 0) as (trial, page):
        point_at(trial)
        people, place = await _place(page)
        async with _bot(trial) as (bot, store):
            began = time.monotonic()
            await _start_tables(bot.hall, people, place)
            await _quiet(store)
            posted = time.monotonic() - began
            settle()
            longest = Longest()
            with longest.watching():
                process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *("-m", "bench.crowd", page, str(place.channel), str(TABLES * PEOPLE)),
                    stdout=asyncio.subprocess.PIPE,
                )
                told, _ = await process.communicate()
                await _quiet(store)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines = [("start 100 tables and tell everybody", posted, "s"), ("resident memory, at most", memory, "MiB")]
    for line in told.decode().splitlines():
        found = json.loads(line)
        name = f"{found['presses']} presses at once, {found['name']}"
        lines += [(f"{name}: acknowledged in time", found["in_time"], "presses")]
        for key in ("acknowledged", "answered"):
            lines += [
                (f"{name}: {key} {share}", value, "s") for share, value in zip(("p50", "p99", "last"), found[key], strict=True)
            ]
    sys.stderr.write(f"longest callback: {longest.what}\n")
    return [*lines, ("longest the event loop was held up by one callback", longest.seconds * 1000, "CPU ms")]


def lines() -> Iterator[tuple[str, float, str]]:
    """The figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))
