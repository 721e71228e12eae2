"""Draws pictures beside the event loop, in two threads, and caches finished ones by what is visible in them.

Pillow lets other threads run while it works, so two threads are enough and the loop is never blocked. A picture requested twice
at the same time is drawn once. Lines (one for each table) take turns, and a line is first come, first served: a table with many
pictures delays only itself. A picture that nobody waits for any more, or that became outdated while it waited, is not drawn:
the caller is told so, and what it requests instead takes the same place.
"""

import asyncio
import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeAlias

import msgspec
from cachetools import LRUCache

from data import telemetry
from engines.contract import Event, Move, Result, View
from render import league, lobby, memory, profile, review, standings, story, winners
from render.contract import Audience, Epilogue, Picture, Renderer
from render.game_renderer import GameRenderer
from render.theme import FACES, FONTS, using
from render.turns import DrawingQueue, Job, Outdated, Turn

log = logging.getLogger(__name__)


THREADS = 2
NICENESS = 5

SWITCH_SECONDS = 0.001
"""Seconds after which a thread releases the interpreter, a fifth of Python's default: the event loop needs it at each turn."""

KEPT_BYTES = 12 * 2**20
"""The most bytes of finished pictures in the cache."""

GROWN = 24 * 2**20
"""Bytes by which the process must have grown since free memory was last returned before it is returned again. Each picture of a
changing game leaves some 3 MiB of fragments, pictures of one game less.
"""

LATEST, ENOUGH = 20, 5
"""Number of latest pictures by which a pool judges whether it works, and the fewest by which it can."""

ANYTIME = Turn()

DrawPicture: TypeAlias = Callable[..., Picture | None]
"""Makes a picture of what it shows and its `Audience`, in whose theme and shape it is called."""


class _UnderWay:
    """A picture that callers wait for, and the number of callers."""

    def __init__(self, job: Job[Picture | None], waiting: asyncio.Task[Picture | None]) -> None:
        self.job = job
        self.waiting = waiting
        self.people = 0
        # The last caller may have given up when it fails.
        waiting.add_done_callback(lambda finished: finished.cancelled() or finished.exception())


