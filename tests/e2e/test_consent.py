"""Direct messages by consent: nobody is written to who has not said so, and what Discord refuses stops them for all."""

from __future__ import annotations

import functools

import pytest

from sandbox import Person
from tables.service import conversations
from tables.time.timing import DAY, HOUR
from tests.support.channel_messages import public
from tests.support.world import World, eventually, piece, pieces, says, text_of

START = 1_800_000_000.0


@pytest.fixture
async def unasked(world: World) -> World:
    """A world whose people have said neither yes nor no."""
    for person in world.sandbox.world.people:
        await world.tables.people.set_preferences(person.id, dm=None)
    world.consent = None
    return world


async def direct(person: Person) -> list[str]:
    return [text_of(each) for each in await person.messages(await person.dm()) if each["author"]["id"] != person.id]


def mentioned(world: World, person: Person) -> int:
    """How often somebody was pinged."""
    return len([user for user, _ in world.sandbox.world.pings if user == int(person.id)])


async def test_a_newcomer_is_written_to_after_one_press(unasked: World) -> None:
    """The hand is private in the channel; "also as a direct message" sends it, here and in each game from then on."""
    world = unasked
    table, people = await world.started("Ada", "Borys")
    ada, borys = people
    await world.quiet(30)
    assert await direct(ada) == await direct(borys) == []
    assert mentioned(world, ada) == mentioned(world, borys) == 1
    shown = await world.more(ada, await world.hand(ada, table))
    await ada.press(shown, piece(shown, "play.direct"))
    await world.done()
    await world.quiet(30)
    assert says("cogs.hand.direct-on") in text_of(ada.known[shown["id"]])
    assert not any(each.startswith("play.direct") for each in pieces(await world.more(ada, ada.known[shown["id"]])))
    assert len(await direct(ada)) == 1
    assert await direct(borys) == []
    await world.started("Ada", "Borys", game="torres")
    await world.quiet(30)
    assert len(await direct(ada)) >= 1
    assert await direct(borys) == []


async def test_joining_is_the_consent_where_the_lobby_says_so(unasked: World) -> None:
    world = unasked
    table, (ada,) = await world.lobby("Ada")
    card = await world.message(ada, table, "lobby")
    assert says("cogs.lobby.hands-private") in text_of(card)
    menu = await ada.settled(await ada.press(card, piece(card, "lobby.open")))
    await world.pressed(ada, menu, piece(menu, "lobby.direct"))
    card = await world.message(ada, table, "lobby")
    assert "Dosiadając się, zgadzasz się na to" in text_of(card)
    borys = await world.person("Borys")
    await world.tables.people.set_preferences(int((await world.person("Dmitri")).id), dm=False)
    for name in ("Borys", "Dmitri"):
        person = await world.person(name)
        await person.press(card, piece(card, "lobby.join"))
        await world.done()
    await world.begin(table, ada)
    await world.quiet(30)
    assert len(await direct(ada)) == len(await direct(borys)) == 1
    assert await direct(await world.person("Dmitri")) == [], "who has said no gets none"
    assert (await world.tables.people.person(int(borys.id))).dm is None, "it holds for this table"


@pytest.mark.long
async def test_it_is_not_turned_on_under_people_who_have_joined(unasked: World) -> None:
    world = unasked
    table, (ada, _) = await world.lobby("Ada", "Borys")
    card = await world.message(ada, table, "lobby")
    menu = await ada.settled(await ada.press(card, piece(card, "lobby.open")))
    button = piece(menu, "lobby.direct")
    await ada.settled(await ada.press(menu, button, forge=True))
    await world.done()
    assert not (await world.view(table)).info.direct


