"""Channels that stay quiet: threads for games, one message that is edited, no sound but for who is called, muted tables."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandbox.client import Person
from sandbox.world import SILENT, THREAD, Channel
from tables.model.server import ServerSettings
from tables.time.timing import DAY
from tests.support.channel_messages import live, public
from tests.support.world import World, eventually, piece, pieces, play_out, says, text_of


def threads_of(world: World) -> list[Channel]:
    return [each for each in world.sandbox.world.channels.values() if each.type == THREAD]


async def here(world: World, person: Person, channel: str = "gry") -> list[Any]:
    """The messages of a channel that everybody sees."""
    return public(world.sandbox, int(await person.channel(channel)))


@pytest.mark.parametrize("language", ["pl", pytest.param("en", marks=pytest.mark.long)])
async def test_game_leaves_only_its_lobby_and_one_line_in_the_channel(world: World, language: str) -> None:
    world.tables.servers.unset = ServerSettings(boards="thread", language=language)
    table, people = await world.started("Ada", "Borys")
    ada = people[0]
    await world.quiet(30)
    (thread,) = threads_of(world)
    assert thread.name == f"♜ Rycerze · {', '.join(seat.name for seat in (await world.view(table)).info.seats)}"
    shown = (await world.view(table)).info
    assert (shown.place.channel, shown.home) == (thread.id, int(await ada.channel("gry")))
    assert len(await here(world, ada)) == 1
    board = await world.message(ada, table, "board")
    assert board["channel_id"] == str(thread.id)
    assert world.sandbox.world.messages[int(board["id"])].flags & SILENT
    near = await ada.settled(await ada.command("gry", "zamki board"))
    assert f"/{thread.id}/" in str(near["components"]), "in the channel it is one of its tables"
    await play_out(world, table, people, random.Random(1))
    await world.quiet(30)
    lobby, line = await here(world, ada)
    final = public(world.sandbox, thread.id)[-1]
    assert "🥇" in text_of(ada.known[str(final.id)])
    assert lobby.thread_id == thread.id
    assert live(world.sandbox, table) == []
    assert str(final.id) in str(line.components), "the channel leads to the end"
    assert not line.mentions


@pytest.mark.long
async def test_a_thread_is_opened_once_however_often_it_is_tried(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.tables.servers.unset = ServerSettings()
    settle, tries = world.tables.endings.settle, []

    async def dies(table: int, thread: int | None) -> Any:
        tries.append(thread)
        if len(tries) < 3:
            raise TimeoutError
        return await settle(table, thread)

    monkeypatch.setattr(world.tables.endings, "settle", dies)
    table, people = await world.started("Ada", "Borys")
    await eventually(lambda: len(tries) == 3)
    await world.quiet(30)
    (thread,) = threads_of(world)
    assert tries == [thread.id] * 3
    board = await world.message(people[0], table, "board")
    assert board["channel_id"] == str(thread.id)


@pytest.mark.long
async def test_a_lost_lobby_is_posted_again_with_its_thread(world: World) -> None:
    world.tables.servers.unset = ServerSettings()
    table, people = await world.lobby("Ada", "Borys")
    ada = people[0]
    await world.quiet()
    card = await world.message(ada, table, "lobby")
    world.sandbox.world.delete(world.sandbox.world.messages[int(card["id"])])
    await world.tables.lobbies.start(table, int(ada.id))
    await world.quiet(30)
    (thread,) = threads_of(world)
    assert thread.id == await world.standing(table, "lobby")


@pytest.mark.long
async def test_where_no_thread_can_be_opened_one_message_is_edited(world: World) -> None:
    world.tables.servers.unset = ServerSettings()
    ada = await world.person("Ada")
    place = world.sandbox.world.channels[int(await ada.channel("gry"))]
    world.sandbox.world.forbid(place, "CREATE_PUBLIC_THREADS")
    table, people = await world.started("Ada", "Borys")
    await world.quiet(30)
    assert threads_of(world) == []
    assert (await world.view(table)).info.home is None
    board = await world.standing(table, "board")
    await play_out(world, table, people, random.Random(1), stages=2)
    await world.quiet(30)
    assert await world.standing(table, "board") == board
    lobby, shown = await here(world, ada)
    assert live(world.sandbox, table) == [board] == [shown.id]
    await play_out(world, table, people, random.Random(1))
    await world.quiet(30)
    lobby, final = await here(world, ada)
    assert final.id != board
    assert set(live(world.sandbox, table)) <= {final.id}
    assert place.id == int(lobby.channel_id)
    guild = place.guild_id or 0
    assert [line.what for line in await world.tables.servers.log_of_server(guild)] == ["no-thread"]
    page = await ada.settled(await ada.command("gry", "zamki-server settings"))
    assert says("cogs.permission.create_public_threads") in text_of(page)


@pytest.mark.long
async def test_no_thread_is_opened_where_nothing_could_be_posted_in_it(world: World) -> None:
    world.tables.servers.unset = ServerSettings()
    ada = await world.person("Ada")
    world.sandbox.world.forbid(world.sandbox.world.channels[int(await ada.channel("gry"))], "SEND_MESSAGES_IN_THREADS")
    table, _ = await world.started("Ada", "Borys")
    await world.quiet(30)
    assert threads_of(world) == []
    assert live(world.sandbox, table) == [await world.standing(table, "board")]


@pytest.mark.long
async def test_the_one_message_is_posted_again_where_it_is_lost(world: World) -> None:
    world.tables.servers.unset = ServerSettings(boards="compact")
    table, people = await world.started("Ada", "Borys")
    await world.quiet(30)
    first = await world.standing(table, "board")
    world.sandbox.world.delete(world.sandbox.world.messages[first or 0])
    await play_out(world, table, people, random.Random(1), direct=True, stages=1)
    await world.quiet(30)
    second = await world.standing(table, "board")
    assert second != first
    assert live(world.sandbox, table) == [second]
    assert len(await here(world, people[0])) == 2


@pytest.mark.long
async def test_who_gets_no_direct_messages_has_one_link_a_turn(world: World) -> None:
    world.tables.servers.unset = ServerSettings(boards="compact")
    table, people = await world.lobby("Ada", "Borys")
    for person in people:
        await world.tables.people.set_preferences(int(person.id), dm=False)
    await world.tables.lobbies.start(table, int(people[0].id))
    await world.quiet(30)
    for _ in range(2):
        (
            *_,
            board,
        ) = [each for each in await here(world, people[0]) if live(world.sandbox, table) == [each.id]]
        called = [each for each in await here(world, people[0]) if each.mentions and each.id != board.id]
        assert len(called) <= 2
        assert all(not each.flags & SILENT for each in called)
        await play_out(world, table, people, random.Random(1), stages=1)
        await world.quiet(30)
    called = [each for each in await here(world, people[0]) if each.mentions]
    assert sorted(user for each in called for user in each.mentions) == sorted(int(person.id) for person in people)


@pytest.mark.long
async def test_who_mutes_a_table_is_mentioned_no_more(world: World) -> None:
    table, people = await world.lobby("Ada", "Borys")
    ada, borys = people
    for person in people:
        await world.tables.people.set_preferences(int(person.id), dm=False)
    await world.tables.lobbies.start(table, int(ada.id))
    await world.quiet(30)
    board = await world.message(ada, table, "board")
    assert set(world.sandbox.world.messages[int(board["id"])].mentions) == {int(ada.id), int(borys.id)}
    more = await ada.settled(await ada.press(board, piece(board, "board.more")))
    answer = await ada.settled(await ada.press(more, piece(more, "mute.turn")))
    assert "Wycisz" in text_of(answer) or "wycisz" in text_of(answer)
    await play_out(world, table, people, random.Random(1), stages=1)
    await world.quiet(30)
    board = await world.message(ada, table, "board")
    assert world.sandbox.world.messages[int(board["id"])].mentions == [int(borys.id)]
    again = await ada.settled(await ada.press(answer, piece(answer, "mute.turn")))
    assert not await world.tables.servers.muting_users(table)
    assert text_of(again) != text_of(answer)


UNUSED = ("tournaments", "leagues", "nights", "digests", "weeks", "wish_lists", "seasons", "day_cards")
"""What a server has rows of that uses it."""

OPTIONAL = ("tournament.", "nights.", "digest.", "league.")
"""Beginnings of the ids of its buttons and menus."""


@pytest.mark.long
async def test_a_server_that_uses_nothing_more_gets_nothing_more(world: World) -> None:
    """A whole game, and more than a week after it."""
    await world.at_time(1_800_025_200.0)
    table, people = await world.started("Ada", "Borys", pace="day")
    await play_out(world, table, people, random.Random(1))
    await world.quiet(30)
    known = set(world.sandbox.world.messages)
    await world.later(9 * DAY)
    assert set(world.sandbox.world.messages) == known, "not one message more"
    for kind in UNUSED:
        assert await world.ask(f"SELECT 1 FROM {kind}") == [], kind
    assert await world.ask("SELECT DISTINCT kind FROM subjects") == [("table",)]
    answers = [await people[0].settled(await people[0].command("gry", f"zamki {each}")) for each in ("tables", "leaderboard")]
    shown = [each for message in [*people[0].known.values(), *answers] for each in pieces(message)]
    assert [each for each in shown if each.startswith(OPTIONAL)] == []
