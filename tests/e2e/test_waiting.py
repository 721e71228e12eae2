"""Whoever a table waits for is told once, where they look: by direct message, or by a mention that goes when it is settled."""

from __future__ import annotations

import random

import discord
import pytest

import engines
from data.words import words
from engines.notation import random_move
from sandbox import Person
from sandbox.client import JSON
from tables.errors import Full
from tables.model import people
from tables.model.table_info import NOBODY, PATIENCE
from tables.time.timing import DAY
from tests.support.cases import cases
from tests.support.play_to_end import play_to_the_end
from tests.support.table_store import loaded_table
from tests.support.world import World, mentions, piece, says, text_of

NOON = 1_800_014_400.0
"""Unix seconds of a noon in UTC."""

LANGUAGES = {"gry": "pl", "games": "en"}


async def called(world: World, person: Person, message: JSON) -> bool:
    """Returns whether this message has notified somebody: directly, or by their mention."""
    await world.quiet()
    if world.sandbox.world.channels[int(message["channel_id"])].guild_id is None:
        return not message["flags"] & discord.MessageFlags.suppress_notifications.flag
    return (int(person.id), int(message["id"])) in world.sandbox.world.pings


async def pressed(world: World, person: Person, message: JSON, verb: str) -> None:
    await person.press(message, piece(message, verb))
    await world.done()
    await world.quiet()


async def filled(world: World, channel: str = "gry") -> tuple[int, Person, list[Person]]:
    """A table of Ada's that Borys has filled with a computer player."""
    table, (ada, borys, chloe) = await world.lobby("Ada", "Borys", "Chloe", channel=channel)
    card = await world.message(borys, table, "lobby")
    await pressed(world, borys, card, "lobby.robot")
    return table, ada, [borys, chloe]


@pytest.mark.parametrize(
    ("channel", "directly"), cases([("gry", False), ("gry", True), ("games", False), ("games", True)], [("gry", True)])
)
async def test_the_host_of_a_full_table_starts_it_from_the_call(world: World, channel: str, directly: bool) -> None:
    ada = await world.person("Ada")
    await ada.change(dms_open=directly)
    table, ada, _ = await filled(world, channel)
    call = await world.message(ada, table, "complete", ada)
    assert (mentions(text_of(call))[:1], await called(world, ada, call)) == ([ada.id], True)
    assert says("cogs.waiting.full", "pl" if directly else LANGUAGES[channel]) in text_of(call)
    await pressed(world, ada, call, "waiting.start")
    assert (await world.view(table)).info.state == "playing"
    assert call["id"] not in ada.known, "it is settled"


async def test_the_others_start_it_if_the_host_does_not_come(world: World) -> None:
    clock = await world.at_time(NOON)
    table, ada, (borys, chloe) = await filled(world)
    card = await world.message(borys, table, "lobby")
    assert says("cogs.lobby.hint-full") in text_of(card)
    await pressed(world, borys, card, "lobby.begin")
    told = [text_of(each) for each in await borys.messages("gry") if each["sandbox"]["ephemeral"]]
    assert says("tables.refusal.not-host-yet") in told[-1]
    await clock.advance(PATIENCE[True])
    await pressed(world, borys, await world.message(borys, table, "lobby"), "lobby.begin")
    assert words("pl").count("cogs.guests.checks", 2) in text_of(await world.message(borys, table, "lobby"))
    for person, language in ((chloe, "en"), (ada, "pl")):  # so long after they sat down
        question = await world.message(person, table, "invite", person)
        assert says("cogs.guests.check", language) in text_of(question)
        await pressed(world, person, question, "guests.accept")
    assert (await world.view(table)).info.state == "playing"
    assert await world.standing(table, "complete", ada) is None


@pytest.mark.parametrize("why", ["quiet", "muted"])
async def test_quiet_hours_and_mutes_hold(world: World, why: str) -> None:
    """In quiet hours the call is there without a sound; about a muted table there is none."""
    await world.at_time(NOON)
    ada = await world.person("Ada")
    if why == "quiet":
        await world.tables.times.set_plan(int(ada.id), quiet=(0, 23 * 60 + 59))
    table, (ada, *_) = await world.lobby("Ada", "Borys", "Chloe")
    if why == "muted":
        await world.tables.servers.mute(table, int(ada.id), quiet=True)
    await world.tables.lobbies.add_computer(table, int(world.people["Borys"].id))
    await world.quiet()
    if why == "muted":
        assert await world.standing(table, "complete", ada) is None
    else:
        assert not await called(world, ada, await world.message(ada, table, "complete", ada))


@pytest.mark.parametrize("verb", cases(["waiting.alone", "waiting.on", "waiting.close", "find.lobby"], ["waiting.alone"]))
async def test_a_host_whom_nobody_joins_is_asked_what_to_do(world: World, verb: str) -> None:
    await world.at_time(NOON)
    table, (ada, borys) = await world.lobby("Ada", "Borys", pace="live")
    card = await world.message(borys, table, "lobby")
    await pressed(world, borys, card, "lobby.leave")
    await world.later(NOBODY[False])
    question = await world.message(ada, table, "lonely", ada)
    assert says("cogs.waiting.lonely") in text_of(question)
    assert await called(world, ada, question)
    await pressed(world, ada, question, verb)
    ended = {"waiting.alone": "playing", "waiting.on": "lobby"}
    assert (await world.view(table)).info.state == ended.get(verb, "cancelled")
    assert await world.standing(table, "lonely", ada) is None
    assert question["id"] not in ada.known
    looking = await world.ask("SELECT 1 FROM wishes WHERE ended IS NULL")
    assert bool(looking) == (verb == "find.lobby")


