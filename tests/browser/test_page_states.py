"""Each kind of thing that the page asks, in each theme and on each screen: axe finds nothing, and all can be tapped."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.async_api import Route, ViewportSize, expect

import engines
from asking.asker import Asker
from asking.budget import RateLimiter
from asking.moments import Moments
from data.shapes import SHAPES
from tables.model.people import Person
from tables.model.table_info import Place
from tables.service import play_actions
from tests.support.asked_play import asker_on
from tests.support.axe import faults
from tests.support.chromium import chromium
from web.playing import Playing, Sent, SessionPage
from web.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("real_pictures")]

ADA, BORYS = Person(11, "Ada"), Person(12, "Borys")

ACTS = 6
"""Turns of each game in which something is said on the page."""

SCREENS = tuple(ViewportSize(width=width, height=height) for width, height in ((320, 256), (390, 844), (844, 390), (1280, 800)))

THEMES: tuple[dict[str, Any], ...] = (
    {"color_scheme": "dark"},
    {"color_scheme": "light", "contrast": "no-preference"},
    {"contrast": "more"},
)
"""One after the other."""

SMALL = """[...document.querySelectorAll("button, summary")].filter((each) => each.checkVisibility()).filter((each) => {
    const { width, height } = each.getBoundingClientRect()
    return Math.min(width, height) < 24
}).map((each) => each.ariaLabel ?? each.textContent)"""


class State(NamedTuple):
    """A page, with the pictures that it names."""

    page: SessionPage
    pictures: dict[str, bytes]


def kind(page: SessionPage) -> frozenset[str]:
    """Returns in what a page differs from others as far as what can be tapped goes."""
    own, places = page.own, page.own.places
    has = {
        "warning": own.warned,
        "plan": own.planning,
        "buttons": bool(own.steps),
        "marked buttons": any(each.marked for each in own.steps),
        "going on": any(each.act == "on" for each in own.steps),
        "places": bool(places),
        "places that mean several things": any(len(each.steps) > 1 for each in places),
        "marked places": any(each.mark for each in places),
        "marks only": any(not each.steps for each in places),
        "something turned": any(each.turn for each in places),
    }
    return frozenset(name for name, there in has.items() if there)


async def states(asker: Asker, game: str, shape: str, rng: random.Random) -> dict[frozenset[str], State]:
    """Returns a page of each kind of a game that two people play on pages."""
    lobbies, pages = asker.tables.lobbies, asker.tables.pages
    number = (await lobbies.open_table(ADA, Place(1, 2), game, language="en", pace="daily")).info.id
    await lobbies.join(number, BORYS)
    await lobbies.start(number, ADA.user)
    await asker.tables.endings.set_look(number, ADA.user, "shape", shape)
    playing, found = Playing(asker, Moments()), dict[frozenset[str], State]()
    tokens = {each.user: (await pages.begin(await pages.make_key(number, each.user)))[0] for each in (ADA, BORYS)}

    async def note(page: SessionPage, token: str) -> None:
        if kind(page) not in found:
            pictures = {
                each.name: await playing.picture(token, each.name) for each in (page.page.picture, page.own.picture) if each
            }
            found[kind(page)] = State(page, {name: drawn.data for name, drawn in pictures.items() if drawn is not None})

    for _ in range(ACTS):
        info = await asker.tables.looks.table_info(number)
        if info.state != "playing":
            break
        for user, token in tokens.items():
            sent = Sent()
            for _ in range(4 if user in {info.seats[seat].user for seat in info.pending} else 2):
                page = await playing.act(token, sent, "en", "dark")
                await note(page, token)
                steps = [*(step for place in page.own.places for step in place.steps), *page.own.steps, *page.own.steps[-1:]]
                if not steps:
                    break
                step = rng.choice([each for each in steps if each.act != "back"] or steps)
                sent = Sent(step.act, page.own.stage, step.say, page.own.planning, nonce=str(rng.random()))
    return found


async def test_every_question_is_right_for_axe_and_fingers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    monkeypatch.setattr(play_actions, "SHOWING", 0.0)  # no channel shows anything here
    address = f"http://127.0.0.1:{unused_tcp_port}"
    rng, found, troubles = random.Random(1), dict[frozenset[str], State](), list[str]()
    for at, game in enumerate(engines.games()):
        async with asker_on(tmp_path / f"{game}.db", token=bytes) as asker:
            asker.acts = RateLimiter(burst=10_000)
            found |= await states(asker, game, SHAPES[at % len(SHAPES)], rng)
    assert {"warning", "plan", "going on", "something turned", "marked places"} <= frozenset().union(*found)
    fed, shown = asyncio.Event(), [*found.values()]
    at = 0

    async def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path.rpartition("/")
        if (await route.request.all_headers()).get("if-none-match") == f'"{at}"':
            fed.clear()
            await fed.wait()
        state = shown[at]
        if path[2] == "own":
            own = msgspec.structs.replace(state.page.own, stage=at)
            body = msgspec.json.encode(msgspec.structs.replace(state.page, own=own))
            await route.fulfill(body=body, content_type="application/json", headers={"ETag": f'"{at}"'})
        elif path[2] == "session":
            await route.fulfill(json={"token": "x"})
        else:
            await route.fulfill(body=state.pictures[path[2]], content_type="image/png")

    async with (
        asker_on(tmp_path / "zamki.db") as asker,
        chromium() as browser,
        Site(asker, Moments(), address).serving(("127.0.0.1", unused_tcp_port)),
    ):
        context = await browser.new_context(has_touch=True)
        page = await context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        await page.route(re.compile("/(own|session|picture)"), answer)
        await page.goto(f"{address}/?language=en#play.x")
        for at, state in enumerate(shown):
            fed.set()
            await expect(page.locator("#mine")).to_have_attribute("data-stage", str(at))
            await expect(page.locator("[aria-busy]")).to_have_count(0)
            several = next((each for each in state.page.own.places if len(each.steps) > 1), None)
            for screen in SCREENS:
                await page.set_viewport_size(screen)
                assert not await page.evaluate(SMALL)
                assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                    "nothing is cut off at the side"
                )
            await page.emulate_media(**THEMES[at % len(THEMES)])
            assert not await faults(page)
            if several is not None:
                await page.get_by_role("button", name=several.label, exact=True).first.click()
                assert not await faults(page)
                await page.locator("#close").click()
    assert not troubles
