"""Names follow: whoever is renamed is shown by the new name from their next press on, at running tables and in leaderboards."""

from __future__ import annotations

import random
import re

import pytest

from chat.wire.text import escape
from data.words import languages
from tests.support.cases import cases
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, eventually, piece, pieces, text_of


@pytest.mark.parametrize("state", ["lobby", "playing"])
async def test_a_table_shows_the_name_of_now(world: World, state: str) -> None:
    if state == "lobby":
        table, (ada, borys) = await world.lobby("Ada", "Borys")
    else:
        table, (ada, borys) = await world.started("Ada", "Borys")
    kind = {"lobby": "lobby", "playing": "board"}[state]
    world.sandbox.world.users[int(borys.id)].name = "Bolesław"
    message = await world.message(borys, table, kind)
    await borys.press(message, piece(message, "rules.open"))
    await world.done()
    await world.quiet()
    assert "Bolesław" in [seat.name for seat in (await world.view(table)).info.seats]
    assert "Bolesław" in text_of(await world.message(ada, table, kind))
    version = await world.version(table)
    await borys.press(message, piece(message, "rules.open"))
    await world.done()
    assert await world.version(table) == version, "once"


@pytest.mark.long
async def test_the_end_and_the_leaderboard_follow(world: World) -> None:
    first, (_, borys) = await world.started("Ada", "Borys")
    await play_to_the_end(world, first, random.Random(3))
    table, (ada, borys) = await world.started("Ada", "Borys")
    world.sandbox.world.users[int(borys.id)].name = "Bolesław"
    message = await world.message(borys, table, "board")
    await borys.press(message, piece(message, "rules.open"))
    await world.done()
    guild = (await world.view(table)).info.place.guild
    assert await world.store.names_of(guild, [int(borys.id)]) == {int(borys.id): "Bolesław"}
    await play_to_the_end(world, table, random.Random(3))
    assert "Bolesław" in text_of(await world.message(ada, table, "final"))


async def test_a_press_elsewhere_renames_nobody(world: World) -> None:
    """In direct messages people have no nickname of the server."""
    table, (_, borys) = await world.started("Ada", "Borys")
    world.sandbox.world.users[int(borys.id)].name = "Bolesław"
    await borys.command(await borys.dm(), "zamki hand", table=str(table))
    await world.done()
    assert "Borys" in [seat.name for seat in (await world.view(table)).info.seats]


NASTY = ("**__~~||`<t:1600000000:R>[b](cd)", "_*[a](b)\\`<@1234567890123456789>", "W" * 32)
"""The longest names that Discord allows, two of which would be markup."""

PAIRED = ("**", "__", "~~", "||", "`")


@pytest.mark.usefixtures("told_at_once")
@pytest.mark.parametrize("language", cases(languages(), ["de"]))
async def test_names_that_look_like_markup_break_no_text(world: World, language: str) -> None:
    people = [await world.person(name) for name in ("Ada", "Borys", "Chloe")]
    for person, name in zip(people, NASTY, strict=True):
        world.sandbox.world.users[int(person.id)].name = name
    ada, borys, chloe = people
    own = await ada.settled(await ada.command("gry", "zamki find", game="torres"))
    form = await world.pressed(ada, own, piece(own, "find.change"))
    form = await world.pressed(ada, form, next(each for each in pieces(form) if each.endswith(":named")))
    [(number,)] = await world.ask("SELECT id FROM wish_lists")
    place = (await world.tables.matchmaking.wish_list(number)).place
    await world.tables.servers.set_server(place.guild, int(ada.id), language=language)
    assert escape(NASTY[0]) in text_of(await world.message(borys, number, "wishes"))
    await world.tables.matchmaking.stop(number, int(ada.id))
    await ada.settled(await ada.command("gry", "tournament start", game="budowa", rounds="3"))
    [(tournament,)] = await world.ask("SELECT id FROM tournaments")
    card = await world.message(borys, tournament, "tournament")
    await borys.press(card, piece(card, "tournament.enter"))
    await world.done()
    await world.quiet()  # the card has been edited
    card = await world.message(ada, tournament, "tournament")
    await ada.press(card, piece(card, "tournament.begin"))
    await eventually(lambda: world.ask("SELECT 1 FROM tables"))
    [(table,)] = await world.ask("SELECT id FROM tables")
    await play_to_the_end(world, table, random.Random(3))
    await world.message(ada, tournament, "tournament")
    await world.tables.tournaments.close_tournament(tournament, int(ada.id))
    await world.quiet()
    lobby, _ = await world.lobby("Ada", game="zamek")
    await world.tables.guests.invite(lobby, int(ada.id), [int(chloe.id)])
    await world.quiet()
    texts = [text_of(message) for person in people for message in person.known.values()]
    assert sum("W" * 32 in text or escape(NASTY[1]) in text for text in texts) > 1
    for text in texts:
        plain = re.sub(r"\\.", "", text, flags=re.DOTALL)
        assert not [mark for mark in PAIRED if plain.count(mark) % 2], text
