"""Pictures drawn beside the event loop: two threads, and a store of finished pictures by what is visible in them.

Pillow lets other threads run while it works, so two threads are enough and the loop is never held up. The same picture asked
for twice at once is drawn once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec

from data.words import Words
from engines.contract import Event, Move, Result, View
from render import lobby, rooms, standings
from render.contract import Picture, Setting

THREADS = 2
KEPT = 24 * 2**20
"""How many bytes of finished pictures are kept."""


class Pool:
    """The one to ask for pictures. Whatever drawing raises reaches the one who asked; nothing of it is kept."""

    def __init__(self, *, threads: int = THREADS, kept: int = KEPT) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="pictures")
        self._kept = kept
        self._size = 0
        self._done: OrderedDict[bytes, Picture | None] = OrderedDict()
        self._under_way: dict[bytes, asyncio.Task[Picture | None]] = {}

    async def board(self, game: str, view: View, setting: Setting) -> Picture:
        """The public table; give it a spectator's view."""
        return _there(await self._drawn(lambda: rooms()[game].board(view, setting), "board", game, view, setting))

    async def hand(self, game: str, view: View, setting: Setting) -> Picture | None:
        """What the view's seat alone may see; None where the game hides nothing, or for a spectator."""
        return await self._drawn(lambda: rooms()[game].hand(view, setting), "hand", game, view, setting)

    async def preview(self, game: str, view: View, said: Move, setting: Setting) -> Picture | None:
        """What the view's seat sees while it says a move; None where the hand or the board tells enough."""
        return await self._drawn(lambda: rooms()[game].preview(view, said, setting), "preview", game, (view, said), setting)

    async def scene(self, game: str, event: Event, setting: Setting) -> Picture:
        """The picture of an event that has `scene`."""
        return _there(await self._drawn(lambda: rooms()[game].scene(event, setting), "scene", game, event, setting))

    async def final(self, game: str, view: View, result: Result, setting: Setting) -> Picture:
        """The end of the game with the scoring."""
        drawn = self._drawn(lambda: rooms()[game].final(view, result, setting), "final", game, (view, result), setting)
        return _there(await drawn)

    async def lobby(self, card: lobby.Lobby, words: Words) -> Picture:
        """The lobby card."""
        return _there(await self._drawn(lambda: lobby.picture(card, words), "lobby", card.game, card, words))

    async def standings(self, board: standings.Board, words: Words) -> Picture:
        """A page of a leaderboard."""
        return _there(await self._drawn(lambda: standings.picture(board, words), "standings", "", board, words))

    async def warm(self) -> None:
        """Draw the sprites of all games beforehand."""
        loop = asyncio.get_running_loop()
        for room in rooms().values():
            await loop.run_in_executor(self._threads, room.warm)

    def close(self) -> None:
        """Finish the pictures being drawn, drop those still waiting and end the threads."""
        self._threads.shutdown(cancel_futures=True)

    async def _drawn(
        self, draw: Callable[[], Picture | None], kind: str, game: str, what: object, setting: Setting | Words
    ) -> Picture | None:
        key = _key(kind, game, what, setting)
        if key in self._done:
            self._done.move_to_end(key)
            return self._done[key]
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(self._draw(key, draw))
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        # One who gives up waiting takes the picture from nobody else.
        return await asyncio.shield(task)

    async def _draw(self, key: bytes, draw: Callable[[], Picture | None]) -> Picture | None:
        picture = await asyncio.get_running_loop().run_in_executor(self._threads, draw)
        self._done[key] = picture
        self._size += _weight(picture)
        while self._size > self._kept and self._done:
            _, oldest = self._done.popitem(last=False)
            self._size -= _weight(oldest)
        return picture


def _key(kind: str, game: str, what: object, setting: Setting | Words) -> bytes:
    """What is visible, in bytes: equal keys mean equal pictures."""
    people, words = (setting.people, setting.words) if isinstance(setting, Setting) else ((), setting)
    return msgspec.json.encode((kind, game, words.language, people, what))


def _weight(picture: Picture | None) -> int:
    return len(picture.data) + len(picture.alt) if picture else 0


def _there(picture: Picture | None) -> Picture:
    assert picture is not None
    return picture
