"""The sandbox's page with the real bot behind it, as a person uses it."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from data.opening import open_store
from sandbox.client import PATIENCE_SECONDS
from sandbox.world import World
from tests.support.chromium import chromium

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def playing(folder: Path, *, threads: bool = False) -> AsyncIterator[str]:
    """Run the bot and its sandbox by the command that `make play` uses; yields the address it prints."""
    if not threads:
        await _in_channel(folder / "zamki.sqlite")
    environment = os.environ | {"ZAMKI_DATABASE": str(folder / "zamki.sqlite"), "ZAMKI_HEALTH": ""}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "bot.py", "--sandbox", "--port", "0", cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (found := re.search(rb"http://\S+", await process.stdout.readline())):
                pass
        yield found[0].decode()
    finally:
        process.terminate()
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert await process.wait() == 0, "SIGTERM ends it cleanly"


async def _in_channel(path: Path) -> None:
    """Put the boards of all games into their channel, where the tests look for them."""
    store = await open_store(path)
    async with store.transaction() as tx:
        for guild in World().guilds:
            await tx.set_server(guild, '{"boards":"turns"}')
    await store.close()


@asynccontextmanager
async def browser_page(address: str) -> AsyncIterator[Page]:
    async with chromium() as browser:
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        page.set_default_timeout(PATIENCE_SECONDS * 1000)
        await page.goto(address)
        yield page


async def be(page: Page, name: str) -> None:
    await page.locator(f".person[aria-label^='Bądź: {name}'], .person[aria-label^='Be {name}']").click()


def piece(page: Page | Locator, verb: str) -> Locator:
    """Returns the newest button or menu of that verb that can be pressed."""
    return page.locator(f"[data-custom^='{verb}:']:enabled").last


async def open_table(page: Page, game: str = "Rycerze i zamki", command: str = "/zamki start") -> None:
    """Choose this command, which is typed already, send it without a game, and choose the game from those that are offered."""
    await page.get_by_role("option", name=command).wait_for()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("option", name=command)).to_have_count(0)
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name=game).last.click()


async def opened_hand(page: Page) -> Locator:
    """Returns the hand below the newest board, after what was decided before it has been looked at."""
    below = ".message:has([data-custom^='play.hand:']:enabled) ~ .message"
    hand = page.locator(f"{below}:has([data-custom^='play.more:'], [data-custom^='play.on:'])").last
    await expect(hand.locator("img").first).to_be_visible()
    go_on = hand.locator("[data-custom^='play.on:']")
    if await go_on.count():
        await go_on.click()
        await expect(go_on).to_have_count(0)
    return hand
