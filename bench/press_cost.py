"""What one press costs from the event to the last message, in counts: files and functions of the product that run, SQL
statements, reads of tables, walks through choices. The presses counted are those of the first moves that change the table.

Counts do not depend on the machine: loops that wake by a timer of their own are left out, a press is counted until nothing
runs any more that it has set going, and no answer goes out without its picture because that takes long. A *walk* is a question
of the rules for the first word of a move: whoever asks for a whole picker begins with one. A *statement* is what one call sends
to the database, BEGIN too, and one with many rows of values is one; COMMIT is not counted.
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
from chat import copies
from chat.press import private
from data.sqlite import store
from engines.contract import Game, Revealing
from render import renderers
from render.pool import Pool
from sandbox import MovableClock
from tables.rules import reading
from tables.store.table_store import TableStore
from tests.support.extra_games import House
from tests.support.world import World, seat_of, world

ROOT = Path(__file__).parents[1]
ROOMS = ("service", "cogs", "chat", "tables", "data", "engines", "render")
OUTSIDE = contextvars.ContextVar("outside", default=False)
"""Set for what the bench itself does: it is not counted."""

BESIDE = {"lease", "presence", "forgetting", "seasons"}
"""Names of the tasks that wake by a timer, whatever is pressed."""

CAUSED = ("outbox ", "store languages", "picture of message ", "discord.py: on_interaction")
"""How the names of tasks begin that a press sets going."""

STILL = 0.1
"""Seconds without anything to be counted after which nothing more comes of a press."""

LONG = 60.0
"""Seconds that are never waited."""

MOVES = 3
"""Moves of each person whose presses are counted."""


class Cost(msgspec.Struct):
    """The counts of one press."""

    files: int = 0
    functions: int = 0
    statements: int = 0
    reads: int = 0
    walks: int = 0


class Counter:
    """Counts while it is on; made before the bot starts its threads."""

    def __init__(self) -> None:
        self._on = False
        self._codes: set[CodeType] = set()
        self._counts: collections.Counter[str] = collections.Counter()

    def _profile(self, frame: FrameType, event: str, _: Any) -> None:
        if self._on and event == "call" and frame.f_code not in self._codes and not _is_beside():
            self._codes.add(frame.f_code)

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Have every thread that starts meanwhile, and this one, report to it."""
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
        """What is counted by its calls: owner, name, and the count it belongs to."""
        yield TableStore, "read", "reads"
        yield reading, "choices", "walks"
        yield store.Connected, "_rows", "statements"
        yield store.Writing, "_add", "statements"
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
        """Wait until nothing runs that a press has set going."""
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
        """What was counted since the start."""
        self._on = False
        ours = [code for code in tuple(self._codes) if code.co_filename.startswith(tuple(f"{ROOT / room}/" for room in ROOMS))]
        return Cost(files=len({code.co_filename for code in ours}), functions=len(ours), **self._counts)


def _is_beside() -> bool:
    """Whether what runs is the bench itself, or a loop that no press has woken."""
    if OUTSIDE.get():
        return True
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return False  # a thread: it draws, or it writes to the store
    return task is not None and task.get_name() in BESIDE


@contextlib.contextmanager
def _patient() -> Iterator[None]:
    """Every answer waits for its picture, and every row for the answer under way, however long that takes; and nobody looks
    after a while whether another process has changed what an answer shows.
    """
    waits = ((private, "PATIENCE_SECONDS"), (copies, "MOMENT_SECONDS"), (private, "SOON_SECONDS"))
    with contextlib.ExitStack() as stack:
        for module, name in waits:
            stack.enter_context(mock.patch.object(module, name, LONG))
        yield


async def _costs(at: World, game: Game, counter: Counter) -> list[Cost]:
    """The cost of the presses that carry out the first moves."""
    OUTSIDE.set(True)
    table, people = await at.started("Ada", "Borys", game=game.key)
    rng, presser, found = random.Random(1), Presser(at, table), list[Cost]()
    for _ in range(MOVES * len(people)):
        now = (await at.view(table)).table
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
    loaded = at.tables._table_store.here(table)  # noqa: SLF001 - without a read that would be counted
    return 0 if loaded is None else loaded.table.version


async def costs_of(game: Game, where: str | Path) -> tuple[Cost, Cost]:
    """The simplest press that moves, and the median of each count, over the first moves of a game, in a world of its own on
    this store.
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
    return min(found, key=lambda each: each.statements), msgspec.convert(middles, Cost)


def lines() -> Iterator[tuple[str, float, str]]:
    """The figures of one run."""
    for key, game in sorted(engines.games().items()):
        with tempfile.TemporaryDirectory() as folder:
            simplest, median = asyncio.run(costs_of(game, Path(folder) / "zamki.db"))
        for name in Cost.__struct_fields__:
            yield f"{key}: {name} of the simplest press that moves", getattr(simplest, name), ""
            yield f"{key}: {name} of one press that moves", getattr(median, name), ""
