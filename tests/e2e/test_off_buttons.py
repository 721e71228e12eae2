"""A button that cannot be pressed now says why in its label, on every card that has one: screen readers do not tell it.

What all other tests send is held to the same (`tests.conftest.unexplained`).
"""

import random

import pytest

from data.words import words
from sandbox.client import JSON, buttons
from tests.conftest import unexplained
from tests.support.permissions import may
from tests.support.world import World, piece, play_out


def off(message: JSON) -> dict[str, str]:
    """The labels of the grey buttons, by verb."""
    return {each["custom_id"].partition(":")[0]: each["label"] for each in buttons(message) if each.get("disabled")}


@pytest.mark.long
@pytest.mark.parametrize("language", ["en-US", "pl", "de"])
async def test_each_card_says_why_a_button_is_off(world: World, language: str) -> None:
    ada = await world.person("Ada")
    for guild in world.sandbox.world.guilds.values():
        guild.locale = language
    world.sandbox.world.users[int(ada.id)].locale = language
    said = words(language.partition("-")[0])
    table, _ = await world.lobby("Ada")
    lobby = await world.message(ada, table, "lobby")
    assert said("cogs.off.people", n=2) in off(lobby)["lobby.begin"]
    for _ in range(3):
        await ada.press(lobby, piece(lobby, "lobby.robot"))
        await world.done()
        lobby = await world.message(ada, table, "lobby")
    assert said("cogs.off.full") in off(lobby)["lobby.robot"]
    menu = await ada.settled(await ada.press(lobby, piece(lobby, "lobby.open")))
    if "lobby.shuffle" not in off(menu):
        menu = await world.pressed(ada, menu, piece(menu, "lobby.shuffle"))
    assert said("cogs.off.chosen") in off(menu)["lobby.shuffle"]
    may(world, ada, "MANAGE_GUILD")
    page = await ada.settled(await ada.command("gry", "zamki-server settings"))
    assert said("cogs.off.shown") in off(page)["server.page"]
    await ada.settled(await ada.command("gry", "tournament start", game="rycerze"))
    (found,) = await world.tables.tournaments.tournaments_in(int(next(iter(world.sandbox.world.guilds))))
    card = await world.message(ada, found.id, "tournament")
    assert said("cogs.off.people", n=2) in off(card)["tournament.begin"]
    table, people = await world.started("Ada", "Borys")
    await play_out(world, table, people, random.Random(1))
    replay = await ada.settled(await ada.command("gry", "zamki game replay", table=str(table)))
    assert said("cogs.off.first") in off(replay)["replay.step"]
    replay = await world.more(ada, replay)
    last = next(each["custom_id"] for each in buttons(replay) if each["custom_id"].endswith("_last"))
    replay = await world.pressed(ada, replay, last)
    assert said("cogs.off.last") in off(replay)["replay.step"]
    assert said("cogs.off.last") in off(replay)["replay.play"]


@pytest.mark.long
async def test_a_button_that_does_not_say_why_is_noticed(world: World) -> None:
    await world.lobby("Ada")
    record = [each for each in world.sandbox.record if isinstance(each.body, dict) and "components" in each.body]
    assert record
    assert unexplained(record) == []
    row = {"type": 1, "components": [{"type": 2, "label": "Start", "disabled": True}]}
    record[-1].body["components"] = [row]
    assert unexplained(record) == ["Start"]
    record[-1].body["components"] = []
