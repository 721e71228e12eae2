"""On a phone the board, a full row of cards, the clock and everything that plays stand on one screen."""

import pytest

from sandbox import Person
from tests.games.torres.pressing import begun, view_of
from tests.support.browser_page import be, browser_page
from tests.support.one_screen import loaded
from tests.support.world import World

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("real_pictures"), pytest.mark.timeout(300)]

CARDS = 4


async def collected(world: World, table: int, people: list[Person]) -> Person:
    """Everybody draws and ends their turns until somebody who is to act has as many cards; returns that person."""
    while True:
        person = await world.mover(table, people)
        view = await view_of(world, table, person)
        if view.asks == "act" and len(view.hand) >= CARDS:
            return person
        reading = await world.tables.looks.read(table, int(person.id))
        said: tuple[str, ...] = ()
        while not (choices := reading.choices(said)).complete:
            wanted = [word for word in ("draw", "end") if word in choices.words]
            said = (*said, (wanted or choices.words)[0])
        await world.tables.moves.play(table, int(person.id), said)


async def test_a_full_row_of_cards_leaves_room_for_what_plays(world: World) -> None:
    async with browser_page(world.sandbox.url) as page:
        table, people = await begun(world, "Ada", "Borys", pace="live")
        person = await collected(world, table, people)
        await be(page, person.name)
        await loaded(page, await world.hand(person, table), f"{CARDS} cards")
        await world.tables.moves.play(table, int(person.id), ("point",), whole=False)
        await loaded(page, await world.hand(person, table), f"{CARDS} cards, drafted")
