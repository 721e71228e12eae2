"""The links to a table's pages: who is offered them, and who may replace, remove and end them."""

from __future__ import annotations

import asyncio
import json

from chat.cards.hand import chosen_words
from sandbox.client import JSON, Person
from tables.model.table_info import TableInfo
from tests.support.world import World, eventually, piece, says, text_of
from web.playing import LogIn, Playing, Sent

PUBLIC = "https://zamki.example"


async def opened(world: World, table: int, person: Person) -> JSON:
    board = await world.message(person, table, "board")
    return await person.settled(await person.press(board, piece(board, "watching.open")))


async def info(world: World, table: int) -> TableInfo:
    return await world.tables.looks.table_info(table)


async def test_who_sees_a_board_gets_a_link_its_host_can_remove(world: World) -> None:
    table, (ada, _) = await world.lobby("Ada", "Borys")
    await world.begin(table, ada)
    board = await world.message(ada, table, "board")
    assert "watching" not in json.dumps(board["components"]), "a bot without pages says nothing of them"

    world.bot.app.web = PUBLIC
    await world.tables.show_again(table)
    await world.done()
    chloe = await world.person("Chloe")
    seen = await opened(world, table, chloe)
    share = await world.tables.watching.share(await info(world, table))
    assert f"{PUBLIC}/#{share}" in json.dumps(seen)
    assert "watching.renew" not in json.dumps(seen)

    mine = await opened(world, table, ada)
    assert "watching.renew" in json.dumps(mine)
    await ada.press(mine, piece(mine, "watching.renew"))
    await eventually(lambda: share not in json.dumps(ada.known[mine["id"]]))
    await ada.press(ada.known[mine["id"]], piece(ada.known[mine["id"]], "watching.remove"))
    await eventually(lambda: PUBLIC not in json.dumps(ada.known[mine["id"]]))
    refused = await opened(world, table, chloe)
    assert PUBLIC not in json.dumps(refused)
    assert says("tables.refusal.watch-off", "en") in text_of(refused)
    again = await opened(world, table, ada)
    await ada.press(again, piece(again, "watching.renew"))
    await eventually(lambda: PUBLIC in json.dumps(ada.known[again["id"]]))


async def key_of(person: Person, board: JSON) -> str:
    """Returns the key in the link that a person's hand gives."""
    mine = await person.settled(await person.press(board, piece(board, "play.hand")))
    await person.press(mine, piece(mine, "play.more"))
    await eventually(lambda: "watching.play" in json.dumps(person.known[mine["id"]]))
    more = person.known[mine["id"]]
    given = json.dumps(await person.settled(await person.press(more, piece(more, "watching.play"))))
    before, _, after = given.partition("#play.")
    assert before.endswith(f"{PUBLIC}/?language=pl"), given
    return after.partition('"')[0]


async def test_players_get_keys_of_their_own_and_end_sessions(world: World) -> None:
    world.bot.app.web = PUBLIC
    table, (ada, borys) = await world.started("Ada", "Borys")
    board = await world.message(ada, table, "board")
    keys = [await key_of(ada, board), await key_of(borys, board)]
    assert keys[0] != keys[1]
    token, found = await world.tables.pages.begin(keys[0])
    assert found == table
    assert (await world.tables.pages.open(token)).user == int(ada.id)
    data = await ada.settled(await ada.command("gry", "zamki my data"))
    assert says("watch.sessions", "pl") in text_of(data)
    await ada.press(data, piece(data, "watching.end"))
    await eventually(lambda: says("watch.ended", "pl") in json.dumps([*ada.known.values()], ensure_ascii=False))
    assert not await world.tables.pages.sessions(int(ada.id))


async def test_page_and_chat_show_each_other_what_is_played(world: World) -> None:
    world.bot.app.web = PUBLIC
    table, (ada, _) = await world.started("Ada", "Borys")
    playing = Playing(world.bot.app.asker, world.bot.app.moments)
    token = await playing.begin(LogIn(await world.tables.pages.make_key(table, int(ada.id))))
    board = await world.message(ada, table, "board")
    hand = await ada.settled(await ada.press(board, piece(board, "play.hand")))
    own = (await playing.see(token, Sent(), "en", "dark")).own
    while not chosen_words(await world.tables.looks.read(table, int(ada.id))):
        step = next(each for each in own.steps if each.act == "say" and not each.marked)
        own = (await playing.act(token, Sent("say", own.stage, step.say), "en", "dark")).own
    await eventually(lambda: "✅" in json.dumps(ada.known[hand["id"]], ensure_ascii=False))
    mine = ada.known[hand["id"]]
    async with playing.changes(token) as changed:
        await ada.press(mine, piece(mine, "takeback.undo"))
        await asyncio.wait_for(changed.wait(), 60)
    assert not chosen_words(await world.tables.looks.read(table, int(ada.id)))
    assert not (await playing.see(token, Sent(), "en", "dark")).own.lines
