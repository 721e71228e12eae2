"""Who is absent, and what is gone, as people meet it in both languages: seats that change hands, silence, servers and channels
that are no more, reminders in private, vacations.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from render.pool import Pool
from sandbox import Person
from sandbox.client import JSON, NotPossible
from sandbox.world import Guild
from tests.support.world import World, eventually, mentions, piece, pieces, play_out, says, seat_of, text_of

START = 1_800_025_200.0  # a Friday, three in the afternoon in UTC: 18 hours later it is day
HOUR, DAY = 3600.0, 86400.0

PEOPLE = {"gry": ("Ada", "Borys"), "games": ("Chloe", "Dmitri")}

KEYS = {
    "offered": "cogs.offer.to-one",
    "gone": "cogs.hand.handed-on",
    "oneself": "tables.refusal.replace-oneself",
    "seated": "tables.refusal.sits-here",
    "bot": "tables.refusal.replace-bot",
    "left": "tables.note.left-server",
    "nobody": "tables.closed.abandoned",
    "channel": "cogs.board.gone",
    "server": "cogs.time.outage",
    "silent": "cogs.vote.go-on.asks",
    "can move": "cogs.vote.meant",
    "dead": "cogs.end.dead",
    "closed": "tables.closed.silence",
    "time": "tables.closed.time",
    "moderator": "tables.closed.moderator",
    "alone": "cogs.remind.alone",
    "next": "cogs.remind.next",
    "away": "cogs.time.away",
}
VALUED = {
    "gry": {
        "taken": "**Chloe** przejmuje miejsce",
        "note": "przejmuje miejsce (Ada)",
        "bank": "🏦 zapas: ● Ada 10 min · ■ Borys 10 min",
        "mine": "W tym 10 min oszczędzone",
        "usual": "tutaj trwa zwykle 2 godz.",
    },
    "games": {
        "taken": "**Ada** plays on",
        "note": "takes over the seat of Chloe",
        "bank": "🏦 saved: ● Chloe 10 min · ■ Dmitri 10 min",
        "mine": "It includes 10 min saved",
        "usual": "usually takes 2 h here",
    },
}
"""Those with values in them."""

SAID = {
    channel: {name: says(key, language) for name, key in KEYS.items()} | VALUED[channel]
    for channel, language in (("gry", "pl"), ("games", "en"))
}
"""By channel, one in Polish and one in English."""

BOTH = ("gry", pytest.param("games", marks=pytest.mark.long))


@pytest.fixture
def pool(blank_pool: Pool) -> Pool:
    """Nothing here is about pictures."""
    return blank_pool


def server(world: World, channel: str) -> Guild:
    place = next(each for each in world.sandbox.world.channels.values() if each.name == channel)
    assert place.guild_id is not None
    return world.sandbox.world.guilds[place.guild_id]


async def private(person: Person, text: str) -> JSON:
    """What the person alone is told in the channel."""
    return await person.until(lambda message: message["sandbox"]["ephemeral"] and text in text_of(message))


async def direct(world: World, person: Person, text: str) -> list[JSON]:
    """What the person was told directly."""
    await world.quiet(30)
    return [each for each in await person.messages(await person.dm()) if text in text_of(each)]


async def pressed(world: World, person: Person, message: JSON, verb: str) -> None:
    await person.press(message, piece(message, verb))
    await world.done()


async def others(world: World, channel: str) -> Person:
    """Somebody who does not play in this channel's scenes."""
    return await world.person({"gry": "Chloe", "games": "Ada"}[channel])


# Seats that change hands.


