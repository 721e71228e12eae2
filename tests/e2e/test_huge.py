"""A hundred kilobytes where Discord would never let them through: straight over the gateway, past every limit of the client."""

import asyncio
from typing import Any

import pytest

from sandbox.client import PATIENCE_SECONDS
from sandbox.interactions import COMMAND, COMPONENT, Interaction
from tests.support.world import World, piece, pieces

HUGE = "x" * 100_000


async def answered(interaction: Interaction) -> str:
    await asyncio.wait_for(interaction.answered.wait(), PATIENCE_SECONDS)
    return interaction.status


def deep(data: dict[str, Any]) -> dict[str, Any]:
    """The innermost option of a command's data."""
    while data.get("options"):
        data = data["options"][0]
    return data


@pytest.mark.parametrize(
    ("path", "options"), [("zamki move", {"move": "play"}), ("zamki start", {"game": "x"}), ("zamki board", {"table": "1"})]
)
async def test_a_command_with_a_hundred_kilobytes(world: World, path: str, options: dict[str, str]) -> None:
    table, people = await world.started("Ada", "Borys")
    before = (await world.view(table)).info.version
    actions, user = world.sandbox.person_api.actions, world.sandbox.world.users[int(people[0].id)]
    channel = world.sandbox.world.channels[int(await people[0].channel("gry"))]
    data = actions._invocation(user, channel, path.split(), dict(options), None)
    deep(data)["value"] = HUGE
    assert await answered(world.sandbox.interactions.start(COMMAND, user, channel, data, used=path)) in {"answered", "deferred"}
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
