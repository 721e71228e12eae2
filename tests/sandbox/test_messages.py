"""Messages of the bot's own: files, edits, replies, nonces, threads, history."""

import io

import discord
import pytest
from discord import ui

from sandbox import MovableClock, Person, Sandbox
from sandbox.client import images, texts
from tests.support.probe_bot import Guest, picture, until


async def place(guest: Guest, ada: Person, name: str = "gry") -> discord.TextChannel:
    channel = guest.get_channel(int(await ada.channel(name)))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_an_edit_keeps_the_files_it_lists(guest: Guest, ada: Person) -> None:
    channel = await place(guest, ada)
    message = await channel.send("two", files=[picture("a b.png"), picture("c.png", None)])
    assert [each.filename for each in message.attachments] == ["a_b.png", "c.png"]
    assert [each.description for each in message.attachments] == ["A red board", None]
    assert (message.attachments[0].width, message.attachments[0].content_type) == (30, "image/png")
    first, second = message.attachments
    message = await message.edit(content="still two")
    assert len(message.attachments) == 2
    message = await message.edit(attachments=[second, picture("d.png", "New")])
    assert [each.id for each in message.attachments][:1] == [second.id]
    assert [each.filename for each in message.attachments] == ["c.png", "d.png"]
    seen = await ada.until(lambda each: [file["filename"] for file in each["attachments"]] == ["c.png", "d.png"])
    assert [each["description"] for each in images(seen)] == [None, "New"]
    assert await ada.fetch(second.url)
    with pytest.raises(Exception, match="404"):
        await ada.fetch(first.url)
    message = await message.edit(attachments=[])
    assert message.attachments == []
    assert message.edited_at is not None


async def test_a_message_turns_into_components_only_when_emptied(guest: Guest, ada: Person) -> None:
    channel = await place(guest, ada)
    message = await channel.send("old", embed=discord.Embed(title="t"))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay("new"))
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(view=layout)
    assert refused.value.code == 50035
    await message.edit(content=None, embeds=[], view=layout)
    changed = await ada.until(lambda each: texts(each) == ["new"])
    assert changed["flags"] & (1 << 15)
    with pytest.raises(discord.HTTPException):
        await message.edit(content="back again")


async def test_a_picture_in_an_embed_is_not_listed_again(guest: Guest, ada: Person) -> None:
    channel = await place(guest, ada)
    embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
    message = await channel.send(embed=embed, file=picture())
    assert message.attachments == []
    assert message.embeds[0].image.url is not None
    assert await ada.fetch(message.embeds[0].image.url)


async def test_a_nonce_makes_sending_safe_to_repeat(guest: Guest, ada: Person, clock: MovableClock) -> None:
    channel = await place(guest, ada)
    first = await guest.http.request(route(channel), json={"content": "once", "nonce": "n1", "enforce_nonce": True})
    again = await guest.http.request(route(channel), json={"content": "twice", "nonce": "n1", "enforce_nonce": True})
    assert (again["id"], again["content"]) == (first["id"], "once")
    clock.advance(600)
    later = await guest.http.request(route(channel), json={"content": "later", "nonce": "n1", "enforce_nonce": True})
    assert later["id"] != first["id"]
    assert [each["content"] for each in await ada.messages("gry")] == ["once", "later"]


def route(channel: discord.TextChannel) -> discord.http.Route:
    return discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)