@pytest.mark.parametrize("channel", BOTH)
async def test_a_seat_is_handed_on_with_its_hand_and_everybody_is_told(world: World, channel: str) -> None:
    said = SAID[channel]
    table, (host, other) = await world.started(*PEOPLE[channel], channel=channel)
    heir = await others(world, channel)
    mine = await world.message(host, table, "hand", host)
    shown = await world.hand(host, table)
    question = await host.settled(await host.command(channel, "zamki replace", person=heir.id))
    await pressed(world, host, question, "replacing.offer")
    offer = await world.message(heir, table, "offer", heir)
    assert said["offered"] in text_of(offer)
    assert mentions(text_of(offer)) == [heir.id]
    await other.press(offer, piece(offer, "replacing.sit"))
    await private(other, said["seated"])
    await heir.settled(await heir.press(offer, piece(offer, "replacing.sit")))
    offer = await world.message(other, table, "offer", heir)
    assert said["taken"] in text_of(offer)
    assert not pieces(offer)
    assert said["note"] in text_of(await world.message(other, table, "board"))
    for copy in (host.known[mine["id"]], host.known[shown["id"]]):
        assert said["gone"] in text_of(copy), "nobody who is gone keeps a copy of the hand"
        assert not pieces(copy)
    assert any(each.startswith("play.pick:") for each in pieces(await world.hand(heir, table)))
    await play_out(world, table, [heir, other], random.Random(1), stages=1)


@pytest.mark.long
@pytest.mark.parametrize("channel", SAID)
async def test_wrong_heirs_are_refused_with_the_remedy(world: World, channel: str) -> None:
    said = SAID[channel]
    table, (host, other) = await world.started(*PEOPLE[channel], channel=channel)
    for person, key in ((host.id, "oneself"), (other.id, "seated")):
        question = await host.settled(await host.command(channel, "zamki replace", person=person))
        await pressed(world, host, question, "replacing.offer")
        await private(host, said[key])
    await host.command(channel, "zamki replace", person=str(world.sandbox.world.bot.id))
    await private(host, said["bot"])
    assert (await world.view(table)).info.offer is None


# People and places that are gone.


@pytest.mark.long
@pytest.mark.parametrize("channel", SAID)
async def test_who_has_left_the_server_is_played_on_for(world: World, channel: str) -> None:
    """Left, thrown out or banned: Discord tells no difference."""
    said = SAID[channel]
    await world.at_time(START)
    table, people = await world.started(*PEOPLE[channel], channel=channel, game="torres", pace="day")
    mover = await world.mover(table, people)
    other = next(person for person in people if person is not mover)
    server(world, channel).members.discard(int(mover.id))
    stage = (await world.view(table)).info.stage
    await world.later(0.75 * DAY)
    await eventually(lambda: world.moved_on(table, stage))
    await world.message(other, table, "board")
    assert any(said["left"] in text_of(each) for each in await other.messages(channel))
    question = await world.message(other, table, "vote-win")
    assert mentions(text_of(question)) == [other.id]


@pytest.mark.long
@pytest.mark.parametrize("channel", SAID)
async def test_a_table_without_its_channel_is_brought_to_another(world: World, channel: str) -> None:
    said = SAID[channel]
    table, people = await world.started(*PEOPLE[channel], channel=channel)
    places = world.sandbox.world
    old = next(each for each in places.channels.values() if each.name == channel)
    places.add_channel(server(world, channel).id, "nowy")
    await world.quiet(30)
    places.delete_channel(old)
    await play_out(world, table, people, random.Random(3), direct=True, stages=2)
    for person in people:
        assert len(await direct(world, person, said["channel"])) == 1
    await people[1].settled(await people[1].command("nowy", "zamki repair", table=str(table)))
    board = await world.message(people[0], table, "board")
    assert (await world.view(table)).info.place.channel == int(board["channel_id"]) != old.id
    await play_out(world, table, people, random.Random(3), stages=1)


