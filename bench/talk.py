"""What a game leaves in its thread, and how far a phone must scroll: whole games of each title, one scripted newcomer against
computer players, at the default settings. `python -m bench talk`.

Counted in the thread when the game is over: messages and pictures, the most lines of text that one message had between its
picture and its buttons while it was the newest, and presses. If Chromium is installed, also two distances in CSS px, maximum
and mean, on pages of several widths: from a press to the farther end of the newest board, and to the next press (how far the
newcomer scrolls). The newcomer plays what a computer player has chosen (`bench.presses`).
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from playwright.async_api import Browser, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

import engines
from bench.presses import Presser
from engines.contract import Game, Revealing
from render import renderers
from render.pool import Pool
from sandbox import MovableClock, Person
from sandbox.components import TEXT, walk
from sandbox.world import Message
from tables.model.server import ServerSettings
from tests.support.blank_pictures import BlankPool
from tests.support.channel_messages import public
from tests.support.chromium import PROGRAM, chromium
from tests.support.extra_games import House
from tests.support.manual_clock import ManualClock
from tests.support.world import World, world

COMPUTERS = {"zamek": 1}
"""Number of computer players beside the newcomer; 2 by default."""

AIMS = {"budowa": 15, "zamek": 26, "torres": 14, "rzymianie": 10, "rycerze": 7}
"""Maximum number of messages, and of pictures, that a game should leave in its thread."""

WIDTHS = (360, 390, 1280)

FAR = """([mid, custom, board]) => {
  const item = (id) => document.querySelector(`[data-mid="${id}"]`);
  const controls = (message) => [...(message?.querySelectorAll("[data-custom]") ?? [])];
  const shown = item(board), picture = shown?.querySelector("img"), rows = controls(shown);
  const at = item(mid)?.querySelector(`[data-custom="${CSS.escape(custom)}"]`) ?? controls(item(mid)).pop();
  if (!at || !picture || !rows.length) return null;
  const from = at.getBoundingClientRect().bottom;
  const ends = [picture.getBoundingClientRect().top, rows.pop().getBoundingClientRect().bottom];
  return Math.round(Math.max(...ends.map((end) => Math.abs(end - from))));
}"""
"""Run in the page: the distance from the pressed button (if it is gone, from the last one of its message) to the farther end of
the newest board.
"""

NEXT = """([mid, custom, next, id]) => {
  const item = (id) => document.querySelector(`[data-mid="${id}"]`);
  const controls = (message) => [...(message?.querySelectorAll("[data-custom]") ?? [])];
  const of = (message, id) => controls(message).find((each) => each.dataset.custom === id);
  const at = of(item(next), id);
  if (!at) return null;
  const bottom = (each) => each.getBoundingClientRect().bottom, messages = [...document.querySelectorAll("[data-mid]")];
  const arrived = BigInt(messages.at(-1).dataset.mid) > BigInt(window.newest ?? 0);
  window.newest = messages.at(-1).dataset.mid;
  const before = of(item(mid), custom) ?? controls(item(mid)).pop();
  const ways = before ? [bottom(before)] : [];
  if (arrived) ways.push(bottom(messages.at(-1)));
  return ways.length ? Math.round(Math.min(...ways.map((from) => Math.abs(from - bottom(at))))) : null;
}"""
"""Run in the page: the distance from the button pressed before to the next one, or from the end of the page, to which Discord
scrolls for people who were there when a new message came.
"""


class Pages:
    """The sandbox's page in Chromium, as a person sees a channel, at each width."""

    def __init__(self, at: World, browser: Browser, widths: Sequence[int]) -> None:
        self._world = at
        self._browser = browser
        self._pages: dict[int, Page] = {}
        self.far: dict[int, list[int]] = {width: [] for width in widths}
        self.scrolled: dict[int, list[int]] = {width: [] for width in widths}

    async def open(self, person: Person, channel: int) -> None:
        """Open a channel."""
        for width in self.far:
            page = await self._browser.new_page(viewport={"width": width, "height": 844})
            await page.goto(f"{self._world.sandbox.url}/#/{person.id}/{channel}")
            self._pages[width] = page

    async def measure(self, pressed: tuple[str, str], board: int) -> None:
        """Measure from the pressed button to the board."""
        for width, page in self._pages.items():
            with contextlib.suppress(Exception):
                await page.wait_for_selector(f'[data-mid="{board}"] img', timeout=3000)
            far = await page.evaluate(FAR, [*pressed, str(board)])
            if far is not None:
                self.far[width].append(far)

    async def follow(self, pressed: tuple[str, str], message: str, custom: str) -> None:
        """Measure from the pressed button to the next one."""
        for width, page in self._pages.items():
            with contextlib.suppress(PlaywrightTimeout):
                await page.wait_for_selector(f'[data-mid="{message}"] [data-custom="{custom}"]', timeout=3000)
            way = await page.evaluate(NEXT, [*pressed, message, custom])
            if way is not None:
                self.scrolled[width].append(way)


