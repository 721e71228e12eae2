"""People and a bot together: commands, components, forms, private answers."""

import asyncio

import aiohttp
import pytest

from sandbox import MovableClock, Person, Sandbox
from sandbox.client import PATIENCE_SECONDS, NotPossible, buttons, images, selects, texts
from tests.support.probe_bot import Guest, picture, until


async def test_a_board_with_everything_on_it(guest: Guest, ada: Person, borys: Person) -> None:
    asked = await ada.command("gry", "castle board")
    assert asked.status == "deferred"
    board = await ada.settled(asked)
    assert texts(board)[0].startswith("# The castle")
    assert [each["label"] for each in buttons(board)] == ["Aside", "Move", "Form", "Off", "Rules"]
    assert [each["placeholder"] for each in selects(board)] == ["Which fields?", "Against whom?"]
    assert [each["description"] for each in images(board)] == ["Small", "A red board"]
    assert (images(board)[0]["width"], images(board)[0]["height"]) == (30, 20)
    assert (await ada.fetch(images(board)[0]["url"])).startswith(b"\x89PNG")
    assert board["sandbox"] | {"used_by": "Ada"} == {
        "ephemeral": False,
        "used": "/castle board",
        "used_by": "Ada",
        "deferred": False,
        "failed": None,
        "pings_me": False,
    }
    # Everybody else in the channel sees the same.
    assert texts(await borys.until(lambda each: each["id"] == board["id"] and not each["sandbox"]["deferred"])) == texts(board)
    # Files that a component shows are not listed a second time; the components have ids of their own.
    assert board["attachments"] == []
    ids = [each["id"] for each in buttons(board) + selects(board)]
    assert len(set(ids)) == len(ids)


async def test_a_press_changes_the_board_for_everybody(guest: Guest, ada: Person, borys: Person) -> None:
    board = await ada.settled(await ada.command("gry", "castle board"))
    old = images(board)[0]["url"]
    await borys.until(lambda each: bool(buttons(each)))
    pressed = await borys.press(board, "Move")
    assert pressed.status == "updated"
    changed = await ada.until(lambda each: texts(each) == ["Borys moved"])
    assert changed["id"] == board["id"]
    with pytest.raises(Exception, match="404"):
        await ada.fetch(old)
    with pytest.raises(NotPossible, match="nothing called"):
        await ada.press(changed, "Move")
    with pytest.raises(NotPossible, match="no such component"):
        await ada.press(board, "Move")


async def test_menus_send_what_was_chosen(guest: Guest, ada: Person, borys: Person) -> None:
    board = await ada.settled(await ada.command("gry", "castle board"))
    answer = await ada.press(board, "Which fields?", ["f3", "f1"])
    assert answer.message
    assert answer.message["content"] == "fields: f3 f1"
    answer = await ada.press(board, "Against whom?", [borys.id])
    assert answer.message
    assert answer.message["content"] == f"rival: {borys.id}"
    resolved = guest.seen[-1].data["resolved"]  # type: ignore[index, typeddict-item]
    assert resolved["users"][borys.id]["global_name"] == "Borys"
    for wrong in ([], ["f1", "f2", "f3"], ["f9"], ["f1", "f1"]):
        with pytest.raises(NotPossible):
            await ada.press(board, "fields", wrong)


async def test_a_disabled_button_cannot_be_pressed_but_forged(guest: Guest, ada: Person) -> None:
    board = await ada.settled(await ada.command("gry", "castle board"))
    with pytest.raises(NotPossible):
        await ada.press(board, "Off")
    pressing = asyncio.create_task(ada.press(board, "never there", forge=True))
    interaction = await asyncio.wait_for(guest.waiting.get(), PATIENCE_SECONDS)
    await interaction.response.send_message("no", ephemeral=True)
    answer = await pressing
    assert answer.message
    assert answer.message["content"] == "no"


