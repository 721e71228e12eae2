"""What a server's roles allow, and what one channel allows: power over one channel is none over the server."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandbox.client import JSON, Person
from tests.support.doors import HIDDEN
from tests.support.permissions import hide, may, may_in, may_no_more
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, eventually, piece, pieces, says, text_of


async def over(world: World, channel: str) -> int:
    table, _ = await world.started("Ada", "Borys", channel=channel)
    await play_to_the_end(world, table, random.Random(3))
    await world.quiet()
    return table


async def opened(person: Person, channel: str, path: str, **options: Any) -> JSON:
    return await person.settled(await person.command(channel, path, **options))


@pytest.mark.parametrize("language", ["en-US", pytest.param("pl", marks=pytest.mark.long)])
async def test_manage_messages_of_a_channel_is_no_power_over_a_server(world: World, language: str) -> None:
    chloe = await world.person("Chloe")
    world.sandbox.world.users[int(chloe.id)].locale = language
    await may_in(world, chloe, HIDDEN, "MANAGE_MESSAGES", "MANAGE_GUILD")
    table = await over(world, "gry")
    running, _ = await world.started("Ada", "Borys", channel="gry")
    for path in ("zamki-server settings", "zamki-moderation people", "zamki-moderation check"):
        assert not pieces(await opened(chloe, HIDDEN, path))
    for number in (table, running):
        for channel in (HIDDEN, "gry"):
            assert not pieces(await opened(chloe, channel, "zamki cancel", table=str(number)))
    ada = await world.person("Ada")
    await opened(ada, HIDDEN, "tournament start", game="rycerze")
    await opened(chloe, HIDDEN, "tournament close")
    assert await world.ask("SELECT state FROM tournaments") == [("lobby",)]
    assert await world.ask("SELECT count(*) FROM ratings") == [(4,)]
    assert await world.ask("SELECT count(*) FROM exclusions") == [(0,)]


@pytest.mark.long
async def test_a_former_moderators_message_opens_nothing(world: World) -> None:
    chloe = await world.person("Chloe")
    may(world, chloe, "MANAGE_MESSAGES")
    table, _ = await world.started("Ada", "Borys")
    page = await opened(chloe, "gry", "zamki-moderation people")
    may_no_more(world, chloe)
    await may_in(world, chloe, HIDDEN, "MANAGE_MESSAGES")
    for each in ("server.page:0:0:log", piece(page, "server.person"), piece(page, "server.table")):
        before = str(page["components"])
        values = [str(table)] if each.startswith("server.table") else [chloe.id] if "user" in each else None
        await chloe.press(page, each, values, forge=True)
        await world.done()
        assert str(chloe.known[page["id"]]["components"]) == before


@pytest.mark.long
async def test_a_channels_moderator_can_act_from_anywhere(world: World) -> None:
    chloe = await world.person("Chloe")
    await may_in(world, chloe, HIDDEN, "MANAGE_MESSAGES")
    table, (ada, _) = await world.started("Ada", "Borys", channel=HIDDEN)
    question = await opened(chloe, "gry", "zamki cancel", table=str(table))
    form = await chloe.press(question, piece(question, "ending.why"))
    assert form.modal is not None
    await chloe.submit(form.modal, {"reason": "The event is over"})
    await eventually(lambda: world.has_state(table, "cancelled"))
    assert "The event is over" in text_of(await world.message(ada, table, "final"))


@pytest.mark.long
async def test_moderators_learn_nothing_of_channels_they_do_not_see(world: World) -> None:
    chloe, ada = await world.person("Chloe"), await world.person("Ada")
    world.sandbox.world.users[int(chloe.id)].locale = "en-US"
    may(world, chloe, "MANAGE_GUILD")
    ended = await over(world, HIDDEN)
    running, _ = await world.started("Ada", "Borys", channel=HIDDEN)
    lobby, _ = await world.lobby("Borys", "Ada", channel=HIDDEN)
    shown, _ = await world.started("Ada", "Borys")
    await world.tables.endings.cancel(lobby, int(ada.id), moderator=True, reason="secret reason")
    page = await opened(chloe, "gry", "zamki-server settings")
    assert f"{running} ·" in str((await people(chloe, page, world))["components"])
    await hide(world, HIDDEN, chloe)
    people_page = str((await people(chloe, page, world))["components"])
    assert f"{shown} ·" in people_page
    for number in (ended, running):
        assert f"{number} ·" not in people_page
    await chloe.press(page, "server.page:0:0:log")
    await world.done()
    log = text_of(chloe.known[page["id"]])
    assert "secret reason" not in log
    assert says("cogs.server.log.hidden", "en") in log


async def people(chloe: Person, page: JSON, world: World) -> JSON:
    """The page of people, opened again."""
    await chloe.press(chloe.known.get(page["id"], page), "server.page:0:0:log")
    await world.done()
    await chloe.press(chloe.known[page["id"]], "server.page:0:0:people")
    await world.done()
    return chloe.known[page["id"]]


@pytest.mark.long
async def test_a_moderator_voids_and_ends_no_game_that_they_have_left(world: World) -> None:
    chloe = await world.person("Chloe")
    world.sandbox.world.users[int(chloe.id)].locale = "en-US"
    may(world, chloe, "MANAGE_MESSAGES")
    table, (_, _, third) = await world.started("Ada", "Borys", "Chloe")
    await world.tables.endings.resign(table, int(third.id))
    question = await opened(chloe, "gry", "zamki cancel", table=str(table))
    assert not pieces(question)
    assert says("tables.refusal.own-game", "en") in text_of(question)
    assert (await world.view(table)).info.state == "playing"
