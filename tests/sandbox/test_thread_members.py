"""Threads as Discord keeps them: members, archiving by time, private ones, how many may be active; direct messages refused."""

from __future__ import annotations

import discord
import pytest

from sandbox import MovableClock, Person, Sandbox
from sandbox.client import NotPossible
from sandbox.world import STARTED_MESSAGE, Channel
from tests.support.probe_bot import Guest, code_of

HOUR = 3600.0


async def place_of(guest: Guest, ada: Person) -> discord.TextChannel:
    place = guest.get_channel(int(await ada.channel("gry")))
    assert isinstance(place, discord.TextChannel)
    return place


def channel_of(sandbox: Sandbox, thread: discord.Thread) -> Channel:
    return sandbox.world.channels[thread.id]


async def test_writing_being_mentioned_or_added_makes_a_thread_member(
    sandbox: Sandbox, guest: Guest, ada: Person, borys: Person, chloe: Person
) -> None:
    place = await place_of(guest, ada)
    thread = await (await place.send("A table")).create_thread(name="Table 1")
    stored, uid = channel_of(sandbox, thread), {each.name: int(each.id) for each in (ada, borys, chloe)}
    assert stored.members == {sandbox.world.bot.id}
    unread = {each["name"]: each["unread"] for each in await borys.channels()}
    first = await thread.send("nobody is a member yet")
    assert unread["Table 1"] == 0
    await thread.send(f"<@{uid['Borys']}>", silent=True)
    assert uid["Borys"] in stored.members
    assert not [ping for ping in sandbox.world.pings if ping[0] == uid["Borys"]]
    await first.edit(content=f"<@{uid['Chloe']}>")
    assert uid["Chloe"] in stored.members
    await thread.add_user(discord.Object(uid["Ada"]))
    assert uid["Ada"] in stored.members
    assert [message.type async for message in thread.history(limit=1)] == [discord.MessageType.recipient_add]
    (found,) = (each for each in await borys.channels() if each["name"] == "Table 1")  # among the direct messages it is not
    assert found["joined"]
    assert found["unread"] > 0
    await thread.remove_user(discord.Object(uid["Ada"]))
    assert uid["Ada"] not in stored.members


async def test_a_thread_is_archived_by_time_unless_something_happens(
    sandbox: Sandbox, guest: Guest, ada: Person, clock: MovableClock
) -> None:
    place = await place_of(guest, ada)
    thread = await (await place.send("A table")).create_thread(name="Table 1", auto_archive_duration=60)
    stored = channel_of(sandbox, thread)
    message = await thread.send("board")
    clock.advance(0.9 * HOUR)
    await message.edit(content="an edit is no activity")
    clock.advance(0.2 * HOUR)
    assert await code_of(message.edit(content="too late")) == 50083
    await thread.edit(archived=False)
    assert not stored.archived
    clock.advance(0.9 * HOUR)
    await thread.edit(auto_archive_duration=1440)
    clock.advance(23 * HOUR)
    assert await code_of(message.edit(content="in time")) == 0
    clock.advance(2 * HOUR)
    assert await code_of(message.edit(content="too late")) == 50083
    await thread.edit(archived=False)
    assert await code_of(thread.edit(auto_archive_duration=77)) == 50035  # type: ignore[arg-type]


@pytest.mark.long
async def test_buttons_in_the_archive_are_for_members(sandbox: Sandbox, guest: Guest, ada: Person, borys: Person) -> None:
    place = await place_of(guest, ada)
    thread = await (await place.send("A table")).create_thread(name="Table 1")
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Hand", custom_id="hand:1"))
    board = await thread.send(f"<@{ada.id}>", view=view)
    sandbox.world.archive(channel_of(sandbox, thread))
    seen = next(each for each in await borys.messages("Table 1") if each["id"] == str(board.id))
    with pytest.raises(NotPossible, match="archived"):
        await borys.press(seen, "Hand")
    await ada.press(seen, "Hand")
    await borys.say("Table 1", "let me in")
    await borys.press(seen, "Hand")


async def test_a_thread_from_an_old_message_is_told_of_in_the_channel(
    sandbox: Sandbox, guest: Guest, ada: Person, clock: MovableClock
) -> None:
    place = await place_of(guest, ada)
    new, old = await place.send("new"), await place.send("old")
    await new.create_thread(name="Table 1")
    assert not [each for each in await ada.messages("gry") if each["type"] == STARTED_MESSAGE]
    clock.advance(HOUR)
    thread = await old.create_thread(name="Table 2")
    told = [each for each in await ada.messages("gry") if each["type"] == STARTED_MESSAGE]
    assert [(each["content"], each["message_reference"]["channel_id"]) for each in told] == [("Table 2", str(thread.id))]


async def test_a_private_thread_is_for_its_members_alone(
    sandbox: Sandbox, guest: Guest, ada: Person, borys: Person, chloe: Person
) -> None:
    """A command works where the bot is no member; posting does not."""
    place = await place_of(guest, ada)
    parent = sandbox.world.channels[place.id]
    assert await code_of(place.create_thread(name="Ours")) == 50013
    private = sandbox.world.add_thread(parent, "Theirs", int(borys.id), private=True)
    assert "Theirs" in [each["name"] for each in await borys.channels()]
    assert "Theirs" in [each["name"] for each in await ada.channels()]  # the owner of the guild manages threads
    assert "Theirs" not in [each["name"] for each in await chloe.channels()]
    assert (await borys.command("Theirs", "castle secret")).status == "answered"
    channel = guest.get_partial_messageable(private.id)
    assert await code_of(channel.send("board")) == 50001
    await borys.say("Theirs", f"<@{sandbox.world.bot.id}>")
    sandbox.world.join(private, sandbox.world.bot.id)
    assert await code_of(channel.send("board")) == 0
    sandbox.world.allow(parent, "CREATE_PRIVATE_THREADS")
    assert await code_of(place.create_thread(name="Ours")) == 0


async def test_a_guild_has_so_many_active_threads(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    place = await place_of(guest, ada)
    sandbox.world.most_threads = 2
    first = await (await place.send("one")).create_thread(name="Table 1")
    await (await place.send("two")).create_thread(name="Table 2")
    third = await place.send("three")
    assert await code_of(third.create_thread(name="Table 3")) == 160006
    await first.edit(archived=True)
    assert await code_of(third.create_thread(name="Table 3")) == 0


async def test_direct_messages_are_refused_in_three_ways(sandbox: Sandbox, guest: Guest, ada: Person, borys: Person) -> None:
    """Closed by the person when something is posted; too fast when a channel is opened; flagged, whatever is done."""
    one, other = discord.Object(int(ada.id)), discord.Object(int(borys.id))
    user, second = await guest.fetch_user(one.id), await guest.fetch_user(other.id)
    await borys.change(dms_open=False)
    assert await code_of(second.send("hand")) == 50007
    sandbox.fault("dm_too_fast", user=ada.id)
    assert await code_of(user.create_dm()) == 40003
    channel = await user.create_dm()
    sandbox.fault("flagged", times=-1)
    assert await code_of(channel.send("hand")) == 20026
    assert await code_of(guest.http.start_private_message(one.id)) == 20026
    sandbox.faults.clear()
    assert await code_of(channel.send("hand")) == 0
