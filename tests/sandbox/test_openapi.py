"""The validator itself: what it must notice, and that it is not skipped by mistake."""

import copy
import dataclasses
from typing import Any

import pytest

from sandbox import Person, Sandbox
from sandbox.rest import Exchange
from tests import openapi
from tests.openapi import violations
from tests.sandbox.guest import Guest


def changed(exchange: Exchange, **fields: Any) -> list[str]:
    return violations([dataclasses.replace(exchange, **fields)])


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


def test_a_named_description_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_OPENAPI", "/nowhere/discord.json")
    with pytest.raises(pytest.fail.Exception):
        violations([])
    monkeypatch.delenv("DISCORD_OPENAPI")
    monkeypatch.setattr(openapi, "DEFAULT", openapi.DEFAULT.with_name("absent.json"))
    assert violations([]) == []
