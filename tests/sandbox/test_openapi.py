"""The validator itself: what it must notice, and that it is not skipped by mistake."""

import copy
import dataclasses
import json
from typing import Any

import discord
import pytest

from sandbox import Person, Sandbox
from sandbox.rest import Exchange
from tests.support import openapi
from tests.support.openapi import violations, wrong_object
from tests.support.probe_bot import Guest, until


def changed(exchange: Exchange, **fields: Any) -> list[str]:
    return violations([dataclasses.replace(exchange, **fields)])


@pytest.mark.long
async def test_the_validator_notices_what_is_wrong(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    if openapi.specification() is None:
        pytest.skip("Discord's description is not here")
    await ada.settled(await ada.command("gry", "castle board"))
    edit = next(exchange for exchange in sandbox.record if exchange.method == "PATCH")
    assert changed(edit) == []
    answer = copy.deepcopy(edit.answer)
    del answer["author"]
    assert any("'author' is a required property" in each for each in changed(edit, answer=answer))
    body = copy.deepcopy(edit.body)
    row = next(each for each in body["components"][0]["components"] if each["type"] == 1)
    row["components"][0]["label"] = "x" * 81
    assert any("too long" in each for each in changed(edit, body=body))
    body = copy.deepcopy(edit.body)
    body["components"][0]["components"][0]["type"] = 99
    assert changed(edit, body=body)
    assert changed(edit, path="/nowhere/at/all") == ["PATCH /nowhere/at/all: Discord describes no such route"]
    assert changed(edit, status=204)
    refused = {"code": 50035, "message": "Invalid Form Body", "errors": {"content": {"_errors": []}}}
    assert any("refused" in each for each in changed(edit, status=400, answer=refused))


async def test_the_objects_in_events_are_as_described(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    board = await ada.settled(await ada.command("gry", "castle board"))
    await ada.press(board, "Aside")
    await ada.say("gry", "hello")
    channel = guest.get_channel(int(await ada.channel("gry")))
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="Table", type=discord.ChannelType.public_thread)
    await until(lambda: any(each.content == "" for each in guest.heard))
    (session,) = sandbox.gateway_server.sessions.values()
    found: list[str] = []
    names = set()
    for _, frame in session.kept:
        event = json.loads(frame)
        name, data = event["t"], event["d"]
        names.add(name)
        if name == "READY":
            found += wrong_object("UserResponse", data["user"])
        elif name == "GUILD_CREATE":
            found += wrong_object("GuildResponse", data)
            for each in data["channels"]:
                found += wrong_object("GuildChannelResponse", each)
            for each in data["members"]:
                found += wrong_object("GuildMemberResponse", each)
        elif name.startswith("MESSAGE"):
            found += wrong_object("MessageResponse", data)
        elif name == "THREAD_CREATE":
            found += wrong_object("ThreadResponse", data)
        elif name == "INTERACTION_CREATE":
            found += wrong_object("GuildMemberResponse", data["member"])
            found += wrong_object("MessageResponse", data["message"]) if "message" in data else []
    assert found == []
    assert names == {"READY", "GUILD_CREATE", "MESSAGE_CREATE", "MESSAGE_UPDATE", "THREAD_CREATE", "INTERACTION_CREATE"}


def test_a_named_description_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_OPENAPI", "/nowhere/discord.json")
    with pytest.raises(pytest.fail.Exception):
        violations([])
    monkeypatch.delenv("DISCORD_OPENAPI")
    monkeypatch.setattr(openapi, "DEFAULT", openapi.DEFAULT.with_name("absent.json"))
    assert violations([]) == []
