"""What the bot keeps of the servers it is in: their names, however much is in them and happens there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import discord
import pytest

from tests.support.world import World, eventually


@pytest.mark.long
async def test_nothing_of_what_is_in_a_server_is_kept(world: World) -> None:
    places = world.sandbox.world
    heard: list[int] = []

    async def hear(event: discord.RawThreadUpdateEvent) -> None:
        heard.append(event.thread_id)

    world.bot.add_listener(hear, "on_raw_thread_update")
    channel = next(each for each in places.channels.values() if each.name == "gry")
    thread = places.add_thread(places.add_channel(channel.guild_id or 0, "nowy"), "wątek", places.bot.id)
    places.archive(thread)
    await eventually(lambda: heard == [thread.id, thread.id])  # opened and archived
    assert {guild.name for guild in world.bot.guilds} == {guild.name for guild in places.guilds.values()}
    for guild in world.bot.guilds:
        assert not [*guild.channels, *guild.threads, *guild.roles, *guild.emojis]


async def test_a_server_that_is_left_is_forgotten(world: World) -> None:
    places = world.sandbox.world
    guild = next(iter(places.guilds.values()))
    places.kick(guild)
    await eventually(lambda: guild.id not in {each.id for each in world.bot.guilds})
    places.invite(guild)
    await eventually(lambda: guild.name in {each.name for each in world.bot.guilds})


@pytest.mark.long
async def test_servers_left_or_entered_meanwhile_are_noticed(world: World) -> None:
    table, _ = await world.started("Ada", "Borys")
    await world.quiet()
    places = world.sandbox.world
    guild = next(iter(places.guilds.values()))

    async def left() -> bool:
        stop = (await world.view(table)).info.timing.pause
        return bool(await world.ask("SELECT 1 FROM departures WHERE guild = ?", guild.id)) and stop is not None

    await world.close()
    places.kick(guild)
    await world.open()
    await eventually(left)
    await world.close()
    places.invite(guild)
    await world.open()
    await eventually(lambda: _not(left))
    # An outage is no goodbye, nor does another process's shard say anything of this server.
    world.sandbox.gateway_server.dispatch("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild.id)
    await eventually(lambda: any(each.unavailable for each in world.bot.guilds))
    await world.bot.on_ready_servers(1 - (guild.id >> 22) % 2, 2, frozenset())
    assert not await left()


async def test_another_application_by_mistake_leaves_no_server(world: World) -> None:
    await world.started("Ada", "Borys")
    guild = next(iter(world.sandbox.world.guilds.values())).id

    async def present(guilds: set[int], application: int) -> bool:
        await world.tables.personal.present(guilds, lambda _: True, application)
        return bool(await world.ask("SELECT 1 FROM departures WHERE guild = ?", guild))

    ours = world.bot.application_id or 0
    assert not await present({1}, ours + 1), "it knows none of them"
    assert await present({1}, ours), "ours was thrown out of all"
    assert not await present({guild}, ours + 1), "it has taken over"
    assert await present({1}, ours + 1)


async def _not(said: Callable[[], Awaitable[bool]]) -> bool:
    return not await said()


@pytest.mark.long
async def test_a_channel_that_may_have_become_reachable_is_heard_of(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []

    async def reachable_on(guilds: Iterable[int]) -> None:
        heard.extend(guilds)

    monkeypatch.setattr(world.tables.outbox, "reachable_on", reachable_on)
    places = world.sandbox.world
    channel = next(each for each in places.channels.values() if each.name == "gry")
    places.forbid(channel, "SEND_MESSAGES")
    places.allow(channel, "SEND_MESSAGES")
    await eventually(lambda: heard == [channel.guild_id, channel.guild_id])