async def test_a_form_is_filled_in(guest: Guest, ada: Person, borys: Person) -> None:
    board = await ada.settled(await ada.command("gry", "castle board"))
    opened = await ada.press(board, "Form")
    assert opened.status == "modal"
    assert opened.modal
    assert opened.modal["title"] == "Your castle"
    for wrong in ({}, {"name": "x" * 21}, {"name": "ok", "part": ["moat"]}, {"name": "ok", "nobody": "asked"}):
        with pytest.raises(NotPossible):
            await ada.submit(opened, wrong)
    with pytest.raises(NotPossible):
        await borys.submit(opened, {"name": "Wawel"})
    answer = await ada.submit(opened, {"name": "Wawel", "part": ["gate"], "rival": [borys.id], "sure": True})
    assert answer.message
    assert answer.message["content"] == f"You said ['Wawel', ['gate'], ['{borys.id}'], True]"


async def test_an_ephemeral_answer_is_seen_by_one_only(sandbox: Sandbox, guest: Guest, ada: Person, borys: Person) -> None:
    answer = await ada.command("gry", "castle secret", word="mine")
    assert answer.status == "answered"
    assert answer.message
    assert answer.message["sandbox"]["ephemeral"]
    await borys.say("gry", "hello")
    await ada.until(lambda each: each["content"] == "hello")
    assert [each["content"] for each in await ada.messages("gry")] == ["mine", "hello"]
    assert [each["content"] for each in await borys.messages("gry")] == ["hello"]
    assert not any("mine" in str(news) for news in borys.news)
    # Nor can the bot find it in the channel's history or hear of it.
    channel = guest.get_channel(int(await ada.channel("gry")))
    assert [each.author.name async for each in channel.history()] == ["borys"]  # type: ignore[union-attr]
    assert not any(each.content == "mine" for each in guest.heard)
    await ada.dismiss(answer.message)
    assert [each["content"] for each in await ada.messages("gry")] == ["hello"]


async def test_an_answer_may_be_late_but_not_too_late(guest: Guest, ada: Person, clock: MovableClock) -> None:
    import discord

    asking = asyncio.create_task(ada.command("gry", "castle later"))
    interaction = await asyncio.wait_for(guest.waiting.get(), PATIENCE_SECONDS)
    clock.advance(2.5)
    await asyncio.sleep(0.1)
    assert not asking.done()
    clock.advance(0.6)
    outcome = await asking
    assert (outcome.status, outcome.error) == ("failed", "The application did not respond")
    with pytest.raises(discord.NotFound) as refused:
        await interaction.response.send_message("too late")
    assert refused.value.code == 10062
    assert any(news["t"] == "failed" for news in ada.news)


async def test_a_token_lives_fifteen_minutes(guest: Guest, ada: Person, clock: MovableClock) -> None:
    import discord

    asking = asyncio.create_task(ada.command("gry", "castle later"))
    interaction = await asyncio.wait_for(guest.waiting.get(), PATIENCE_SECONDS)
    await interaction.response.defer(ephemeral=True, thinking=True)
    outcome = await asking
    assert outcome.status == "deferred"
    assert outcome.message
    assert outcome.message["sandbox"]["deferred"]
    clock.advance(14 * 60)
    first = await interaction.followup.send("here it is", wait=True)
    assert str(first.id) == outcome.message["id"], "the first follow-up fills in what was thinking"
    assert first.flags.ephemeral
    second = await interaction.followup.send("and more", wait=True)
    await second.edit(content="and more still")
    assert [each["content"] for each in await ada.messages("gry")] == ["here it is", "and more still"]
    assert (await ada.interaction(outcome)).status == "answered"
    await interaction.delete_original_response()
    clock.advance(2 * 60)
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.followup.send("never")
    assert refused.value.code == 50027


