"""Spectators are offered what they can do only: whatever they press at a game shows or does something, and refuses nothing."""

from __future__ import annotations

import pytest

from chat.press.presses import parse
from chat.wire.layout import RED
from sandbox.client import JSON, Person, buttons
from tests.support.scenes import SCENES
from tests.support.world import World, text_of

GAMES = ("playing", "turns", "in_thread", "voting", "paused", "over")
"""Scenes of games that have begun."""


def offered(message: JSON) -> list[str]:
    """What can be pressed on a message."""
    return [each["custom_id"] for each in buttons(message) if each.get("custom_id") and not each.get("disabled")]


async def pressed(world: World, person: Person, message: JSON, custom_id: str) -> list[JSON]:
    """Press, and return the messages that answer, whether or not they were there before."""
    before = dict(person.known)
    await person.press(message, custom_id)
    await world.done()
    await world.quiet()
    await world.heard()
    return [each for key, each in person.known.items() if each != before.get(key)]


@pytest.mark.parametrize("scene", [pytest.param(each, marks=() if each == "turns" else pytest.mark.long) for each in GAMES])
async def test_whatever_a_spectator_presses_does_something(world: World, scene: str) -> None:
    dmitri = await world.person("Dmitri")
    table = await SCENES[scene](world)
    await world.quiet()
    refused: list[str] = []
    seen: set[str] = set()
    waiting = [message for message in dmitri.known.values() if not message["sandbox"]["ephemeral"]]
    while waiting:
        message = waiting.pop()
        for custom_id in offered(message):
            press = parse(custom_id)
            assert press is not None
            if press.table != table or press.verb in {*seen, "replacing.sit"}:
                continue
            seen.add(press.verb)
            for answer in await pressed(world, dmitri, message, custom_id):
                if answer["components"] and answer["components"][0].get("accent_color") == RED and not offered(answer):
                    refused.append(f"{custom_id}: {text_of(answer)}")
                elif answer["sandbox"]["ephemeral"]:
                    waiting.append(answer)
    assert not refused, "\n".join(refused)
