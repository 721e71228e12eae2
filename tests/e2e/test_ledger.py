"""The bot is nobody's megaphone: what one person presses reaches others now and then, and only where that person may write."""

from __future__ import annotations

import random

import pytest

from asking.budget import RateLimiter
from sandbox import Person, permissions
from sandbox.client import JSON
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, piece, pieces, says, text_of


async def pressed(world: World, person: Person, message: JSON, verb: str) -> None:
    await person.press(message, piece(message, verb))
    await world.done()
    await world.quiet()


async def offered(world: World, person: Person, to: Person) -> None:
    question = await person.settled(await person.command("gry", "zamki replace", person=to.id))
    await pressed(world, person, question, "replacing.offer")


@pytest.mark.long
async def test_a_seat_offered_again_and_again_mentions_once(world: World) -> None:
    """Ada offers her seat to Chloe again and again, to Dmitri in between."""
    table, (ada, _) = await world.started("Ada", "Borys")
    chloe, dmitri = await world.person("Chloe"), await world.person("Dmitri")
    before = len(world.sandbox.world.pings)
    for turn in range(20):
        await offered(world, ada, dmitri if turn == 10 else chloe)
    called = [user for user, _ in world.sandbox.world.pings[before:]]
    assert (called.count(int(chloe.id)), called.count(int(dmitri.id))) == (1, 1)
    offers = [each for each in await chloe.messages("gry") if says("cogs.offer.to-one") in text_of(each)]
    assert len(offers) == 1, "older offers are edited"
    assert any(says("cogs.offer.withdrawn") in text_of(each) for each in await dmitri.messages("gry"))
    offer = await world.message(chloe, table, "offer", chloe)
    await chloe.settled(await chloe.press(offer, piece(offer, "replacing.sit")))
    assert (await world.view(table)).info.seats[0].user == int(chloe.id), "the message that stands has the newest offer"


async def shared(world: World, person: Person, table: int) -> str:
    """What the person is told who shows the replay to everybody; "" where it stands."""
    message = await person.settled(await person.command("gry", "zamki game replay", table=str(table)))
    await person.press(message, next(each for each in pieces(message) if each.endswith("._more")))
    await world.done()
    message = person.known[message["id"]]
    shows = next(each for each in pieces(message) if each.endswith("._all"))
    before = {each["id"] for each in await person.messages("gry")}
    await person.press(message, shows)
    await world.done()
    new = [each for each in await person.messages("gry") if each["id"] not in before]
    return "".join(text_of(each) for each in new if each["sandbox"]["ephemeral"])


async def silenced(world: World, person: Person, channel: str, *, now: bool = True) -> None:
    """Whether somebody may not write in a channel."""
    silent = permissions.bits("SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS")
    here = world.sandbox.world
    here.overwrite(here.channels[int(await person.channel(channel))], int(person.id), deny=silent if now else 0)


@pytest.mark.long
async def test_showing_to_all_needs_the_right_to_write(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    await play_to_the_end(world, table, random.Random(3))
    guild = (await world.view(table)).info.place.guild

    await silenced(world, borys, "gry")
    assert says("cogs.refusal.may-not-write") in await shared(world, borys, table)
    await silenced(world, borys, "gry", now=False)
    await world.tables.servers.set_server(guild, int(ada.id), channels=(1,))
    assert "<#1>" in await shared(world, borys, table), "not where the server wants no tables"
    await world.tables.servers.set_server(guild, int(ada.id), channels=())
    assert await shared(world, borys, table) == ""
    assert "<t:" in await shared(world, borys, table), "told when it works again"
    assert await shared(world, ada, table) == "", "nobody waits for another"


async def test_who_plays_is_not_called_silent(world: World) -> None:
    table, (ada, borys, chloe) = await world.started("Ada", "Borys", "Chloe")
    seats = {seat.user: at + 1 for at, seat in enumerate((await world.view(table)).info.seats)}
    refused = await ada.settled(await ada.command("gry", "zamki replace", player=f"{table}.{seats[int(borys.id)]}"))
    assert says("tables.refusal.not-replaceable") in text_of(refused)
    assert not pieces(refused)
    await world.tables.endings.resign(table, int(chloe.id))
    asked = await ada.settled(await ada.command("gry", "zamki replace", player="chloe"))
    assert says("cogs.replace.left") in text_of(asked)
    assert [each.partition(":")[0] for each in pieces(asked)] == ["replacing.offer"]


async def test_who_types_without_end_is_suggested_nothing(world: World) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    await world.close()
    await world.open(typing_limiter=RateLimiter(burst=3, a_second=0.001))
    offered = [await ada.autocomplete("gry", "zamki start", "game", game="ryc") for _ in range(5)]
    assert [bool(each) for each in offered] == [True, True, True, False, False]
    assert await borys.autocomplete("gry", "zamki start", "game", game="ryc")


async def test_a_table_is_posted_again_once_a_minute(world: World) -> None:
    table, (ada, borys) = await world.started("Ada", "Borys")
    place = (await world.view(table)).info.place

    async def repaired(channel: str) -> str:
        return text_of(await borys.settled(await borys.command(channel, "zamki repair", table=str(table))))

    await world.tables.servers.set_server(place.guild, int(ada.id), channels=(place.channel,))
    other = next(each for each in await borys.channels() if each["name"] != "gry" and each.get("guild_id") == str(place.guild))
    assert f"<#{place.channel}>" in await repaired(other["name"])
    await silenced(world, borys, "gry")
    assert says("cogs.refusal.may-not-write") in await repaired("gry")
    await silenced(world, borys, "gry", now=False)
    assert says("tables.refusal.soon-repair") not in await repaired("gry")
    assert says("tables.refusal.soon-repair") in await repaired("gry")
