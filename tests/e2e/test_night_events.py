"""Game nights in Discord's calendar: an event where the bot may enter one, and what is said where it may not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from sandbox import permissions
from sandbox.world import ScheduledEvent
from tables.nights.night import Night
from tables.time.timing import HOUR, MINUTE
from tests.support.manual_clock import ManualClock
from tests.support.nights import at_time, card_of
from tests.support.world import World, mentions, says, text_of

START = datetime(2026, 11, 27, 12, tzinfo=UTC).timestamp()


@pytest.fixture
async def time(world: World) -> ManualClock:
    return await world.at_time(START)


def allow(world: World) -> None:
    """Let the bot enter events."""
    here = world.sandbox.world
    for guild in here.guilds.values():
        here.add_role(guild, "Events", here.bot, grants=permissions.bits("CREATE_EVENTS"))


async def announce(world: World) -> Night:
    ada = await world.person("Ada")
    await ada.settled(await ada.command("gry", "tournament night", when="2027-01-09 20:00", every="week"))
    await world.quiet()
    return await world.tables.nights.night(1)


async def said(world: World) -> str:
    return text_of(await card_of(world, await world.person("Ada")))


def event(world: World) -> ScheduledEvent:
    (found,) = world.sandbox.world.events.values()
    return found


async def test_who_marks_the_event_is_called_as_well(world: World, time: ManualClock) -> None:
    allow(world)
    night = await announce(world)
    there = event(world)
    assert there.starts == night.starts
    assert "🌙" in there.name
    borys = await world.person("Borys")
    there.interested |= {int(borys.id), world.sandbox.world.bot.id}
    await at_time(world, time, night.starts - 2 * HOUR)
    await at_time(world, time, night.starts - HOUR)
    called = await said(world)
    assert "Borys" in called
    assert borys.id in mentions(called)
    night = await world.tables.nights.night(1)
    assert len(night.people) == 2
    await world.tables.nights.call_off(1, night.host, whole=False)
    await world.quiet()
    assert event(world).starts > night.starts, "only that of the next date is there"
    ada = await world.person("Ada")
    await ada.settled(await ada.command("turniej", "zamki repair", table="1"))
    await world.quiet()
    assert event(world).location.endswith(f"/{(await world.tables.nights.night(1)).place.channel}")
    assert (await world.tables.nights.night(1)).place.channel != night.place.channel


@pytest.mark.long
async def test_what_discord_refuses_leaves_the_night(world: World, time: ManualClock) -> None:
    here = world.sandbox.world
    night = await announce(world)
    assert here.events == {}
    assert says("cogs.nights.event.right") in await said(world)
    allow(world)
    for number in range(100):
        here.events[number] = ScheduledEvent(number, night.place.guild, "E", "", 4e9, 5e9, "here")
    await at_time(world, time, night.starts - 2 * HOUR - 9 * MINUTE)
    assert says("cogs.nights.event.full") in await said(world)
    here.events.clear()
    await at_time(world, time, night.starts - 2 * HOUR)
    assert "📅" not in await said(world)
    event(world).starts += HOUR
    await at_time(world, time, night.starts - HOUR)
    assert says("cogs.nights.event.moved") in await said(world)
    await at_time(world, time, night.starts)
    assert (await world.tables.nights.night(1)).step == "begun"


@pytest.mark.long
async def test_a_deleted_event_is_not_entered_again(world: World, time: ManualClock) -> None:
    allow(world)
    night = await announce(world)
    world.sandbox.world.events.clear()
    for before in (2 * HOUR + 9 * MINUTE, 2 * HOUR):
        await at_time(world, time, night.starts - before)
        assert says("cogs.nights.event.gone") in await said(world)
    assert world.sandbox.world.events == {}
