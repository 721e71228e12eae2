"""A hundred kilobytes where Discord would never let them through: straight over the gateway, past every limit of the client."""

import asyncio
from typing import Any

import pytest

from sandbox.client import PATIENCE_SECONDS
from sandbox.command_limits import CHAT, STRING, SUBCOMMAND
from sandbox.interactions import COMMAND, COMPONENT, Interaction
from tests.support.world import World, piece, pieces

HUGE = "x" * 100_000


async def answered(interaction: Interaction) -> str:
    await asyncio.wait_for(interaction.answered.wait(), PATIENCE_SECONDS)
    return interaction.status


@pytest.mark.parametrize(("name", "option"), [("move", "move"), ("start", "game"), ("board", "table")])
async def test_a_command_with_a_hundred_kilobytes(world: World, name: str, option: str) -> None:
    table, people = await world.started("Ada", "Borys")
    before = (await world.view(table)).info.version
    user = world.sandbox.world.users[int(people[0].id)]
    channel = world.sandbox.world.channels[int(await people[0].channel("gry"))]
    (command,) = [each for each in world.sandbox.world.commands[None] if each["name"] == "zamki"]
    said = {"name": name, "type": SUBCOMMAND, "options": [{"name": option, "type": STRING, "value": HUGE}]}
    data: Any = {"id": command["id"], "name": "zamki", "type": CHAT, "options": [said]}
    assert await answered(world.sandbox.interactions.start(COMMAND, user, channel, data, used=name)) in {"answered", "deferred"}
    assert (await world.view(table)).info.version == before


async def test_presses_with_a_hundred_kilobytes(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    hand = await world.hand(people[0], table)
    before = (await world.view(table)).info.version
    world_ = world.sandbox.world
    user, message = world_.users[int(people[0].id)], world_.messages[int(hand["id"])]
    channel = world_.channels[message.channel_id]
    for data in (
        {"custom_id": f"play.pick:{table}:1:{HUGE}", "component_type": 2},
        {"custom_id": HUGE, "component_type": 2},
        {"custom_id": piece(hand, "play.pick"), "component_type": 3, "values": [HUGE, HUGE]},
    ):
        pressed = world.sandbox.interactions.start(COMPONENT, user, channel, data, message=message)
        assert await answered(pressed) in {"answered", "deferred", "updated"}
    assert (await world.view(table)).info.version == before
    assert pieces(await world.hand(people[0], table)), "the game goes on"
