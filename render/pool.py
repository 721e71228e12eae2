"""Pictures drawn beside the event loop: two threads, and a store of finished pictures by what is visible in them.

Pillow lets other threads run while it works, so two threads are enough and the loop is never held up. The same picture asked
for twice at once is drawn once. Lines (a table each) take turns, and within a line who came first comes first: a table with
many pictures waits for itself alone. What nobody waits for any more, or what has become outdated while it waited, is not drawn
at all: whoever asked is told so, and what they ask for instead takes the same place.

A picture takes some tens of megabytes for a moment. Left to itself, glibc hands them back to the system after each picture and
fetches them, zeroed page by page, for the next: a fifth of a picture's time. It also gives each drawing thread a part of memory
of its own, which never shrinks: one part for all holds a third of the bytes. And what pictures have left free lies in pieces
between the sprites that stay, which glibc hands back only when it is told to: another third (docs/decisions/11-memory.md).
"""

import asyncio
import ctypes
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from typing import Generic, TypeVar

import msgspec
from cachetools import LRUCache
from PIL import features

from data import telemetry
from data.shapes import AUTO
from data.themes import DEFAULT
from data.words import Words
from engines.contract import Event, Move, Result, View
from render import lobby, profile, review, standings, story
from render.contract import Audience, Picture, Renderer
from render.game_renderer import GameRenderer
from render.theme import FACES, FONTS, using

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
KEPT, LARGEST = 16 * 2**20, 32 * 2**20
"""How many free bytes stay with the process, and up to which size one block is taken from there (32 MiB is the most that glibc
allows).
"""


@cache
def keep() -> None:
    """Keep some freed memory for the next picture, and all threads' in one place; to be called before they start. Does nothing
    with another C library than glibc.
    """
    if (library := _glibc()) is not None:
        library.mallopt(_M_ARENA_MAX, 1)
        library.mallopt(_M_MMAP_THRESHOLD, LARGEST)
        library.mallopt(_M_TRIM_THRESHOLD, KEPT)


def hand_back() -> None:
    """Hand back to the system what lies free between the sprites, some milliseconds' work. To be called by the event loop: all
    threads wait for memory meanwhile, and one of the drawing threads could be suspended in the middle of it.
    """
    if (library := _glibc()) is not None:
        library.malloc_trim(0)


def resident() -> int:
    """Bytes that this process holds of the machine's memory; 0 where the system does not tell."""
    try:
        return int(os.pread(_statm(), 100, 0).split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        return 0


@cache
def _statm() -> int:
    """Opened once: that costs more than what is read after each picture. Raises OSError."""
    return os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)


@cache
def _glibc() -> ctypes.CDLL | None:
    """The C library, where it is glibc."""
    with suppress(OSError, AttributeError, TypeError):  # Windows takes no None
        library = ctypes.CDLL(None)
        library.gnu_get_libc_version  # noqa: B018 - musl has mallopt too, with other meanings
        return library
    return None


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


THREADS = 2
NICENESS = 5

SWITCH_SECONDS = 0.001
"""Seconds after which a thread hands the interpreter on, a fifth of Python's own: the event loop asks for it at each turn."""

KEPT_BYTES = 12 * 2**20
"""How many bytes of finished pictures are kept."""

GROWN = 24 * 2**20
"""Bytes by which the process must have grown since the last time before free memory is handed back. Pictures of changing games
leave some 3 MiB in pieces each, those of one game less.
"""

ANYTIME = Turn()


class _UnderWay:
    """A picture that is being waited for, and by how many callers."""

    def __init__(self, job: Job[Picture | None], waiting: asyncio.Task[Picture | None]) -> None:
        self.job = job
        self.waiting = waiting
        self.people = 0


