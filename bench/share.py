"""One person's share: how much longer a press takes to be acknowledged while another person does everything that is costly.

That person does it as fast as they can: replays that play by themselves, reviews, films, tournaments, lobbies, tables posted
again, things shown to all, suggestions for absurd lines. Quiet and loaded stretches alternate within the same minute, so that
other load on the machine affects both; if there is much of it, the loop's own time says more than the clock. The busy person
has a separate process. Bot, sandbox and the measured person's client share a loop, so the time in which the sandbox answers
requests is subtracted: with Discord that is another computer. On a busy machine each press takes long, so more of the other's
work falls within it; only the longest hold of the loop is independent of other load.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import multiprocessing
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import engines
from asking.budget import SUGGESTIONS, RateLimiter
from chat.cards.rolling import Rolling
from render import renderers
from render.pool import Pool
from sandbox import MovableClock, Person
from sandbox.client import JSON
from service.collecting import settle
from tests.support.extra_games import House
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, pieces, world

STRETCHES, SECONDS = 3, 12.0
"""Number of quiet and loaded stretches, and the seconds of each."""

PAUSE = 0.05
"""Seconds between two presses of the measured person."""

ACTS, LINES = 10.0, 20.0
"""Acts and typed letters per second of the busy person: more than the bot carries out for one person."""

SERVER = "RequestHandler._handle_request"
"""The function that answers a request in the sandbox."""

MOST = 20.0
"""Milliseconds by which the measured press may be slower at p99."""

Line = tuple[str, float, str]


class Apart:
    """Watches the loop: `seconds` of its thread in which the sandbox answered requests, and the `longest` stretch (seconds) for
    which anything else held it.
    """

    def __init__(self) -> None:
        self.seconds = self.longest = 0.0

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Watch while the context lasts."""
        whole = asyncio.Handle._run  # noqa: SLF001 - asyncio has no other way to see each callback

        def run(handle: Any) -> None:
            task = getattr(handle._callback, "__self__", None)  # noqa: SLF001 - as above
            began = time.thread_time()
            whole(handle)
            took = time.thread_time() - began
            if isinstance(task, asyncio.Task) and getattr(task.get_coro(), "__qualname__", "") == SERVER:
                self.seconds += took
            else:
                self.longest = max(self.longest, took)

        asyncio.Handle._run = run  # type: ignore[method-assign, assignment]  # noqa: SLF001 - as above
        try:
            yield
        finally:
            asyncio.Handle._run = whole  # type: ignore[method-assign]  # noqa: SLF001 - as above


class Measured(RateLimiter):
    """The usual limits, except for the measured person."""

    def __init__(self, free: int) -> None:
        super().__init__()
        self._free = free

    def wait(self, user: int) -> float:
        return 0.0 if user == self._free else super().wait(user)


class Greedy:
    """A person who does everything together: `finished` are finished games, `running` is one that they play."""

    def __init__(self, person: Person, finished: list[int], running: int) -> None:
        self._person = person
        self._running = running
        self._finished = itertools.cycle(finished)
        self._replays: list[JSON] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def at_it(self) -> AsyncIterator[None]:
        """Do everything while the context lasts."""
        loops = [asyncio.create_task(self._again(ACTS, self._acts())), asyncio.create_task(self._again(LINES, self._lines()))]
        try:
            yield
        finally:
            for task in [*loops, *self._tasks]:
                task.cancel()
            await asyncio.gather(*loops, *self._tasks, return_exceptions=True)

    async def _again(self, a_second: float, acts: Iterator[Callable[[], Awaitable[object]]]) -> None:
        for act in acts:
            task = asyncio.create_task(self._tried(act))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            await asyncio.sleep(1 / a_second)

    @staticmethod
    async def _tried(act: Callable[[], Awaitable[object]]) -> None:
        with contextlib.suppress(Exception):  # refused or too slow: the next one is tried
            await act()

    def _acts(self) -> Iterator[Callable[[], Awaitable[object]]]:
        return itertools.cycle(
            [
                self._replay, self._roll, self._roll, self._review, self._roll, self._film, self._roll, self._share,
                lambda: self._person.command("gry", "tournament start", game="rycerze"),
                lambda: self._person.command("gry", "zamki start", game="rycerze"),
                lambda: self._person.command("gry", "zamki repair", table=str(self._running)),
            ]
        )  # fmt: skip

    def _lines(self) -> Iterator[Callable[[], Awaitable[object]]]:
        for line in itertools.cycle(["a " * 150, "move " + "a " * 150, "move 1 " * 40]):
            yield lambda line=line: self._person.autocomplete("gry", "zamki move", "move", move=line)  # type: ignore[misc]

    async def _replay(self) -> None:
        answer = await self._person.command("gry", "zamki game replay", table=str(next(self._finished)))
        self._replays.append(await self._person.settled(answer))

    async def _any(self, *, starts: str = "", ends: str = "") -> None:
        message = random.choice(self._replays)
        message = self._person.known[message["id"]]
        wanted = [each for each in pieces(message) if each.startswith(starts) and each.endswith(ends)]
        if wanted:
            await self._person.press(message, wanted[0])

    async def _roll(self) -> None:
        await self._any(starts="replay.play:")

    async def _film(self) -> None:
        await self._any(starts="film.make:")

    async def _share(self) -> None:
        await self._any(ends="._all")

    async def _review(self) -> None:
        answer = await self._person.command("gry", "zamki game review", table=str(next(self._finished)))
        message = await self._person.settled(answer)
        for stop in (each for each in pieces(message) if each.startswith("review.stop:")):
            await self._person.press(message, stop)


