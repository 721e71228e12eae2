"""Several people are called as several, in each language; equal steps of a turn share a line on a board."""

import itertools
import random

import pytest

import engines
import render
from chat.cards import audiences, wording
from chat.outbox import reminders
from chat.wire.layout import PublicCard
from data.records.messages import Shows
from data.words import languages, words
from engines.contract import Event
from tests.support.cases import cases
from tests.support.world import World, mentions, piece, text_of

PLAYED = sorted(engines.games().keys() & render.renderers().keys())


@pytest.mark.long
@pytest.mark.parametrize("language", cases(languages(), ["pl"]))
async def test_several_people_are_called_as_several(world: World, language: str) -> None:
    world.consent = None
    number, people = await world.lobby("Ada", "Chloe")
    for person in people:
        await world.tables.people.set_preferences(int(person.id), dm=None)
    await world.tables.servers.set_server((await world.view(number)).info.place.guild, int(people[0].id), language=language)
    await world.begin(number, people[0])
    await world.quiet()
    board = text_of(await world.message(people[0], number, "board"))
    who = " ".join(f"<@{user}>" for user in mentions(board))
    assert len(mentions(board)) == 2
    assert words(language).count("cogs.board.your-move", 2, names=who) in board


@pytest.mark.long
async def test_several_people_are_reminded_by_one_message(world: World) -> None:
    """If one of them snoozes it, it goes on reminding the others."""
    await world.at_time(1_800_025_200.0)
    table, (ada, borys) = await world.started("Ada", "Borys", game="rzymianie", pace="day")
    await world.quiet()
    await world.later(0.75 * 86400)
    await world.quiet()
    reminder = await world.message(ada, table, reminders.MENTION, ada)
    assert words("pl").count("cogs.board.remind", 2, names=f"<@{ada.id}> <@{borys.id}>") in text_of(reminder)
    assert await world.message(borys, table, reminders.MENTION, borys) == reminder
    await ada.press(reminder, piece(reminder, "reminders.snooze"))
    await world.quiet()
    assert await world.standing(table, reminders.MENTION, borys) == int(reminder["id"])
    left = words("pl").count("cogs.board.remind", 1, names=f"<@{borys.id}>")
    await borys.until(lambda message: message["id"] == reminder["id"] and left in text_of(message))


@pytest.mark.long
async def test_people_with_refused_direct_messages_share_a_call(world: World) -> None:
    """Each of them is notified once."""
    people = [await world.person(name) for name in ("Ada", "Borys")]
    for person in people:
        await person.change(dms_open=False)
        await world.tables.people.set_preferences(int(person.id), dm=True)
    before = len(world.sandbox.world.pings)
    table, _ = await world.started("Ada", "Borys", game="rzymianie", pace="day")
    await world.quiet()
    noted = await world.tables.messages.of(table)
    assert len({noted.standing[reminders.MENTION, int(person.id)].message for person in people}) == 1
    assert sorted(user for user, _ in world.sandbox.world.pings[before:]) == sorted(int(person.id) for person in people)


@pytest.mark.long
@pytest.mark.parametrize("game", cases(PLAYED, ["torres"]))
async def test_equal_steps_share_a_line(world: World, game: str) -> None:
    app, rules, rng = world.bot.app, engines.games()[game], random.Random(4)
    number, _ = await world.started(*("Ada", "Chloe", "Borys")[: max(2, rules.seats[0])], game=game)
    info, position = (await world.view(number)).info, rules.start(max(2, rules.seats[0]), {}, b"seed")
    people, drawn, shorter = audiences.audience(info, words("en"), safe=True), audiences.renderer(app, info), False
    for _ in range(60):
        if not (pending := position.pending()):
            break
        turn, before = list[Event](), position.view(None).turn
        while position.pending() and position.view(None).turn == before and len(turn) < 30:
            seat = position.pending()[0]
            turn += position.play(seat, rules.choose_move(position.view(seat), rng, rules.levels[0]))
        events = [event for event in turn if event.to is None]
        lines = wording.join_events(app, info, events, words("en"))
        shorter |= len(lines) < sum(bool(drawn.line(event, people)) for event in events)
        assert all(line for _, line in lines)
        weights = [(drawn.weight(some[0]), drawn.weight(some[-1])) for some, _ in lines]
        assert not [pair for pair in itertools.pairwise(weights) if (pair[0][1], pair[1][0]) == ("reason", "result")], (
            "neither is cut without the other"
        )
        told = [event for some, _ in lines for event in some]
        assert [event for event in events if drawn.line(event, people) and event not in told] == []
    assert pending or position.result() is not None
    assert shorter or game != "torres"