async def test_an_interaction_is_answered_once(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    board = await ada.settled(await ada.command("gry", "castle board"))
    pressing = asyncio.create_task(ada.press(board, "by hand", forge=True, repeat=1))
    first = await asyncio.wait_for(guest.waiting.get(), PATIENCE_SECONDS)
    second = await asyncio.wait_for(guest.waiting.get(), PATIENCE_SECONDS)
    assert first.id == second.id, "the same interaction, delivered twice"
    await first.response.send_message("once")
    with pytest.raises(Exception, match="40060"):
        await second.response.send_message("twice")
    answer = await pressing
    assert answer.message
    assert answer.message["content"] == "once"


async def test_private_messages_go_both_ways(guest: Guest, ada: Person, borys: Person) -> None:
    assert not any(channel["type"] == 1 for channel in await ada.channels())
    user = await guest.fetch_user(int(ada.id))
    await user.send("Your hand", file=picture("hand.png", "Three cards"))
    hand = await ada.until(lambda each: each["content"] == "Your hand")
    assert images(hand)[0]["description"] == "Three cards"
    dm = await ada.dm()
    assert (dm["name"], dm["guild_id"], dm["unread"]) == ("Zamki", None, 1)
    await ada.messages(dm)
    assert (await ada.dm())["unread"] == 0
    assert not any(channel["type"] == 1 for channel in await borys.channels())
    await ada.say(dm, "thank you")
    await until(lambda: any(each.content == "thank you" for each in guest.heard))
    answer = await ada.command(dm, "castle secret")
    assert answer.message
    assert answer.message["content"] == "psst"
    asked = guest.seen[-1]
    assert asked.guild is None
    assert asked.context.dm_channel
    assert asked.user.id == int(ada.id)


async def test_mentions_ping_whom_they_may(sandbox: Sandbox, guest: Guest, ada: Person, borys: Person) -> None:
    await ada.command("gry", "castle call", whom=borys.id, loud=True)
    called = await borys.until(lambda each: bool(each["mentions"]))
    assert called["sandbox"]["pings_me"]
    await ada.command("gry", "castle call", whom=borys.id, loud=False)
    assert len(sandbox.world.pings) == 1, "a silent message pings nobody"
    import discord

    channel = guest.get_partial_messageable(int(await ada.channel("gry")))
    await channel.send(
        f"<@{ada.id}> and <@{borys.id}>", allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(ada.id))])
    )
    await channel.send(f"nobody: <@{ada.id}>", allowed_mentions=discord.AllowedMentions.none())
    assert [uid for uid, _ in sandbox.world.pings] == [int(borys.id), int(ada.id)]


@pytest.mark.long
async def test_a_crowd_presses_at_once(sandbox: Sandbox, guest: Guest, ada: Person) -> None:
    sandbox.interactions.seconds = PATIENCE_SECONDS
    board = await ada.settled(await ada.command("gry", "castle board"))
    answers = await asyncio.gather(*[ada.press(board, "Which fields?", ["f2"]) for _ in range(150)])
    assert {answer.status for answer in answers} == {"answered"}


async def test_what_is_long_over_is_forgotten(sandbox: Sandbox, guest: Guest, ada: Person, clock: MovableClock) -> None:
    outcome = await ada.command("gry", "castle secret")
    token = guest.seen[-1].token
    clock.advance(3 * 3600)
    await ada.command("gry", "castle secret")
    assert len(sandbox.interactions.by_id) == 1
    with pytest.raises(NotPossible):
        await ada.interaction(outcome)
    async with aiohttp.ClientSession() as session:
        hook = f"{sandbox.api}/webhooks/{sandbox.world.bot.id}/{token}/messages/@original"
        async with session.get(hook) as answer:
            assert (await answer.json())["code"] == 50027


async def test_interactions_say_who_and_where(guest: Guest, chloe: Person) -> None:
    await chloe.command("gry", "castle secret")
    asked = guest.seen[-1]
    assert (str(asked.locale), str(asked.guild_locale)) == ("en-GB", "pl")
    assert asked.app_permissions.attach_files
    assert asked.filesize_limit == 10 * 1024 * 1024
    assert asked.guild
    assert asked.guild.name == "Zamek nad Wisłą"
    assert asked.user.display_name == "Chloe"
    await chloe.command("games", "castle secret")
    assert str(guest.seen[-1].guild_locale) == "en-US"
