"""The week of a server as people see it: one post without a mention, in which nobody can advertise anything."""

from __future__ import annotations

import random
from typing import Any

import pytest

from data.words import words
from sandbox.client import JSON, images
from sandbox.permissions import bits
from tables.matchmaking.wishes import Wish
from tables.model.outbox_rows import WeekRow
from tables.model.people import Person
from tables.model.table_info import Place
from tables.nights.night import Night
from tables.store.outbox import outbox_record
from tables.time.timing import DAY, HOUR
from tables.tournaments.tournament import Rules
from tests.support.play_to_end import play_to_the_end
from tests.support.rated_games import simulated
from tests.support.world import World, mentions, text_of

HOSTILE = (
    "discord.gg/castles",
    "[free](https://evil.example) @everyone",
    "\u202eevil \u202e <@&1>",
    "<#1> **win** now",
    "||x|| a.example",
)
"""Names that would link, mention, format or turn a line round."""


async def told(world: World, channel: int, language: str, since: float) -> JSON:
    """Post the week that ends now in this channel."""
    now = world.tables.clock.now()
    guild = world.sandbox.world.channels[channel].guild_id or 0
    await world.tables.servers.set_server(guild, 1, weekly=channel, language=language)
    async with world.store.transaction() as tx:
        await tx.end_week(guild, now - 7 * DAY, channel, apart=DAY)
        number = await tx.end_week(guild, now, channel, apart=DAY)
        assert number is not None
        await tx.put_outbox(number, [outbox_record(WeekRow(since=since, until=now), now)])
    world.tables.outbox.wake()
    await world.quiet()
    return await world.message(await world.person("Ada"), number, "week")


async def lively(world: World, names: tuple[str, ...]) -> Place:
    """A server with everything that a week can say, and the place where it is. These people have played there."""
    number, (ada, _) = await world.started("Ada", "Borys")
    await play_to_the_end(world, number, random.Random(1))
    await world.quiet()
    tables, now = world.tables, world.tables.clock.now()
    info = (await world.view(number)).info
    place = Place(info.place.guild, info.home or info.place.channel)
    people = [Person(900 + at, name) for at, name in enumerate(names)]
    await simulated(world.store, 30, 3, [(each.user, each.name) for each in people], place.guild, now - 40 * HOUR, HOUR)
    asked: dict[str, Any] = {"language": "pl", "games": ("torres",), "speeds": ("days",), "since": now, "until": now + DAY}
    for at, each in enumerate(people):
        wish = Wish(user=each.user, name=each.name, live_until=now, named=at > 0, **asked)
        await tables.matchmaking.look_for_game(each, place, wish, language="pl")
    tournament = await tables.tournaments.open_tournament(people[0], place, "rycerze", Rules(), language="pl")
    for each in people[1:]:
        await tables.tournaments.join_tournament(tournament.id, each)
    await tables.rounds.begin_tournament(tournament.id, people[0].user)
    night = Night(place=place, language="pl", host=people[0].user, game="torres", starts=now + 2 * DAY)
    await tables.nights.open_night(people[0], night)
    await world.quiet()
    assert ada.id
    return place


@pytest.mark.usefixtures("told_at_once")
@pytest.mark.parametrize(
    "language", ["pl", pytest.param("en", marks=pytest.mark.long), pytest.param("de", marks=pytest.mark.long)]
)
async def test_a_week_in_one_post_without_an_advertisement(world: World, language: str) -> None:
    place, before = await lively(world, HOSTILE), len(world.sandbox.world.pings)
    post = await told(world, place.channel, language, world.tables.clock.now() - 7 * DAY)
    text, spoken = text_of(post), words(language)
    lines = text.splitlines()
    assert len(lines) == 8, "all that there is to tell"
    assert len(images(post)) == 1
    assert lines[0] == spoken("cogs.week.title")
    assert spoken("rycerze.short") in lines[2], "the closest game"
    assert mentions(text) == []
    assert len(world.sandbox.world.pings) == before
    addresses = [each.split(")")[0] for each in text.split("](")[1:]]
    assert addresses
    assert all(each.startswith(f"https://discord.com/channels/{place.guild}/") for each in addresses), "no link of theirs"
    bare = text.replace("\\", "")
    for each in ("@everyone", "<@&", "<#1>", "\u202e"):
        assert each not in text
    assert "discord.gg/" not in text
    assert "discord.gg/cas" in bare, "escaped, it is a name as any other"
    waiting = next(line for line in lines if line.startswith("🔎"))
    assert "castles" not in waiting, "the first has not chosen to be named"


@pytest.mark.long
async def test_what_not_everybody_sees_is_left_out(world: World) -> None:
    place = await lively(world, ("Celina", "Dawid", "Ewa"))
    places = world.sandbox.world
    other = places.add_channel(place.guild, "dla-wszystkich")
    places.overwrite(places.channels[place.channel], place.guild, deny=bits("VIEW_CHANNEL"))
    text = text_of(await told(world, other.id, "pl", world.tables.clock.now() - 7 * DAY))
    assert "](" not in text, "no link to a channel that is hidden"
    assert len(text.splitlines()) == 4, "the title, the games, a record, and the season"
