"""Whose picture is drawn next: lines (a table each) take turns, and within a line who came first comes first.

So a table with many pictures waits for itself alone. What has become outdated while it waited is not drawn at all: whoever
asked is told so, and what they ask for instead takes the same place.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from functools import partial
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")

FIRST_GUESS, WEIGHT = 0.03, 0.1
"""Seconds that a job is thought to take before the first is done, and how much each one done weighs in what is thought then."""


class Outdated(Exception):
    """What was to be drawn is out of date: look again and ask again."""


class Turn(msgspec.Struct, frozen=True):
    """Who asks for something: one of the line, for whom it is worth drawing as long as `still` says so."""

    line: Hashable = None
    still: Callable[[], bool] = lambda: True
    passing: bool = False
    """What is drawn is looked at once: it takes nobody's place among the pictures that are kept."""


class Job(Generic[T]):
    """Something to be done in a thread. `result` is done with what comes of it, or with Outdated where `turns` are all over."""

    def __init__(self, work: Callable[[], T], turn: Turn) -> None:
        self.work = work
        self.turns = [turn]
        self.result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.begun = False

    @property
    def lost(self) -> bool:
        """Whether it will never be done: it was dropped, or outdated when its turn came."""
        result = self.result
        return result.done() and (result.cancelled() or isinstance(result.exception(), Outdated))

    def drop(self) -> None:
        """Nobody wants it any more: it is not begun, if it has not been."""
        if not self.begun:
            self.result.cancel()


class Turns(Generic[T]):
    """Gives the jobs of all lines to an executor, `threads` at a time."""

    def __init__(self, executor: Executor, threads: int) -> None:
        self._executor = executor
        self._threads = threads
        self._free = threads
        self._held = False
        self._lines: OrderedDict[Hashable, deque[Job[T]]] = OrderedDict()
        self._promised: set[Hashable] = set()
        """Lines whose turn came for what was outdated: what is asked for instead comes next."""
        self._takes = FIRST_GUESS

    def put(self, work: Callable[[], T], turn: Turn) -> Job[T]:
        """Have something done when its line's turn comes."""
        job = Job(work, turn)
        self._lines.setdefault(turn.line, deque()).append(job)
        if turn.line in self._promised:
            self._promised.remove(turn.line)
            self._lines.move_to_end(turn.line, last=False)
        self._go()
        return job

    def hold(self, held: bool) -> None:
        """Begin nothing from now on, or go on with what waits."""
        self._held = held
        self._go()

    def wait(self, line: Hashable) -> float:
        """About how many seconds from now a job would be done that is put in this line now."""
        mine = len(self._lines.get(line, ()))
        ahead = mine + sum(min(len(jobs), mine + 1) for other, jobs in self._lines.items() if other != line)
        return (ahead / self._threads + 1) * self._takes

    def _go(self) -> None:
        while self._free and not self._held and (job := self._next()) is not None:
            self._free -= 1
            job.begun = True
            began = asyncio.get_running_loop().time()
            done = asyncio.get_running_loop().run_in_executor(self._executor, job.work)
            done.add_done_callback(partial(self._done, job, began))

    def _next(self) -> Job[T] | None:
        while self._lines:
            line, jobs = self._lines.popitem(last=False)
            found = self._first(line, jobs)
            if jobs:
                self._lines[line] = jobs
            if found is not None:
                return found
        self._promised.clear()  # nobody waits: there is no place to be kept
        return None

    def _first(self, line: Hashable, jobs: deque[Job[T]]) -> Job[T] | None:
        """The first job of a line that is still wanted."""
        while jobs:
            job = jobs.popleft()
            if job.result.done():
                continue
            if any(turn.still() for turn in job.turns):
                return job
            job.result.set_exception(Outdated())
            self._promised.add(line)
        return None

    def _done(self, job: Job[T], began: float, done: asyncio.Future[T]) -> None:
        self._free += 1
        self._takes += WEIGHT * (asyncio.get_running_loop().time() - began - self._takes)
        if not job.result.done():
            if done.cancelled():
                job.result.cancel()
            elif (error := done.exception()) is not None:
                job.result.set_exception(error)
            else:
                job.result.set_result(done.result())
        self._go()