@pytest.mark.long
@pytest.mark.parametrize("channel", SAID)
async def test_a_player_who_lost_sight_of_the_channel_plays_on(world: World, channel: str) -> None:
    """In direct messages, and by commands in any other channel of the server."""
    table, people = await world.started(*PEOPLE[channel], channel=channel)
    blind, other = people
    places = world.sandbox.world
    here = next(each for each in places.channels.values() if each.name == channel)
    places.add_channel(server(world, channel).id, "nowy")
    await world.quiet(30)
    here.hidden.add(int(blind.id))
    with pytest.raises(NotPossible):
        await blind.command(channel, "zamki hand")
    await play_out(world, table, people, random.Random(2), direct=True, stages=1)
    hand = await blind.settled(await blind.command("nowy", "zamki hand", table=str(table)))
    stage = (await world.view(table)).info.stage
    await world.choose(blind, hand, random.Random(2))
    await world.choose(other, await world.hand(other, table), random.Random(2))
    await eventually(lambda: world.moved_on(table, stage))
    heir = await others(world, channel)
    question = await blind.settled(await blind.command("nowy", "zamki replace", person=heir.id, table=str(table)))
    await pressed(world, blind, question, "replacing.offer")
    offer = await world.message(heir, table, "offer", heir)
    await heir.settled(await heir.press(offer, piece(offer, "replacing.sit")))
    assert seat_of((await world.view(table)).info, heir) is not None


def _ended_after(hand: JSON) -> Callable[[JSON], bool]:
    """Whether a message, this hand or a later one, tells the end of the game."""
    return lambda message: int(message["id"]) >= int(hand["id"]) and "🥇" in text_of(message)


@pytest.mark.long
@pytest.mark.parametrize("channel", SAID)
async def test_the_hands_tell_the_end_of_a_game_without_its_channel(world: World, channel: str) -> None:
    table, people = await world.started(*PEOPLE[channel], channel=channel)
    hands = [await world.message(person, table, "hand", person) for person in people]
    places = world.sandbox.world
    places.delete_channel(next(each for each in places.channels.values() if each.name == channel))
    await play_out(world, table, people, random.Random(3), direct=True)
    for person, hand in zip(people, hands, strict=True):
        await person.until(_ended_after(hand))


@pytest.mark.long
@pytest.mark.parametrize("channel", BOTH)
async def test_nobody_is_late_while_the_bot_is_not_in_the_server(world: World, channel: str) -> None:
    said = SAID[channel]
    time = await world.at_time(START)
    table, people = await world.started(*PEOPLE[channel], channel=channel, game="torres", pace="day")
    await world.later(6 * HOUR)
    guild = server(world, channel)
    world.sandbox.world.kick(guild)
    await eventually(lambda: paused(world, table))
    await world.quiet(30)
    await time.advance(5 * DAY)
    assert (await world.view(table)).info.stage == 1
    world.sandbox.world.invite(guild)
    await eventually(lambda: going(world, table))
    board = await world.message(people[0], table, "board")
    assert f"<t:{int(START + 6 * DAY)}:R>" in text_of(board)
    assert said["server"] not in text_of(board)


async def paused(world: World, table: int) -> bool:
    return (await world.view(table)).info.timing.pause is not None


async def going(world: World, table: int) -> bool:
    return not await paused(world, table)


# Silence.


@pytest.mark.parametrize("channel", BOTH)
async def test_silence_is_asked_about_then_warned_of_then_the_end(world: World, channel: str) -> None:
    said = SAID[channel]
    await world.at_time(START)
    table, people = await world.started(*PEOPLE[channel], channel=channel, game="torres")
    mover = await world.mover(table, people)
    other = next(person for person in people if person is not mover)
    await world.later(3 * DAY + 1)
    question = await world.message(other, table, "vote-go-on")
    assert said["silent"] in text_of(question)
    assert said["can move"] in text_of(question)
    assert set(mentions(text_of(question))) == {mover.id, other.id}
    await world.later(11 * DAY)
    here = await other.messages(channel)
    (warning,) = [each for each in here if said["dead"] in text_of(each)]
    assert set(mentions(text_of(warning))) == {mover.id, other.id}
    await world.later(7 * DAY)
    final = text_of(await world.message(other, table, "final"))
    assert said["closed"] in final
    assert (await world.view(table)).info.closed == "silence"