async def test_replies_and_history(guest: Guest, ada: Person) -> None:
    channel = await place(guest, ada)
    said = await ada.say("gry", "who is on the move?")
    asked = await channel.fetch_message(int(said["id"]))
    answer = await asked.reply("you are")
    assert answer.reference is not None
    assert answer.reference.message_id == asked.id
    for number in range(5):
        await channel.send(f"{number}")
    assert [each.content async for each in channel.history(limit=3)] == ["4", "3", "2"]
    assert [each.content async for each in channel.history(limit=2, after=answer)] == ["0", "1"]
    assert [each.content async for each in channel.history(before=answer)] == ["who is on the move?"]
    with pytest.raises(discord.Forbidden) as refused:
        await asked.edit(content="words in a mouth")
    assert refused.value.code == 50005
    with pytest.raises(discord.Forbidden):
        await asked.delete()
    await answer.delete()
    with pytest.raises(discord.NotFound) as gone:
        await answer.edit(content="?")
    assert gone.value.code == 10008
    await ada.until(lambda each: each["content"] == "4")
    assert answer.id not in [int(mid) for mid in ada.known]


async def test_threads(sandbox: Sandbox, guest: Guest, ada: Person, borys: Person) -> None:
    channel = await place(guest, ada)
    message = await channel.send("A table")
    thread = await message.create_thread(name="Table 1")
    other = await channel.create_thread(name="Table 2", type=discord.ChannelType.public_thread)
    assert thread.id == message.id
    assert [each["name"] for each in await ada.channels()] == ["gry", "Table 1", "Table 2", "turniej", "games"]
    await thread.send("welcome")
    await borys.until(lambda each: each["content"] == "welcome")
    answer = await borys.command("Table 1", "castle secret")
    assert answer.status == "answered"
    assert isinstance(guest.seen[-1].channel, discord.Thread)
    sandbox.world.forbid(sandbox.world.channels[channel.id], "SEND_MESSAGES_IN_THREADS")
    with pytest.raises(discord.Forbidden):
        await thread.send("?")
    sandbox.world.allow(sandbox.world.channels[channel.id], "SEND_MESSAGES_IN_THREADS")
    await other.edit(archived=True, locked=True)
    with pytest.raises(discord.HTTPException) as refused:
        await other.send("too late")
    assert refused.value.code == 50083
    with pytest.raises(discord.HTTPException):
        await message.create_thread(name="Again")


async def test_unread_messages_are_counted(guest: Guest, ada: Person, borys: Person) -> None:
    await ada.say("gry", "one")
    await borys.until(lambda each: each["content"] == "one")
    await ada.command("gry", "castle secret")
    counts = {each["name"]: each["unread"] for each in await borys.channels()}
    assert counts == {"gry": 1, "turniej": 0, "games": 0}
    await borys.messages("gry")
    assert all(each["unread"] == 0 for each in await borys.channels())


async def test_permissions_count_by_channel(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    channel = await place(guest, ada)
    world = sandbox.world
    world.forbid(world.channels[channel.id], "ATTACH_FILES")
    await until(lambda: not channel.permissions_for(channel.guild.me).attach_files)
    await channel.send("words only")
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send(file=picture())
    assert refused.value.code == 50013
    await ada.command("gry", "castle secret")
    assert not guest.seen[-1].app_permissions.attach_files
    world.forbid(world.channels[channel.id], "VIEW_CHANNEL")
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("?")
    assert refused.value.code == 50001
    # An interaction may be answered where the bot may not speak.
    assert (await ada.command("gry", "castle secret")).status == "answered"
    await (await place(guest, ada, "turniej")).send("here I may")
    world.allow(world.channels[channel.id], "VIEW_CHANNEL", "ATTACH_FILES")
    await channel.send(file=picture())


async def test_a_deleted_channel_is_gone(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    channel = await place(guest, ada)
    await channel.send("last words")
    sandbox.world.delete_channel(sandbox.world.channels[channel.id])
    await until(lambda: guest.get_channel(channel.id) is None)
    with pytest.raises(discord.NotFound) as refused:
        await channel.send("?")
    assert refused.value.code == 10003


async def test_a_file_that_is_no_picture(guest: Guest, ada: Person) -> None:
    channel = await place(guest, ada)
    message = await channel.send(file=discord.File(io.BytesIO(b"moves"), "log.txt"))
    assert message.attachments[0].width is None
    assert await ada.fetch(message.attachments[0].url) == b"moves"
