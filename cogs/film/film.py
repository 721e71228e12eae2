"""The film of a finished game: made beside everything else, told of while it is made, stopped when nobody wants it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec

from chat.app import App
from chat.cards import table
from data.words import Words
from render import film
from render.contract import Picture
from render.pool import Outdated, Turn, modest
from tables.errors import Refusal
from tables.history.replay import Replay

NICENESS = 15
"""Below the pictures that people wait for."""

WAITING = 4
"""Films that are made or wait at once."""

LIMIT_BYTES = 10 * 2**20
"""Discord's default for a file, in bytes; an interaction may tell another."""

ROOM = 64 * 2**10
"""What is left of the limit for what goes with the file."""


Reporter = film.Reporter


class Cell(msgspec.Struct, frozen=True):
    """A picture of a film: the table after a step, or one of the scenes that led to it."""

    step: int
    scene: int | None = None


def cells(replay: Replay) -> list[Cell]:
    """The pictures of a game in order."""
    found = []
    for step in replay.steps():
        scenes = sum(event.scene for event in step.events_for(None))
        found += [*(Cell(step.number, scene) for scene in range(scenes)), Cell(step.number)]
    return found


class Films:
    """Makes films one after the other in a thread of its own; their frames are drawn where all pictures are, in a line of
    their own, so that tables take their turns before each frame.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="films", initializer=modest, initargs=(NICENESS,))
        self._making: dict[int, film.Reporter] = {}

    def begin(self, user: int) -> Reporter:
        """Take a place in the line for this person's film. Raises Refusal where they have one, or too many are made."""
        if user in self._making:
            raise Refusal("replay.refusal.film-under-way")
        if len(self._making) >= WAITING:
            raise Refusal("replay.refusal.films-busy")
        self._making[user] = film.Reporter()
        return self._making[user]

    def stop(self, user: int) -> bool:
        """Stop this person's film; False: none is being made."""
        if user in self._making:
            self._making[user].stop.set()
        return user in self._making

    async def make(self, user: int, number: int, words: Words, limit: int) -> Picture | None:
        """The film of a table for the person who began it, of at most `limit` bytes; None: it was stopped. Raises NoReplay, and
        Refusal where the game is too long for a film.
        """
        report = self._making[user]
        try:
            replay = await self._app.tables.looks.replay(number)
            every = await asyncio.to_thread(cells, replay)
            info = (await self._app.tables.looks.view(number)).table
            turn = Turn("films", lambda: not report.stop.is_set(), True)
            loop, pictures, result = asyncio.get_running_loop(), self._app.pictures, replay.result
            ending = info.result if info.closed is None else None

            async def frame(at: Cell) -> Picture:
                step = replay.step(at.step)
                audience = table.audience(table.then(info, replay, at.step), words, safe=False)
                if at.scene is not None:
                    scene = [event for event in step.events_for(None) if event.scene][at.scene]
                    return await pictures.scene(info.game, scene, audience, turn)
                view = replay.view(at.step)
                if at == every[-1] and result is not None and ending is not None:
                    return await pictures.final(info.game, view, ending, audience, turn)
                return await pictures.board(info.game, view, audience, turn)

            def draw(at: int) -> Picture:
                try:
                    return asyncio.run_coroutine_threadsafe(frame(every[at]), loop).result()
                except Outdated:
                    raise film.Stopped from None

            alt = words("replay.film-alt", game=table.game_name(info.game, words), table=number, steps=replay.last)
            making = loop.run_in_executor(self._thread, film.make, draw, len(every), alt, limit, report)
            return await making
        except film.Stopped:
            return None
        except film.TooLarge:
            raise Refusal("replay.refusal.film-too-large") from None
        finally:
            del self._making[user]

    async def close(self) -> None:
        """Stop all films and end the thread."""
        for report in self._making.values():
            report.stop.set()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)
