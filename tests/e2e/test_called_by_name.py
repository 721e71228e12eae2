"""Whoever is awaited is called by name where the game is; whoever writes to the bot is told what it can do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from data.words import words
from sandbox import Person
from sandbox.world import Message
from tables.time.plan import CALLED
from tests.support.cases import cases
from tests.support.world import World, eventually, mentions, piece, pieces, says, text_of

START = 1_800_000_000.0


def calls(world: World, person: Person) -> list[Message]:
    """The messages by which somebody was called and that still stand, but for boards."""
    standing = world.sandbox.world.messages
    found = [standing[message] for user, message in world.sandbox.world.pings if user == int(person.id) and message in standing]
    return [each for each in found if not each.attachments]


async def live(world: World, **wishes: Any) -> tuple[int, Person, Person]:
    """A live game of Torres begun by two who have no direct messages: its number, who is on turn, the other."""
    await world.at_time(START)
    table, people = await world.lobby("Ada", "Borys", game="torres", pace="live")
    for person in people:
        await world.tables.people.set_preferences(int(person.id), dm=None)
        await world.tables.times.set_plan(int(person.id), **wishes)
    world.consent = None
    await world.begin(table, people[0])
    await world.quiet(30)
    mover = await world.mover(table, people)
    return table, mover, next(person for person in people if person is not mover)


@pytest.mark.long
async def test_a_live_table_reminds_after_a_minute(world: World) -> None:
    table, mover, other = await live(world)
    await world.later(CALLED - 1)
    assert calls(world, mover) == []
    await world.later(2)
    (call,) = calls(world, mover)
    shown = mover.known[str(call.id)]
    assert says("cogs.board.your-move") in text_of(shown)
    asked = (await world.view(table, mover)).choices().ask
    assert asked
    assert says(f"torres.ask.{asked}") not in text_of(shown), "the board has the question already"
    assert any(each.startswith("play.turn:") for each in pieces(shown))
    assert calls(world, other) == []
    await world.later(2 * CALLED)
    assert calls(world, mover) == [call], "once"
    hand = await mover.settled(await mover.press(shown, piece(shown, "play.turn")))
    await world.walk(mover, table, hand, random.Random(1))
    while await world.mover(table, [mover, other]) is mover:
        await world.walk(mover, table, await world.hand(mover, table), random.Random(1))
    await world.quiet(30)
    await eventually(lambda: calls(world, mover) == [], 30)


async def test_one_message_calls_all_who_are_awaited(world: World) -> None:
    """And goes on calling those who have not answered."""
    await world.at_time(START)
    table, people = await world.lobby("Ada", "Borys", "Chloe", pace="live")
    for person in people:
        await world.tables.people.set_preferences(int(person.id), dm=None)
    world.consent = None
    await world.begin(table, people[0])
    await world.quiet(30)
    await world.later(CALLED + 1)
    ((call,),) = {tuple(calls(world, person)) for person in people}
    waiting = list(people)
    while waiting:
        shown = text_of(people[0].known[str(call.id)])
        assert sorted(mentions(shown)) == sorted(person.id for person in waiting)
        who = " ".join(f"<@{user}>" for user in mentions(shown))
        assert words("pl").count("cogs.board.your-move", len(waiting), names=who) in shown
        person = waiting.pop()
        standing = people[0].known[str(call.id)]
        button = piece(standing, "play.hand" if waiting else "play.turn")
        hand = await world.gone_on(person, await person.settled(await person.press(standing, button)))
        await world.walk(person, table, hand, random.Random(1))
        await world.quiet(30)
    await eventually(lambda: calls(world, people[0]) == [], 30)


@pytest.mark.long
@pytest.mark.parametrize("why", cases(["quiet", "mute"], ["quiet"]))
async def test_nobody_is_called_in_quiet_hours_or_at_a_muted_table(world: World, why: str) -> None:
    table, mover, _ = await live(world, **({"quiet": (0, 1439), "live": "off"} if why == "quiet" else {}))
    if why == "mute":
        board = await world.message(mover, table, "board")
        more = await mover.settled(await mover.press(board, piece(board, "board.more")))
        await mover.settled(await mover.press(more, piece(more, "mute.turn")))
    await world.later(CALLED + 5)
    assert calls(world, mover) == []


@pytest.mark.long
async def test_who_has_direct_messages_is_not_mentioned_besides(world: World) -> None:
    table, mover, _ = await live(world)
    await world.tables.people.set_preferences(int(mover.id), dm=True)
    await world.tables.moves.send_hand(table, int(mover.id))
    await world.later(CALLED + 5)
    assert calls(world, mover) == []


@pytest.mark.long
@pytest.mark.parametrize("pace", cases(["day", "none"], ["day"]))
async def test_at_a_slow_table_at_once(world: World, pace: str) -> None:
    table, people = await world.lobby("Ada", "Borys", game="torres", pace=pace)
    for person in people:
        await world.tables.people.set_preferences(int(person.id), dm=None)
    await world.begin(table, people[0])
    await world.quiet(30)
    mover = await world.mover(table, people)
    assert [user for user, _ in world.sandbox.world.pings] == [int(mover.id)]


@pytest.mark.long
async def test_who_writes_to_the_bot_is_told_what_it_can_do(world: World) -> None:
    """With buttons that work there; not after each word."""
    ada = await world.person("Ada")
    await world.tables.people.set_preferences(int(ada.id), dm=None)
    await ada.settled(await ada.command("gry", "zamki help"))  # her language is known by that
    direct = await ada.dm()
    await ada.say(direct, "Cześć?")
    answer = await ada.until(lambda message: message["channel_id"] == direct["id"] and message["author"]["id"] != ada.id, 30)
    assert says("cogs.help.hello") in text_of(answer)
    for _ in range(5):
        await ada.say(direct, "Jesteś tam?")
    await world.done()
    begun = await ada.settled(await ada.press(answer, piece(answer, "start.alone")))
    assert any(each.startswith("start.alone:") for each in pieces(begun))
    found = [each for each in await ada.messages(direct) if says("cogs.help.hello") in text_of(each)]
    assert len(found) <= 2
    assert (await world.tables.people.person(int(ada.id))).dm is None, "it is no consent"


async def test_who_writes_to_the_bot_has_direct_messages_open_again(world: World) -> None:
    clock = await world.at_time(START)
    ada = await world.person("Ada")
    await world.tables.people.note_direct(int(ada.id), refused=True)
    await clock.advance(601)
    await ada.say(await ada.dm(), "Już możesz.")
    await eventually(lambda: _open(world, int(ada.id)), 30)


async def _open(world: World, user: int) -> bool:
    return not (await world.tables.people.person(user)).dm_closed
