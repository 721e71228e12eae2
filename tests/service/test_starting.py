"""What a start costs, by counts that no other load on the machine changes: see `bench.startup` for its seconds."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bench.startup import copy_table
from data.sqlite.store import SqliteStore
from tests.support import sqlite_work
from tests.support.bot_process import ROOT
from tests.support.store_backends import ON_POSTGRES
from tests.support.world import World

COPIES = 60

IMPORTED = """
import gc, json, sys
import bot
gc.set_threshold(bot.IMPORTING)
before = gc.get_stats()[0]["collections"]
import service.run, cogs
cogs.classes()
names = {name.partition(".")[0] for name in sys.modules}
print(json.dumps([gc.get_stats()[0]["collections"] - before, gc.get_count()[0] / bot.IMPORTING, sorted(names)]))
"""

NOT_AT_ONCE = {"asyncpg", "fontTools", "numpy", "babel", "sandbox", "bench", "tests", "tools", "unittest", "xml"}
"""What a start without PostgreSQL needs never, or only later."""


@pytest.mark.long
def test_a_start_imports_little_and_collects_no_garbage() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTED], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    collected, made, names = json.loads(done.stdout)
    assert not collected
    assert made < 0.5, "raise `bot.IMPORTING`: the tables and the log-in make objects too"
    assert NOT_AT_ONCE.isdisjoint(names)


@pytest.mark.long
@pytest.mark.skipif(ON_POSTGRES, reason="the copied tables and the statements counted are those of SQLite")
async def test_as_many_statements_start_many_tables_as_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.started("Ada", "Borys")
    await world.quiet()
    sqlite_work.count_statements(monkeypatch)

    async def count_start() -> int:
        before = sqlite_work.given()
        await world.restart()
        await world.quiet()
        return sqlite_work.given() - before

    one = await count_start()
    assert isinstance(world.store, SqliteStore)
    await copy_table(world.store, COPIES)
    many = await count_start()
    assert many - one < COPIES // 2, "a start reads the tables together"
