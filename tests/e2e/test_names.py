"""Names follow: whoever is renamed is shown by the new name from their next press on, at running tables and in leaderboards."""

from __future__ import annotations

import random

import pytest

from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, piece, text_of


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