@pytest.mark.long
@pytest.mark.parametrize("channel", SAID)
@pytest.mark.parametrize("why", ["time", "moderator"])
async def test_the_card_of_a_closed_lobby_tells_why(world: World, channel: str, why: str) -> None:
    await world.at_time(START)
    host = {"gry": "Borys", "games": "Dmitri"}[channel]
    table, (person,) = await world.lobby(host, channel=channel)
    if why == "time":
        await world.later(6 * DAY + 1)
        await world.later(DAY)
    else:
        owner = await world.person({"gry": "Ada", "games": "Chloe"}[channel])
        question = await owner.settled(await owner.command(channel, "zamki cancel", table=str(table)))
        form = await owner.press(question, piece(question, "ending.why"))
        await owner.submit(form, {"reason": "kanał znika"})
        await world.done()
    card = await world.message(person, table, "lobby")
    assert SAID[channel][why] in text_of(card)
    assert ("kanał znika" in text_of(card)) == (why == "moderator")
    assert not pieces(card)


# Time of one's own.


@pytest.mark.long
@pytest.mark.parametrize("channel", SAID)
async def test_who_alone_is_awaited_is_told_directly(world: World, channel: str) -> None:
    await world.at_time(START)
    table, people = await world.started(*PEOPLE[channel], channel=channel, pace="day")
    quick, slow = people
    await world.choose(quick, await world.hand(quick, table), random.Random(1))
    await world.later(HOUR)
    (alone,) = await direct(world, slow, SAID[channel]["alone"])
    assert not await direct(world, quick, SAID[channel]["alone"])
    await pressed(world, slow, alone, "reminders.snooze")
    assert not await direct(world, slow, SAID[channel]["alone"])
    await world.choose(slow, await world.hand(slow, table), random.Random(1))


@pytest.mark.long
@pytest.mark.parametrize("channel", SAID)
async def test_who_is_next_is_told_directly_if_they_wish(world: World, channel: str) -> None:
    people = [await world.person(name) for name in PEOPLE[channel]]
    for person in people:
        await world.tables.times.set_plan(int(person.id), next=True)
    table, _ = await world.started(*PEOPLE[channel], channel=channel, game="torres")
    mover = await world.mover(table, people)
    other = next(person for person in people if person is not mover)
    assert len(await direct(world, other, SAID[channel]["next"])) == 1
    assert not await direct(world, mover, SAID[channel]["next"])


@pytest.mark.long
@pytest.mark.parametrize("channel", SAID)
async def test_what_board_hand_and_lobby_tell_of_time(world: World, channel: str) -> None:
    said = SAID[channel]
    time = await world.at_time(START)
    table, people = await world.started(*PEOPLE[channel], channel=channel, pace="rapid")
    board = text_of(await world.message(people[0], table, "board"))
    assert f"<t:{int(START + 660)}:R>" in board
    assert said["bank"] in board
    hand = text_of(await world.hand(people[0], table))
    assert f"<t:{int(START + 660)}:R>" in hand
    assert said["mine"] in hand
    slow, _ = await world.started(*PEOPLE[channel], channel=channel, pace="slow", game="torres")
    mover = await world.mover(slow, people)
    await mover.settled(await mover.command(channel, "zamki my settings", vacation=2))
    board = text_of(await world.message(people[0], slow, "board"))
    assert said["away"] in board
    assert f"<t:{int(START + 2 * DAY)}:D>" in board
    for _ in range(3):
        done, _ = await world.started(*PEOPLE[channel], channel=channel)
        await time.advance(2 * HOUR)
        await play_out(world, done, people, random.Random(1), direct=True)
    lobby, (host, *_) = await world.lobby(*PEOPLE[channel], channel=channel)
    assert said["usual"] in text_of(await world.message(host, lobby, "lobby"))
