"""Makes films of finished games, one after the other."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec

from chat.app import App
from chat.cards import audiences, seating, story
from cogs.film.frames import Cell, strip_of
from data.words import Words
from render import film
from render.contract import Picture
from render.pool import modest
from render.turns import Outdated, Turn
from tables.errors import Refusal
from tables.time.turns import Turns

NICENESS = 15
"""Below the priority of pictures that people wait for."""

WAITING = 50
"""Maximum films in progress or waiting, each of another person."""

ProgressReporter = film.Reporter


class FilmOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A film that somebody wants."""

    table: int
    words: Words
    """The language of its pictures."""
    alt: str
    """What it shows."""
    limit: int
    """The most bytes that it may have."""
    moment: int | None = None
    """The step whose story it tells; None: the whole game."""


class Films:
    """Makes films one after the other in a thread; people take turns. Their frames go through the picture queue like a table of
    their own, so that tables get their turns before each frame.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="films", initializer=modest, initargs=(NICENESS,))
        self._making: dict[int, film.Reporter] = {}
        self._waiting: dict[int, asyncio.Task[Picture | None]] = {}
        """The films that wait for their turn, by person."""
        self._turns = Turns(1)

    def begin(self, user: int) -> ProgressReporter:
        """Queue this person's film. Raises Refusal if they have one already, or if there are too many."""
        if user in self._making:
            raise Refusal("replay.refusal.film-under-way")
        if len(self._making) >= WAITING:
            raise Refusal("replay.refusal.films-busy")
        self._making[user] = film.Reporter()
        return self._making[user]

    def stop(self, user: int) -> bool:
        """Stop this person's film. Returns False if there is none."""
        if user in self._waiting:
            self._waiting.pop(user).cancel()
        if user in self._making:
            self._making[user].stop.set()
        return user in self._making

    def waits(self, user: int) -> bool:
        """Returns whether this person's film waits for those of others."""
        return user in self._waiting

    async def make(self, user: int, order: FilmOrder) -> Picture | None:
        """Make a film for the person who began it. Returns None if it was stopped. Raises NoReplay, and Refusal if it is too
        long for a film.
        """
        report = self._making[user]
        self._waiting[user] = waiting = asyncio.create_task(self._in_turn(user, order), name="film")
        try:
            return await waiting
        except asyncio.CancelledError:
            if not report.stop.is_set():
                waiting.cancel()
                raise
            return None  # stopped before its turn
        finally:
            self._waiting.pop(user, None)
            del self._making[user]

    async def _in_turn(self, user: int, order: FilmOrder) -> Picture | None:
        async with self._turns.turn(user):
            self._waiting.pop(user, None)
            return await self._draw(self._making[user], order)

    async def _draw(self, report: ProgressReporter, order: FilmOrder) -> Picture | None:
        number, words = order.table, order.words
        try:
            replay = await self._app.tables.looks.replay(number)
            strip = await asyncio.to_thread(strip_of, replay, order.moment)
            info = (await self._app.tables.looks.read(number)).info
            turn = Turn("films", lambda: not report.stop.is_set(), True)
            loop, pictures, result = asyncio.get_running_loop(), self._app.pictures, replay.result
            ending = info.result if info.closed is None else None
            said = await story.epilogue(self._app, info, words, safe=False)

            async def frame(at: Cell) -> Picture:
                step = replay.step(at.step)
                audience = audiences.audience(seating.then(info, replay, at.step), words, safe=False)
                if at.scene is not None:
                    scene = [event for event in step.events_for(None) if event.scene][at.scene]
                    return await pictures.scene(info.game, scene, audience, turn)
                view = replay.view(at.step)
                if at.step == replay.last and result is not None and ending is not None:
                    return await pictures.final(info.game, view, ending, said, audience, turn)
                seats = (replay.view(at.step, seat) for seat in range(replay.seats))
                hands = tuple(seen for seen in seats if seen.private)
                return await pictures.open_board(info.game, view, hands, audience, turn)

            def draw(at: int) -> Picture:
                try:
                    return asyncio.run_coroutine_threadsafe(frame(strip.cells[at]), loop).result()
                except Outdated:
                    raise film.Stopped from None

            making = loop.run_in_executor(self._thread, film.make, draw, strip.durations, order.alt, order.limit, report)
            return await making
        except film.Stopped:
            return None
        except film.TooLarge:
            raise Refusal("replay.refusal.film-too-large") from None

    async def close(self) -> None:
        """Stop all films and end the thread."""
        for user in [*self._making]:
            self.stop(user)
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)
