"""A game's thread as Discord keeps it: players are its members, it stays open while they play, and its buttons work."""

from __future__ import annotations

import random
from typing import Any

import pytest

from chat.outbox import threads
from sandbox import MovableClock, Person
from sandbox.world import SILENT, THREAD, Channel
from tables.model.server import ServerSettings
from tables.rules.moving import KEPT
from tables.time.timing import DAY
from tests.support.cases import cases
from tests.support.world import World, piece, pieces, play_out, says, text_of

START = 1_800_000_000.0


@pytest.fixture
def threaded(world: World) -> World:
    world.tables.servers.unset = ServerSettings(boards="thread")
    return world


async def begun(world: World, **options: str) -> tuple[int, list[Person], Channel]:
    table, people = await world.started("Ada", "Borys", **options)
    await world.quiet(30)
    (thread,) = [each for each in world.sandbox.world.channels.values() if each.type == THREAD]
    return table, people, thread


async def patched(world: World, thread: Channel) -> list[Any]:
    """What the bot has changed of a thread."""
    wanted = f"/channels/{thread.id}"
    return [each.body for each in world.sandbox.record if each.method == "PATCH" and each.path == wanted]


@pytest.mark.long
@pytest.mark.parametrize("dm", cases([True, False], [True]))
async def test_who_plays_is_a_member_without_being_called_for_it(threaded: World, dm: bool) -> None:
    """One message that makes no sound mentions all; who has no direct messages is called besides, once."""
    world = threaded
    for person in world.sandbox.world.people:
        await world.tables.people.set_preferences(person.id, dm=dm)
    table, people, thread = await begun(world)
    ids = {int(person.id) for person in people}
    assert ids <= thread.members
    board = world.sandbox.world.messages[await world.standing(table, "board") or 0]
    assert set(board.mentions) == ids
    assert board.flags & SILENT
    called = [
        user for user, message in world.sandbox.world.pings if world.sandbox.world.messages[message].channel_id == thread.id
    ]
    assert sorted(called) == ([] if dm else sorted(ids))
    await play_out(world, table, people, random.Random(1), stages=1)
    await world.quiet(30)
    board = world.sandbox.world.messages[await world.standing(table, "board") or 0]
    assert set(board.mentions) == (set() if dm else ids), "they are members by now"


@pytest.mark.long
async def test_threads_can_be_told_apart_by_twenty_characters(threaded: World) -> None:
    table, _, thread = await begun(threaded)
    names = [seat.name for seat in (await threaded.view(table)).info.seats]
    assert thread.name == f"♜ Rycerze · {', '.join(names)}"
    assert names[0] in thread.name[:20]


@pytest.mark.long
async def test_thread_is_archived_an_hour_after_the_game(threaded: World, clock: MovableClock) -> None:
    world = threaded
    await world.at_time(START)
    world.tables.servers.unset = ServerSettings(boards="thread")
    table, people, thread = await begun(world)
    for _ in range(2):
        clock.advance(KEPT)
        await world.later(KEPT)
        world.sandbox.world.archive_idle()
        assert not thread.archived
    assert len(await patched(world, thread)) == 4, "two requests in six days"
    hand = await world.hand(people[0], table)
    assert any(each.startswith("play.pick:") for each in pieces(hand))
    await play_out(world, table, people, random.Random(1))
    await world.quiet(30)
    assert not thread.archived
    clock.advance(3601)
    world.sandbox.world.archive_idle()
    assert thread.archived


async def test_a_press_in_an_archived_thread_is_answered(threaded: World, clock: MovableClock) -> None:
    """It was archived by time while no bot was there."""
    world = threaded
    table, people, thread = await begun(world)
    clock.advance(8 * DAY)
    world.sandbox.world.archive_idle()
    assert thread.archived
    hand = await world.hand(people[0], table)
    assert any(each.startswith("play.pick:") for each in pieces(hand))
    assert thread.archived, "a private answer does not wake it"
    await play_out(world, table, people, random.Random(1), stages=1)
    await world.quiet(30)
    assert not thread.archived
    board = await world.message(people[0], table, "board")
    assert piece(board, "play.hand")


@pytest.mark.long
async def test_one_that_was_archived_meanwhile_is_opened_again(threaded: World, clock: MovableClock) -> None:
    world = threaded
    await world.at_time(START)
    world.tables.servers.unset = ServerSettings(boards="thread")
    _, _, thread = await begun(world)
    world.sandbox.world.archive(thread)
    clock.advance(KEPT)
    await world.later(KEPT)
    assert not thread.archived


@pytest.mark.long
async def test_one_that_is_locked_is_left_as_it_is(threaded: World) -> None:
    world = threaded
    table, _, thread = await begun(world)
    world.sandbox.world.lock(thread)
    world.sandbox.world.archive(thread)
    await threads.keep_open(world.bot.app, (await world.view(table)).info)
    assert thread.archived


@pytest.mark.long
async def test_who_watches_joins_the_thread_by_a_button(threaded: World) -> None:
    world = threaded
    table, people, thread = await begun(world)
    chloe = await world.person("Chloe")
    assert int(chloe.id) not in thread.members
    card = await world.message(chloe, table, "lobby")
    world.sandbox.fault("refusal", 1, code=50001, path="thread-members", method="PUT")
    answer = await chloe.settled(await chloe.press(card, piece(card, "board.watch")))
    assert says("cogs.thread.not-added", "en") in text_of(answer)
    answer = await chloe.settled(await chloe.press(card, piece(card, "board.watch")))
    assert says("cogs.thread.watching", "en") in text_of(answer)
    assert int(chloe.id) in thread.members
    assert f"/{thread.id}/" in str(answer["components"])
    await play_out(world, table, people, random.Random(1))
    await world.quiet(30)
    assert not any(each.startswith("board.watch") for each in pieces(await world.message(chloe, table, "lobby")))
