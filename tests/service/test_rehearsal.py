"""The rehearsal: what differs between two Discords is found, and nothing else is told of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from data.words import words
from engines import games
from sandbox import Sandbox
from service import rehearsal, run
from service.settings import Settings
from tables.bots import bots
from tests.support.blank_pictures import BlankPool
from tests.support.bot_process import started


def call(answers: str = "200", header: str = "x-ratelimit-limit", **kinds: str) -> dict[str, Any]:
    return {
        "answers": dict.fromkeys(answers.split(","), 1),
        "headers": {header: 5.0},
        "kinds": {at.replace("_", "."): told.split(",") for at, told in kinds.items()},
    }


def test_each_kind_of_difference_is_told() -> None:
    here = {
        "GET /a": call(_id="text", _flags="number,null", _author="object", _author_bot="boolean"),
        "GET /b": call("200,400 50013"),
        "GET /c": call(header="retry-after"),
        "GET /d": call(),
    }
    there = {"GET /a": call(_id="number", _flags="null", _extra="text"), "GET /b": call(), "GET /c": call()}
    for each in (here["GET /a"], there["GET /a"]):
        each["kinds"][""] = ["object"]
    found = rehearsal.differences(here, there)
    assert [(each["call"], each["what"], each["discord"], each["sandbox"]) for each in found] == [
        ("GET /a", "author", ["object"], None),
        ("GET /a", "extra", None, ["text"]),
        ("GET /a", "id", ["text"], ["number"]),
        ("GET /b", "answers", ["200", "400 50013"], ["200"]),
        ("GET /c", "headers", ["retry-after"], ["x-ratelimit-limit"]),
        ("GET /d", "asked", True, False),
    ]
    assert rehearsal.differences(here, here) == []


OTHERS = [key for key in games() if key != "rycerze"]


def test_the_end_says_what_to_paste_where(tmp_path: Path) -> None:
    form = (Path(__file__).parents[2] / ".github/ISSUE_TEMPLATE/rehearsal.yml").read_text(encoding="utf-8")
    name, first, second = (re.findall(r"^(?:name| +label): (.+)$", form, re.MULTILINE))[:3]
    found = [{"call": "GET /a", "what": "id", "discord": ["text"] * 30, "sandbox": ["number"]}] * (rehearsal.SHOWN + 2)
    said = rehearsal.closing_lines(found, tmp_path / "rehearsal.json")
    assert said.count("GET /a, id: Discord") == rehearsal.SHOWN
    assert "… and 2 more" in said
    assert max(map(len, said.splitlines())) < 120 + len(str(tmp_path))
    assert f"form “{name}”" in said
    assert str(tmp_path / "rehearsal.json") in said
    assert ("at its end" in first, second) == (True, "The report")
    assert "0 differences between Discord and the sandbox." in rehearsal.closing_lines([], tmp_path / "a.json")


@pytest.mark.parametrize(
    "titles",
    [
        pytest.param(["rycerze"], id="one", marks=pytest.mark.long),
        pytest.param(OTHERS, id="all-others", marks=[pytest.mark.long, pytest.mark.timeout(1200)]),
    ],
)
async def test_planted_differences_are_found_and_no_token_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], titles: list[str]
) -> None:
    """A sandbox with differences planted stands for Discord, its first person for the one at the terminal. Each title is played
    to its end, there and in the sandbox that it is compared with.
    """
    for name, value in {"PACE_OF_SCENES_SECONDS": 0.0, "LINGER_SECONDS": 0.0, "Pool": BlankPool}.items():
        monkeypatch.setattr(run, name, value)
    monkeypatch.setattr(bots, "TICK", 0.02)
    for pause in ("engines.budowa.rules.LINGER", "engines.budowa.rules.GLANCE", "tables.rules.automatic.BEFORE_A_COMPUTER"):
        monkeypatch.setattr(pause, 0.05)  # nobody looks, and nobody takes anything back
    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    async with Sandbox() as sandbox:
        message, take = sandbox.serializer.message, sandbox.buckets.take

        def planted(*arguments: Any, **named: Any) -> Any:
            return message(*arguments, **named) | {"planted": {"Ada": "secret"}}

        def bare(bucket: str) -> tuple[dict[str, str], float]:
            headers, wait = take(bucket)
            return {name: value for name, value in headers.items() if name != "X-RateLimit-Bucket"}, wait

        monkeypatch.setattr(sandbox.serializer, "message", planted)
        monkeypatch.setattr(sandbox.buckets, "take", bare)
        sandbox.fault("refusal", code=30046, method="PATCH", path=r"^/channels/\d+/messages/")
        settings = msgspec.structs.replace(Settings(), token=sandbox.token, api=sandbox.api, gateway=sandbox.gateway)
        told = await rehearsal.report(settings, rehearsal.Puppet(sandbox.url), titles)
    ended = capsys.readouterr().out
    for title in titles:
        assert ended.count(f"{words('en')(f'{title}.name')}: over after") == 2, ended
    found = {(each["call"], each["what"]) for each in told["differences"]}
    edited, posted = "PATCH /channels/{id}/messages/{id}", "POST /channels/{id}/messages"
    assert {(edited, "answers"), (edited, "planted"), (posted, "planted"), (posted, "headers")} <= found
    assert {what for _, what in found} <= {"answers", "planted", "headers", "asked"}, found
    asked = set(told["discord"])
    assert {"POST /users/@me/channels", "PATCH /channels/{id}", "POST /interactions/{id}/{token}/callback"} <= asked
    assert "POST /channels/{id}/messages/{id}/threads" in asked
    assert told["discord"][posted]["milliseconds"]["most"] >= 0
    text = json.dumps(told)
    assert not re.search(r"\d{15}|Ada|secret", text)
    assert sandbox.token not in text


@pytest.mark.long
def test_without_a_token_it_says_what_it_needs(tmp_path: Path) -> None:
    done = started("rehearse", folder=tmp_path)
    assert done.returncode == 1
    assert "DISCORD_TOKEN is missing" in done.stderr