class Pool:
    """The source of pictures, of the games that `renderers` (by key) render, each for a `turn`. Errors in drawing reach the
    caller and are not cached; so does `render.turns.Outdated`, if the turn is over before it came.
    """

    def __init__(self, renderers: Mapping[str, Renderer], *, threads: int = THREADS, kept: int = KEPT_BYTES) -> None:
        memory.keep()
        sys.setswitchinterval(SWITCH_SECONDS)
        self.renderers = renderers
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="pictures", initializer=modest)
        self._done: LRUCache[bytes, Picture | None] = LRUCache(kept, getsizeof=_weight)
        self._under_way: dict[bytes, _UnderWay] = {}
        self._least = 0
        """The fewest bytes that the process has held since memory was returned."""
        self._turns: DrawingQueue[Picture | None] = DrawingQueue(self._threads, threads)
        self._latest: deque[bool] = deque(maxlen=LATEST)
        """Whether the latest pictures could be drawn; those from the cache are not among them."""

    @property
    def failing(self) -> bool:
        """Whether most of the latest pictures could not be drawn."""
        return len(self._latest) >= ENOUGH and 2 * sum(self._latest) < len(self._latest)

    async def board(self, game: str, view: View, audience: Audience, turn: Turn = ANYTIME) -> Picture:
        """The public table; pass a spectator's view."""
        return _there(await self._draw("board", game, self.renderers[game].board, (view,), audience, turn))

    async def open_board(
        self, game: str, view: View, hands: tuple[View, ...], audience: Audience, turn: Turn = ANYTIME
    ) -> Picture:
        """The public table with what these private views hold face up."""
        if not hands:
            return await self.board(game, view, audience, turn)
        return _there(await self._draw("open", game, self.renderers[game].open_board, (view, hands), audience, turn))

    async def hand(self, game: str, view: View, audience: Audience, turn: Turn = ANYTIME) -> Picture | None:
        """What only the view's seat may see; None if the game hides nothing, or for a spectator."""
        return await self._draw("hand", game, self.renderers[game].hand, (view,), audience, turn)

    async def preview(self, game: str, view: View, said: Move, audience: Audience, turn: Turn = ANYTIME) -> Picture | None:
        """What the view's seat sees while entering a move; None if the hand or the board shows enough."""
        renderer = self.renderers[game]
        if isinstance(renderer, GameRenderer) and not renderer.previews(said):
            return None  # do not wait for a turn only to draw nothing
        return await self._draw("preview", game, renderer.preview, (view, said), audience, turn)

    async def scene(self, game: str, event: Event, audience: Audience, turn: Turn = ANYTIME) -> Picture:
        """The picture of an event that has `scene`."""
        return _there(await self._draw("scene", game, self.renderers[game].scene, (event,), audience, turn))

    async def final(  # noqa: PLR0917 - as the methods above
        self, game: str, view: View, result: Result, epilogue: Epilogue, audience: Audience, turn: Turn = ANYTIME
    ) -> Picture:
        """The end of the game with the scoring."""
        return _there(await self._draw("final", game, self.renderers[game].final, (view, result, epilogue), audience, turn))

    async def lobby(self, card: lobby.LobbyPicture, audience: Audience, turn: Turn = ANYTIME) -> Picture:
        """The lobby card."""
        renderer = self.renderers[card.game]
        drawn = self._draw(
            "lobby", card.game, lambda what, of: lobby.picture(what, renderer, of.words), (card,), audience, turn
        )
        return _there(await drawn)

    async def winners(self, board: standings.StandingsPicture, audience: Audience) -> Picture:
        """The first places of a tournament or a season."""
        drawn = self._draw("winners", "", lambda what, of: winners.picture(what, of.words), (board,), audience)
        return _there(await drawn)

    async def league(self, table: league.LeaguePicture, audience: Audience) -> Picture:
        """The table of a league."""
        drawn = self._draw("league", "", lambda what, of: league.picture(what, of.words), (table,), audience)
        return _there(await drawn)

    async def standings(self, board: standings.StandingsPicture, audience: Audience) -> Picture:
        """A page of a leaderboard."""
        drawn = self._draw("standings", "", lambda what, of: standings.picture(what, of.words), (board,), audience)
        return _there(await drawn)

    async def profile(self, card: profile.ProfileCard, audience: Audience) -> Picture:
        """A person's profile."""
        drawn = self._draw("profile", "", lambda what, of: profile.picture(what, of.words), (card,), audience)
        return _there(await drawn)

    async def story(self, data: story.StoryPicture, audience: Audience) -> Picture:
        """A finished game in one picture."""
        return _there(await self._draw("story", data.game, story.picture, (data,), audience))

    async def review(self, curves: review.Curves, audience: Audience) -> Picture:
        """The curves of a game as the computer player judged it."""
        return _there(await self._draw("review", curves.game, review.picture, (curves,), audience))

    async def warm(self) -> None:
        """Draw the sprites of all games in advance. A game for which that fails is left out."""
        loop = asyncio.get_running_loop()
        for game, renderer in self.renderers.items():
            try:
                await loop.run_in_executor(self._threads, _warm, renderer)
            except Exception:
                log.exception("sprites could not be drawn", extra={"game": game})

    def close(self) -> None:
        """Finish the pictures being drawn, drop those still waiting and end the threads."""
        self._threads.shutdown(cancel_futures=True)

    def hold(self, held: bool) -> None:
        """Pause or resume drawing, which takes time from acknowledgements."""
        self._turns.hold(held)

    @staticmethod
    def hand_back() -> None:
        """Return the memory that pictures have freed to the system."""
        memory.hand_back()

    def wait(self, line: Hashable) -> float:
        """The estimated seconds until a picture requested now in this line is drawn."""
        return self._turns.wait(line)

    async def _draw(  # noqa: PLR0917 - as the methods above
        self, kind: str, game: str, draw: DrawPicture, what: tuple[Any, ...], audience: Audience, turn: Turn = ANYTIME
    ) -> Picture | None:
        key = _key(kind, game, what, audience)
        if key in self._done:
            return self._done[key]
        under_way = self._under_way.get(key)
        if under_way is None or under_way.job.lost:
            job = self._turns.put(partial(_measure, kind, draw, what, audience), turn)
            under_way = self._under_way[key] = _UnderWay(job, asyncio.create_task(self._finish(key, job)))
        else:
            under_way.job.turns.append(turn)
        under_way.people += 1
        try:
            # A caller that gives up does not cancel the picture for the others.
            return await asyncio.shield(under_way.waiting)
        finally:
            under_way.people -= 1
            if not under_way.people:
                under_way.job.drop()

    async def _finish(self, key: bytes, job: Job[Picture | None]) -> Picture | None:
        try:
            picture = await job.result
        except Outdated:
            raise
        except Exception:
            self._latest.append(False)
            raise
        finally:
            if self._under_way[key].job is job:
                del self._under_way[key]
        self._latest.append(True)
        self._hand_back_if_grown()
        if _weight(picture) <= self._done.maxsize and not all(turn.passing for turn in job.turns):
            self._done[key] = picture
        return picture

    def _hand_back_if_grown(self) -> None:
        held = memory.resident()
        if held > self._least + GROWN:
            memory.hand_back()
            held = self._least = memory.resident()
        self._least = min(self._least, held)

    @staticmethod
    def missing() -> list[str]:
        """The font files that are missing."""
        return [name for name in FACES.values() if not (FONTS / name).is_file()]


def _measure(kind: str, draw: DrawPicture, what: tuple[Any, ...], audience: Audience) -> Picture | None:
    with telemetry.picture(kind), using(audience.theme, audience.shape, audience.chosen):
        return draw(*what, audience)


def _warm(renderer: Renderer) -> None:
    with telemetry.picture("sprites"):
        renderer.warm()


def modest(niceness: int = NICENESS) -> None:
    """Let the event loop run first if the cores are contended: acknowledgements are urgent. Only Linux has a priority for each
    thread.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        # Never raise it: a process that was started with a low priority may not.
        os.setpriority(os.PRIO_PROCESS, thread, min(os.getpriority(os.PRIO_PROCESS, thread) + niceness, 19))


def _key(kind: str, game: str, what: tuple[Any, ...], audience: Audience) -> bytes:
    """What is visible, as bytes: equal keys mean equal pictures."""
    return msgspec.json.encode((kind, game, audience.words.language, audience.theme, audience.shape, audience.people, what))


def _weight(picture: Picture | None) -> int:
    return len(picture.data) + len(picture.alt) if picture else 0


def _there(picture: Picture | None) -> Picture:
    assert picture is not None
    return picture
