"""Opening a leaderboard of a server where 10,000 people have finished 100,000 games in two years: the store's queries and the
result, without the picture. Uses PostgreSQL if ZAMKI_BENCH_POSTGRES names an empty database.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from data.opening import open_store
from data.records.results import ResultRow
from data.records.tables import TableRow
from data.store import Store
from engines import games
from tables.ranking import counting
from tables.service.service import TableService

PEOPLE, GAMES, TIMES = 10_000, 100_000, 20
DAYS = 730
_TABLE = TableRow(
    id=0, guild=1, channel=2, game="torres", options="{}", pace="none", language="en", state="over", host=1, changed=1.0,
    version=1, seed=b"", stage=0, number=0, due=None, thinking=False, document='{"created":1.0,"rules_version":1}',
)  # fmt: skip


async def _fill(store: Store) -> None:
    """Store the results, and count once everything that is derived from them."""
    chance, now = random.Random(1), time.time()
    keys = sorted(games())
    for first in range(0, GAMES, 5000):
        async with store.transaction() as tx:
            rows = []
            for number in range(first, first + 5000):
                key = keys[number % len(keys)]
                table = await tx.save_table(msgspec.structs.replace(_TABLE, game=key), (), None)
                at = now - (GAMES - number) / GAMES * DAYS * 86400
                # A few play much, most play little.
                seated = {1 + int(PEOPLE * chance.random() ** 1.5) for _ in range(chance.randint(2, 4))}
                rows += [
                    ResultRow(
                        table_id=table, seat=seat, guild=1, game=key, user=user, name=f"P{user}", place=seat + 1,
                        rating_place=seat + 1, score=0, rated=len(seated) > 1, at=at,
                    )
                    for seat, user in enumerate(chance.sample(sorted(seated), len(seated)))
                ]  # fmt: skip
            await tx.add_results(rows)
    async with store.transaction() as tx:
        await counting.recount(tx, 1, games())


async def _measured(where: str | Path, name: str) -> list[tuple[str, float, str]]:
    store = await open_store(where)
    try:
        began = time.process_time()
        await _fill(store)
        found = [(f"{name}: {GAMES} results stored and counted", time.process_time() - began, "s of CPU")]
        tables = await TableService.open(store, games=games())
        for kind, span, game in (
            ("rating", "recent", None),
            ("rating", "all", "torres"),
            ("wins", "all", None),
            ("places", "season", None),
            ("games", "recent", None),
        ):
            took, spent = [], time.process_time()
            for page in range(TIMES):
                began = time.perf_counter()
                shown = await tables.ratings.standings(1, game, kind=kind, span=span, page=page, user=77)
                took.append((time.perf_counter() - began) * 1000)
            spent = (time.process_time() - spent) * 1000 / TIMES
            said = f"{name}: leaderboard by {kind}, {span}, {game or 'all games'} ({shown.people} people)"
            found += [(f"{said}, median", statistics.median(took), "ms"), (f"{said}, the bot's CPU", spent, "ms")]
        await tables.close()
        return found
    finally:
        await store.close()


def lines() -> Iterator[tuple[str, float, str]]:
    """Returns the figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder) / "bench.sqlite", "SQLite"))
    if url := os.environ.get("ZAMKI_BENCH_POSTGRES"):
        yield from asyncio.run(_measured(url, "PostgreSQL"))
