"""The board, as many cards as the rules allow, the clock and everything that plays stand on one screen."""

import pytest

from sandbox import Person
from tests.games.torres.pressing import begun, view_of
from tests.support.browser_page import be, browser_page
from tests.support.one_screen import loaded
from tests.support.world import World, piece, pieces

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("real_pictures"), pytest.mark.timeout(300)]

HANDS = (("deck=own", 6), ("deck=common", 14), ("master=on", 10))
"""Variants, and how many cards somebody collects: two rows of them, as many kinds as the common deck gives, and all at once."""

LANGUAGES = ("de", "en-US", "pl")

WANTED = ("draw", "end", "keep", "bottom")
"""What is played to have many cards soon."""


async def collected(world: World, table: int, people: list[Person], asks: str, count: int) -> Person:
    """Everybody draws and ends their turns until somebody of whom `asks` is asked has as many cards; returns that person."""
    while True:
        person = await world.mover(table, people)
        view = await view_of(world, table, person)
        if view.asks == asks and len(view.hand) + len(view.fresh) >= count:
            return person
        reading = await world.tables.looks.read(table, int(person.id))
        said: tuple[str, ...] = ()
        while not (choices := reading.choices(said)).complete:
            wanted = [word for word in WANTED if word in choices.words]
            said = (*said, (wanted or choices.words)[0])
        await world.tables.moves.play(table, int(person.id), said)


async def test_many_cards_leave_room_for_what_plays(world: World) -> None:
    async with browser_page(world.sandbox.url) as page:
        for variant, count in HANDS:
            table, people = await begun(world, "Ada", "Borys", pace="live", variant=variant)
            if variant != "master=on":  # which has no drawing
                person = await collected(world, table, people, "keep", count)
                await be(page, person.name)
                hand = await world.hand(person, table)
                await loaded(page, hand, f"{variant}, drawing")
                await loaded(page, await world.pressed(person, hand, piece(hand, "play.pick")), f"{variant}, one kept")
            person = await collected(world, table, people, "act", count)
            await be(page, person.name)
            for language in LANGUAGES:
                await person.change(locale=language)
                await loaded(page, await world.hand(person, table), f"{variant}, {count} cards, {language}")
            await world.tables.moves.play(table, int(person.id), ("point",), whole=False)
            hand = await world.hand(person, table)
            await loaded(page, hand, f"{variant}, drafted")
            for each in pieces(hand):
                if each.endswith(":card"):
                    await loaded(page, await world.pressed(person, hand, each), f"{variant}, which card")