@pytest.mark.long
async def test_the_question_goes_when_somebody_comes(world: World) -> None:
    await world.at_time(NOON)
    table, (ada,) = await world.lobby("Ada", pace="live")
    await world.later(NOBODY[False])
    question = await world.message(ada, table, "lonely", ada)
    borys = await world.person("Borys")
    await pressed(world, borys, await world.message(borys, table, "lobby"), "lobby.join")
    assert question["id"] not in ada.known


@pytest.mark.parametrize("directly", cases([True, False], [True]))
async def test_earlier_players_are_asked_by_name_and_keep_their_seat(world: World, directly: bool) -> None:
    # At a slow pace a call shortly after another one would be silent.
    table, (ada, borys) = await world.started("Ada", "Borys", game="zamek", pace="live")
    chloe = await world.person("Chloe")
    await borys.change(dms_open=directly)
    await play_to_the_end(world, table, random.Random(1))
    await world.quiet()
    await pressed(world, ada, await world.message(ada, table, "final"), "start.again")
    again = max(each.id for each in await world.tables.looks.tables_of(int(ada.id)))
    question = await world.message(borys, again, "invite", borys)
    assert says("cogs.guests.again") in text_of(question)
    assert await called(world, borys, question)
    card = await world.message(chloe, again, "lobby")
    assert mentions(text_of(card)) == [borys.id]
    for _ in range(world.house.games["zamek"].seats[-1] - 2):
        await world.tables.lobbies.add_computer(again, int(ada.id))
    with pytest.raises(Full, match="kept"):
        await world.tables.lobbies.join(again, people.Person(int(chloe.id), "Chloe"))
    await pressed(world, borys, question, "guests.accept")
    assert await world.sits(again, borys)


@pytest.mark.long
@pytest.mark.parametrize("comes", cases([True, False], [True]))
async def test_who_invited_is_told_the_answer(world: World, comes: bool) -> None:
    table, (ada,) = await world.lobby("Ada")
    borys = await world.person("Borys")
    await world.tables.guests.invite(table, int(ada.id), [int(borys.id)])
    question = await world.message(borys, table, "invite", borys)
    assert says("cogs.guests.to-lobby") in str(question["components"]), "there is no board yet"
    await pressed(world, borys, question, "guests.accept" if comes else "guests.decline")
    answer = await world.message(ada, table, "answered", ada)
    assert says("cogs.waiting.comes" if comes else "cogs.waiting.declines") in text_of(answer)
    assert (mentions(text_of(answer)), await called(world, ada, answer)) == ([ada.id, borys.id], True)
    await world.begin(table, ada, computers=1)
    await world.quiet()
    assert answer["id"] not in ada.known, "the game is on"


@pytest.mark.long
@pytest.mark.parametrize("game", cases(sorted(engines.games()), sorted(engines.games())[-1:]))
async def test_a_turn_at_a_slow_pace_calls_once(world: World, game: str) -> None:
    """Nobody has direct messages. What calls somebody stands until they answer, whatever chance shows meanwhile."""
    world.consent, rng = False, random.Random(2)
    await world.at_time(NOON)
    table, people = await world.started("Ada", "Borys", game=game, pace="day")
    pings = world.sandbox.world.pings
    await world.later(100.0)
    for _ in range(4):
        before, turn = len(pings), (await world.view(table)).info.turn
        while (now := (await world.view(table)).info).state == "playing" and now.turn == turn and len(pings) == before:
            held = await loaded_table(world.tables, table)
            assert held.position is not None
            seat = held.position.pending()[0]
            user = now.seats[seat].user
            assert user is not None
            await world.tables.moves.play(table, user, random_move(held.position, seat, rng))
            await world.later(100.0)
        called = [user for user, _ in pings[before:]]
        assert len(called) == len(set(called)), "once each"
        assert all(message in world.sandbox.world.messages for _, message in pings[before:])
    assert people


@pytest.mark.long
@pytest.mark.parametrize("directly", cases([False, True], [False]))
@pytest.mark.usefixtures("many_openings")
async def test_tables_that_wait_at_the_same_time_are_one_call(world: World, directly: bool) -> None:
    """Four games without a clock begin together, and remind of themselves together."""
    world.consent = directly
    clock = await world.at_time(NOON)
    tables = []
    for _ in range(4):
        table, (ada, borys) = await world.started("Ada", "Borys")
        tables.append(table)
    await clock.advance(600)
    world.sandbox.world.pings.clear()
    for person in (ada, borys):
        await world.tables.times.set_plan(int(person.id), where="direct" if directly else "channel")
    await world.later(DAY)
    told = [await world.message(person, table, "mention", person) for table in tables for person in (ada, borys)]
    aloud = [await called(world, person, message) for person, message in zip([ada, borys] * 4, told, strict=True)]
    assert aloud.count(True) == 2
