"""What a change of a watched table costs the bot with a thousand readers of its page, who are in a process of their own."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.synchronize import Semaphore
from pathlib import Path

import aiohttp

from asking.moments import Moments
from tables.model.people import Person
from tables.model.table_info import Place
from tables.service import play_actions
from tests.support.asked_play import asker_on, play_a_move
from web import site
from web.site import Site

READERS, CHANGES = 1000, 10

Line = tuple[str, float, str]


def _read(address: str, link: str, readers: int, heard: Semaphore) -> None:
    """Read the changes of a table as many people do; each line is counted."""

    async def one(session: aiohttp.ClientSession) -> None:
        async with session.get(f"{address}changes", headers={site.LINK: link}) as answer:
            async for line in answer.content:
                if line.strip():
                    heard.release()

    async def all_of_them() -> None:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout()) as session:
            await asyncio.gather(*(one(session) for _ in range(readers)))

    asyncio.run(all_of_them())


async def _measure(folder: Path) -> list[Line]:
    play_actions.SHOWING, site.STREAMS_EACH = 0.0, 2 * READERS
    site.BURST = 10 * READERS
    rng = random.Random(1)
    heard = multiprocessing.get_context("spawn").Semaphore(0)

    def wait() -> None:
        for _ in range(READERS):
            assert heard.acquire(timeout=60)

    async def all_heard() -> None:
        await asyncio.to_thread(wait)

    async with asker_on(folder / "zamki.db") as asker:
        ada, borys = Person(11, "Ada"), Person(12, "Borys")
        number = (await asker.tables.lobbies.open_table(ada, Place(1, 2), "rycerze", language="en", pace="daily")).info.id
        await asker.tables.lobbies.join(number, borys)
        info = (await asker.tables.lobbies.start(number, ada.user)).info
        link = await asker.tables.watching.share(info)
        async with Site(asker, Moments(), "https://zamki.example").serving(("127.0.0.1", 0)) as port:
            address = f"http://127.0.0.1:{port}/"
            people = multiprocessing.get_context("spawn").Process(target=_read, args=(address, link, READERS, heard))
            people.start()
            await all_heard()
            spent, longest = 0.0, 0.0
            for _ in range(CHANGES):
                info = await asker.tables.looks.table_info(number)
                before, began = time.process_time(), time.monotonic()
                await play_a_move(asker, number, info.seats[info.pending[0]].user or 0, rng)
                played = time.process_time() - before
                await all_heard()
                spent += time.process_time() - before - played
                longest = max(longest, time.monotonic() - began)
            people.terminate()
            people.join()
    return [
        (f"change of a page with {READERS} readers", 1000 * spent / CHANGES, "CPU ms"),
        ("until all of them have it, at most", longest, "s"),
    ]


def lines() -> Iterator[Line]:
    """Yields the figures."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))
