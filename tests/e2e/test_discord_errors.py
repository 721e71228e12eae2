"""The tables of docs/discord-errors.md: every call that the bot makes, every code, and what each means."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from chat.wire.outcomes import OUTCOMES, Outcome, outcome
from tables.model.server import ServerSettings
from tests.support.openapi import specification
from tests.support.world import World, piece, play_out

PAGE = Path(__file__).parents[2] / "docs" / "discord-errors.md"
REQUEST = re.compile(r"`([A-Z]+) (\S+)`")


def rows(part: str) -> list[list[str]]:
    """The cells of a part's table."""
    text = PAGE.read_text(encoding="utf-8").split(f"## {part}\n")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


CALLS = {name: REQUEST.fullmatch(request) for name, request in rows("Calls")}
REQUESTS = {(found[1], found[2]): name for name, found in CALLS.items() if found is not None}
CODES = rows("Codes")


def refused(code: int) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=403, reason="", headers={})
    return discord.HTTPException(answer, {"code": code, "message": ""})


def test_each_code_means_what_the_page_says() -> None:
    assert {int(code): means for code, _, _, means, _ in CODES} == {
        int(code): outcome(refused(int(code))).value for code, *_ in CODES
    }
    assert set(OUTCOMES) <= {int(code) for code, *_ in CODES}, "every code that is told apart is on the page"


def test_each_outcome_and_each_call_is_on_the_page() -> None:
    assert all(CALLS.values())
    named = {name.strip() for _, _, calls, _, _ in CODES for name in calls.split(",")}
    assert named == set(CALLS)
    assert {means for _, _, _, means, _ in CODES} == {each.value for each in Outcome}


def test_each_call_is_in_discords_description() -> None:
    path = specification()
    if path is None:
        pytest.skip("no description here")
    described = json.loads(path.read_text(encoding="utf-8"))["paths"]
    assert [
        request for request in REQUESTS if request[1] not in described or request[0].lower() not in described[request[1]]
    ] == []


@pytest.mark.long
async def test_the_bot_makes_no_call_besides(world: World) -> None:
    """A whole game with a thread, direct messages, a settings page and a check."""
    world.tables.servers.unset = ServerSettings(boards="thread")
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    await ada.settled(await ada.command("gry", "zamki-server settings"))
    await ada.settled(await ada.command("gry", "zamki-moderation check"))
    board = await world.message(ada, table, "board")
    await ada.settled(await ada.press(board, piece(board, "board.text")))
    await play_out(world, table, people, random.Random(1))
    await world.restart()
    await world.quiet(30)
    asked = {(each.method, each.route.replace("@original", "{message_id}")) for each in world.sandbox.record}
    assert asked - REQUESTS.keys() == set()
