"""The cost of one press from the event to the last message, in counts: the product's files and functions that run, SQL
statements, reads of tables, walks through choices. The presses counted are those of the first moves that change the table.

Counts do not depend on the machine: loops woken by their own timer are left out, a press is counted until nothing that it
started is running, and no answer is sent without its picture because that takes long. A *walk* is a question to the rules for
the first word of a move; code that reads a whole picker begins with one. A *statement* is what one call sends to the database,
including BEGIN; one with many rows of values is one; COMMIT is not counted.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import contextvars
import random
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest import mock

import msgspec

import engines
from bench.presses import Presser
from chat.press import process_sync, replies
from chat.replies import live
from data.sqlite import connection
from engines.contract import Game, Revealing
from render import renderers
from render.pool import Pool
from sandbox import MovableClock
from tables.rules import reading
from tables.store.table_store import TableStore
from tests.support.extra_games import House
from tests.support.world import World, seat_of, world

ROOT = Path(__file__).parents[1]
ROOMS = ("service", "cogs", "chat", "asking", "tables", "data", "engines", "render")
OUTSIDE = contextvars.ContextVar("outside", default=False)
"""Set for the bench's own work, which is not counted."""

BESIDE = {"lease", "presence", "forgetting", "seasons"}
"""Names of the tasks that are woken by a timer, independent of presses."""

CAUSED = ("outbox ", "store languages", "picture of message ", "discord.py: on_interaction")
"""Prefixes of the names of tasks that a press starts."""

STILL = 0.1
"""Seconds without anything to count after which a press is complete."""

LONG = 60.0
"""Seconds that are longer than any wait."""

MOVES, MOST_GAMES = 3, 5
"""Number of moves of each person whose presses are counted."""


class Cost(msgspec.Struct):
    """The counts of one press."""

    files: int = 0
    functions: int = 0
    statements: int = 0
    reads: int = 0
    walks: int = 0


