"""Pictures or text: a person's choice for what is theirs alone, the host's for what everybody sees."""

import io
import random
from typing import Any

import pytest
from PIL import Image

from data.words import words
from render.contract import Audience, Picture
from render.pool import DrawPicture
from render.theme import BG, rgb, using
from sandbox.client import JSON, Person, images, selects
from tests.support.picture_pool import finished_pictures
from tests.support.world import World, piece, pieces, text_of


def menu(message: JSON, verb: str) -> str:
    ids: list[str] = [each["custom_id"] for each in selects(message)]
    return next(each for each in ids if each.startswith(f"{verb}:"))


def order(message: JSON) -> list[int]:
    """The kinds of parts in a message's container, from above."""
    return [part["type"] for part in message["components"][0]["components"]]


TEXT, GALLERY = 10, 12


async def page(person: Person, message: JSON) -> tuple[int, ...]:
    """The colour of the first pixel of a message's picture."""
    with Image.open(io.BytesIO(await person.fetch(images(message)[0]["url"]))) as im:
        found = im.convert("RGB").getpixel((0, 0))
    assert isinstance(found, tuple)
    return found


def near(one: tuple[int, ...], theme: str) -> bool:
    with using(theme):
        return all(abs(a - b) <= 6 for a, b in zip(one, rgb(BG), strict=True))


async def size(person: Person, message: JSON) -> str:
    """The shape of a message's picture."""
    with Image.open(io.BytesIO(await person.fetch(images(message)[0]["url"]))) as im:
        return "auto" if im.width == im.height else "tall" if im.width < im.height else "wide"


@pytest.mark.long
async def test_people_choose_the_shape_of_their_own_pictures(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    settings = await ada.settled(await ada.command("gry", "zamki my settings"))
    settings = await world.pressed_menu(ada, settings, menu(settings, "preferences.shape"), "tall")
    assert await size(ada, await world.hand(ada, table)) == "tall"
    assert await size(borys, await world.hand(borys, table)) == "auto"
    board = await world.message(ada, table, "board")
    assert await size(ada, board) == "auto"
    more = await ada.settled(await ada.press(board, piece(board, "board.more")))
    shows = await ada.settled(await ada.press(more, piece(more, "preferences.oftable")))
    await world.pressed_menu(ada, shows, menu(shows, "preferences.shape"), "wide")
    assert await size(ada, await world.message(ada, table, "board")) == "wide"
    assert await size(borys, await world.hand(borys, table)) == "wide", "who has chosen nothing sees the table's"
    assert await size(ada, await world.hand(ada, table)) == "tall"
    await world.pressed_menu(ada, settings, menu(settings, "preferences.shape"), "auto")
    assert await size(ada, await world.hand(ada, table)) == "auto", "for every screen is a choice too"


@pytest.mark.long
async def test_people_choose_their_theme_and_the_host_the_public_one(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    settings = await ada.settled(await ada.command("gry", "zamki my settings"))
    settings = await world.pressed_menu(ada, settings, menu(settings, "preferences.theme"), "contrast")
    assert near(await page(ada, await world.hand(ada, table)), "contrast")
    assert near(await page(borys, await world.hand(borys, table)), "dark")
    board = await world.message(ada, table, "board")
    assert near(await page(ada, board), "dark")
    more = await ada.settled(await ada.press(board, piece(board, "board.more")))
    shows = await ada.settled(await ada.press(more, piece(more, "preferences.oftable")))
    await world.pressed_menu(ada, shows, menu(shows, "preferences.theme"), "light")
    assert near(await page(ada, await world.message(ada, table, "board")), "light")
    assert near(await page(borys, await world.hand(borys, table)), "light"), "who has chosen nothing sees the table's"
    settings = await world.pressed_menu(ada, settings, menu(settings, "preferences.theme"), "table")
    assert near(await page(ada, await world.hand(ada, table)), "light")


EIGHT = words("pl")("rycerze.alt.cards", hand=8, camp=0)


async def test_who_reads_gets_texts_before_pictures_or_without_them(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    settings = await ada.settled(await ada.command("gry", "zamki my settings"))
    settings = await world.pressed_menu(ada, settings, menu(settings, "preferences.display"), "text")
    await world.quiet()
    drawn: list[str] = []

    def noted(kind: str, draw: DrawPicture, what: tuple[Any, ...], audience: Audience) -> Picture | None:
        drawn.append(kind)
        return draw(*what, audience)

    monkeypatch.setattr("render.pool._measure", noted)
    finished_pictures(world.pool).clear()  # by other tests' hands like these
    hand = await world.hand(ada, table)
    assert not images(hand)
    assert EIGHT in text_of(hand)
    assert not drawn, "what nobody is shown is not drawn"
    theirs = await world.hand(borys, table)
    assert images(theirs)
    assert "hand" in drawn
    assert EIGHT not in text_of(theirs)
    board = await world.message(ada, table, "board")
    assert images(board), "what everybody sees is the host's choice"
    await world.pressed_menu(ada, settings, menu(settings, "preferences.display"), "both")
    hand = await world.hand(ada, table)
    assert images(hand)
    assert order(hand).index(GALLERY) > order(hand).index(TEXT) + 1
    assert EIGHT in text_of(hand)


async def test_the_host_chooses_what_everybody_sees(world: World) -> None:
    table, (ada, borys) = await world.lobby("Ada", "Borys")
    lobby = await world.message(ada, table, "lobby")
    assert images(lobby)
    host = await ada.settled(await ada.press(lobby, piece(lobby, "lobby.open")))
    shows = await ada.settled(await ada.press(host, piece(host, "preferences.oftable")))
    shows = await world.pressed_menu(ada, shows, menu(shows, "preferences.display"), "text")
    assert not images(await world.message(ada, table, "lobby"))
    await world.begin(table, ada)
    board = await world.message(borys, table, "board")
    assert not images(board)
    assert EIGHT in text_of(board)
    for person in (ada, borys):
        await world.choose(person, await world.hand(person, table), random.Random(1))
    await world.moved_on(table, 1)
    await world.quiet()
    scene = borys.known[board["id"]]
    assert not images(scene)
    assert words("pl")("rycerze.alt.now") in text_of(scene)
    newest = await world.message(ada, table, "board")
    more = await ada.settled(await ada.press(newest, piece(newest, "board.more")))
    shows = await ada.settled(await ada.press(more, piece(more, "preferences.oftable")))
    await world.pressed_menu(ada, shows, menu(shows, "preferences.display"), "both")
    newest = await world.message(ada, table, "board")
    assert order(newest).index(GALLERY) > order(newest).index(TEXT) + 1
    others = await borys.settled(await borys.press(newest, piece(newest, "board.more")))
    assert not any(each.startswith("preferences.oftable:") for each in pieces(others))


async def test_rules_and_leaderboards_are_told_without_pictures_too(world: World) -> None:
    ada = await world.person("Ada")
    await world.tables.people.set_preferences(int(ada.id), display="text")
    commands: tuple[tuple[str, dict[str, Any]], ...] = (("rules", {"game": "zamek"}), ("leaderboard", {}))
    for line, options in commands:
        answer = await ada.settled(await ada.command("gry", f"zamki {line}", **options))
        assert not images(answer)
        assert text_of(answer)
    lesson = await ada.settled(await ada.command("gry", "zamki learn", game="budowa"))
    assert not images(lesson)
    assert "A1" in text_of(lesson)
