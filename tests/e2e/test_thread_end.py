"""The end of a game in its thread: one message there, a line in the channel, and a thread that stays open for a while."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from chat.cards.result import briefly
from chat.outbox import threads
from chat.wire.layout import PublicCard
from cogs.ending.posts import EndPosts
from data.records.messages import Shows
from data.words import words
from sandbox import MovableClock, Person
from sandbox.client import NotPossible, buttons, images
from sandbox.world import SILENT, THREAD, Channel, Message
from tables.model.server import ServerSettings
from tables.model.table_info import TableInfo
from tests.support.channel_messages import public
from tests.support.play_to_end import play_to_the_end
from tests.support.world import World, eventually, piece, says, text_of

HOUR = 3600.0


async def begun(world: World, language: str = "en") -> tuple[int, list[Person], Channel, Channel]:
    """A game in a thread, its people, the thread and the channel."""
    world.tables.servers.unset = ServerSettings(boards="thread")
    table, people = await world.started("Ada", "Chloe", channel="games")
    guild, ada = (await world.view(table)).info.place.guild, int(people[0].id)
    await world.tables.servers.set_server(guild, ada, language=language)
    await world.quiet(30)
    (thread,) = [each for each in world.sandbox.world.channels.values() if each.type == THREAD]
    return table, people, thread, world.sandbox.world.channels[thread.parent_id or 0]


async def ended(world: World, table: int) -> None:
    await play_to_the_end(world, table, random.Random(1))
    await world.quiet(30)


def ends(world: World, table: int, channel: Channel) -> list[Message]:
    """The messages of a channel below which a game can be played again."""
    return [each for each in public(world.sandbox, channel.id) if f"start.again:{table}" in str(each.components)]


def text(person: Person, message: Message) -> str:
    return text_of(person.known[str(message.id)])


async def winner(world: World, table: int) -> str:
    info = (await world.view(table)).info
    assert info.result is not None
    return info.seats[info.result.places.index(1)].name


@pytest.mark.long
@pytest.mark.parametrize(
    "language", ["en", pytest.param("pl", marks=pytest.mark.long), pytest.param("de", marks=pytest.mark.long)]
)
async def test_one_message_in_the_thread_and_one_line_in_the_channel(world: World, language: str) -> None:
    table, (ada, _), thread, channel = await begun(world, language)
    await ended(world, table)
    (end,) = ends(world, table, thread)
    assert public(world.sandbox, thread.id)[-1] is end
    assert await world.standing(table, "final") == end.id
    lobby, line = public(world.sandbox, channel.id)
    game = words(language)("rycerze.name")
    result = (await world.view(table)).info.result
    assert result is not None
    scores = " : ".join(map(str, sorted(result.scores, reverse=True)))
    how = f"🥇 {await winner(world, table)} · {scores}"
    assert text(ada, line).startswith(words(language)("cogs.thread.ended", game=game, table=table, how=how))
    (image,) = images(ada.known[str(line.id)])
    assert await winner(world, table) in image["description"]
    way = f"/{thread.id}/{end.id}"
    want, *_ = buttons(ada.known[str(line.id)])
    assert want["label"] == words(language)("cogs.thread.want")
    for each in (line, lobby):
        button = buttons(ada.known[str(each.id)])[-1]
        assert button["url"].endswith(way)
        assert button["label"] == words(language)("cogs.lobby.to-result")
    assert line.flags & SILENT
    assert not line.mentions
    assert len(end.mentions) == 2, "who played to the end is told of it, where they played"


async def test_whoever_sees_the_end_can_play_next(world: World) -> None:
    """Without an open table of the game the picker offers it first; then whoever presses gets a seat there, once."""
    table, (ada, _), _, channel = await begun(world)
    await ended(world, table)
    dmitri = await world.person("Dmitri")
    line = dmitri.known[str(public(world.sandbox, channel.id)[-1].id)]
    picker = await dmitri.settled(await dmitri.press(line, piece(line, "start.want")))
    assert not await world.tables.looks.tables_in(channel.id)
    await dmitri.press(picker, piece(picker, "start.open"))
    await world.done()
    await world.quiet(30)
    (new,) = await world.tables.looks.tables_in(channel.id)
    assert (new.game, new.options) == ("rycerze", (await world.view(table)).info.options)
    for _ in range(2):
        answer = await ada.settled(await ada.press(line, piece(line, "start.want")))
        assert words("pl")("cogs.board.joined") in text_of(answer)
    seats = (await world.view(new.id)).info.seats
    assert [seat.name for seat in seats] == ["Dmitri", "Ada"]


@pytest.mark.long
async def test_the_line_names_all_who_won(world: World) -> None:
    table, *_ = await begun(world)
    await ended(world, table)
    info = (await world.view(table)).info
    assert info.result is not None
    first, second = info.seats
    both = replace(info, seats=(replace(first, user=None, level="easy"), second), result=replace(info.result, places=(1, 1)))
    assert briefly(both, words("en")) == f"🥇 🤖 {first.name}, {second.name}"
    alone = replace(info, game="rzymianie", seats=(first,), result=replace(info.result, places=(1,), reason="alone-won"))
    assert briefly(alone, words("en")) == words("en")("rzymianie.reason.alone-won")


@pytest.mark.long
async def test_a_game_without_a_result_says_so_in_the_channel(world: World) -> None:
    table, (ada, _), thread, channel = await begun(world)
    await world.tables.endings.cancel(table, 1, moderator=True, reason="Too loud")
    await world.quiet(30)
    (end,) = ends(world, table, thread)
    assert "Too loud" in text(ada, end)
    line = public(world.sandbox, channel.id)[-1]
    assert says("cogs.hand.cancelled", "en") in text(ada, line)
    assert "Too loud" not in text(ada, line)
    assert f"/{thread.id}/{end.id}" in str(line.components)


@pytest.mark.long
async def test_the_thread_stays_open_for_an_hour_then_is_archived(world: World, clock: MovableClock) -> None:
    table, (ada, chloe), thread, channel = await begun(world)
    await ended(world, table)
    dmitri = await world.person("Dmitri")
    clock.advance(HOUR - 60)
    world.sandbox.world.archive_idle()
    assert not thread.archived
    end = await world.message(dmitri, table, "final")
    assert piece(await dmitri.settled(await dmitri.press(end, piece(end, "replay.open"))), "replay.step")
    clock.advance(HOUR + 60)
    world.sandbox.world.archive_idle()
    assert thread.archived
    with pytest.raises(NotPossible):
        await dmitri.press(end, piece(end, "replay.open"))
    # Members can press all the same; the new table opens in the channel, and the thread stays where it is.
    said = await ada.settled(await ada.press(end, piece(end, "start.again")))
    (new,) = [each.id for each in await world.tables.looks.tables_of(int(ada.id))]
    assert words("pl")("cogs.start.done-there", channel=f"<#{channel.id}>") in text_of(said)
    assert f"/{channel.id}" in str(said["components"])
    assert words("en")("cogs.board.joined-there", channel=f"<#{channel.id}>") in text_of(
        await chloe.settled(await chloe.press(end, piece(end, "start.again")))
    )
    await world.quiet(30)
    assert thread.archived
    assert public(world.sandbox, channel.id)[-1].id == await world.standing(new, "lobby")


@pytest.mark.long
async def test_a_rematch_from_a_thread_opens_in_the_channel(world: World) -> None:
    table, (ada, chloe), thread, channel = await begun(world)
    await ended(world, table)
    end = await world.message(ada, table, "final")
    before = len(public(world.sandbox, thread.id))
    for person in (chloe, ada):
        await person.settled(await person.press(end, piece(end, "start.again")))
    await world.quiet(30)
    (new,) = [each.id for each in await world.tables.looks.tables_of(int(ada.id))]
    info = (await world.view(new)).info
    assert (info.place.channel, info.host, len(info.seats)) == (channel.id, int(chloe.id), 2)
    assert public(world.sandbox, channel.id)[-1].id == await world.standing(new, "lobby")
    assert len(public(world.sandbox, thread.id)) == before
    await world.begin(new, chloe)
    await world.quiet(30)
    second = world.sandbox.world.channels[(await world.view(new)).info.place.channel]
    assert (second.type, second.parent_id) == (THREAD, channel.id)
    assert second.id != thread.id


@pytest.mark.parametrize("why", ["gone", "locked", "refused"])
async def test_the_end_is_in_the_channel_if_the_thread_takes_nothing(world: World, why: str) -> None:
    table, _, thread, channel = await begun(world)
    if why == "gone":
        world.sandbox.world.delete_channel(thread)
    elif why == "locked":
        world.sandbox.world.lock(thread)
    else:
        world.sandbox.fault("refusal", -1, code=50013, path=f"channels/{thread.id}/messages", method="POST")
    if why == "locked":  # what happened in a turn waits for whoever opens the thread
        await world.tables.endings.cancel(table, 1, moderator=True, reason="Too loud")
        await eventually(lambda: world.ask("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE kind <> 'tidy')"))
        await world.heard()
    else:
        await ended(world, table)
    lobby, end = public(world.sandbox, channel.id)
    assert ends(world, table, channel) == [end]
    assert str(end.id) in str(lobby.components)
    if why != "gone":
        assert ends(world, table, thread) == []


@pytest.mark.long
async def test_the_end_in_an_archived_thread_says_what_does_not_count(world: World, clock: MovableClock) -> None:
    table, (ada, _), thread, channel = await begun(world)
    await ended(world, table)
    clock.advance(2 * HOUR)
    world.sandbox.world.archive_idle()
    assert thread.archived
    (end,) = ends(world, table, thread)
    await world.tables.endings.make_void(table, 1, reason="They played for each other")
    await world.quiet(30)
    assert ends(world, table, thread) == [end]
    assert "They played for each other" in text(ada, end)
    _, line, told_all = public(world.sandbox, channel.id)
    assert says("tables.closed.void", "en") in text(ada, line)
    assert "🥇" not in text(ada, line)
    assert len(told_all.mentions) == 2
    clock.advance(HOUR + 60)
    world.sandbox.world.archive_idle()
    assert thread.archived


@pytest.mark.long
async def test_posted_again_the_end_is_still_led_to_by_the_one_line(world: World) -> None:
    table, (ada, _), thread, channel = await begun(world)
    await ended(world, table)
    (before,) = ends(world, table, thread)
    await ada.settled(await ada.command({"id": str(thread.id)}, "zamki repair", table=str(table)))
    await world.quiet(30)
    (end,) = ends(world, table, thread)
    assert end.id != before.id
    _, line = public(world.sandbox, channel.id)
    assert f"/{thread.id}/{end.id}" in str(line.components)


@pytest.mark.long
async def test_an_end_posted_by_the_version_before_stays(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It died before it had told all: the row is still there when this version starts."""
    table, (ada, _), thread, channel = await begun(world)

    async def posted(self: EndPosts, info: TableInfo, card: PublicCard) -> None:
        await self.app.messenger.put(threads.at_home(info), "final", card, Shows(turn=info.turn))
        raise TimeoutError

    monkeypatch.setattr(EndPosts, "_put", posted)
    await play_to_the_end(world, table, random.Random(1))
    while not ends(world, table, channel):
        await world.done()
    await world.close()
    monkeypatch.undo()
    await world.open()
    await world.quiet(30)
    lobby, end = public(world.sandbox, channel.id)
    assert ends(world, table, channel) == [end]
    assert ends(world, table, thread) == []
    assert str(end.id) in str(lobby.components)
    assert "🥇" in text(ada, end)
    assert thread.archive_minutes == 60
