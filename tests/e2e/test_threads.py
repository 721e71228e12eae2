"""A table in a thread that is put into the archive or locked: nothing is dropped, and no old button stays live."""

from __future__ import annotations

import random
from functools import partial

import pytest

from sandbox import Person
from sandbox.client import NotPossible
from sandbox.world import Channel
from tests.support.channel_messages import ids_of, live, public
from tests.support.world import World, eventually, piece, pieces, play_out, seat_of, text_of


async def in_thread(world: World) -> tuple[int, list[Person], Channel]:
    """A game of Rycerze i zamki just begun in a thread of its own."""
    places = world.sandbox.world
    parent = next(each for each in places.channels.values() if each.name == "gry")
    thread = places.add_thread(parent, "zamkowy", places.bot.id)
    table, people = await world.started("Ada", "Borys", channel="zamkowy")
    await world.quiet(30)
    return table, people, thread


def shut(world: World, thread: Channel) -> None:
    world.sandbox.world.lock(thread)
    world.sandbox.world.archive(thread)


def opened(world: World, thread: Channel) -> None:
    world.sandbox.world.lock(thread, locked=False)
    world.sandbox.world.archive(thread, archived=False)


async def one_round(world: World, table: int, people: list[Person]) -> None:
    """All choose in their direct messages, whatever the channel shows."""
    stage = (await world.view(table)).info.stage
    for person in people:
        await eventually(partial(chosen_directly, world, table, person, stage))
    await eventually(lambda: world.moved_on(table, stage))


async def chosen_directly(world: World, table: int, person: Person, stage: int) -> bool:
    """Whether the person was asked and has chosen. A newer hand may just take the place of the one that is pressed, also while
    the last press is carried out: then nothing is left to be pressed.
    """
    now = (await world.view(table)).info
    if now.stage != stage or seat_of(now, person) not in now.pending:
        return True
    message = person.known.get(str(await world.standing(table, "hand", person)))
    try:
        message = None if message is None else await world.gone_on(person, message)
        if message is None or not any(each.startswith(f"play.pick:{table}:{stage}") for each in pieces(message)):
            return False
        await world.choose(person, message, random.Random(3))
    except (NotPossible, KeyError):  # the hand has gone
        return False
    return True


def scenes(world: World, table: int, thread: Channel) -> int:
    return len([each for each in public(world.sandbox, thread.id) if each.attachments and not ids_of(each, table)])


@pytest.mark.long
async def test_a_post_opens_an_archived_thread(world: World) -> None:
    """The thread slept over night; the reveal, the new board and the hands are told, and the old board loses its buttons."""
    table, people, thread = await in_thread(world)
    world.sandbox.world.archive(thread)
    await play_out(world, table, people, random.Random(1), direct=True, stages=1)
    assert not thread.archived
    assert live(world.sandbox, table) == [await world.standing(table, "board")]
    world.sandbox.world.archive(thread)
    await play_out(world, table, people, random.Random(1), direct=True)
    assert live(world.sandbox, table) == []
    assert "🥇" in text_of(await world.message(people[0], table, "final"))


@pytest.mark.long
async def test_a_thread_locked_for_a_while(world: World) -> None:
    """Play goes on in direct messages; everybody is told once; when the thread is opened both reveals are made good."""
    table, people, thread = await in_thread(world)
    before, posts = scenes(world, table, thread), len(public(world.sandbox, thread.id))
    shut(world, thread)
    for _ in range(2):
        await one_round(world, table, people)
    for person in people:
        warned = [each for each in await person.messages(await person.dm()) if f"<#{thread.id}>" in text_of(each)]
        assert len(warned) == 1
    assert len(public(world.sandbox, thread.id)) == posts
    opened(world, thread)
    await world.quiet(30)
    assert live(world.sandbox, table) == [await world.standing(table, "board")]
    assert scenes(world, table, thread) == before + 2


@pytest.mark.long
async def test_a_thread_opened_after_the_end(world: World) -> None:
    """The game ended while the thread was locked: its last board loses its buttons as soon as the thread is open."""
    table, people, thread = await in_thread(world)
    shut(world, thread)
    while (await world.view(table)).info.state == "playing":
        await one_round(world, table, people)
    assert live(world.sandbox, table)
    opened(world, thread)
    await world.quiet(30)
    assert live(world.sandbox, table) == []
    assert "🥇" in text_of(await world.message(people[0], table, "final"))


@pytest.mark.long
async def test_an_end_out_of_reach_is_told_when_the_channel_is_back(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    await world.quiet(30)
    channel = world.sandbox.world.channels[(await world.view(table)).info.place.channel]
    world.sandbox.fault("lost_permission", times=-1, channel=str(channel.id), permission="VIEW_CHANNEL")
    while (await world.view(table)).info.state == "playing":
        await one_round(world, table, people)
    await eventually(lambda: world.ask("SELECT 1 FROM outbox WHERE kind = 'final' AND attempts > 0"))
    assert live(world.sandbox, table)
    world.sandbox.faults.clear()
    world.sandbox.world.notify("channel_edit", channel, channel)
    await world.quiet(30)
    assert live(world.sandbox, table) == []
    assert "🥇" in text_of(await world.message(people[0], table, "final"))


async def test_a_press_in_a_locked_thread_is_answered_once_directly(world: World) -> None:
    table, people, thread = await in_thread(world)
    board = await world.message(people[0], table, "board")
    world.sandbox.world.lock(thread)
    for _ in range(2):
        assert (await people[0].press(board, piece(board, "play.hand"))).status == "deferred"
        await world.done()
    warned = [each for each in await people[0].messages(await people[0].dm()) if f"<#{thread.id}>" in text_of(each)]
    assert len(warned) == 1
