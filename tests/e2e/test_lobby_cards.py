"""The lobby card says one thing in picture and text, offers what it speaks of, and leads on to the game and its result."""

from __future__ import annotations

import random

import pytest

from sandbox.client import JSON, buttons, images
from tables.model.server import ServerSettings
from tests.support.cases import cases
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, eventually, mentions, piece, pieces, says, text_of


def links(message: JSON) -> list[str]:
    return [each["url"] for each in buttons(message) if each.get("url")]


async def lobby(world: World, table: int) -> JSON:
    return await world.message(world.people["Ada"], table, "lobby")


@pytest.mark.long
async def test_the_order_of_the_seats_is_the_same_in_picture_and_text(world: World) -> None:
    table, (ada, chloe) = await world.lobby("Ada", "Chloe", channel="games")
    card = await lobby(world, table)
    assert says("cogs.lobby.order-random", "en") in text_of(card)
    assert says("render.lobby.random", "en") in images(card)[0]["description"]
    await world.begin(table, ada)
    card = await lobby(world, table)
    assert says("cogs.lobby.order-drawn", "en") in text_of(card)
    assert says("render.lobby.drawn", "en") in images(card)[0]["description"]
    other, _ = await world.lobby("Ada", "Chloe", channel="games")
    await world.tables.endings.cancel(other, int(ada.id))
    card = await lobby(world, other)
    assert says("cogs.lobby.order-random", "en") in text_of(card)
    assert says("render.lobby.random", "en") in images(card)[0]["description"]
    assert "computer player" not in text_of(card), "there was none"
    assert chloe


@pytest.mark.long
async def test_a_full_table_offers_what_it_has_a_button_for(world: World) -> None:
    table, (ada, *_) = await world.lobby("Ada", "Borys", "Chloe", channel="games")
    assert says("cogs.lobby.hint", "en") in text_of(await lobby(world, table))
    await world.tables.lobbies.add_computer(table, int(ada.id))
    card = await lobby(world, table)
    assert "**Join**" not in text_of(card)
    assert says("cogs.lobby.hint-full", "en") in text_of(card)
    assert piece(card, "guests.wait")


async def test_in_direct_messages_nobody_else_is_to_press_join(world: World) -> None:
    ada = await world.person("Ada")
    direct = await ada.dm()
    answer = await ada.settled(await ada.command(direct, "zamki start", game="rycerze"))
    assert "inni" not in text_of(answer)
    (found,) = await world.tables.looks.tables_of(int(ada.id))
    assert "**Dołącz**" not in text_of(await world.message(ada, found.id, "lobby"))


@pytest.mark.long
@pytest.mark.parametrize("boards", cases(["turns", "thread"], ["thread"]))
async def test_the_card_leads_to_the_board_and_then_to_the_result(world: World, boards: str) -> None:
    world.tables.servers.unset = ServerSettings(boards=boards)  # type: ignore[arg-type]
    table, (ada, _) = await world.started("Ada", "Chloe", channel="games")
    board = await world.message(ada, table, "board")
    card = await lobby(world, table)
    assert text_of(card).splitlines()[1] == says("cogs.lobby.playing", "en")
    (way,) = links(card)
    assert board["channel_id"] in way
    if boards == "turns":
        assert way.endswith(board["id"])
    await play_to_the_end(world, table, random.Random(1))
    final = await world.message(ada, table, "final")
    card = await lobby(world, table)
    assert "The game is on" not in text_of(card) + images(card)[0]["description"]
    assert says("cogs.lobby.over", "en") in text_of(card)
    assert links(card)[0].endswith(final["id"])
    assert not pieces(card)


@pytest.mark.long
async def test_the_host_s_menu_closes_when_the_game_begins(world: World) -> None:
    table, (ada, _) = await world.lobby("Ada", "Chloe", channel="games")
    card = await lobby(world, table)
    menu = await ada.settled(await ada.press(card, piece(card, "lobby.open")))
    menu = await world.pressed(ada, menu, piece(menu, "lobby.casual"))
    assert piece(menu, "lobby.casual")
    await world.tables.lobbies.add_computer(table, int(ada.id))
    await eventually(lambda: "🤖 " in text_of(ada.known[menu["id"]]))
    await world.begin(table, ada)
    await eventually(lambda: not pieces(ada.known[menu["id"]]))
    assert says("cogs.menu.closed-playing") in text_of(ada.known[menu["id"]])
    assert links(ada.known[menu["id"]])


@pytest.mark.long
async def test_an_unreachable_menu_closes_at_the_next_press(world: World) -> None:
    table, (ada, _) = await world.lobby("Ada", "Chloe", channel="games")
    card = await lobby(world, table)
    menu = await ada.settled(await ada.press(card, piece(card, "lobby.open")))
    world.forget_live_replies()
    await world.begin(table, ada)
    await world.quiet()
    menu = await world.pressed(ada, ada.known[menu["id"]], piece(menu, "lobby.casual"))
    assert says("cogs.menu.closed-playing") in text_of(menu)
    assert not pieces(menu)


@pytest.mark.long
async def test_the_menu_of_guests_closes_when_the_game_begins(world: World) -> None:
    table, (ada, chloe) = await world.lobby("Ada", "Chloe", channel="games")
    card = await lobby(world, table)
    menus = [(who, await who.settled(await who.press(card, piece(card, "guests.open")))) for who in (ada, chloe)]
    dmitri = await world.person("Dmitri")
    await world.tables.guests.invite(table, int(ada.id), [int(dmitri.id)])
    await eventually(lambda: all(dmitri.id in mentions(text_of(who.known[menu["id"]])) for who, menu in menus))
    await world.begin(table, ada)
    await eventually(lambda: not any(pieces(who.known[menu["id"]]) for who, menu in menus))
    assert all(links(who.known[menu["id"]]) for who, menu in menus)
    assert says("cogs.menu.closed-playing") in text_of(ada.known[menus[0][1]["id"]])


@pytest.mark.long
async def test_a_menu_out_of_reach_closes_at_the_next_press(world: World) -> None:
    table, (ada, _) = await world.lobby("Ada", "Chloe", channel="games")
    card = await lobby(world, table)
    menu = await ada.settled(await ada.press(card, piece(card, "guests.open")))
    world.forget_live_replies()
    await world.begin(table, ada)
    await world.quiet()
    menu = await world.pressed(ada, ada.known[menu["id"]], piece(menu, "guests.only"))
    assert says("cogs.menu.closed-playing") in text_of(menu)
    assert not pieces(menu)