@pytest.mark.long
async def test_so_many_conversations_an_hour_and_the_others_are_called(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = await world.at_time(START)
    monkeypatch.setattr(conversations, "AN_HOUR", 1)
    _, people = await world.started("Ada", "Borys")
    await world.quiet(30)
    got = [len(await direct(person)) for person in people]
    assert sorted(got) == [0, 1]
    late = people[got.index(0)]
    assert mentioned(world, late) == 1
    await clock.advance(HOUR + 1)
    await world.started("Ada", "Borys", game="rycerze", channel="turniej")
    await world.quiet(30)
    assert len(await direct(late)) == 1, "an hour later it is opened"


@pytest.mark.long
async def test_a_conversation_is_opened_once_and_known_after_a_restart(world: World) -> None:
    await world.started("Ada", "Borys")
    await world.quiet(30)
    await world.restart()
    await world.started("Ada", "Borys", channel="turniej")
    await world.quiet(30)
    assert len([each for each in world.sandbox.record if each.route == "/users/@me/channels"]) == 2


@pytest.mark.long
async def test_too_fast_is_no_refusal_of_the_person(world: World) -> None:
    clock = await world.at_time(START)
    world.sandbox.fault("dm_too_fast", times=1)
    _, people = await world.started("Ada", "Borys")
    await world.quiet(30)
    for person in people:
        assert await direct(person) == []
        assert mentioned(world, person) == 1
        assert not (await world.tables.people.person(int(person.id))).dm_closed
    opened = [each for each in world.sandbox.record if each.route == "/users/@me/channels"]
    assert len(opened) <= 2, "after the refusal none is opened for a while"
    await clock.advance(HOUR + 1)
    await world.started("Ada", "Borys", channel="turniej")
    await world.quiet(30)
    assert [len(await direct(person)) for person in people] == [1, 1]


@pytest.mark.long
async def test_a_flagged_bot_mentions_and_tries_one_message_a_day(world: World) -> None:
    """Code 20026: nobody is written to, everybody is called, whoever runs the bot is told; after a day one is tried."""
    clock = await world.at_time(START)
    world.sandbox.fault("flagged", times=-1)
    table, people = await world.started("Ada", "Borys")
    await world.quiet(30)
    for person in people:
        assert await direct(person) == []
        assert mentioned(world, person) == 1, "nobody is left uncalled"
    tables = world.tables
    assert await tables.conversations.flagged_until() == START + DAY
    before = len(world.sandbox.errors())
    ada = people[0]
    answer = await ada.settled(await ada.command("gry", "zamki-moderation check"))
    assert says("cogs.check.flagged.ill")[:40] in text_of(answer)
    await clock.advance(DAY - 60)
    await world.started("Ada", "Borys", channel="turniej")
    await world.quiet(30)
    assert len(world.sandbox.errors()) == before, "no request was refused again"
    await clock.advance(120)
    first, second = int(people[0].id), int(people[1].id)
    ways = [await tables.conversations.begin(user, await tables.people.person(user)) for user in (first, second)]
    assert ways[0] is not None
    assert ways[0].trial
    assert ways[1] is None, "the others wait for what comes of it"
    world.sandbox.faults.clear()
    await clock.advance(conversations.TRIAL + 1)
    await tables.show_again(table)
    await tables.moves.send_hand(table, first)
    await world.quiet(30)
    await eventually(functools.partial(_well, world), 30)
    assert len(await direct(people[0])) == 1


async def _well(world: World) -> bool:
    return await world.tables.conversations.flagged_until() is None


@pytest.mark.long
async def test_an_invitation_is_a_mention_to_who_has_not_said_yes(unasked: World) -> None:
    world = unasked
    table, (ada,) = await world.lobby("Ada")
    borys = await world.person("Borys")
    card = await world.message(ada, table, "lobby")
    menu = await ada.settled(await ada.press(card, piece(card, "guests.open")))
    await ada.press(menu, piece(menu, "guests.invite"), [borys.id])
    await world.done()
    await world.quiet(30)
    assert await direct(borys) == []
    assert mentioned(world, borys) == 1
    assert public(world.sandbox, (await world.view(table)).info.place.channel)