class Killed(Exception):
    """The process stops here."""


@pytest.mark.parametrize("later", [False, True], ids=["still-quiet", "no-longer-quiet"])
async def test_a_call_found_after_a_stop_counts_for_whom_it_notified(
    world: World, monkeypatch: pytest.MonkeyPatch, *, later: bool
) -> None:
    """Discord has accepted the call of several people, and the process stops before it is noted. Whichever of them had quiet
    hours, each is mentioned by one message afterwards, and notified at most once. `later`: the quiet hours are over.
    """
    table, people = await world.started("Ada", "Borys", "Chloe", pace="day")
    await world.quiet()
    users, discord = [int(person.id) for person in people], world.sandbox.world
    for awake in (set(some) for count in range(4) for some in itertools.combinations(users, count)):
        await _set_quiet(world, [user for user in users if user not in awake])
        world.tables.messages.forget(table)
        before, pings = set(discord.messages), len(discord.pings)
        info = (await world.view(table)).info
        with monkeypatch.context() as patch:
            patch.setattr(world.tables.posts, "note_posted", _stop)
            with pytest.raises(Killed):
                await reminders.call(world.bot.app, info, users)
        if later:
            await _set_quiet(world, [])
        await world.bot.app.messenger.recover(table)
        noted = await world.tables.messages.of(table)
        assert {user for user in users if noted.get(reminders.MENTION, user)} == (awake or set(users)), "who was notified"
        await reminders.call(world.bot.app, info, users)

        # Meanwhile people called so often are offered one message a day: that mentions nobody.
        calls = [message for number, message in discord.messages.items() if number not in before and message.mentions]
        assert sorted(user for call in calls for user in call.mentions) == sorted(users)
        notified = [user for user, _ in discord.pings[pings:]]
        assert sorted(notified) == sorted(users if later and awake else awake)
        noted = await world.tables.messages.of(table)
        assert {noted.standing[reminders.MENTION, user].message for user in users} == {calls[-1].id}, "it names all of them"
        for user in users:
            await world.tables.messages.drop(table, reminders.MENTION, user)


@pytest.mark.long
async def test_a_message_without_buttons_is_found_after_a_stop(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord forgets a nonce within minutes, so what nothing else identifies would be posted a second time."""
    table, _ = await world.started("Ada", "Borys")
    await world.quiet()
    info, messenger, before = (await world.view(table)).info, world.bot.app.messenger, set(world.sandbox.world.messages)
    with monkeypatch.context() as patch:
        patch.setattr(world.tables.posts, "note_posted", _stop)
        with pytest.raises(Killed):
            await messenger.post(info, "ended", PublicCard(text="The game is over."), Shows())
    (posted,) = world.sandbox.world.messages.keys() - before
    await messenger.recover(table)
    assert await world.standing(table, "ended") == posted
    assert not (await world.tables.messages.of(table)).begun


async def _stop(*_arguments: object, **_options: object) -> None:
    raise Killed


async def _set_quiet(world: World, users: list[int]) -> None:
    for user in (int(person.id) for person in world.people.values()):
        await world.tables.times.set_plan(user, quiet=(0, 1439) if user in users else None)
