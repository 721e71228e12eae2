"""Follows tables while somebody watches their pages: one page for everybody of one language and theme."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec

from asking.asker import Asker
from asking.lines import refusal_text
from data.words import words
from render.contract import Picture
from render.turns import Outdated
from tables.errors import Refusal, SetAside
from web.plain_text import plain_text
from web.public_page import PublicPage

log = logging.getLogger(__name__)

LOOK_SECONDS = 15.0
"""Seconds after which a table is looked at although nothing was heard of it: news of other processes can be lost, and a link
can be removed.
"""

PICTURES = 2
"""The newest pictures that are kept, for those who have not fetched them yet."""


class Watched(msgspec.Struct, frozen=True):
    """What is watched: a table by its link, in a language and a theme."""

    link: str
    language: str
    theme: str

    @property
    def table(self) -> int:
        """The number of the table."""
        return int(self.link.partition(".")[0])


class WatchedPage:
    """The page of one table while it is watched. `body` is the page as JSON, `rests` alone (why) while the table is set aside,
    and b"" if the link opens nothing.
    """

    def __init__(self, asker: Asker, watched: Watched) -> None:
        self._asker = asker
        self._watched = watched
        self._stirred = asyncio.Event()
        self._next = asyncio.Event()
        self.body = b""
        self.people = 0
        self.pictures: dict[str, Picture] = {}
        """The newest pictures by the names of their files."""
        self.close = asker.tables.changes.subscribe(lambda _news: self._stirred.set(), watched.table)
        """Ends it."""

    async def begin(self) -> None:
        """Make the page. Raises what the store raises."""
        await self._look()

    async def run(self) -> None:
        """Keep the page up to date until cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._stirred.wait()
            self._stirred.clear()
            try:
                await self._look()
            except Exception as error:  # noqa: BLE001 - the page stays as it is, and is looked at again
                log.warning("cannot look at a watched table: %s", type(error).__name__, extra={"table": self._watched.table})

    async def change(self, seen: bytes, seconds: float) -> None:
        """Wait until the page is no longer this one, at most this long."""
        if self.body == seen:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._next.wait()

    async def _look(self) -> None:
        body = await self._page()
        if body == self.body:
            return  # nothing public has changed
        self.body, told = body, self._next
        self._next = asyncio.Event()
        told.set()

    async def _page(self) -> bytes:
        """Returns the newest page; b"" if the link opens nothing."""
        watched, tables = self._watched, self._asker.tables
        while True:
            try:
                reading = await tables.watching.open(watched.link)
                turns = await tables.looks.turns(watched.table)
                page, picture = await PublicPage.of(self._asker, reading, turns, words(watched.language), watched.theme)
            except Outdated:
                continue
            except SetAside as aside:
                return msgspec.json.encode({"rests": plain_text(refusal_text(aside, words(watched.language)))})
            except Refusal:
                return b""
            if page.picture is not None and picture is not None:
                newest = [*self.pictures.items()][1 - PICTURES :]
                self.pictures = {**dict(newest), page.picture.name: picture}
            return msgspec.json.encode(page)


class Follower:
    """All pages that are watched in this process."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._watched: dict[Watched, WatchedPage] = {}
        self._begun: dict[Watched, asyncio.Task[None]] = {}
        self._running: dict[Watched, asyncio.Task[None]] = {}

    @property
    def people(self) -> int:
        """How many watch."""
        return sum(each.people for each in self._watched.values())

    def watching(self, table: int) -> int:
        """Returns how many watch a table."""
        return sum(each.people for watched, each in self._watched.items() if watched.table == table)

    @asynccontextmanager
    async def follow(self, watched: Watched) -> AsyncIterator[WatchedPage]:
        """Yields the page of a table, which is up to date while the block runs. Raises what the store raises."""
        page = self._watched.get(watched)
        if page is None:
            page = self._watched[watched] = WatchedPage(self._asker, watched)
            self._begun[watched] = asyncio.create_task(page.begin(), name="watched")
        page.people += 1
        try:
            await asyncio.shield(self._begun[watched])
            if watched not in self._running:
                self._running[watched] = asyncio.create_task(page.run(), name="watched")
            yield page
        finally:
            page.people -= 1
            if not page.people:
                del self._watched[watched]
                page.close()
                self._begun.pop(watched).cancel()
                if (running := self._running.pop(watched, None)) is not None:
                    running.cancel()
