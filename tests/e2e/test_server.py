"""A server's settings as whoever manages it uses them, and what they do to others at once."""

from __future__ import annotations

import json
import re

import pytest

from cogs.server.server import log_line
from data.words import words
from sandbox.client import JSON, Person
from tables.model.server import ServerLogLine, ServerSettings
from tests.support.permissions import offer_to_everybody
from tests.support.world import World, eventually, pieces, says, text_of


async def panel(person: Person, *, page: str = "", command: str = "zamki-server settings") -> JSON:
    message = await person.settled(await person.command("gry", command))
    return await pressed(person, message, f"server.page:0:0:{page}") if page else message


async def pressed(person: Person, message: JSON, custom_id: str, *values: str) -> JSON:
    """The message as it is after the press."""
    before = json.dumps(message["components"])
    await person.press(message, custom_id, list(values) if custom_id.startswith("server.set") else None)
    await eventually(lambda: json.dumps(person.known[message["id"]]["components"]) != before)
    return person.known[message["id"]]


async def chosen(person: Person, message: JSON, field: str, *values: str) -> JSON:
    return await pressed(person, message, f"server.set:0:0:{field}", *values)


@pytest.mark.parametrize("language", ["pl", pytest.param("en-US", marks=pytest.mark.long)])
async def test_what_is_chosen_holds_at_once_and_stands_in_the_log(world: World, language: str) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    world.sandbox.world.users[int(ada.id)].locale = language
    world.sandbox.world.users[int(borys.id)].locale = "en-US"
    world.tables.servers.unset = ServerSettings()
    tournament = await ada.channel("turniej")
    place = world.sandbox.world.channels[int(tournament)]
    world.sandbox.world.forbid(place, "ATTACH_FILES", "CREATE_PUBLIC_THREADS")
    message = await chosen(ada, await panel(ada), "channels", tournament)
    for lacking in ("attach_files", "create_public_threads"):
        assert says(f"cogs.permission.{lacking}", language) in text_of(message)
    refused = await borys.settled(await borys.command("gry", "zamki start", game="rycerze"))
    assert f"<#{tournament}>" in text_of(refused)
    world.sandbox.world.allow(place, "ATTACH_FILES", "CREATE_PUBLIC_THREADS")
    await world.done()
    message = await chosen(ada, message, "channels")
    assert "⚠️" not in text_of(message)
    message = await pressed(ada, message, "server.page:0:0:tables")
    for field, value in (("pace", "day"), ("friendly", "on"), ("tables_per_person", "1")):
        message = await chosen(ada, message, field, value)
    table, _ = await world.lobby("Borys")
    shown = (await world.view(table)).info
    assert (shown.pace, shown.friendly) == ("day", True)
    refused = await borys.settled(await borys.command("gry", "zamki start", game="rycerze"))
    assert "1 at most" in text_of(refused)
    message = await pressed(ada, message, "server.page:0:0:log")
    assert f"<#{tournament}>" in text_of(message)
    assert text_of(message).count(f"<@{ada.id}>") == 5


@pytest.mark.parametrize("language", ["pl", pytest.param("de", marks=pytest.mark.long)])
async def test_the_zone_in_which_the_board_of_a_season_is_posted(world: World, language: str) -> None:
    ada = await world.person("Ada")
    world.sandbox.world.users[int(ada.id)].locale = language
    message = await pressed(ada, await panel(ada), "server.page:0:0:posts")
    assert "server.zone:0:0" not in pieces(message), "there is nothing to post"
    message = await chosen(ada, message, "monthly", await ada.channel("gry"))
    assert "(UTC)" in text_of(message)
    for typed, zone in (("Los Angeles", "America/Los Angeles"), ("Londn", ""), ("", "UTC")):
        await ada.submit(await ada.press(message, "server.zone:0:0"), {"zone": typed})
        await world.done()
        message = ada.known[message["id"]]
        assert f"({zone or 'America/Los Angeles'})" in text_of(message)
    message = await chosen(ada, message, "weekly", await ada.channel("gry"))
    message = await chosen(ada, message, "week_ends", "1-10")
    message = await pressed(ada, message, "server.page:0:0:log")
    assert text_of(message).count(says("cogs.server.zone.none", language)) == 2
    assert says("cogs.nights.day.1", language).casefold() in text_of(message).casefold(), "when the week is posted"


@pytest.mark.long
async def test_who_may_open_tables(world: World) -> None:
    ada, borys, chloe = [await world.person(name) for name in ("Ada", "Borys", "Chloe")]
    guild = world.sandbox.world.channels[int(await ada.channel("gry"))].guild_id or 0
    role = next(iter(world.sandbox.world.guilds[guild].roles))
    world.sandbox.world.guilds[guild].roles[role].members.add(int(chloe.id))
    message = await chosen(ada, await panel(ada, page="tables"), "openers", "role")
    message = await chosen(ada, message, "role", str(role))
    refused = await borys.settled(await borys.command("gry", "zamki start", game="rycerze"))
    assert f"<@&{role}>" in text_of(refused)
    assert (await world.lobby("Chloe"))[0]
    await chosen(ada, message, "openers", "moderators")
    refused = await chloe.settled(await chloe.command("gry", "zamki start", game="rycerze"))
    assert "moderator" in text_of(refused)
    assert (await world.lobby("Ada"))[0]


async def test_only_who_manages_the_server_may_change_or_see_it(world: World) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    offer_to_everybody(world)
    refused = await panel(borys)
    assert "/zamki" not in text_of(refused)
    assert not [each for each in refused["components"][0]["components"] if each["type"] == 1]
    message = await panel(ada, page="tables")
    for custom_id, values in (
        ("server.set:0:0:pace", ["nonsense"]),
        ("server.set:0:0:channels", ["12345"]),
        ("server.set:0:0:role", ["1"]),
        ("server.set:0:0:nonsense", ["on"]),
        ("server.page:0:0:nonsense", None),
    ):
        before = await world.ask("SELECT * FROM servers")
        shown = await ada.settled(await ada.press(message, custom_id, values, forge=True))
        assert shown["sandbox"]["ephemeral"]
        assert await world.ask("SELECT * FROM servers") == before
    message = await panel(ada)
    shown = await ada.settled(await ada.press(message, "server.set:0:0:channels", ["12345"], forge=True))
    assert shown["id"] == message["id"], "the refusal is a message of its own"
    await eventually(lambda: any(says("cogs.server.refusal.no-such") in text_of(each) for each in ada.known.values()))
    assert await world.ask("SELECT * FROM servers") == []


def test_the_log_shows_a_key_by_its_old_name_too() -> None:
    now, before = (
        log_line(ServerLogLine(1, 1.0, 7, "changed", {"field": field, "before": "false", "after": "true"}), words("en"))
        for field in ("program_key", "door")
    )
    assert before == now
    assert "Key for programs" in now


@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_the_log_names_an_odd_pair(language: str) -> None:
    about = {"user": "11", "other": "12", "games": "15", "wins": "14", "left": "9"}
    told = log_line(ServerLogLine(1, 1.0, 0, "odd-pair", about), words(language))
    assert {"<@11>", "<@12>"} <= set(re.findall(r"<@\d+>", told))
    assert {"14", "15", "9"} <= set(re.findall(r"\d+", told))
