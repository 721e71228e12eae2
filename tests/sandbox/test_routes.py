"""The other routes a library may use: guilds, members, channels, typing, commands of one guild."""

from typing import Any

import discord
import pytest
from discord import ui

from sandbox import Person, Sandbox
from sandbox.client import PATIENCE_SECONDS
from tests.support.probe_bot import Guest, visiting


async def test_guilds_channels_and_members_can_be_fetched(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    guild = guest.guilds[0]
    assert (await guest.fetch_guild(guild.id)).name == guild.name
    assert {each.name for each in await guild.fetch_channels()} == {each.name for each in guild.text_channels}
    assert (await guild.fetch_member(int(ada.id))).display_name == "Ada"
    with pytest.raises(discord.NotFound) as refused:
        await guild.fetch_member(12)
    assert refused.value.code == 10007
    with pytest.raises(discord.NotFound) as refused:
        await guest.fetch_guild(12)
    assert refused.value.code == 10004
    with pytest.raises(discord.NotFound) as refused:
        await guest.fetch_user(12)
    assert refused.value.code == 10013
    assert (await guest.application_info()).name == "Zamki"
    sandbox.world.kick(sandbox.world.guilds[guild.id])
    with pytest.raises(discord.Forbidden) as barred:
        await guest.fetch_guild(guild.id)
    assert barred.value.code == 50001


async def test_threads_are_joined_listed_and_renamed(guest: Guest, ada: Person) -> None:
    channel = guest.get_channel(int(await ada.channel("gry")))
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="Table", type=discord.ChannelType.public_thread)
    await thread.join()
    await thread.add_user(discord.Object(int(ada.id)))
    assert (await thread.edit(name="Table of Ada")).name == "Table of Ada"
    assert [each.name for each in await channel.guild.active_threads()] == ["Table of Ada"]
    assert [each["name"] for each in await ada.channels()][:2] == ["gry", "Table of Ada"]
    fetched = await guest.fetch_channel(thread.id)
    assert isinstance(fetched, discord.Thread)
    with pytest.raises(discord.Forbidden):
        await channel.edit(name="mine now")
    with pytest.raises(discord.Forbidden):
        await channel.delete()
    async with channel.typing():
        pass


async def test_private_channels_can_be_fetched_and_read(guest: Guest, ada: Person) -> None:
    user = await guest.fetch_user(int(ada.id))
    private = await user.create_dm()
    assert (await user.create_dm()).id == private.id
    message = await private.send("hand")
    assert (await private.fetch_message(message.id)).content == "hand"
    fetched = await guest.fetch_channel(private.id)
    assert isinstance(fetched, discord.DMChannel)
    assert fetched.recipient is not None
    await message.delete()
    assert [each async for each in private.history()] == []


async def test_one_guild_has_commands_of_its_own(guest: Guest, ada: Person) -> None:
    guild = guest.guilds[0]
    await guest.http.bulk_upsert_guild_commands(
        guest.application_id or 0, guild.id, [{"type": 1, "name": "local", "description": "Here only"}]
    )
    assert [each.name for each in await guest.tree.fetch_commands(guild=guild)] == ["local"]
    assert [each.name for each in await guest.tree.fetch_commands()] == ["castle"]
    offered = {each["path"][0] for each in await ada.commands(str(guild.text_channels[0].id))}
    assert offered == {"local", "castle"}


async def test_old_forms_and_groups_of_choices(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    answered: list[Any] = []

    class Old(ui.Modal, title="Old"):
        words: Any = ui.TextInput(label="Words", custom_id="words", required=False)

        async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
            answered.append(self.words.value)

    class Groups(ui.Modal, title="Groups"):
        async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
            data: Any = interaction.data
            answered.append([each["component"].get("value", each["component"].get("values")) for each in data["components"]])

    groups = Groups()
    radio: ui.RadioGroup[Any] = ui.RadioGroup(
        custom_id="colour", options=[discord.RadioGroupOption(label=word, value=word) for word in "ab"]
    )
    checks: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id="parts", options=[discord.CheckboxGroupOption(label=word, value=word) for word in "xyz"]
    )
    groups.add_item(ui.Label(text="Colour", component=radio))
    groups.add_item(ui.Label(text="Parts", component=checks))
    guest.forms = {"old": Old(), "groups": groups}
    board = await ada.settled(await ada.command("gry", "castle board"))
    await ada.submit(await ada.press(board, "old", forge=True), {"words": "hello"})
    await ada.submit(await ada.press(board, "groups", forge=True), {"colour": "b", "parts": ["x", "z"]})
    assert answered == ["hello", ["b", ["x", "z"]]]


async def test_privileged_intents_when_granted() -> None:
    intents = discord.Intents(guilds=True, members=True, guild_messages=True, message_content=True)
    async with Sandbox(privileged=True) as sandbox, visiting(sandbox, intents=intents) as guest:
        assert {member.name for member in guest.guilds[0].members} == {"Zamki", "ada", "borys", "chloe", "dmitri"}
        assert len(await guest.guilds[0].chunk()) == 5
        async with Person(sandbox.url, "Ada") as ada:
            await ada.say("gry", "read me")
            message = await guest.wait_for("message", timeout=PATIENCE_SECONDS) if not guest.heard else guest.heard[0]
            assert message.content == "read me"
            assert isinstance(message.author, discord.Member)
