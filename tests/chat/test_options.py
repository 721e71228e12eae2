"""What clients send for the options of commands, as declared and otherwise."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from chat.press import options
from tables.errors import Refusal
from tests.support.command_tree import tree

TEXT, WHOLE_NUMBER, TRUTH, PERSON = 3, 4, 5, 6


def used(command: str, *given: Any) -> dict[str, Any]:
    """`/zamki command`, or `/zamki group command`."""
    *groups, name = command.split()
    data: dict[str, Any] = {"type": 1, "name": name, "options": list(given)}
    for group in groups:
        data = {"type": 2, "name": group, "options": [data]}
    return {"name": "zamki", "type": 1, "options": [data]}


def option(name: str, value: Any, kind: int = TEXT) -> dict[str, Any]:
    return {"name": name, "type": kind, "value": value}


async def refused(data: Any, *, whole: bool = True) -> str | None:
    """The key of the refusal, None where nothing is refused."""
    try:
        options.check(data, tree().get_commands(type=discord.AppCommandType.chat_input), whole=whole)
    except Refusal as refusal:
        return refusal.key
    return None


async def test_what_a_client_sends_is_read() -> None:
    for data in (
        used("start", option("game", "rycerze"), option("pace", "day")),
        used("start", option("pace", "day")),
        used("start"),
        used("my settings", option("dm", False, TRUTH)),
        used("tables"),
        used("move", option("move", "play dragon shepherd"), option("table", "12")),
        used("my settings", option("language", "pl"), option("hidden", True, TRUTH)),
        {"name": "zamki", "options": [{"type": 1, "name": "help"}]},
        used("replace", option("person", "7", PERSON)) | {"resolved": {"users": {"7": {}}}},
    ):
        assert await refused(data) is None, data


@pytest.mark.long
@pytest.mark.parametrize(
    "given",
    [
        [option("game", 7)],
        [option("game", 7, WHOLE_NUMBER)],
        [option("game", True, TRUTH)],
        [option("game", "123", PERSON)],
        [option("game", "   ")],
        [option("game", "")],
        [option("game", None)],
        [option("game", ["rycerze"])],
        [option("game", "rycerze"), option("game", "torres")],
        [option("game", "rycerze"), option("pace", "warp")],
        [option("game", "rycerze"), option("nothing", "x")],
        [{}],
        ["game"],
        [{"name": "game", "type": TEXT}],
    ],
)
async def test_what_no_client_sends_is_refused(given: list[Any]) -> None:
    assert await refused(used("start", *given)) == "cogs.refusal.unreadable-option"


@pytest.mark.parametrize("resolved", [{}, {"resolved": None}, {"resolved": {"users": {"8": {}}}}, {"resolved": {"users": []}}])
async def test_a_person_whom_discord_does_not_describe_is_refused(resolved: dict[str, Any]) -> None:
    data = used("replace", option("person", "7", PERSON)) | resolved
    assert await refused(data) == "cogs.refusal.unreadable-option"


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"name": "zamki"},
        {"name": "zamki", "options": []},
        {"name": "other", "options": [{"type": 1, "name": "start"}]},
        used("nothing"),
        used("settings"),
        used("my"),
        used("my nothing"),
        used("my my settings"),
        {"name": "zamki", "options": [{"type": 1, "name": "my", "options": [{"type": 1, "name": "settings"}]}]},
        {"name": "zamki", "options": [{"type": 2, "name": "start", "options": []}]},
        {"name": "zamki", "options": [{"type": 2, "name": "my", "options": []}]},
        {"name": "zamki", "options": [{"type": 2, "name": "my"}]},
        {"name": "zamki", "type": 2, "options": [{"type": 1, "name": "help"}]},
        {"name": "zamki", "options": [{"type": 3, "name": "start", "value": "x"}]},
        {"name": "zamki", "options": [{"type": 1, "name": 5}]},
        {"name": "zamki", "options": [{"type": 1, "name": "start", "options": {"game": "rycerze"}}]},
    ],
)
async def test_commands_that_are_none_are_refused(data: Any) -> None:
    assert await refused(data) == "cogs.refusal.unknown-command"


async def test_while_typing_much_is_still_missing() -> None:
    assert await refused(used("start", {**option("game", ""), "focused": True}), whole=False) is None
    assert await refused(used("start", {**option("variant", "m"), "focused": True}), whole=False) is None
    assert (
        await refused(used("start", {**option("pace", "d"), "focused": True}), whole=False) == "cogs.refusal.unreadable-option"
    )
    assert await refused(used("start", {**option("game", 5), "focused": True}), whole=False) == "cogs.refusal.unreadable-option"
