"""On a phone the picture of a hand and everything that plays fit one screen, at every question of every game."""

import json
import os
import random
from pathlib import Path

import pytest
from playwright.async_api import Page

import engines
from asking.players import asks_on_board
from asking.walk import advance
from data.guides import guide
from engines.contract import Revealing
from sandbox import Person
from sandbox.client import JSON
from tests.support.browser_page import be, browser_page
from tests.support.lesson_presses import said_in_lesson
from tests.support.world import World, pieces

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("real_pictures"), pytest.mark.timeout(600)]

VISIBLE = 690
"""Css pixels between Discord's heading and its input on a phone."""

PLAYS = ("play.", "learn.say", "hints.ask", "takeback.undo")
"""Verbs of what plays; whatever else stands in a hand may be below."""

MEASURE = """([id, plays]) => {
    const box = document.querySelector(`[data-mid='${id}'] .container`);
    if (!box) return null;
    const images = [...box.querySelectorAll("img")];
    if (images.some((image) => !image.naturalHeight)) return null;
    const pressed = [...box.querySelectorAll("[data-custom]")].filter(
        (each) => plays.some((verb) => each.dataset.custom.startsWith(verb)));
    if (!pressed.length) return null;
    const top = (images[0] ?? box).getBoundingClientRect().top;
    const parts = [...box.children].map((part) =>
        [part.className.slice(0, 12), Math.round(part.getBoundingClientRect().height)]);
    return [Math.round(Math.max(...pressed.map((each) => each.getBoundingClientRect().bottom)) - top),
            Math.round(box.getBoundingClientRect().height), parts];
}"""
"""From the top of the picture to the end of the last control that plays; the height of the whole; its parts."""

RECORDED = os.environ.get("ZAMKI_HEIGHTS")
"""A file to which the heights are added."""


def record(path: Path, line: list[object]) -> None:
    """Add a line of JSON to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


async def measured(page: Page, message: JSON, what: str) -> None:
    """Measure a hand as the page shows it."""
    await page.wait_for_function(
        "([id, custom]) => document.querySelector(`[data-mid='${id}'] [data-custom='${custom}']`)",
        arg=[message["id"], pieces(message)[-1]],
        timeout=30_000,
    )
    found = await page.wait_for_function(MEASURE, arg=[message["id"], PLAYS], timeout=30_000)
    height, whole, parts = await found.json_value()
    if RECORDED:
        record(Path(RECORDED), [what, height, whole, parts])
        name = "".join(letter if letter.isalnum() else "-" for letter in what)
        await page.locator(f"[data-mid='{message['id']}']").screenshot(path=Path(RECORDED).parent / f"{name}.png")
        return
    assert height <= VISIBLE, f"{what}: {height} px: {parts}"


@pytest.mark.parametrize("key", sorted(engines.games()))
async def test_picture_and_choices_fit_one_screen(world: World, key: str) -> None:
    game, rng, seen = engines.games()[key], random.Random(3), set[str | None]()
    async with browser_page(world.sandbox.url) as page:
        table, people = await world.started("Ada", "Borys", game=key)
        ada = people[0]
        await be(page, "Ada")
        while (now := (await world.view(table)).info).state == "playing":
            seat = now.pending[0]
            user = now.seats[seat].user
            assert user is not None
            position = (await world.loaded(table, await world.mover(table, people))).position
            assert position is not None
            looking = game.reveal_move(position) if isinstance(game, Revealing) else None
            if looking is None and user == int(ada.id):
                reading = await world.tables.looks.read(table, user)
                kind = f"{advance(reading.choices, ())[1].ask}, {min(len(reading.steps), 3)} steps"
                if kind not in seen and not asks_on_board(world.bot.app.games, reading):
                    seen.add(kind)
                    await walked(world, page, ada, table, f"{key} {kind}")
                    continue
            move = looking or game.choose_move(position.view(seat), rng, game.levels[0])
            await world.tables.moves.play(table, user, move)


async def walked(world: World, page: Page, person: Person, table: int, what: str) -> None:
    """A move by presses at random; the hand is measured after each."""
    rng, hand, before = random.Random(what), await world.hand(person, table), await world.version(table)
    await measured(page, hand, what)
    for number in range(1, 20):
        await world.choose(person, hand, rng)
        if await world.version(table) != before:
            return
        if pieces(person.known[hand["id"]]):
            await measured(page, person.known[hand["id"]], f"{what}, press {number}")


@pytest.mark.parametrize("key", [key for key in sorted(engines.games()) if guide(key).lesson])
async def test_picture_and_choices_of_a_lesson_fit_one_screen(world: World, key: str) -> None:
    async with browser_page(world.sandbox.url) as page:
        ada = await world.person("Ada")
        await be(page, "Ada")
        lesson = await ada.settled(await ada.command("gry", "zamki learn", game=key))
        for number in range(99):
            now = ada.known[lesson["id"]]
            found = [each for each in said_in_lesson(now) if each[2]]
            if not found:
                assert number, "it points at something"
                return
            await measured(page, now, f"lesson of {key}, press {number}")
            await ada.press(now, found[0][0], found[0][1] or None)
            await world.done()
