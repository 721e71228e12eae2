"""The page on which a table can be watched, in a real browser: on phones and desktops, over outages, with any name."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from asking.asker import Asker
from asking.moments import Moments
from tables.model.people import Person
from tables.model.table_info import Place
from tables.service import play_actions
from tables.store.breaker import FAULTS
from tests.support.asked_play import asker_on, play_a_move
from tests.support.axe import faults
from tests.support.chromium import chromium
from tests.support.table_store import table_store
from web import following
from web.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("real_pictures")]

ADA, BORYS = Person(11, "<img src=x onerror=alert(1)>"), Person(12, "B*o*rys_")
SCREENS = {"phone": (390, 844), "phone on its side": (844, 390), "desktop": (1280, 800), "400 %": (320, 256)}


async def begun(asker: Asker, game: str) -> tuple[int, str]:
    number = (await asker.tables.lobbies.open_table(ADA, Place(1, 2), game, language="pl", pace="daily")).info.id
    await asker.tables.lobbies.join(number, BORYS)
    info = (await asker.tables.lobbies.start(number, ADA.user)).info
    return number, await asker.tables.watching.share(info)


async def move(asker: Asker, number: int, rng: random.Random) -> str:
    """Play a move, and return the newest line of the log."""
    info = await asker.tables.looks.table_info(number)
    await play_a_move(asker, number, info.seats[info.pending[0]].user or 0, rng)
    return str((await asker.tables.looks.table_info(number)).turn)


async def shown(page: Page) -> None:
    await expect(page.locator("#board")).to_be_visible()
    assert await page.evaluate("document.querySelector('#board').naturalWidth") > 500
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at the side"


async def test_a_table_is_watched_on_every_screen_and_over_outages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setattr(play_actions, "SHOWING", 0.0)  # no channel shows anything here
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.2)
    rng, troubles = random.Random(2), list[str]()
    async with asker_on(tmp_path / "zamki.db") as asker, chromium() as browser:
        number, link = await begun(asker, "torres")
        serving = AsyncExitStack()
        address = f"http://127.0.0.1:{unused_tcp_port}"
        await serving.enter_async_context(Site(asker, Moments(), address).serving(("127.0.0.1", unused_tcp_port)))
        for screen, (width, height) in SCREENS.items():
            context = await browser.new_context(viewport={"width": width, "height": height}, locale="pl-PL")
            page = await context.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("dialog", lambda dialog: troubles.append(dialog.message))
            await page.goto(f"{address}/#{link}")
            await shown(page)
            assert await page.locator("html").get_attribute("lang") == "pl"
            await expect(page.locator("#seats")).to_contain_text(ADA.name)
            await expect(page.locator("#seats")).to_contain_text(BORYS.name)
            if screen in {"phone", "desktop"}:
                assert not await faults(page)
            if screen != "phone":
                await context.close()
                continue
            before = await page.locator("#log").inner_text()
            await move(asker, number, rng)
            await expect(page.locator("#log")).not_to_have_text(before)
            await serving.aclose()
            await expect(page.locator("#trouble")).to_be_visible()
            before = await page.locator("#log").inner_text()
            for _ in range(4):
                await move(asker, number, rng)
            await serving.enter_async_context(Site(asker, Moments(), address).serving(("127.0.0.1", unused_tcp_port)))
            await expect(page.locator("#trouble")).to_be_hidden()
            await expect(page.locator("#log")).not_to_have_text(before)
            breaker = table_store(asker.tables).breaker
            for _ in range(FAULTS):
                breaker.fault(number)
            await expect(page.locator("#trouble")).to_contain_text("/zamki")
            await shown(page)
            breaker.forget(number)
            await expect(page.locator("#trouble")).to_be_hidden()
            phone = page
        await asker.tables.watching.remove(number, ADA.user, moderator=False)
        await expect(phone.locator("#trouble")).to_be_visible()
        await serving.aclose()
    assert not troubles
