"""Starting with 10,000 stored tables, and the memory use of a bot that has just started.

The tables are on a server of the sandbox and their boards are posted, so nothing is due at the start. Presses are answered from
the moment when the gateway is open; then the bot waits half a second for further servers, and draws sprites
meanwhile. How far it gets with them depends on the machine's other load, so their CPU is a line of its own.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from data.catalogues import compile_all
from data.records.messages import Posted, Shows
from data.sqlite.store import SqliteStore
from data.words import LOCALE
from engines import games
from sandbox.world import World
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


async def copy_table(store: SqliteStore, count: int) -> None:
    """Copy the only stored table, with its messages, until there are `count`."""
    of_table = dict.fromkeys(("snapshots", "seats", "journal"), "table_id")
    keys = {"subjects": "id", "tables": "id", **of_table, "messages": "subject_id"}
    async with store.transaction() as tx:
        for name, key in keys.items():
            described = await tx.run(f"PRAGMA table_info({name})")
            columns = ", ".join("more.id" if row[1] == key else f"{name}.{row[1]}" for row in described)
            await tx.run(_COPIES.format(tables=count, name=name, columns=columns, key=key))


async def _fill(path: Path) -> None:
    """Store one game that has begun, and 9,999 copies of it."""
    store = await SqliteStore.open(path)
    tables = await TableService.open(store, games=games())
    people = [Person(number, f"Person {number}") for number in (1, 2, 3, 4)]
    guild, channel = next((each.guild_id, each.id) for each in World().channels.values() if each.guild_id)
    reading = await tables.lobbies.open_table(people[0], Place(guild, channel), GAME, language="pl")
    for person in people:
        await tables.lobbies.join(reading.info.id, person)
    info = (await tables.lobbies.start(reading.info.id, people[0].user)).info
    await tables.close()
    async with store.transaction() as tx:
        await tx.run("DELETE FROM outbox")
        await tx.put_messages(info.id, [("told", 0, Posted(channel, 0, Shows(turn=info.turn, stage=info.stage)))])
    await copy_table(store, TABLES)
    await store.close()


def _spent(pid: int) -> tuple[float, float]:
    """Returns the CPU seconds of a bot so far: of the threads that draw (their priority is lower), and of all others."""
    threads = [path.read_text(encoding="ascii").rpartition(")")[2].split() for path in Path(f"/proc/{pid}/task").glob("*/stat")]
    own = os.getpriority(os.PRIO_PROCESS, pid)
    pictures = everything = 0
    for fields in threads:
        ticks = int(fields[11]) + int(fields[12])
        everything += ticks
        pictures += ticks if int(fields[16]) > own else 0
    second = os.sysconf("SC_CLK_TCK")
    return pictures / second, (everything - pictures) / second


async def _start(path: Path) -> list[tuple[str, float, str]]:
    """Returns the figures of a start."""
    root = Path(__file__).parent.parent
    settings = Settings(database=str(path), health="")
    name = f"start-up with {TABLES} stored tables"
    lines: list[tuple[str, float, str]] = []
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
            for sign, what in ((b"connected to Gateway", "first press"), (b"ready", "ready")):
                while sign not in (line := await process.stderr.readline()):
                    assert line, "the bot ended before it was ready"
                lines.append((f"{name}, process to {what}", time.monotonic() - began, "s"))
            pictures, others = _spent(process.pid)
            lines += [(f"CPU of the {name}", others, "s"), ("CPU of sprites that were drawn until then", pictures, "s")]
            await asyncio.sleep(3)  # the sprites are drawn during the first moves
            status = (Path("/proc") / str(process.pid) / "status").read_text(encoding="ascii")
            memory = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
            lines.append(("resident memory after start-up", memory, "MiB"))
        finally:
            process.terminate()
            await process.communicate()
    return lines


def lines() -> Iterator[tuple[str, float, str]]:
    """Returns the figures of one run."""
    compile_all(LOCALE)  # as `zamki.py` and the container's build do
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite"
        asyncio.run(_fill(path))
        yield from asyncio.run(_start(path))
