"""The queue of what is to be drawn: lines, one for each table, take turns."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from functools import partial
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")

FIRST_GUESS, WEIGHT = 0.03, 0.1
"""The estimated seconds of a job before the first is done, and the weight of each finished job in later estimates."""


class Outdated(Exception):
    """The picture to be drawn is out of date: the caller must read the newest state and ask again."""


class Turn(msgspec.Struct, frozen=True):
    """A request's place in the queue: its line, and `still`, which says whether it is still worth drawing."""

    line: Hashable = None
    still: Callable[[], bool] = lambda: True
    passing: bool = False
    """The picture is looked at only once, so it is not cached and evicts no other."""


class Job(Generic[T]):
    """Work for a thread. `result` gets what the work returns or raises, or Outdated if all `turns` are over."""

    def __init__(self, work: Callable[[], T], turn: Turn) -> None:
        self.work = work
        self.turns = [turn]
        self.result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.begun = False

    @property
    def lost(self) -> bool:
        """Whether it will never be done, because it was dropped or was outdated at its turn."""
        result = self.result
        return result.done() and (result.cancelled() or isinstance(result.exception(), Outdated))

    def drop(self) -> None:
        """Cancel it, unless it has begun: nobody wants it any more."""
        if not self.begun:
            self.result.cancel()


class DrawingQueue(Generic[T]):
    """Submits the jobs of all lines to an executor, `threads` at a time."""

    def __init__(self, executor: Executor, threads: int) -> None:
        self._executor = executor
        self._threads = threads
        self._free = threads
        self._held = False
        self._lines: OrderedDict[Hashable, deque[Job[T]]] = OrderedDict()
        self._promised: set[Hashable] = set()
        """Lines whose turn came for an outdated job: what they request instead is next."""
        self._takes = FIRST_GUESS

    def put(self, work: Callable[[], T], turn: Turn) -> Job[T]:
        """Queue work until its line's turn comes."""
        job = Job(work, turn)
        self._lines.setdefault(turn.line, deque()).append(job)
        if turn.line in self._promised:
            self._promised.remove(turn.line)
            self._lines.move_to_end(turn.line, last=False)
        self._go()
        return job

    def hold(self, held: bool) -> None:
        """Pause, or continue with what is queued."""
        self._held = held
        self._go()

    def wait(self, line: Hashable) -> float:
        """The estimated seconds until a job put in this line now would be done."""
        mine = len(self._lines.get(line, ()))
        ahead = mine + sum(min(len(jobs), mine + 1) for other, jobs in self._lines.items() if other != line)
        return (ahead / self._threads + 1) * self._takes

    def _go(self) -> None:
        while self._free and not self._held and (job := self._next()) is not None:
            self._free -= 1
            job.begun = True
            began = asyncio.get_running_loop().time()
            done = asyncio.get_running_loop().run_in_executor(self._executor, job.work)
            done.add_done_callback(partial(self._note_end, job, began))

    def _next(self) -> Job[T] | None:
        while self._lines:
            line, jobs = self._lines.popitem(last=False)
            found = self._first(line, jobs)
            if jobs:
                self._lines[line] = jobs
            if found is not None:
                return found
        self._promised.clear()  # nobody waits, so there is no place to keep
        return None

    def _first(self, line: Hashable, jobs: deque[Job[T]]) -> Job[T] | None:
        """The first job of a line that is still wanted. Outdated ones before it fail."""
        while jobs:
            job = jobs.popleft()
            if job.result.done():
                continue
            if any(turn.still() for turn in job.turns):
                return job
            job.result.set_exception(Outdated())
            self._promised.add(line)
        return None

    def _note_end(self, job: Job[T], began: float, done: asyncio.Future[T]) -> None:
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
