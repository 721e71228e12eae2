"""`make play` as a newcomer meets it: a whole game of three, two people and a computer player, clicked through on the page."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.support.browser_page import be, browser_page, open_table, opened_hand, piece, playing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]


async def choose(page: Page, name: str) -> None:
    """Open the hand as this person and choose the first cards, if the round asks this person for any."""
    await be(page, name)
    board = page.locator(".message:has([data-custom^='play.hand:']:enabled)").last
    await board.locator("[data-custom^='play.hand:']").click()
    # The new copy of the hand stands below the board; the one before it is taken away.
    hand = await opened_hand(page)
    for _ in range(2):  # two cards of the hand, or one of the camp
        asked = hand.locator("[data-custom^='play.pick:']:enabled:not(.success)").last
        if not await asked.count():
            return
        said = await asked.get_attribute("data-custom")
        await asked.click()
        await expect(hand.locator(f"[data-custom='{said}']:enabled:not(.success)")).to_have_count(0)


async def test_a_whole_game_is_clicked_through(tmp_path: Path) -> None:
    async with playing(tmp_path) as address, browser_page(address) as page:
        line = page.locator(".compose-input")
        await line.press_sequentially("/zamki start")
        await open_table(page)
        await piece(page, "lobby.robot").click()
        await be(page, "Chloe")
        await piece(page, "lobby.join").click()
        await be(page, "Ada")
        await piece(page, "lobby.begin").click()
        over = page.get_by_role("heading", name="koniec")
        stage = "none"
        for _ in range(7):
            board = page.locator(f"[data-custom^='play.hand:']:not([data-custom='{stage}']):enabled")
            await expect(board.or_(over).last).to_be_visible()
            if await over.count():
                break
            stage = await board.last.get_attribute("data-custom") or ""
            for name in ("Ada", "Chloe"):
                await choose(page, name)
            await be(page, "Ada")
        await expect(over.last).to_be_visible()
        assert not await page.locator("[data-custom^='play.hand:']:enabled").count(), (
            "the boards of the game have no buttons left"
        )


async def test_a_game_in_its_thread_is_found_from_the_lobby(tmp_path: Path) -> None:
    async with playing(tmp_path, threads=True) as address, browser_page(address) as page:
        line = page.locator(".compose-input")
        await line.press_sequentially("/zamki start")
        await open_table(page)
        await piece(page, "lobby.robot").click()
        await piece(page, "lobby.begin").click()
        await page.locator("[data-thread]").click()
        await expect(piece(page, "play.hand")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
