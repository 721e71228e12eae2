"""Starting with 10,000 stored tables, and the memory use of a bot that has just started."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from data.sqlite.store import SqliteStore
from engines import games
from service.sandbox import sandbox_for
from service.settings import Settings
from tables.model.people import Person
from tables.model.table_info import Place
from tables.service.service import TableService

TABLES = 10_000
GAME = "rycerze"

_COPIES = """
    WITH RECURSIVE more (id) AS (VALUES (2) UNION ALL SELECT id + 1 FROM more WHERE id < {tables})
    INSERT INTO {name} SELECT {columns} FROM {name}, more WHERE {name}.{key} = 1
"""


async def _fill(path: Path) -> None:
    """Store one game that has begun, and 9,999 copies of it."""
    store = await SqliteStore.open(path)
    tables = await TableService.open(store, games=games())
    people = [Person(number, f"Person {number}") for number in (1, 2, 3, 4)]
    reading = await tables.lobbies.open_table(people[0], Place(1, 2), GAME, language="pl")
    for person in people:
        await tables.lobbies.join(reading.info.id, person)
    await tables.lobbies.start(reading.info.id, people[0].user)
    await tables.close()
    async with store.transaction() as tx:
        await tx.run("DELETE FROM outbox")
        keys = {"subjects": "id", "tables": "id", **dict.fromkeys(("snapshots", "seats", "journal"), "table_id")}
        for name, key in keys.items():
            described = await tx.run(f"PRAGMA table_info({name})")
            columns = ", ".join("more.id" if row[1] == key else f"{name}.{row[1]}" for row in described)
            await tx.run(_COPIES.format(tables=TABLES, name=name, columns=columns, key=key))
    await store.close()


async def _start(path: Path) -> tuple[float, float, float]:
    """Returns seconds and CPU seconds from the start until the bot is ready, and its resident memory in MiB."""
    root = Path(__file__).parent.parent
    settings = Settings(database=str(path), health="")
    async with sandbox_for(settings, 0) as (trial, _):
        environment = os.environ | {
            "ZAMKI_DATABASE": trial.database,
            "ZAMKI_HEALTH": "127.0.0.1:0",
            "ZAMKI_API": trial.api,
            "ZAMKI_GATEWAY": trial.gateway,
            "DISCORD_TOKEN": trial.token,
        }
        began = time.monotonic()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "bot.py", cwd=root, env=environment, stderr=asyncio.subprocess.PIPE
        )
        assert process.stderr is not None
        try:
            while b"ready" not in (line := await process.stderr.readline()):
                assert line, "the bot ended before it was ready"
            took = time.monotonic() - began
            times = (Path("/proc") / str(process.pid) / "stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
            spent = sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
            await asyncio.sleep(3)  # the sprites are drawn during the first moves
            status = (Path("/proc") / str(process.pid) / "status").read_text(encoding="ascii")
            memory = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
        finally:
            process.terminate()
            await process.communicate()
    return took, spent, memory


def lines() -> Iterator[tuple[str, float, str]]:
    """Returns the figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite"
        asyncio.run(_fill(path))
        took, spent, memory = asyncio.run(_start(path))
    yield f"start-up with {TABLES} stored tables, process to ready", took, "s"
    yield f"CPU of the start-up with {TABLES} stored tables", spent, "s"
    yield "resident memory after start-up", memory, "MiB"
