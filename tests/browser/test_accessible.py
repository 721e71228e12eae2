"""The page without a mouse, and before a judge of accessibility."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.support import axe
from tests.support.browser_page import be, browser_page, open_table, opened_hand, piece, playing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]

STEPS = 400
"""Tabs after which something that cannot be reached is given up."""


async def reach(page: Page, selector: str) -> None:
    """Go by the Tab key alone until the newest of these has the focus."""
    await page.locator(selector).last.wait_for()
    for _ in range(STEPS):
        if await page.evaluate(
            "s => { const all = document.querySelectorAll(s); return all[all.length-1] === document.activeElement; }", selector
        ):
            return
        await page.keyboard.press("Shift+Tab")
    raise AssertionError(f"{selector} is not reached by the Tab key")


async def test_a_game_is_played_by_the_keyboard_alone(tmp_path: Path) -> None:
    async with playing(tmp_path) as address, browser_page(address) as page:
        await reach(page, ".compose-input")
        await page.keyboard.type("/zamki start")
        await page.get_by_role("option", name="/zamki start").wait_for()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("option", name="/zamki start")).to_have_count(0)
        await page.keyboard.press("Enter")
        await reach(page, "[data-custom^='start.open:'][data-custom*='rycerze']:enabled")
        await page.keyboard.press("Enter")
        for verb in ("lobby.robot", "lobby.begin"):
            await reach(page, f"[data-custom^='{verb}:']:enabled")
            await page.keyboard.press("Enter")
        over = page.get_by_role("heading", name="koniec")
        stage = "none"
        for _ in range(7):
            board = page.locator(f"[data-custom^='play.hand:']:not([data-custom='{stage}']):enabled")
            await expect(board.or_(over).last).to_be_visible()
            if await over.count():
                break
            stage = str(await board.last.get_attribute("data-custom"))
            await reach(page, f"[data-custom='{stage}']:enabled")
            await page.keyboard.press("Enter")
            hand = await opened_hand(page)
            for _ in range(2):
                asked = hand.locator("[data-custom^='play.pick:']:enabled:not(.success)").last
                if not await asked.count():
                    break
                said = await asked.get_attribute("data-custom")
                await reach(page, f"[data-custom='{said}']:enabled")
                await page.keyboard.press("Enter")
                await expect(hand.locator(f"[data-custom='{said}']:enabled:not(.success)")).to_have_count(0)
        await expect(over.last).to_be_visible()


async def test_axe_finds_nothing_serious(tmp_path: Path) -> None:
    """The empty page, a lobby, a board with a hand, a form, in both themes and as a second person."""
    async with playing(tmp_path) as address, browser_page(address) as page:
        await page.locator(".compose-input").wait_for()
        assert not await axe.faults(page)
        await page.locator(".compose-input").press_sequentially("/zamki start")
        await page.get_by_role("option", name="/zamki start").wait_for()
        assert not await axe.faults(page), "suggestions are open"
        await open_table(page, "Torres")
        await piece(page, "lobby.robot").click()
        await page.wait_for_timeout(300)
        assert not await axe.faults(page), "a lobby"
        await piece(page, "lobby.begin").click()
        await piece(page, "play.hand").click()
        await page.locator("[data-custom^='play.more:']").last.wait_for()
        assert not await axe.faults(page), "a board and a hand"
        await piece(page, "board.more").click()
        await piece(page, "play.form").click()
        await page.get_by_role("dialog").wait_for()
        assert not await axe.faults(page), "a form"
        await page.keyboard.press("Escape")
        await be(page, "Chloe")
        assert not await axe.faults(page), "another person"
