"""A table service of the toy games in a separate process, killed with `kill -9` at a chosen await of the database."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import shutil
import signal
import sqlite3
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, TypeAlias

import aiosqlite

from data.sqlite.store import SqliteStore
from tables.model.outbox_rows import OutboxRow
from tables.rules.reading import Reading
from tables.service.service import TableService
from tests.support import manual_clock
from tests.support.manual_clock import ManualClock
from tests.support.toy_games import InProcess, games

EACH_AWAIT = os.environ.get("ZAMKI_KILLS") == "each"
"""Whether processes die at every await, even those that leave behind the same as the one before."""

START = ManualClock().now()
"""The start time of a script, in Unix seconds."""

Step: TypeAlias = Callable[[int], Awaitable[Reading | None]]
"""An action with the interaction of this number. It is idempotent."""

Script: TypeAlias = Callable[[TableService, ManualClock], list[Step]]
"""The actions, step by step. A step that returns None has no interaction, so nothing of it is acknowledged."""


Make: TypeAlias = Callable[[Path], Coroutine[Any, Any, None]]
"""Makes the database on which a script begins."""

Check: TypeAlias = Callable[[Path, list[str], bool], None]
"""What holds of a database after some lines were told; whether the script has ended."""


class Killer:
    """Counts the steps of the database connections, before and after each, and ends the process at one of them. Steps between
    which nothing was committed or sent count once (with ZAMKI_KILLS=each, each counts).
    """

    def __init__(self, at: int, path: Path) -> None:
        self._left = at
        self._real: Any = aiosqlite.Connection._execute  # type: ignore[no-untyped-call, unused-ignore]
        self._watching = sqlite3.connect(path, isolation_level=None)
        self._told = 0
        self._before: object = None

    def tell(self) -> None:
        """Note that something is sent."""
        self._told += 1

    def step(self) -> None:
        if not self._left:
            return
        if not EACH_AWAIT:
            now = self._watching.execute("PRAGMA data_version").fetchone(), self._told
            if now == self._before:
                return
            self._before = now
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def arm(self) -> None:
        killer = self

        async def execute(connection: aiosqlite.Connection, function: Any, *values: Any, **named: Any) -> Any:
            if values[:1] == ("PRAGMA synchronous = FULL",):  # what a process has written survives it anyway
                values = ("PRAGMA synchronous = OFF", *values[1:])
            killer.step()
            result = await killer._real(connection, function, *values, **named)
            killer.step()
            return result

        aiosqlite.Connection._execute = execute  # type: ignore[method-assign, assignment]


async def go(path: Path, tell: Callable[[str], None], script: Script, first: int) -> None:
    """Run the script on the database, and send rows meanwhile; steps that are done already change nothing. Time goes on from
    where it was. `first`: the number of the first interaction.
    """
    store = await SqliteStore.open(path)
    ((changed,),) = await store.read("SELECT max(changed) FROM tables")
    reached: dict[str, float] = json.loads(await store.value("reached") or "{}")
    clock = ManualClock(max(START, changed or 0.0, *reached.values()))
    async with store.transaction() as tx:  # nobody was away: time moved in one leap
        await tx.set_value("reached", json.dumps(dict.fromkeys(reached, clock.now())))
    tables = await TableService.open(store, clock=clock, games=games(), bots=InProcess(), token=lambda n: bytes(range(n)))

    async def send() -> None:
        while True:
            row = await tables.outbox.next()
            tell(_sent(row))
            await tables.outbox.mark_done(row)

    sender = asyncio.create_task(send())
    for number, step in enumerate(script(tables, clock), start=first):
        if await step(number) is not None:
            tell(f"done {number}\n")
    while await store.read("SELECT 1 FROM outbox"):
        await asyncio.sleep(0.002)
    sender.cancel()
    await asyncio.gather(sender, return_exceptions=True)
    await tables.close()
    await store.close()


def _sent(row: OutboxRow) -> str:
    return f"sent {row.id} {row.serial} {row.kind} {getattr(row.payload, 'number', '')}\n"


def in_child(path: Path, kill_at: int, script: Script, first: int = 1) -> tuple[list[str], bool]:
    """Returns what a process that is killed at that step (0: never) sent, and whether it finished. See `go`."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            gc.freeze()
            manual_clock.settle = _at_once  # each step waits for what it needs
            killer = Killer(kill_at, path)
            killer.arm()

            def tell(line: str) -> None:
                os.write(writing, line.encode())
                killer.tell()

            asyncio.run(go(path, tell, script, first))
            os._exit(0)
        except BaseException:  # noqa: BLE001 - reported where the test fails
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.waitstatus_to_exitcode(status) == 0
    return told, not os.WIFSIGNALED(status)


def kill_at_awaits(
    folder: Path, script: Script, check: Check, *, make: Make | None = None, points: Iterable[int] = range(1, 1000)
) -> int:
    """Run the script on copies of what `make` has made (by default an empty database), killed at each of these steps and then
    run again to its end, until it ends before it is killed. `check` is given the file, the lines told since the start, and
    whether the script has ended. Returns how often it was killed.
    """
    made, killed = folder / "made.db", 0
    if make is None:
        in_child(made, 0, lambda _tables, _clock: [])
    else:
        asyncio.run(make(made))
    for point in points:
        path = folder / f"{point}.db"
        shutil.copy(made, path)
        before, ended = in_child(path, point, script)
        check(path, before, ended)
        if ended:
            break
        killed += 1
        after, ended = in_child(path, 0, script)
        assert ended
        check(path, [*before, *after], True)
        for file in folder.glob(f"{point}.db*"):
            file.unlink()
    return killed


async def _at_once() -> None:
    await asyncio.sleep(0)


def kept(db: sqlite3.Connection, told: list[str]) -> set[int]:
    """Returns the requests in the file after a kill, and checks that the file is sound and has all acknowledged steps."""
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'requests'").fetchone():
        assert told == []
        return set()
    requests = {row[0] for row in db.execute("SELECT id FROM requests")}
    acknowledged = {int(line.split()[1]) for line in told if line.startswith("done")}
    assert acknowledged <= requests
    assert len(requests - acknowledged) <= 1
    return requests
