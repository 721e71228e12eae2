"""A clock that tests move."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from tests.support import sqlite_work

T = TypeVar("T")

TURNS = 40
"""After this number of turns of the loop without a statement under way, all tasks wait."""

ELSEWHERE = 0.05
"""The patience for what another process, or the sandbox behind its sockets, has to do."""


class ManualClock:
    """A clock that only tests move. Sleepers wake when `advance` has moved the time past their deadline."""

    def __init__(self, start: float = 1_000_000.0, *, patience: float = 0.0) -> None:
        """`patience`: real seconds to wait whenever the time has been moved, where more than tasks and SQLite's threads have to
        finish: a database server, or Discord.
        """
        self._now = start
        self._patience = patience
        self._steady = 0.0
        self._off = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    def steady(self) -> float:
        return self._steady

    def behind(self) -> float:
        return self._off

    def set_right(self, seconds: float) -> None:
        self._now += seconds
        self._off -= seconds

    def pass_by(self, seconds: float) -> None:
        """Time goes on while no bot runs: nobody wakes."""
        self._now += seconds

    def skip(self, seconds: float) -> None:
        """Time goes on while bots run: whoever sleeps until then wakes with the next `advance`."""
        self._now += seconds
        self._steady += seconds

    def jump(self, seconds: float) -> None:
        """The machine sleeps, or somebody sets its clock: the right time is suddenly another one."""
        self._off += seconds

    def sleep(self, seconds: float) -> asyncio.Future[None]:
        """The deadline counts from the call, not from the first time that the awaiting task runs: the time may have been moved
        in between.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        if seconds <= 0:
            loop.call_soon(_wake, future)
        else:
            self._sleepers.append((self._steady + seconds, future))
        return future

    async def advance(self, seconds: float) -> None:
        """Move the time on, and let everybody who wakes act."""
        self._now += seconds
        self._steady += seconds
        woken = [future for until, future in self._sleepers if until <= self._steady]
        self._sleepers = [(until, future) for until, future in self._sleepers if until > self._steady and not future.done()]
        for future in woken:
            _wake(future)
        await settle()
        await asyncio.sleep(self._patience)


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


async def settle() -> None:
    """Let tasks and the database's threads finish what they have begun."""
    quiet = 0
    while quiet < TURNS:
        busy = sqlite_work.under_way()
        await asyncio.sleep(0.0005 if busy else 0)
        quiet = 0 if busy else quiet + 1


async def at_once(asked: Coroutine[Any, Any, T]) -> T | None:
    """Returns what comes without any time; None: it would be waited for."""
    task = asyncio.ensure_future(asked)
    await settle()
    if task.done():
        return task.result()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return None
