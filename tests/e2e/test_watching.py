"""The link to a table's page: who is offered it, and who may replace or remove it."""

from __future__ import annotations

import json

from sandbox.client import JSON, Person
from tables.model.table_info import TableInfo
from tests.support.world import World, eventually, piece, says, text_of

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
