"""Threads in the archive and under lock: who wakes them, and what is refused."""

import asyncio

import discord
import pytest

from sandbox import Person, Sandbox
from sandbox.client import NotPossible
from sandbox.world import Channel
from tests.support.probe_bot import Guest, code_of, until


class Thread:
    """A thread with a board of the bot in it, seen from the bot (`of_bot`) and from the world (`channel`)."""

    def __init__(self, of_bot: discord.Thread, board: discord.Message, channel: Channel) -> None:
        self.of_bot = of_bot
        self.board = board
        self.channel = channel


@pytest.fixture
async def thread(sandbox: Sandbox, guest: Guest, ada: Person) -> Thread:
    place = guest.get_channel(int(await ada.channel("gry")))
    assert isinstance(place, discord.TextChannel)
    of_bot = await (await place.send("A table")).create_thread(name="Table 1")
    board = await of_bot.send("board")
    return Thread(of_bot, board, sandbox.world.channels[of_bot.id])


async def test_an_archived_thread_is_frozen_until_something_is_posted(sandbox: Sandbox, guest: Guest, thread: Thread) -> None:
    sandbox.world.archive(thread.channel)
    await until(lambda: thread.of_bot.guild.get_thread(thread.of_bot.id) is None)
    assert await code_of(thread.board.edit(content="scene")) == 50083
    assert await code_of(thread.of_bot.edit(name="Table 2")) == 50083
    await thread.of_bot.send("reveal")
    assert not thread.channel.archived
    assert await code_of(thread.board.edit(content="scene")) == 0


async def test_messages_may_be_deleted_from_the_archive(sandbox: Sandbox, guest: Guest, thread: Thread) -> None:
    sandbox.world.archive(thread.channel)
    assert await code_of(thread.board.delete()) == 0
    assert thread.channel.archived


async def test_it_can_be_woken_without_a_message(sandbox: Sandbox, guest: Guest, thread: Thread) -> None:
    sandbox.world.archive(thread.channel)
    await thread.of_bot.edit(archived=False)
    assert not thread.channel.archived


@pytest.mark.long
async def test_an_interaction_in_the_archive(sandbox: Sandbox, guest: Guest, ada: Person, thread: Thread) -> None:
    board = await ada.settled(await ada.command("Table 1", "castle board"))
    sandbox.world.archive(thread.channel)
    sandbox.world.join(thread.channel, int(ada.id))
    # The pressed message cannot be changed; a private answer and a form leave the thread asleep, a public one wakes it.
    sandbox.interactions.seconds = 0.5
    assert (await ada.press(board, "Move")).status == "failed"
    assert sandbox.errors()[-1]["code"] == 50083
    assert (await ada.press(board, "Form")).status == "modal"
    assert (await ada.command("Table 1", "castle secret")).status == "answered"
    assert thread.channel.archived
    await ada.command("Table 1", "castle move", word="gate")
    assert not thread.channel.archived
    assert (await ada.press(board, "Move")).status == "updated"


async def test_a_deferred_answer_meets_the_archive(sandbox: Sandbox, guest: Guest, ada: Person, thread: Thread) -> None:
    task = asyncio.create_task(ada.command("Table 1", "castle later"))
    asked = await guest.waiting.get()
    await asked.response.defer()
    await task
    sandbox.world.archive(thread.channel)
    assert await code_of(asked.edit_original_response(content="late")) == 50083
    assert await code_of(asked.followup.send("late")) == 50083, "it would fill in what is thinking"
    await thread.of_bot.send("awake")
    assert await code_of(asked.edit_original_response(content="late")) == 0


@pytest.mark.long
async def test_a_locked_thread_is_for_moderators(
    sandbox: Sandbox, guest: Guest, borys: Person, ada: Person, thread: Thread
) -> None:
    board = await ada.settled(await ada.command("Table 1", "castle board"))
    sandbox.world.lock(thread.channel)
    await until(lambda: any(each.locked for each in thread.of_bot.guild.threads))
    assert await code_of(thread.of_bot.send("?")) == 50013
    assert await code_of(thread.board.edit(content="?")) == 50083
    sandbox.interactions.seconds = 0.5
    assert (await borys.press(board, "Move")).status == "failed"
    assert (await borys.command("Table 1", "castle secret")).status == "failed"
    assert not guest.seen[-1].app_permissions.send_messages_in_threads
    with pytest.raises(NotPossible, match="locked"):
        await borys.say("Table 1", "let me in")
    await ada.say("Table 1", "I own this server")
    # With the permission the bot goes on as if nothing were.
    sandbox.world.allow(sandbox.world.channels[thread.channel.parent_id or 0], "MANAGE_THREADS")
    assert await code_of(thread.of_bot.send("!")) == 0
    assert await code_of(thread.board.edit(content="!")) == 0
    assert (await borys.press(board, "Move")).status == "updated"


async def test_locked_in_the_archive_nothing_goes(
    sandbox: Sandbox, guest: Guest, ada: Person, borys: Person, thread: Thread
) -> None:
    sandbox.world.lock(thread.channel)
    sandbox.world.archive(thread.channel)
    for action in (thread.of_bot.send("?"), thread.board.edit(content="?"), thread.board.delete()):
        assert await code_of(action) == 50083
    assert await code_of(thread.of_bot.edit(archived=False)) == 50013
    with pytest.raises(NotPossible, match="locked"):
        await borys.say("Table 1", "let me in")
    await ada.say("Table 1", "I own this server")
    assert not thread.channel.archived
    assert thread.channel.locked


async def test_a_person_wakes_a_thread(sandbox: Sandbox, guest: Guest, borys: Person, thread: Thread) -> None:
    guild = sandbox.world.guilds[thread.channel.guild_id or 0]
    sandbox.world.archive(thread.channel)
    assert sandbox.serializer.guild_create(guild, members=False)["threads"] == []
    await borys.say("Table 1", "anybody here?")
    assert [each["name"] for each in sandbox.serializer.guild_create(guild, members=False)["threads"]] == ["Table 1"]
