"""People's menus, groups without the bot, direct messages with it: on a phone, and without a mouse in a wide window."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from sandbox.client import PATIENCE_SECONDS
from tests.support import axe
from tests.support.browser_page import be, open_table, piece, playing
from tests.support.chromium import chromium

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@asynccontextmanager
async def window(folder: Path, width: int, *, touch: bool = False) -> AsyncIterator[Page]:
    async with playing(folder) as address, chromium() as browser:
        context = await browser.new_context(viewport={"width": width, "height": 780}, has_touch=touch)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE_SECONDS * 1000)
        broken: list[str] = []
        page.on("pageerror", lambda error: broken.append(error.stack or str(error)))
        await page.goto(address)
        await page.locator(".compose-input").wait_for()
        yield page
        assert broken == []


async def start(page: Page, command: str = "/zamki start") -> None:
    await page.locator(".compose-input").press_sequentially(command)
    await open_table(page, command=command)


async def test_the_keyboard_alone_challenges_somebody_from_their_menu(tmp_path: Path) -> None:
    async with window(tmp_path, 1280) as page:
        member = page.locator(".member", has_text="Borys")
        await member.focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("menuitem", name="Wyzwij na partię")).to_be_focused()
        assert not await axe.faults(page)
        await page.keyboard.press("ArrowUp")
        await expect(page.get_by_role("menuitem", name="Profil")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(member).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("menuitem", name="Wyzwij na partię")).to_be_focused()
        await page.keyboard.press("Enter")
        menu = piece(page, "guests.duel")
        await menu.focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("option", name="Rycerze i zamki")).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(page.locator(".message.ephemeral").last).to_contain_text("Stół otwarty")
        await be(page, "Borys")
        # Who has not asked for direct messages is invited by a mention in the channel.
        await expect(page.locator(".message", has_text="@Borys").last).to_be_visible()
        await piece(page, "guests.accept").click()
        await be(page, "Ada")
        await piece(page, "lobby.begin").click()
        await piece(page, "play.hand").wait_for()
        # Who has written something has the same menu at their name.
        await be(page, "Borys")
        await page.locator(".compose-input").fill("Jestem")
        await page.keyboard.press("Enter")
        await be(page, "Ada")
        await page.locator(".author", has_text="Borys").click(button="right")
        await page.get_by_role("menuitem", name="Profil").click()
        await expect(page.locator(".message.ephemeral").last).to_contain_text("Borys")


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_boards_menu_opens_the_hand(tmp_path: Path, width: int) -> None:
    async with window(tmp_path, width) as page:
        await start(page)
        await piece(page, "lobby.robot").click()
        await piece(page, "lobby.begin").click()
        board = page.locator(".message:has([data-custom^='play.turn:'])").last
        await expect(board.locator("img").first).to_be_visible()
        more = board.locator(".message-more")
        await more.focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("menuitem", name="Moja ręka")).to_be_focused()
        assert not await axe.faults(page)
        box = await page.locator(".person-menu").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        await page.keyboard.press("Escape")
        await expect(more).to_be_focused()
        await page.keyboard.press("Enter")
        await page.get_by_role("menuitem", name="Moja ręka").click()
        hand = page.locator(".message.ephemeral").last
        await expect(hand.locator("[data-custom^='play.pick:']").first).to_be_visible()
        assert not await hand.locator(".message-more").count(), "what one person alone sees has no menu of apps"
        await board.locator(".text").first.click(button="right")
        await page.get_by_role("menuitem", name="Co się tu stało").click()
        await expect(page.locator(".message.ephemeral").last).to_contain_text("What happened here")


async def test_people_play_in_groups_and_direct_messages_on_a_phone(tmp_path: Path) -> None:
    async with window(tmp_path, 360, touch=True) as page:
        drawer = page.locator(".menu-button")
        await drawer.tap()
        await page.get_by_role("button", name="Nowa grupa").tap()
        form = page.get_by_role("dialog", name="Grupa z")
        await expect(form.get_by_role("button", name="Utwórz grupę")).to_be_disabled()
        await form.get_by_text("Borys").tap()
        assert not await axe.faults(page)
        await fits(form)
        await form.get_by_role("button", name="Utwórz grupę").tap()
        await expect(page.locator(".channel-title")).to_contain_text("Ada, Borys")
        await page.locator(".compose-input").press_sequentially("/zamki st")
        await expect(page.get_by_role("option")).to_have_count(0)
        await page.locator(".compose-input").fill("")
        await page.get_by_role("button", name="Ustawienia: Ada").tap()
        await page.get_by_label("Aplikacja zainstalowana u siebie").check()
        assert not await axe.faults(page)
        await page.keyboard.press("Escape")
        await start(page)
        await piece(page, "lobby.join").wait_for()
        await be(page, "Borys")
        await piece(page, "lobby.join").tap()
        await expect(page.get_by_text("👤 Borys").first).to_be_visible()
        await be(page, "Ada")
        await piece(page, "lobby.begin").tap()
        await piece(page, "play.hand").tap()
        await expect(page.locator(".message.ephemeral img").first).to_be_visible()
        await page.get_by_role("button", name="Ustawienia: Ada").tap()
        await page.get_by_label("Aplikacja zainstalowana u siebie").uncheck()
        await page.keyboard.press("Escape")
        await page.locator(".compose-input").press_sequentially("/zamki st")
        await expect(page.get_by_role("option")).to_have_count(0)
        await page.locator(".compose-input").fill("")
        await drawer.tap()
        await page.locator(".member", has_text="Borys").tap()
        await expect(page.locator(".person-menu")).to_contain_text("Aplikacja nie ma tu nic")
        await fits(page.locator(".person-menu"))
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Napisz do bota").tap()
        await expect(page.locator(".channel-title")).to_contain_text("Zamki")
        await start(page)
        for verb in ("lobby.robot", "lobby.begin", "play.hand"):
            await piece(page, verb).tap()
        await expect(page.locator(".message.ephemeral img").first).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") == 360
        assert not await axe.faults(page)


async def fits(popup: Locator) -> None:
    box = await popup.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    assert 0 <= box["y"] <= box["y"] + box["height"] <= 780