class Pool:
    """The one to ask for pictures, of the games that `renderers` (by key) render, each for a `turn`. Whatever drawing raises
    reaches the one who asked, nothing of it is kept; so does `render.pool.Outdated`, where the turn is over before it came.
    """

    def __init__(self, renderers: Mapping[str, Renderer], *, threads: int = THREADS, kept: int = KEPT_BYTES) -> None:
        keep()
        sys.setswitchinterval(SWITCH_SECONDS)
        self.renderers = renderers
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="pictures", initializer=modest)
        self._done: LRUCache[bytes, Picture | None] = LRUCache(kept, getsizeof=_weight)
        self._under_way: dict[bytes, _UnderWay] = {}
        self._least = 0
        """Bytes that the process held at the least since memory was handed back."""
        self._turns: Turns[Picture | None] = Turns(self._threads, threads)

    async def board(self, game: str, view: View, audience: Audience, turn: Turn = ANYTIME) -> Picture:
        """The public table; give it a spectator's view."""
        return _there(
            await self._drawn(lambda: self.renderers[game].board(view, audience), "board", game, view, audience, turn)
        )

    async def hand(self, game: str, view: View, audience: Audience, turn: Turn = ANYTIME) -> Picture | None:
        """What the view's seat alone may see; None where the game hides nothing, or for a spectator."""
        return await self._drawn(lambda: self.renderers[game].hand(view, audience), "hand", game, view, audience, turn)

    async def preview(self, game: str, view: View, said: Move, audience: Audience, turn: Turn = ANYTIME) -> Picture | None:
        """What the view's seat sees while it says a move; None where the hand or the board tells enough."""
        renderer = self.renderers[game]
        if isinstance(renderer, GameRenderer) and not renderer.previews(said):
            return None  # no turn is waited for to learn that there is nothing to draw
        return await self._drawn(
            lambda: self.renderers[game].preview(view, said, audience), "preview", game, (view, said), audience, turn
        )

    async def scene(self, game: str, event: Event, audience: Audience, turn: Turn = ANYTIME) -> Picture:
        """The picture of an event that has `scene`."""
        return _there(
            await self._drawn(lambda: self.renderers[game].scene(event, audience), "scene", game, event, audience, turn)
        )

    async def final(self, game: str, view: View, result: Result, audience: Audience, turn: Turn = ANYTIME) -> Picture:
        """The end of the game with the scoring."""
        drawn = self._drawn(
            lambda: self.renderers[game].final(view, result, audience), "final", game, (view, result), audience, turn
        )
        return _there(await drawn)

    async def lobby(
        self, card: lobby.Lobby, words: Words, turn: Turn = ANYTIME, *, theme: str = DEFAULT, shape: str = AUTO
    ) -> Picture:
        """The lobby card."""
        room = self.renderers[card.game]

        def draw() -> Picture:
            with using(theme, shape):
                return lobby.picture(card, room, words)

        return _there(await self._drawn(draw, "lobby", card.game, card, Audience((), words, theme, shape), turn))

    async def standings(self, board: standings.Board, words: Words, *, theme: str = DEFAULT, shape: str = AUTO) -> Picture:
        """A page of a leaderboard."""

        def draw() -> Picture:
            with using(theme, shape):
                return standings.picture(board, words)

        return _there(await self._drawn(draw, "standings", "", board, Audience((), words, theme, shape), ANYTIME))

    async def profile(self, card: profile.Card, words: Words, *, theme: str = DEFAULT, shape: str = AUTO) -> Picture:
        """A person's profile."""

        def draw() -> Picture:
            with using(theme, shape):
                return profile.picture(card, words)

        return _there(await self._drawn(draw, "profile", "", card, Audience((), words, theme, shape), ANYTIME))

    async def story(self, data: story.Story, game: str, audience: Audience, turn: Turn = ANYTIME) -> Picture:
        """A finished game in one picture."""

        def draw() -> Picture:
            with using(audience.theme, audience.shape):
                return story.picture(data, audience)

        return _there(await self._drawn(draw, "story", game, data, audience, turn))

    async def review(self, curves: review.Curves, audience: Audience) -> Picture:
        """A game as the computer player judged it."""

        def draw() -> Picture:
            with using(audience.theme, audience.shape):
                return review.picture(curves, audience)

        return _there(await self._drawn(draw, "review", curves.game, curves, audience, ANYTIME))

    async def warm(self) -> None:
        """Draw the sprites of all games beforehand."""
        loop = asyncio.get_running_loop()
        for renderer in self.renderers.values():
            await loop.run_in_executor(self._threads, renderer.warm)

    def close(self) -> None:
        """Finish the pictures being drawn, drop those still waiting and end the threads."""
        self._threads.shutdown(cancel_futures=True)

    def hold(self, held: bool) -> None:
        """Begin no picture from now on, or go on: drawing takes time from whoever is to be acknowledged."""
        self._turns.hold(held)

    @staticmethod
    def hand_back() -> None:
        """Hand back to the system what pictures have left free."""
        hand_back()

    def wait(self, line: Hashable) -> float:
        """About how many seconds it would take until a picture is drawn that is asked for now in this line."""
        return self._turns.wait(line)

    async def _drawn(  # noqa: PLR0917 - as the methods above
        self, draw: Callable[[], Picture | None], kind: str, game: str, what: object, audience: Audience, turn: Turn
    ) -> Picture | None:
        key = _key(kind, game, what, audience)
        if key in self._done:
            return self._done[key]
        under_way = self._under_way.get(key)
        if under_way is None or under_way.job.lost:
            job = self._turns.put(partial(_measured, kind, draw), turn)
            under_way = self._under_way[key] = _UnderWay(job, asyncio.create_task(self._finished(key, job)))
        else:
            under_way.job.turns.append(turn)
        under_way.people += 1
        try:
            # One who gives up waiting takes the picture from nobody else.
            return await asyncio.shield(under_way.waiting)
        finally:
            under_way.people -= 1
            if not under_way.people:
                under_way.job.drop()

    async def _finished(self, key: bytes, job: Job[Picture | None]) -> Picture | None:
        try:
            picture = await job.result
        finally:
            if self._under_way[key].job is job:
                del self._under_way[key]
        self._hand_back_if_grown()
        if _weight(picture) <= self._done.maxsize and not all(turn.passing for turn in job.turns):
            self._done[key] = picture
        return picture

    def _hand_back_if_grown(self) -> None:
        held = resident()
        if held > self._least + GROWN:
            hand_back()
            held = self._least = resident()
        self._least = min(self._least, held)

    @staticmethod
    def missing() -> list[str]:
        """What pictures need and is not there: font files, and what draws them."""
        return [
            *(name for name in FACES.values() if not (FONTS / name).is_file()),
            *(() if features.check("raqm") else ("raqm",)),
        ]


def _measured(kind: str, draw: Callable[[], Picture | None]) -> Picture | None:
    with telemetry.PICTURE.labels(kind).time():
        return draw()


def modest(niceness: int = NICENESS) -> None:
    """Let the event loop go first where the cores are contended: acknowledgements are waited for by the second. Of Linux alone
    threads have a priority of their own.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        # Never upwards, which a process that was started as a modest one may not.
        os.setpriority(os.PRIO_PROCESS, thread, min(os.getpriority(os.PRIO_PROCESS, thread) + niceness, 19))


def _key(kind: str, game: str, what: object, audience: Audience) -> bytes:
    """What is visible, in bytes: equal keys mean equal pictures."""
    return msgspec.json.encode((kind, game, audience.words.language, audience.theme, audience.shape, audience.people, what))


def _weight(picture: Picture | None) -> int:
    return len(picture.data) + len(picture.alt) if picture else 0


def _there(picture: Picture | None) -> Picture:
    assert picture is not None
    return picture
