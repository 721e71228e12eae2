"""`make play` as a newcomer meets it: a whole game of three, two people and a computer player, clicked through on the page."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.chromium import chromium

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[str]:
    """The bot and its sandbox, started by the command that `make play` runs; yields the address it prints."""
    environment = os.environ | {"ZAMKI_DATABASE": str(folder / "zamki.sqlite"), "ZAMKI_HEALTH": ""}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "bot.py", "--sandbox", "--port", "0", cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(30):
            while not (found := re.search(rb"http://\S+", await process.stdout.readline())):
                pass
        yield found[0].decode()
    finally:
        process.terminate()
        async with asyncio.timeout(9):
            assert await process.wait() == 0, "SIGTERM ends it cleanly"


@asynccontextmanager
async def browser_page(address: str) -> AsyncIterator[Page]:
    async with chromium() as browser:
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        page.set_default_timeout(15_000)
        await page.goto(address)
        yield page


async def be(page: Page, name: str) -> None:
    await page.locator(f".person[aria-label^='Bądź: {name}'], .person[aria-label^='Be {name}']").click()


def piece(page: Page | Locator, verb: str) -> Locator:
    """The newest button or menu of that verb that can be pressed."""
    return page.locator(f"[data-custom^='{verb}:']:enabled").last


async def choose(page: Page, name: str) -> None:
    """Open the hand as this person and choose the first cards, if the round asks this person for any."""
    await be(page, name)
    board = page.locator(".message:has([data-custom^='hand:']:enabled)").last
    await board.locator("[data-custom^='hand:']").click()
    # The new copy of the hand stands below the board; the one before it is taken away.
    hand = page.locator(".message:has([data-custom^='hand:']:enabled) ~ .message:has([data-custom^='fresh:'])").last
    await expect(hand.locator("img").first).to_be_visible()
    asked = piece(hand, "pick")
    if not await asked.count():
        return
    await asked.click()
    options = hand.get_by_role("option")
    if await options.count():
        for number in range(2):
            await options.nth(number).click()
        await hand.get_by_role("button", name=re.compile("^(Gotowe|Done)$")).click()


async def test_a_whole_game_is_clicked_through(tmp_path: Path) -> None:
    async with playing(tmp_path) as address, browser_page(address) as page:
        line = page.locator(".compose-input")
        await line.press_sequentially("/zamki start")
        await page.get_by_role("option", name="/zamki start").wait_for()
        await line.press("Enter")
        await page.get_by_role("option", name="Rycerze i zamki").click()
        await line.press("Enter")
        await piece(page, "robot").click()
        await be(page, "Chloe")
        await piece(page, "join").click()
        await be(page, "Ada")
        await piece(page, "begin").click()
        over = page.get_by_role("heading", name="koniec")
        stage = "none"
        for _ in range(7):
            board = page.locator(f"[data-custom^='hand:']:not([data-custom='{stage}']):enabled")
            await expect(board.or_(over).last).to_be_visible()
            if await over.count():
                break
            stage = await board.last.get_attribute("data-custom")
            for name in ("Ada", "Chloe"):
                await choose(page, name)
            await be(page, "Ada")
        await expect(over.last).to_be_visible()
        assert not await page.locator("[data-custom^='hand:']:enabled").count(), "the boards of the game have no buttons left"
