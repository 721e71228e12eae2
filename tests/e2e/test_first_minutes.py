"""What the bot says by itself in a server that has just invited it."""

from __future__ import annotations

import functools

import pytest

from cogs.help import welcome
from data.words import words
from sandbox.client import buttons
from sandbox.world import Channel, Guild, Message
from tests.support.cases import cases
from tests.support.raw_sql import meddle
from tests.support.world import World, eventually


def invited(world: World) -> tuple[Guild, list[Channel]]:
    """The server of Ada, which has invited the bot again, and its channels."""
    here = world.sandbox.world
    guild = next(iter(here.guilds.values()))
    here.kick(guild)
    here.invite(guild)
    return guild, [channel for channel in here.channels.values() if channel.guild_id == guild.id]


def welcomes(world: World) -> list[Message]:
    """The messages that introduce the bot."""
    said = [words(language)("cogs.help.welcome")[:40] for language in ("en", "pl")]
    mine = (each for each in world.sandbox.world.messages.values() if each.author_id == world.sandbox.world.bot.id)
    return [each for each in mine if any(text in str(each.components) for text in said)]


async def welcomed(world: World, guild: Guild) -> bool:
    return (await world.tables.servers.server_settings(guild.id)).welcomed


@pytest.mark.parametrize("language", cases(["en", "pl"], ["en"]))
async def test_it_introduces_itself_once_where_it_may_write(world: World, language: str) -> None:
    here = world.sandbox.world
    guild = next(iter(here.guilds.values()))
    guild.locale = "en-GB" if language == "en" else "pl"
    channels = [channel for channel in here.channels.values() if channel.guild_id == guild.id]
    here.forbid(channels[0], "SEND_MESSAGES")
    here.forbid(channels[1], "ATTACH_FILES")
    invited(world)
    await eventually(functools.partial(welcomed, world, guild))
    (message,) = welcomes(world)
    assert message.channel_id == channels[1].id
    speak = words(language)
    text = str(message.components)
    assert speak("cogs.help.welcome") in text
    assert speak("cogs.permission.attach_files") in text
    ada = await world.person("Ada")
    shown = await ada.until(lambda each: each["id"] == str(message.id))
    assert [each["custom_id"].partition(":")[0] for each in buttons(shown)] == [
        "start.alone",
        "learn.open",
        "rules.games",
        "find.open",
    ]
    answered = await ada.press(shown, speak("cogs.lesson.button"))
    assert await ada.settled(answered)
    await world.tables.servers.set_server(guild.id, int(ada.id), silent=False)
    await world.close()
    await world.open()
    await welcome(world.bot.app, guild.id)
    assert len(welcomes(world)) == 1


@pytest.mark.long
async def test_where_it_may_write_nowhere_the_owner_is_written_to(world: World) -> None:
    here = world.sandbox.world
    for channel in here.channels.values():
        if channel.guild_id is not None:
            here.forbid(channel, "SEND_MESSAGES")
    guild, _ = invited(world)
    await eventually(functools.partial(welcomed, world, guild))
    (message,) = welcomes(world)
    channel = here.channels[message.channel_id]
    assert channel.guild_id is None
    owner = here.users[guild.owner_id]
    assert channel.id == here.dm(owner).id
    assert words(owner.locale)("cogs.permission.send_messages") in str(message.components)


@pytest.mark.long
async def test_an_owner_who_wants_no_direct_messages_gets_none(world: World) -> None:
    here = world.sandbox.world
    guild = next(iter(here.guilds.values()))
    for channel in here.channels.values():
        if channel.guild_id is not None:
            here.forbid(channel, "SEND_MESSAGES")
    await world.tables.people.set_preferences(guild.owner_id, dm=False)
    await welcome(world.bot.app, guild.id)
    assert not welcomes(world)
    assert not await welcomed(world, guild)


async def test_who_cannot_be_told_is_told_another_time(world: World) -> None:
    here = world.sandbox.world
    guild = next(iter(here.guilds.values()))
    for channel in here.channels.values():
        if channel.guild_id is not None:
            here.forbid(channel, "SEND_MESSAGES")
    here.users[guild.owner_id].dms_open = False
    await welcome(world.bot.app, guild.id)
    assert not await welcomed(world, guild)
    here.users[guild.owner_id].dms_open = True
    await world.tables.people.note_direct(guild.owner_id, refused=False)
    await welcome(world.bot.app, guild.id)
    assert len(welcomes(world)) == 1


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "pl"])
async def test_an_invitation_while_offline_is_answered_at_the_start(world: World, language: str) -> None:
    here = world.sandbox.world
    known, new = list(here.guilds.values())[:2]
    new.locale = "en-GB" if language == "en" else "pl"
    await world.close()
    here.kick(new)
    await world.open()
    assert not welcomes(world), "it has been in the others before"
    await world.close()
    here.invite(new)
    await world.open()
    await eventually(functools.partial(welcomed, world, new))
    (message,) = welcomes(world)
    assert here.channels[message.channel_id].guild_id == new.id
    assert words(language)("cogs.help.welcome") in str(message.components)
    await world.restart()
    await world.quiet()
    assert len(welcomes(world)) == 1
    assert not await welcomed(world, known)


@pytest.mark.long
async def test_servers_of_before_the_update_are_not_greeted(world: World) -> None:
    await world.close()
    await meddle(world.where, "DELETE FROM meta WHERE key LIKE 'servers %'")
    await world.open()
    await world.quiet()
    assert not welcomes(world)
    assert await world.ask("SELECT 1 FROM meta WHERE key LIKE 'servers %'")
