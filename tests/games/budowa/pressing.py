"""Budowa zamku pressed by people in the sandbox."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from data.words import words
from engines.budowa.view import BudowaView
from sandbox import Person
from sandbox.client import JSON, images, selects
from tests.support.world import World, pieces, text_of

OPENED = ("budowa.alt.open", "budowa.alt.open.back")


def shown_open(message: JSON) -> Iterator[tuple[str, int]]:
    """The cards that a message shows open (by alt text or text board): spot and number."""
    text = text_of(message) + "\n" + "\n".join(image["description"] for image in images(message))
    for language in ("en", "pl"):
        for key in OPENED:
            values = {"card": "CARD", "spot": "SPOT", "name": "NAME"}
            pattern = re.escape(words(language)(key, **values))
            pattern = pattern.replace("CARD", r"(?P<card>\d+)[^.;:]*?").replace("SPOT", r"(?P<spot>\w+)").replace("NAME", ".*?")
            for found in re.finditer(pattern, text):
                yield found["spot"].lower(), int(found["card"])


async def view_of(world: World, table: int) -> BudowaView:
    view = (await world.view(table)).view
    assert isinstance(view, BudowaView)
    return view


async def turned(world: World, person: Person, table: int, spot: str) -> None:
    """Turn a card by a press on the board: the spot in its row's menu; the last ten have buttons."""
    board = await world.message(person, table, "board")
    if direct := [each for each in pieces(board) if each.endswith(f":flip.{spot}")]:
        await person.press(board, direct[0])
    else:
        await person.press(board, *chosen(board, spot))
    await world.done()
    await world.quiet()


def chosen(answer: JSON, spot: str) -> tuple[str, list[str]]:
    """The menu that offers a spot, and the value that chooses it."""
    for menu in selects(answer):
        for option in menu["options"]:
            if option["value"].endswith(f".{spot}"):
                return menu["custom_id"], [option["value"]]
    raise AssertionError(f"{spot} is not offered: {pieces(answer)}")


async def decided(world: World, person: Person, table: int, word: str) -> None:
    """Decide about the open card by a button of the board."""
    board = await world.message(person, table, "board")
    now = (await world.view(table)).info
    await person.press(board, f"play.do:{table}:{now.stage}:{word}")
    await world.done()
    await world.quiet()


async def play_turns(world: World, table: int, people: list[Person], rng: random.Random, turns: int = 999) -> None:
    """By presses: any card is turned and built with where it can be, now and then it is put back all the same."""
    last = (await world.view(table)).info.turn + turns
    while (now := (await world.view(table)).info).state == "playing" and now.turn < last:
        person = await world.mover(table, people)
        view = await view_of(world, table)
        if view.ask == "flip":
            await turned(world, person, table, rng.choice(view.board.spots))
        else:
            await decided(world, person, table, view.can[0] if rng.random() < 0.9 else "back")
