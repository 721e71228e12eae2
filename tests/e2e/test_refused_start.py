"""Discord refuses a step of the start: a game can be played all the same, and the host reads one line with what to do."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from chat.wire.internals import ENTRY_POINT
from data.errors import StoreUnreachable
from render.pool import Pool
from sandbox import MovableClock
from sandbox.client import PATIENCE_SECONDS
from service import client, publication
from service.emojis import Emojis
from tests.support.cases import cases
from tests.support.extra_games import House
from tests.support.log_lines import OURS, lines_of
from tests.support.world import NewHome, World, eventually, play_out
from tests.support.world import world as make_world

LONG = pytest.mark.long

REFUSED: dict[str, Any] = {"kind": "refusal"}
FORBIDDEN: dict[str, Any] = {"kind": "status", "status": 403}
AWAY: dict[str, Any] = {"kind": "status", "status": 503}

STEPS = {
    "application": ("GET", "/oauth2/applications/@me", "cannot read the application"),
    "commands": ("GET", "/commands$", "the commands could not be published"),
    "publication": ("PUT", "/commands$", "the commands could not be published"),
    "shards": ("GET", "/gateway/bot", "cannot read the recommended number of shards"),
    "emoji": ("GET", "/emojis$", "cannot upload the emoji of pieces"),
    "upload": ("POST", "/emojis$", "cannot upload the emoji of pieces"),
}
"""Every request of a start but the log-in itself: its method and path, and what the host reads if it is refused."""

CASES = [
    *cases([(step, REFUSED) for step in STEPS], [("publication", REFUSED), ("upload", REFUSED)]),
    *(pytest.param(step, FORBIDDEN, marks=LONG) for step in STEPS),
    *(pytest.param(step, AWAY, marks=LONG) for step in STEPS if step != "application"),  # the log-in is repeated then
]


async def test_these_are_all_requests_of_a_start(world: World) -> None:
    emojis = Emojis(world.bot, world.bot.wait_until_ready, grace=0)
    await emojis.upload()
    made = {(each.method, each.path) for each in world.sandbox.record}
    stated = {(method, path.rstrip("$")) for method, path, _ in STEPS.values()} | {("GET", "/users/@me")}
    assert {(method, path) for method, path in made if not any(m == method and path.endswith(p) for m, p in stated)} == set()


@pytest.mark.parametrize(("step", "fault"), CASES)
async def test_a_game_can_be_played(world: World, step: str, fault: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    """At a start after an update: Discord knows the earlier commands."""
    method, path, line = STEPS[step]
    await world.tables.people.meta_set(publication.STORED, "an earlier version")
    caplog.clear()
    world.sandbox.fault(times=-1, method=method, path=path, **fault)
    await world.restart()
    uploading = asyncio.create_task(Emojis(world.bot, world.bot.wait_until_ready).run())
    table, people = await world.started("Ada", "Borys")
    await play_out(world, table, people, random.Random(4), stages=2)
    assert (await world.view(table)).info.stage > 1
    await eventually(lambda: line in caplog.text)
    uploading.cancel()
    told = lines_of(caplog, *OURS)
    assert len(told) == 1, caplog.text
    assert not told[0].exc_info


async def test_a_stop_ends_the_upload_also_without_a_store(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()

    async def create(**_: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def refuse(*_: object) -> None:
        raise StoreUnreachable("away")

    monkeypatch.setattr(world.bot, "create_application_emoji", create)
    uploading = asyncio.create_task(Emojis(world.bot, world.bot.wait_until_ready).run())
    await begun.wait()
    monkeypatch.setattr(world.tables.people, "meta_set", refuse)
    uploading.cancel()
    await asyncio.wait({uploading}, timeout=PATIENCE_SECONDS)
    assert uploading.cancelled()


@pytest.mark.parametrize("status", [403, pytest.param(503, marks=LONG)])
async def test_a_log_in_that_is_refused_is_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    """Only an unknown token ends the bot."""
    monkeypatch.setattr(client, "AWAY", (0.01,))
    world.sandbox.fault("status", times=3, status=status, path="/users/@me$")
    await world.restart()
    assert caplog.text.count("cannot reach Discord") == 3
    await world.started("Ada", "Borys")


@pytest.mark.long
async def test_refused_commands_are_published_later(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(publication, "AGAIN_SECONDS", 0.05)
    world.sandbox.world.commands[None].clear()
    refusal = world.sandbox.fault("refusal", times=3, method="PUT", path="/commands$")
    await world.restart()
    await eventually(lambda: not world.bot.publication.trouble and len(world.sandbox.world.commands[None]) > 1)
    assert refusal.over
    assert caplog.text.count("the commands could not be published") == 1


@pytest.mark.long
async def test_a_silent_discord_delays_the_start_only_briefly(
    new_home: NewHome, clock: MovableClock, pool: Pool, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publication, "FIRST_SECONDS", 0.2)
    async with make_world(new_home(), clock, pool, house) as world:
        world.sandbox.fault("silence", times=-1, path="/commands$")
        await world.restart()
        await world.started("Ada", "Borys")


async def test_a_refused_command_of_activities_hinders_no_other(world: World) -> None:
    """Discord describes it as one that may have no description, and does not say what it takes back."""
    there = world.sandbox.world.commands[None]
    world.sandbox.world.switch_on_activities()
    (launch,) = [each for each in there if each["type"] == ENTRY_POINT]
    launch |= {"description": "", "name_localizations": {"pl": "Uruchom!", "de": "Los geht's"}}
    ours = [dict(each) for each in there if each is not launch]
    (old, lost), kept = ours[:2], ours[2:]
    there[:] = [launch, *kept, {**old, "id": "77", "name": "renamed"}]
    world.sandbox.fault("refusal", times=-1, method="PUT", path="/commands$")
    for _ in range(2):
        await world.tables.people.meta_set(publication.STORED, "an earlier version")
        await world.restart()
        assert not world.bot.publication.trouble
        published = world.sandbox.world.commands[None]
        assert launch in published
        assert {each["name"] for each in published} == {each["name"] for each in (launch, old, lost, *kept)}
    requests = len(world.sandbox.record)
    await world.restart()
    assert not [
        each for each in list(world.sandbox.record)[requests:] if each.method in {"PUT", "POST"} and "/commands" in each.path
    ]
    await world.started("Ada", "Borys")


@pytest.mark.long
@pytest.mark.parametrize("when", ["before the first start", pytest.param("between two starts", marks=LONG)])
async def test_with_activities_switched_on(world: World, when: str) -> None:
    """The command that Discord adds by itself is carried through the publication unchanged; nobody is offered it by us."""
    there = world.sandbox.world.commands[None]
    if when == "before the first start":
        there.clear()
    world.sandbox.world.switch_on_activities()
    (launch,) = [each for each in there if each["type"] == ENTRY_POINT]
    await world.tables.people.meta_set(publication.STORED, "an earlier version")
    await world.restart()
    assert not world.bot.publication.trouble
    published = world.sandbox.world.commands[None]
    assert [{**each, "version": ""} for each in published if each["type"] == ENTRY_POINT] == [{**launch, "version": ""}]
    assert len(published) > 1
    puts = [each for each in world.sandbox.record if each.method == "PUT"]
    await world.restart()
    assert [each for each in world.sandbox.record if each.method == "PUT"] == puts, "nothing has changed since"
    await world.started("Ada", "Borys")
