"""What the bot keeps of the servers it is in: their names, however much is in them and happens there."""

from __future__ import annotations

import discord
import pytest

from tests.support.world import World, eventually


async def test_nothing_of_what_is_in_a_server_is_kept(world: World) -> None:
    places = world.sandbox.world
    heard: list[int] = []

    async def hear(event: discord.RawThreadUpdateEvent) -> None:
        heard.append(event.thread_id)

    world.bot.add_listener(hear, "on_raw_thread_update")
    channel = next(each for each in places.channels.values() if each.name == "gry")
    thread = places.add_thread(places.add_channel(channel.guild_id or 0, "nowy"), "wątek", places.bot.id)
    places.archive(thread)
    await eventually(lambda: heard == [thread.id])
    assert {guild.name for guild in world.bot.guilds} == {guild.name for guild in places.guilds.values()}
    for guild in world.bot.guilds:
        assert not [*guild.channels, *guild.threads, *guild.roles, *guild.emojis]


async def test_a_server_that_is_left_is_forgotten_and_known_again_when_it_is_entered(world: World) -> None:
    places = world.sandbox.world
    guild = next(iter(places.guilds.values()))
    places.kick(guild)
    await eventually(lambda: guild.id not in {each.id for each in world.bot.guilds})
    places.invite(guild)
    await eventually(lambda: guild.name in {each.name for each in world.bot.guilds})


async def test_a_channel_that_may_have_become_reachable_is_heard_of(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []

    async def reachable(channel: int) -> None:
        heard.append(channel)

    monkeypatch.setattr(world.tables.outbox, "reachable", reachable)
    places = world.sandbox.world
    channel = next(each for each in places.channels.values() if each.name == "gry")
    places.forbid(channel, "SEND_MESSAGES")
    places.allow(channel, "SEND_MESSAGES")
    await eventually(lambda: heard == [channel.id, channel.id])