class Counter:
    """Counts while it is on. It must be made before the bot starts its threads."""

    def __init__(self) -> None:
        self._on = False
        self._codes: set[CodeType] = set()
        self._counts: collections.Counter[str] = collections.Counter()

    def _profile(self, frame: FrameType, event: str, _: Any) -> None:
        if self._on and event == "call" and frame.f_code not in self._codes and not _is_beside():
            self._codes.add(frame.f_code)

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Have this thread, and every thread that starts meanwhile, report to it."""
        with contextlib.ExitStack() as stack:
            for owner, name, kind in self._counted():
                stack.enter_context(self._counting(owner, name, kind))
            threading.setprofile(self._profile)
            sys.setprofile(self._profile)
            stack.callback(threading.setprofile, None)
            stack.callback(sys.setprofile, None)
            yield

    @staticmethod
    def _counted() -> Iterator[tuple[Any, str, str]]:
        """Yields what is counted by its calls: owner, name, and the count it belongs to."""
        yield TableStore, "read", "reads"
        yield reading, "choices", "walks"
        yield connection.Connected, "_rows", "statements"
        yield connection.Writing, "_add", "statements"
        with contextlib.suppress(ImportError):
            import asyncpg  # noqa: PLC0415 - it may not be installed

            for name in ("fetch", "fetchrow", "fetchval", "execute", "executemany"):
                yield asyncpg.Connection, name, "statements"

    @contextlib.contextmanager
    def _counting(self, owner: Any, name: str, kind: str) -> Iterator[None]:
        real = getattr(owner, name)

        def counted(*args: Any, **kwargs: Any) -> Any:
            said = (args[2] if kind == "walks" and len(args) > 2 else ()) or "COMMIT" in args
            if self._on and not said and not _is_beside():
                self._counts[kind] += 1
            return real(*args, **kwargs)

        setattr(owner, name, counted)
        try:
            yield
        finally:
            setattr(owner, name, real)

    async def still(self) -> None:
        """Wait until nothing that a press has started is running."""
        while True:
            before = self._counts.total()
            await asyncio.sleep(STILL)
            running = any(task.get_name().startswith(CAUSED) for task in asyncio.all_tasks())
            if not running and self._counts.total() == before:
                return

    def start(self) -> None:
        self._codes.clear()
        self._counts.clear()
        self._on = True

    def stop(self) -> Cost:
        """Returns what was counted since the start."""
        self._on = False
        ours = [code for code in tuple(self._codes) if code.co_filename.startswith(tuple(f"{ROOT / room}/" for room in ROOMS))]
        return Cost(files=len({code.co_filename for code in ours}), functions=len(ours), **self._counts)


def _is_beside() -> bool:
    """Returns whether the current code is the bench itself, or a loop that no press has woken."""
    if OUTSIDE.get():
        return True
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return False  # a thread that draws or writes to the store
    return task is not None and task.get_name() in BESIDE


@contextlib.contextmanager
def _patient() -> Iterator[None]:
    """Every answer waits for its picture, and every row for the answer in progress, however long that takes; and nobody checks
    later whether another process has changed what an answer shows.
    """
    waits = ((replies, "PATIENCE_SECONDS"), (live, "MOMENT_SECONDS"), (process_sync, "SOON_SECONDS"))
    with contextlib.ExitStack() as stack:
        for module, name in waits:
            stack.enter_context(mock.patch.object(module, name, LONG))
        yield


async def _costs(at: World, game: Game, counter: Counter) -> list[Cost]:
    """Returns the cost of the presses that carry out the first moves, of several games if they are short."""
    OUTSIDE.set(True)
    rng, found = random.Random(1), list[Cost]()
    for _ in range(MOST_GAMES):
        if len(found) < MOVES:
            found += await _costs_of_a_game(at, game, counter, rng)
    return found


async def _costs_of_a_game(at: World, game: Game, counter: Counter, rng: random.Random) -> list[Cost]:
    table, people = await at.started("Ada", "Borys", game=game.key)
    presser, found = Presser(at, table), list[Cost]()
    for _ in range(MOVES * len(people)):
        now = (await at.view(table)).info
        for person in people:
            loaded = await at.loaded(table, person)
            seat, position = seat_of(now, person), loaded.position
            if seat is None or position is None or seat not in position.pending():
                continue
            if isinstance(game, Revealing) and game.reveal_move(position) is not None:
                await at.tables.moves.reveal(table, int(person.id))
                await at.quiet()
                continue
            move = game.choose_move(position.view(seat), rng, game.levels[0])
            pressing = person.press

            async def counted(*args: Any, pressing: Any = pressing, **kwargs: Any) -> Any:
                await at.quiet()
                await counter.still()
                before = _version(at, table)
                counter.start()
                answer = await pressing(*args, **kwargs)
                await at.done()
                await at.quiet()
                await counter.still()
                cost = counter.stop()
                if _version(at, table) != before:
                    found.append(cost)
                return answer

            person.press = counted  # type: ignore[method-assign]
            await presser.say(person, move)
            person.press = pressing  # type: ignore[method-assign]
        await at.quiet()
    return found


def _version(at: World, table: int) -> int:
    loaded = at.tables._table_store.here(table)  # noqa: SLF001 - avoids a read that would be counted
    return 0 if loaded is None else loaded.table.version


async def costs_of(game: Game, where: str | Path) -> tuple[Cost, Cost]:
    """Returns the cost of the simplest press that moves, and the median of each count, over the first moves of a game, in a
    separate world on this store.
    """
    counter = Counter()
    with counter.installed(), _patient():
        pool = Pool(renderers())
        try:
            async with world(where, MovableClock(), pool, House(engines.games(), renderers())) as at:
                found = await _costs(at, game, counter)
        finally:
            pool.close()
    middle = len(found) // 2
    middles = {name: sorted(getattr(each, name) for each in found)[middle] for name in Cost.__struct_fields__}
    return min(found, key=lambda each: (each.statements, each.files)), msgspec.convert(middles, Cost)


def lines() -> Iterator[tuple[str, float, str]]:
    """Returns the figures of one run."""
    for key, game in sorted(engines.games().items()):
        with tempfile.TemporaryDirectory() as folder:
            simplest, median = asyncio.run(costs_of(game, Path(folder) / "zamki.db"))
        for name in Cost.__struct_fields__:
            yield f"{key}: {name} of the simplest press that moves", getattr(simplest, name), ""
            yield f"{key}: {name} of one press that moves", getattr(median, name), ""
