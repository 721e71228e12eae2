"""Spectators are offered what they can do only: whatever they press at a game shows or does something, and refuses nothing."""

from __future__ import annotations

import random

import pytest

import engines
from chat.press.presses import parse
from chat.wire.layout import RED
from sandbox.client import JSON, Person, buttons
from tests.support.cases import cases
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


@pytest.mark.parametrize("scene", cases(GAMES, ["turns"]))
async def test_whatever_a_spectator_presses_does_something(world: World, scene: str) -> None:
    dmitri = await world.person("Dmitri")
    await press_everything(world, dmitri, await SCENES[scene](world))


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(engines.games()))
async def test_spectators_of_every_game_are_offered_what_they_can_do(world: World, game: str) -> None:
    dmitri = await world.person("Dmitri")
    table, people = await world.started("Ada", "Borys", game=game)
    person = await world.mover(table, people)
    await world.walk(person, table, await world.hand(person, table), random.Random(1))
    await press_everything(world, dmitri, table)


async def press_everything(world: World, dmitri: Person, table: int) -> None:
    """Press each verb that a spectator is offered at a table, and that the answers offer; nothing is refused."""
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
