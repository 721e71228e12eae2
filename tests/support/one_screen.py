"""Measures a message as the sandbox's page shows it on a phone: its picture and what plays on one screen."""

import json
import os
from pathlib import Path

from playwright.async_api import Page

from sandbox.client import JSON
from tests.support.world import pieces

SCREEN = 844
"""Css pixels of a phone's height."""

VISIBLE = 690
"""Css pixels between Discord's heading and its input on a phone."""

ROWS = 8
"""Rows of buttons and menus that a private message may have."""

PLAYS = ("play.", "ahead.", "learn.say", "hints.ask", "takeback.undo", "replay.step", "replay.play")
"""Verbs of what plays, or plays again; whatever else stands in a hand may be below."""

MEASURE = """([id, plays]) => {
    const box = document.querySelector(`[data-mid='${id}'] .container`);
    const images = [...box?.querySelectorAll("img") ?? []], rows = [...box?.querySelectorAll(":scope > .row") ?? []];
    if (!rows.length || images.some((image) => !image.naturalHeight)) return null;
    const top = (each) => each.getBoundingClientRect().top, bottom = (each) => each.getBoundingClientRect().bottom;
    const above = rows[0].previousElementSibling;
    const pressed = [...box.querySelectorAll("[data-custom]")].filter(
        (each) => plays.some((verb) => each.dataset.custom.startsWith(verb)));
    return {
        above: above.className,
        height: bottom(rows.at(-1)) - top(above),
        visible: pressed.length ? Math.round(Math.max(...pressed.map(bottom)) - top(images[0] ?? box)) : 0,
        rows: rows.length,
        wider: document.documentElement.scrollWidth - innerWidth,
        parts: [...box.children].map((part) => `${part.className} ${Math.round(bottom(part) - top(part))}`),
    };
}"""
"""`visible`: from the top of the picture to the end of the last control that plays."""

RECORDED = os.environ.get("ZAMKI_HEIGHTS")
"""A file to which heights are added, with a picture of each message beside it, instead of a check."""

WIDTHS = (360, 1280, 390)
"""Css pixels of the widths at which picture and what plays are measured: a narrow phone, a desktop, and a phone."""


async def loaded(page: Page, message: JSON, what: str) -> None:
    """Measure the message as the page shows it, at each of `WIDTHS`."""
    await page.wait_for_function(
        "([id, custom]) => document.querySelector(`[data-mid='${id}'] [data-custom='${custom}']`)",
        arg=[message["id"], pieces(message)[-1]],
        timeout=30_000,
    )
    if RECORDED:
        await record(page, message, what, Path(RECORDED))
        return
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": SCREEN})
        found = await measure(page, message)
        high, parts = found["visible"], found["parts"]
        assert high <= VISIBLE, f"{what}: {high} px from the picture to what plays on {width} px: {parts}"
    decided = any(each.startswith("play.on:") for each in pieces(message))
    assert "text" in found["above"] or decided, f"{what}: directly above the buttons stands a {found['above']}"
    assert found["height"] <= SCREEN, f"{what}: {found['height']} px from the answer to the last button"
    assert found["rows"] <= ROWS, f"{what}: {found['rows']} rows"
    assert found["wider"] <= 0, what


async def measure(page: Page, message: JSON) -> JSON:
    """Returns what `MEASURE` finds, once all pictures are there."""
    found: JSON = await (await page.wait_for_function(MEASURE, arg=[message["id"], PLAYS], timeout=30_000)).json_value()
    return found


async def record(page: Page, message: JSON, what: str, path: Path) -> None:
    """Add the heights to a file, and make a picture of the message."""
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": SCREEN})
        found = await measure(page, message)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([what, width, found["visible"], found["height"], found["rows"], found["parts"]]) + "\n")
    name = "".join(letter if letter.isalnum() else "-" for letter in what)
    await page.locator(f"[data-mid='{message['id']}']").screenshot(path=path.parent / f"{name}.png")
