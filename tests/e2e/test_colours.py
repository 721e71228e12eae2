"""People choose the colour that they play in; it is remembered, and asked for only where two want the same."""

from __future__ import annotations

import random

import pytest

from engines import games
from engines.rzymianie.view import RzymianieView
from sandbox.client import JSON, buttons, texts
from tables.history.verify import replay
from tables.model.people import Person as Somebody
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, piece, pieces, text_of


def offered(card: JSON) -> dict[str, bool]:
    """The colours on the card, and whether each can be chosen."""
    found = {each["custom_id"]: not each.get("disabled", False) for each in buttons(card)}
    return {custom_id.rpartition(":")[2]: on for custom_id, on in found.items() if custom_id.startswith("colours.choose")}


async def seats(world: World, table: int) -> list[tuple[str, str]]:
    return [(seat.name, seat.colour) for seat in (await world.view(table)).info.seats]


@pytest.mark.long
async def test_a_colour_is_remembered_and_first_come_is_first_served(world: World) -> None:
    table, (ada, chloe) = await world.lobby("Ada", "Chloe", channel="games")
    lobby = await world.message(ada, table, "lobby")
    for person in (ada, chloe):
        card = await person.settled(await person.press(lobby, piece(lobby, "colours.open")))
        assert offered(card) == {"sky": True, "yellow": person is ada, "blue": True, "vermilion": True, "any": True}
        wish = next(each for each in pieces(card) if each.endswith("yellow" if person is ada else "blue"))
        card = await world.pressed(person, card, wish)
    assert await seats(world, table) == [("Ada", "yellow"), ("Chloe", "blue")]
    await world.done()
    assert "💙" in text_of(await world.message(ada, table, "lobby"))
    card = await world.pressed(chloe, card, next(each for each in pieces(card) if each.endswith("vermilion")))
    card = await world.pressed(chloe, card, next(each for each in pieces(card) if each.endswith("sky")))
    await world.begin(table, ada)
    assert dict(await seats(world, table)) == {"Ada": "yellow", "Chloe": "sky"}
    await chloe.press(card, next(each for each in pieces(card) if each.endswith("blue")))
    await world.done()
    assert dict(await seats(world, table)) == {"Ada": "yellow", "Chloe": "sky"}


async def test_who_finds_their_colour_taken_is_offered_what_is_free(world: World) -> None:
    for name in ("Ada", "Chloe"):
        person = await world.person(name)
        await world.tables.people.set_preferences(int(person.id), colours="gold blue")
    number, (ada, *_) = await world.lobby("Ada", channel="games")
    chloe = await world.person("Chloe")
    lobby = await world.message(ada, number, "lobby")
    await chloe.press(lobby, piece(lobby, "lobby.join"))
    card = await chloe.until(lambda message: bool(offered(message)))
    assert offered(card) == {"sky": True, "yellow": True, "blue": False, "vermilion": True, "any": True}
    await world.pressed(chloe, card, next(each for each in pieces(card) if each.endswith("sky")))
    assert await seats(world, number) == [("Ada", "blue"), ("Chloe", "sky")]
    liked = {person: (await world.tables.people.person(int(person.id))).liked for person in (ada, chloe)}
    assert liked == {ada: ("gold", "blue"), chloe: ("sky", "gold")}


@pytest.mark.long
async def test_clans_are_chosen_and_moves_and_records_name_them(world: World) -> None:
    table, (ada, _) = await world.lobby("Ada", "Borys", channel="games", game="rzymianie")
    await world.tables.lobbies.choose_colour(table, int(ada.id), "red")
    await world.begin(table, ada)
    reading = await world.view(table)
    assert isinstance(reading.view, RzymianieView)
    called = {seat.name: word for seat, word in zip(reading.info.seats, reading.view.called, strict=False)}
    assert called["Ada"] == "red"
    assert called["Borys"] in {"gold", "green"}, "the clan of the seat"
    assert dict(await seats(world, table)) == called, "shared pictures show the clans, too"
    hand = await world.hand(ada, table)
    assert (hand["components"][0]["accent_color"], texts(hand)[0][-2:]) == (0xD55E00, "❤️"), "the hand is hers"
    await play_to_the_end(world, table, random.Random(1))
    record = await world.tables.looks.record(table)
    assert record.options["clans"].split("-") == list(reading.view.called[:2])
    assert replay(record, games()).good
    again = (await world.tables.lobbies.open_again(table, Somebody(int(ada.id), "Ada"))).info
    assert "clans" not in again.options, "everybody chooses once more"


async def test_who_watches_chooses_for_later(world: World) -> None:
    table, _ = await world.lobby("Ada", "Borys", channel="games")
    chloe = await world.person("Chloe")
    lobby = await world.message(chloe, table, "lobby")
    card = await chloe.settled(await chloe.press(lobby, piece(lobby, "colours.open")))
    await world.pressed(chloe, card, next(each for each in pieces(card) if each.endswith("sky")))
    assert (await world.tables.people.person(int(chloe.id))).liked == ("sky",)
    assert await seats(world, table) == [("Ada", ""), ("Borys", "")]
