"""A table service of the toy games in a separate process, and what its files would be if it were killed with `kill -9` at each
await of the database.

One process runs through a script and is stopped at each of them. While it stands still, its files are copied, with all that it
has written: a process killed there would leave the same. Then another process goes on with each copy.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import shutil
import signal
import sqlite3
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

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

PIPE = 2**16
"""Bytes that are read from a process at once."""

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


class Death(NamedTuple):
    """What a process killed at an await would leave behind."""

    path: Path
    told: list[str]
    """The lines since the start of the process."""
    ended: bool
    """It has come to its end instead."""


class Stopper:
    """Stops the process before and after each step of the database connections until its parent lets it go on. Steps between
    which nothing was committed or sent count once (with ZAMKI_KILLS=each, each counts).
    """

    def __init__(self, path: Path, *, stops: bool) -> None:
        self._stops = stops
        self._watching = sqlite3.connect(path, isolation_level=None)
        self._told = 0
        self._before: object = None

    def tell(self) -> None:
        """Note that something is sent."""
        self._told += 1

    def step(self) -> None:
        if not self._stops:
            return
        if not EACH_AWAIT:
            now = self._watching.execute("PRAGMA data_version").fetchone(), self._told
            if now == self._before:
                return
            self._before = now
        os.kill(os.getpid(), signal.SIGSTOP)

    def arm(self) -> None:
        stopper = self
        real: Any = aiosqlite.Connection._execute  # type: ignore[no-untyped-call, unused-ignore]

        async def execute(connection: aiosqlite.Connection, function: Any, *values: Any, **named: Any) -> Any:
            if values[:1] == ("PRAGMA synchronous = FULL",):  # what a process has written survives it anyway
                values = ("PRAGMA synchronous = OFF", *values[1:])
            stopper.step()
            result = await real(connection, function, *values, **named)
            stopper.step()
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


def run(path: Path, script: Script, first: int = 1) -> list[str]:
    """Returns what a process that nobody kills has told by its end. See `go`."""
    child, pipe = _forked(path, script, first, stops=False)
    with os.fdopen(pipe) as reading:
        told = reading.read().splitlines()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return told


def deaths(path: Path, script: Script, first: int = 1, *, stride: int = 1) -> Iterator[Death]:
    """Run the script once on the database. Yields copies of its files at each await, or each `stride`-th, and at last the files
    themselves, after its end. See `go`.
    """
    child, pipe = _forked(path, script, first, stops=True)
    os.set_blocking(pipe, False)
    told, stops = b"", 0
    try:
        while True:
            _, status = os.waitpid(child, os.WUNTRACED)
            with contextlib.suppress(BlockingIOError):
                while some := os.read(pipe, PIPE):
                    told += some
            if not os.WIFSTOPPED(status):
                child = 0
                break
            stops += 1
            if stops % stride == 0:
                yield Death(_copy(path, stops), told.decode().splitlines(), ended=False)
            os.kill(child, signal.SIGCONT)
        assert os.waitstatus_to_exitcode(status) == 0
        yield Death(path, told.decode().splitlines(), ended=True)
    finally:
        os.close(pipe)
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _forked(path: Path, script: Script, first: int, *, stops: bool) -> tuple[int, int]:
    """Start a process that runs the script; returns it and a pipe from which its lines can be read."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    try:
        gc.freeze()
        manual_clock.settle = _shortly  # each step waits for what it needs
        stopper = Stopper(path, stops=stops)
        stopper.arm()

        def tell(line: str) -> None:
            os.write(writing, line.encode())
            stopper.tell()

        asyncio.run(go(path, tell, script, first))
        os._exit(0)
    except BaseException:  # noqa: BLE001 - reported where the test fails
        traceback.print_exc()
    finally:
        os._exit(1)


def _copy(path: Path, number: int) -> Path:
    """Returns a copy of a database with its log, as they are on the disk."""
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, path.parent / f"{number}-{file.name}")
    return path.parent / f"{number}-{path.name}"


def kill_at_awaits(folder: Path, script: Script, check: Check, *, make: Make | None = None, stride: int = 1) -> int:
    """Run the script on a database that `make` has made (by default an empty one), killed at each await and then run again to
    its end (`stride` as for `deaths`). `check` is given the file, the lines told since the start, and whether the script has
    ended. Returns how often it was killed.
    """
    killed = 0
    for death in deaths(made(folder, make), script, stride=stride):
        check(*death)
        if not death.ended:
            killed += 1
            after = run(death.path, script)
            check(death.path, [*death.told, *after], True)
            remove(death.path)
    return killed


def made(folder: Path, make: Make | None = None) -> Path:
    """Returns a database that `make` has made, or one in which nothing is yet."""
    path = folder / "made.db"
    if make is None:
        run(path, lambda _tables, _clock: [])
    else:
        asyncio.run(make(path))
    return path


def remove(path: Path) -> None:
    """Remove a database with its log."""
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


async def _shortly() -> None:
    await asyncio.sleep(0.001)  # a script that waits for something must not let days pass while the database is busy


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