@contextlib.asynccontextmanager
async def _pages(at: World, widths: Sequence[int]) -> AsyncIterator[Pages | None]:
    if not widths:
        yield None
        return
    async with chromium() as browser:
        yield Pages(at, browser, widths)


async def _ticking(clock: ManualClock) -> None:
    while True:
        await clock.advance(0.5)
        await asyncio.sleep(0.01)


def _lines(message: Message) -> int:
    """Returns the number of lines of text of a message, without its heading."""
    found = [str(each["content"]) for each in walk(message.components) if each.get("type") == TEXT]
    return sum(bool(line.strip()) for text in found[1:] for line in text.splitlines())


class Talk:
    """One game, and its counts."""

    def __init__(self, at: World, game: Game, pages: Pages | None) -> None:
        self._world = at
        self._game = game
        self.pages = pages
        self.presses = 0
        self.lines = 0
        self.messages = 0
        self.pictures = 0

    async def play(self) -> None:
        """Play the game to its end."""
        at, game = self._world, self._game
        table, people = await at.lobby("Ada", game=game.key)
        for level in ("easy", "normal")[: COMPUTERS.get(game.key, 2)]:
            await at.tables.lobbies.add_computer(table, int(people[0].id), level)
        await at.begin(table, people[0])

        async def seen(message: str, custom: str) -> None:
            if self.pages is not None:
                await self.pages.follow(presser.pressed, message, custom)

        rng, presser = random.Random(1), Presser(at, table, goes_on=True, seen=seen)
        await at.message(people[0], table, "board")
        channel = (await at.view(table)).info.place.channel
        if self.pages is not None:
            await self.pages.open(people[0], channel)
        while await at.asked(table, people[0], 300):
            loaded = await at.loaded(table, people[0])
            position, seat = loaded.position, loaded.table.seat_of(int(people[0].id))
            if position is None or seat is None or seat not in position.pending():
                continue
            if isinstance(game, Revealing) and game.reveal_move(position) is not None:
                await at.tables.moves.reveal(table, int(people[0].id))
                continue
            await at.quiet(60)
            self._look(channel)
            self.presses += await presser.say(people[0], game.choose_move(position.view(seat), rng, game.levels[0]))
            await self._measure(table, presser, people[0])
        await at.over(table, people[0])
        await at.quiet(60)
        self._look(channel)
        left = public(at.sandbox, channel)
        self.messages, self.pictures = len(left), sum(len(each.attachments) for each in left)

    def _look(self, channel: int) -> None:
        left = public(self._world.sandbox, channel)
        self.lines = max(self.lines, _lines(left[-1])) if left else self.lines

    async def _measure(self, table: int, presser: Presser, person: Person) -> None:
        """Measure from the press to the board at the time when the person is asked again."""
        if self.pages is None or not await self._world.asked(table, person, 300):
            return
        await self._world.quiet(60)
        board = await self._world.standing(table, "board")
        if board is not None:
            await self.pages.measure(presser.pressed, board)


async def talk(game: Game, widths: Sequence[int] = ()) -> Talk:
    """Play a whole game in a separate world. `widths`: those of the pages on which it is measured, with real pictures."""
    pool = Pool(renderers()) if widths else BlankPool(renderers())
    try:
        with tempfile.TemporaryDirectory() as folder:
            house = House(engines.games(), renderers())
            async with world(Path(folder) / "zamki.db", MovableClock(), pool, house) as at:
                clock = await at.at_time(1_800_000_000.0)
                at.tables.servers.unset = ServerSettings()  # the settings of servers that have chosen nothing
                ticking = asyncio.create_task(_ticking(clock))
                try:
                    async with _pages(at, widths) as pages:
                        played = Talk(at, game, pages)
                        await played.play()
                        return played
                finally:
                    ticking.cancel()
    finally:
        pool.close()


def main() -> None:
    """Print the table."""
    widths = WIDTHS if Path(PROGRAM).exists() else ()
    print(
        "| game | messages (at most) | pictures | lines | presses |"
        + "".join(f" px at {each}: to the board; to the next press (most, mean) |" for each in widths)
    )
    print("|---|---|---|---|---|" + "---|" * len(widths))
    for key, game in sorted(engines.games().items()):
        if len(sys.argv) > 2 and key not in sys.argv[2:]:
            continue
        found = asyncio.run(talk(game, widths))
        px = [] if found.pages is None else [(found.pages.far[width], found.pages.scrolled[width]) for width in widths]
        ways = "".join(" " + "; ".join(f"{max(each)}, {statistics.fmean(each):.0f}" for each in two) + " |" for two in px)
        print(
            f"| {key} | {found.messages} ({AIMS.get(key, '–')}) | {found.pictures} | {found.lines} | {found.presses} |{ways}",
            flush=True,
        )


def lines() -> Iterator[tuple[str, float, str]]:
    """Returns the figures of one run, without pages."""
    for key, game in sorted(engines.games().items()):
        found = asyncio.run(talk(game))
        yield f"{key}: messages in the thread (aim {AIMS.get(key, 0)})", float(found.messages), "messages"
        yield f"{key}: pictures in the thread (aim {AIMS.get(key, 0)})", float(found.pictures), "pictures"
