"""The page on which people play, in a real browser: by touch and by keyboard, on every screen, over outages."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, Route, ViewportSize, expect

import engines
from asking.asker import Asker
from asking.moments import Moments
from data.words import words
from tables.model.people import Person
from tables.model.table_info import Place
from tables.service import play_actions
from tests.support.asked_play import asker_on, play_a_move
from tests.support.chromium import chromium
from tests.support.random_game_count import WHOLE
from tests.support.world import World
from web.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("real_pictures")]

ADA, BORYS = Person(11, "<img src=x onerror=alert(1)>"), Person(12, "B*o*rys_")
PHONE = ViewportSize(width=390, height=844)
GAMES = tuple(engines.games())
ACTS = 8
"""Acts of the one on the page in each game (ZAMKI_WHOLE=1: to its end)."""

CHOOSES = ".place:not([aria-disabled]), .step"
REST = {
    words("de")(f"cogs.{key}")
    for key in ("hand.take-back", "hand.again", "hand.back", "ahead.plan", "ahead.back", "ahead.less")
}
"""What does not go on with a move."""


async def begun(asker: Asker, game: str) -> int:
    number = (await asker.tables.lobbies.open_table(ADA, Place(1, 2), game, language="pl", pace="daily")).info.id
    await asker.tables.lobbies.join(number, BORYS)
    await asker.tables.lobbies.start(number, ADA.user)
    return number


async def play_next(asker: Asker, number: int) -> None:
    """Play a move for whoever is asked."""
    info = await asker.tables.looks.table_info(number)
    await play_a_move(asker, number, info.seats[info.pending[0]].user or 0, random.Random(1))


async def large_enough(page: Page) -> None:
    """Everything that can be tapped is as large as a finger needs."""
    for each in await page.locator(".place, .step").all():
        box = await each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24


async def settled(page: Page) -> None:
    """Wait until the page shows the answer to the last tap."""
    await expect(page.locator("[aria-busy]")).to_have_count(0)


async def by_touch(answer: Locator) -> None:
    await answer.tap()


async def by_keyboard(answer: Locator) -> None:
    await answer.focus()
    await answer.page.keyboard.press("Enter")


async def by_name(answer: Locator) -> None:
    """Find a button as somebody does who only hears the page: by its role and its name."""
    name = await answer.get_attribute("aria-label") or await answer.inner_text()
    named = answer.page.get_by_role("button", name=name.strip(), exact=True)
    await named.first.focus()
    await answer.page.keyboard.press("Space")


HANDS = {"budowa": by_name, "rzymianie": by_name, "zamek": by_keyboard}
"""How each game is played on the page; all others by touch."""


async def tap(page: Page, rng: random.Random, counts: Counter[str], act: Callable[[Locator], Awaitable[None]]) -> None:
    """Answer with something that goes on with the move."""
    await settled(page)
    answers = page.locator(CHOOSES)
    await expect(answers.first).to_be_visible()
    found = [each for each in await answers.all() if await each.get_attribute("aria-pressed") != "true"]
    steps = [each for each in found if (await each.inner_text()).strip() not in REST]
    answer = rng.choice(steps or found)
    counts["turns" if await answer.get_attribute("aria-label") == words("de")("cogs.picker.turn") else "taps"] += 1
    await act(answer)
    if await page.locator("#meant").is_visible():
        counts["asked"] += 1
        ways = await page.locator(".way").all()
        await act(rng.choice(ways))
    await settled(page)


async def late(route: Route, when: asyncio.Event) -> None:
    """Let a request go on only then."""
    await when.wait()
    await route.continue_()


async def fits(page: Page) -> None:
    """The page shows what it must at the size of its window, and to everybody."""
    assert "#play." not in page.url, "the key stays in no address"
    assert await page.locator("html").get_attribute("lang") == "de"
    await expect(page.locator("#whose")).to_have_text(ADA.name)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at the side"
    await large_enough(page)
    if page.viewport_size != {"width": 320, "height": 256}:  # enlarged to 400 %
        sight = "document.querySelector('#hand').getBoundingClientRect().bottom <= innerHeight"
        assert await page.evaluate(sight), "the board is in sight"


async def reloads_with_late_pictures(page: Page) -> None:
    """Places can be tapped once the picture is there on which they lie."""
    fetched = asyncio.Event()
    await page.route("**/picture/*", lambda route: late(route, fetched))
    await page.reload()
    await expect(page.locator("#question")).not_to_be_empty()
    await expect(page.locator(".place")).to_have_count(0)
    fetched.set()
    await expect(page.locator(".place").first).to_be_visible()


async def taps_twice(page: Page) -> None:
    """The second tap on the end of a turn was not meant for the warning that has appeared there."""
    await page.locator(".step", has_text="−").dblclick()
    await expect(page.locator(".step")).to_have_count(2)
    await settled(page)
    await expect(page.locator(".step")).to_have_count(2)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_on_a_page_and_in_chat(game: str, world: World, unused_tcp_port: int) -> None:
    """Ada plays on a page in German, Borys types in a Polish channel; in between the bot and its page are down for a while."""
    rng, troubles, counts = random.Random(5), list[str](), Counter[str]()
    table, (ada, borys) = await world.started("Ada", "Borys", game=game)
    address = f"http://127.0.0.1:{unused_tcp_port}"

    def site() -> AbstractAsyncContextManager[int]:
        return Site(world.bot.app.asker, world.bot.app.moments, address).serving(("127.0.0.1", unused_tcp_port))

    async with chromium() as browser, AsyncExitStack() as serving:
        await serving.enter_async_context(site())
        context = await browser.new_context(viewport=PHONE, locale="de-DE", has_touch=True)
        page = await context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("dialog", lambda dialog: troubles.append(dialog.message))
        await page.goto(f"{address}/?language=de#play.{await world.tables.pages.make_key(table, int(ada.id))}")
        stage = 0
        while (now := await world.view(table, ada)).info.state == "playing" and (counts["acts"] < ACTS or WHOLE):
            await expect(page.locator("#mine")).to_have_attribute("data-stage", str(now.info.stage))
            if now.seat not in now.info.pending:
                line = await world.spelled(borys, table, "gry", rng)
                await borys.settled(await borys.command("gry", "zamki move", move=line))
                await world.done()
                continue
            await tap(page, rng, counts, HANDS.get(game, by_touch))
            if (after := (await world.view(table, ada)).info.stage) != stage:
                stage = after
                counts["acts"] += 1
            if counts["acts"] == ACTS // 2 and not counts["outages"]:
                counts["outages"] += 1
                await serving.aclose()
                await world.restart()
                await serving.enter_async_context(site())
        assert counts["outages"]
    assert not troubles


async def test_the_page_fits_every_screen_and_lasts_over_outages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setattr(play_actions, "SHOWING", 0.0)  # no channel shows anything here
    troubles = list[str]()
    async with asker_on(tmp_path / "zamki.db") as asker, chromium() as browser, AsyncExitStack() as serving:
        number = await begun(asker, "torres")
        address = f"http://127.0.0.1:{unused_tcp_port}"
        await serving.enter_async_context(Site(asker, Moments(), address).serving(("127.0.0.1", unused_tcp_port)))
        for width, height in ((320, 256), (844, 390), (1280, 800), (390, 844)):
            while (info := await asker.tables.looks.table_info(number)).seats[info.pending[0]].user != ADA.user:
                await play_next(asker, number)
            context = await browser.new_context(viewport={"width": width, "height": height}, locale="de-DE", has_touch=True)
            page = await context.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            await page.goto(f"{address}/?language=de#play.{await asker.tables.pages.make_key(number, ADA.user)}")
            await expect(page.locator(".place").first).to_be_visible()
            await fits(page)
            if width != 390:
                await context.close()
        await reloads_with_late_pictures(page)
        await page.locator(".place").first.focus()
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            await page.keyboard.press(key)
        assert await page.evaluate("document.activeElement.className") == "place"
        before, played = await page.locator("#mine").get_attribute("data-stage"), await asker.tables.looks.turns(number)
        await serving.aclose()
        await page.keyboard.press("Enter")
        await expect(page.locator("#trouble")).to_be_visible()
        await serving.enter_async_context(Site(asker, Moments(), address).serving(("127.0.0.1", unused_tcp_port)))
        await expect(page.locator("#mine")).not_to_have_attribute("data-stage", before or "")
        await expect(page.locator("#trouble")).to_be_hidden()
        assert len(await asker.tables.looks.turns(number)) == len(played) + 1, "the act that was sent again counts once"
        told = await page.locator("#log").inner_text()
        await play_next(asker, number)
        await expect(page.locator("#log")).not_to_have_text(told)
        while "end" not in (await asker.tables.looks.read(number, ADA.user)).choices().words:
            await play_next(asker, number)
        await taps_twice(page)
        assert (await asker.tables.looks.read(number, ADA.user)).choices().words, "the turn has not ended"
        await asker.tables.pages.end(ADA.user)
        await asker.tables.times.pause(number, BORYS.user)
        await expect(page.locator("#mine")).to_have_count(0)
    assert not troubles