async def _presses(ada: Person, hand: JSON, seconds: float, apart: Apart) -> list[tuple[float, float]]:
    """Returns the milliseconds until each press was acknowledged: by the clock, and of the loop's thread (independent of other
    load), without the sandbox's answers.
    """
    took, ends = [], time.perf_counter() + seconds
    fresh = next(each for each in pieces(hand) if each.startswith("play.fresh:"))
    while time.perf_counter() < ends:
        began, busy = time.perf_counter(), time.thread_time() - apart.seconds
        await ada.press(hand, fresh)
        took.append((1000 * (time.perf_counter() - began), 1000 * (time.thread_time() - apart.seconds - busy)))
        await asyncio.sleep(PAUSE)
    return took


def _at(took: list[tuple[float, float]], clock: int, share: float) -> float:
    every = sorted(each[clock] for each in took)
    return every[min(len(every) - 1, round(share * len(every)))]


async def _at_rest(at: World) -> None:
    """Stop everything that runs on by itself: it would load the next quiet stretch."""
    for cog in at.bot.cogs.values():
        rolling: Rolling | None = getattr(cog, "_rolling", None)
        if rolling is not None:
            await rolling.close()


class Crowd:
    """The busy person, in a separate process, while `at_it`."""

    def __init__(self, url: str, finished: list[int], running: int) -> None:
        fresh = multiprocessing.get_context("spawn")
        self._busy, self._rest = fresh.Event(), fresh.Event()
        self._process = fresh.Process(target=_greedy, args=(url, finished, running, self._busy, self._rest), daemon=True)
        self._process.start()

    @contextlib.contextmanager
    def at_it(self) -> Iterator[None]:
        """Do everything while the context lasts."""
        self._rest.clear()
        self._busy.set()
        try:
            yield
        finally:
            self._busy.clear()
            self._rest.set()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()


def _greedy(url: str, finished: list[int], running: int, busy: Event, rest: Event) -> None:
    async def living() -> None:
        async with Person(url, "Chloe") as person:
            greedy = Greedy(person, finished, running)
            while await asyncio.to_thread(busy.wait):
                async with greedy.at_it():
                    await asyncio.to_thread(rest.wait)

    asyncio.run(living())


async def _made(at: World) -> tuple[Crowd, Person, JSON]:
    finished = []
    for seed in range(4):
        table, _ = await at.started("Chloe", "Dmitri", channel="gry")
        await play_to_the_end(at, table, random.Random(seed))
        finished.append(table)
    running, _ = await at.started("Chloe", "Dmitri", game="torres", channel="gry")
    table, (ada, _) = await at.started("Ada", "Borys", channel="gry")
    return Crowd(at.sandbox.url, finished, running), ada, await at.hand(ada, table)


async def _measured(folder: Path) -> list[Line]:
    pool = Pool(renderers())
    async with world(folder / "zamki.sqlite", MovableClock(), pool, House(engines.games(), renderers())) as at:
        crowd, ada, hand = await _made(at)
        await at.close()
        await at.open(press_limiter=Measured(int(ada.id)), typing_limiter=RateLimiter(burst=SUGGESTIONS, a_second=SUGGESTIONS))
        quiet: list[tuple[float, float]] = []
        loaded: list[tuple[float, float]] = []
        settle()  # as the bot does in production: garbage is collected only while nobody waits
        await asyncio.sleep(0)
        apart = Apart()
        with apart.watching():
            for _ in range(STRETCHES):
                quiet += await _presses(ada, hand, SECONDS, apart)
                with crowd.at_it():
                    loaded += await _presses(ada, hand, SECONDS, apart)
                await _at_rest(at)
        crowd.close()
    pool.close()
    found: list[Line] = []
    for clock, name in enumerate(("", ", of the loop")):
        for share in (0.5, 0.99):
            before, after = _at(quiet, clock, share), _at(loaded, clock, share)
            label = f"share p{round(100 * share)}{name}"
            found += [
                (f"{label}, quiet", before, "ms"),
                (f"{label}, loaded", after, "ms"),
                (f"{label}, more", after - before, "ms"),
            ]
    found.append(("share longest hold of the loop", 1000 * apart.longest, "ms"))
    return [*found, ("share presses measured", len(loaded), "presses"), ("share aim at p99", MOST, "ms more")]


def lines() -> Iterator[Line]:
    """Returns the figures of this bench."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder)))
