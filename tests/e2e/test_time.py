"""Time as people meet it: paces in the lobby, reminders, a pause, a timeout on which the others decide, settings."""

from __future__ import annotations

import pytest

from sandbox import Person
from sandbox.client import JSON, buttons
from tests.support.manual_clock import ManualClock
from tests.support.world import World, eventually, piece, pieces, says, text_of

START = 1_800_025_200.0  # a Friday, three in the afternoon in UTC: 18 hours later it is day
DAY = 86400.0

KEYS = {
    "late": "cogs.late.computer",
    "vote": "cogs.late.vote",
    "below": "tables.refusal.bank-below-move",
    "waits": "cogs.board.remind",
    "pause": "cogs.vote.pause.asks",
    "stand": "cogs.time.paused",
    "resumed": "tables.note.resumed",
    "out": "cogs.vote.late.asks",
    "computer": "cogs.vote.late.done",
}
VALUED = {
    "gry": {"pace": "10 minut na partię, 1 na każdy ruch", "own": "2 dni na partię i 12 godz. na każdy ruch"},
    "games": {"pace": "10 minutes for the game, 1 more each move", "own": "2 days for the game, 12 h more each move"},
}
"""Those with values in them."""

SAID = {
    channel: {name: says(key, language) for name, key in KEYS.items()} | VALUED[channel]
    for channel, language in (("gry", "pl"), ("games", "en"))
}
"""By channel, one in Polish and one in English."""

each_language = pytest.mark.parametrize("channel", ["gry", pytest.param("games", marks=pytest.mark.long)])

PEOPLE = {"gry": ("Ada", "Borys"), "games": ("Chloe", "Borys")}


@pytest.fixture
async def time(world: World) -> ManualClock:
    return await world.at_time(START)


async def live_mentions(world: World, person: Person, channel: str, table: int) -> list[JSON]:
    """The messages in the channel that mention the person and can be snoozed."""
    await world.quiet(30)
    await eventually(lambda: _nothing_retired(world, table))
    here = await person.messages(channel)
    return [
        each
        for each in here
        if any(word.startswith("reminders.snooze:") for word in pieces(each)) and person.id in text_of(each)
    ]


async def _nothing_retired(world: World, table: int) -> bool:
    return not (await world.store.read_noted(table)).retired


async def private(person: Person, text: str) -> JSON:
    """What the person alone is told."""
    return await person.until(lambda message: message["sandbox"]["ephemeral"] and text in text_of(message))


@each_language
async def test_the_lobby_says_what_happens_when_the_time_is_up(world: World, channel: str) -> None:
    said = SAID[channel]
    table, people = await world.lobby(*PEOPLE[channel], channel=channel, pace="rapid")
    host = people[0]
    card = await world.message(people[1], table, "lobby")
    assert said["pace"] in text_of(card)
    assert said["late"] in text_of(card)
    card = await world.message(host, table, "lobby")
    menu = await host.settled(await host.press(card, piece(card, "lobby.open")))
    await host.press(menu, piece(menu, "lobby.late"), ["vote"])
    await world.done()
    form = await host.press(menu, piece(menu, "lobby.pacing"))
    await host.submit(form, {"each": "12 h", "bank": "5 h"})
    assert said["below"] in text_of(await private(host, said["below"]))
    assert (await world.view(table)).info.pace == "rapid"
    form = await host.press(menu, piece(menu, "lobby.pacing"))
    await host.submit(form, {"each": "12 h", "bank": "2 d"})
    await world.done()
    card = await world.message(people[1], table, "lobby")
    assert said["own"] in text_of(card)
    assert said["vote"] in text_of(card)


@each_language
async def test_one_live_mention_that_goes_when_it_is_answered(world: World, time: ManualClock, channel: str) -> None:
    said = SAID[channel]
    table, people = await world.started(*PEOPLE[channel], channel=channel, game="torres", pace="day")
    mover = await world.mover(table, people)
    other = next(person for person in people if person is not mover)
    await world.later(0.75 * DAY)
    (mention,) = await live_mentions(world, mover, channel, table)
    assert said["waits"] in text_of(mention)
    assert f"<t:{int(START + DAY)}:R>" in text_of(mention)
    await other.press(mention, piece(mention, "reminders.snooze"))
    await world.done()
    assert len(await live_mentions(world, mover, channel, table)) == 1, "only who is mentioned puts it off"
    await mover.press(mention, piece(mention, "reminders.snooze"))
    await world.done()
    assert await live_mentions(world, mover, channel, table) == []
    await world.later(3600)
    (mention,) = await live_mentions(world, mover, channel, table)
    long = [each for each in buttons(mention) if each.get("custom_id", "").endswith(":14400")]
    await mover.press(mention, long[0]["custom_id"])
    await world.later(4 * 3600)
    (mention,) = await live_mentions(world, mover, channel, table)
    line = " ".join(((await world.tables.looks.read(table, int(mover.id))).complete(""))[0])
    if not (await world.tables.looks.read(table, int(mover.id))).choices(tuple(line.split())).complete:
        line = str((await mover.autocomplete(channel, "zamki move", "move", move=f"{line} "))[0]["value"])
    await mover.settled(await mover.command(channel, "zamki move", move=line))
    assert await live_mentions(world, mover, channel, table) == []


@pytest.mark.long
@each_language
async def test_a_pause_that_all_agree_to(world: World, time: ManualClock, channel: str) -> None:
    said = SAID[channel]
    table, (ada, borys) = await world.started(*PEOPLE[channel], channel=channel, pace="day")
    board = await world.message(ada, table, "board")
    more = await ada.settled(await ada.press(board, piece(board, "board.more")))
    await ada.press(more, piece(more, "timing.pause"))
    await world.done()
    vote = await world.message(borys, table, "vote-pause")
    assert said["pause"] in text_of(vote)
    await borys.press(vote, piece(vote, "votes.agree"))
    await world.done()
    assert pieces(await world.message(ada, table, "vote-pause")) == []
    board = await world.message(ada, table, "board")
    assert said["stand"] in text_of(board)
    await world.later(5 * DAY)
    board = await world.message(borys, table, "board")
    await borys.press(board, piece(board, "timing.resume"))
    await world.done()
    board = await world.message(ada, table, "board")
    assert said["resumed"] in text_of(board)
    assert f"<t:{int(START + 6 * DAY)}:R>" in text_of(board)
    assert not any(word.startswith("timing.resume:") for word in pieces(board))


@pytest.mark.long
@each_language
async def test_the_others_decide_about_who_is_late(world: World, time: ManualClock, channel: str) -> None:
    said = SAID[channel]
    table, people = await world.lobby(*PEOPLE[channel], channel=channel, game="torres", pace="day")
    await world.tables.times.set_late(table, int(people[0].id), "vote")
    await world.begin(table, people[0])
    mover = await world.mover(table, people)
    other = next(person for person in people if person is not mover)
    await world.later(DAY)
    vote = await world.message(other, table, "vote-late")
    assert said["out"] in text_of(vote)
    await mover.press(vote, piece(vote, "votes.agree"))
    await world.done()
    assert (await world.view(table)).info.votes, "who is late is not asked"
    stage = (await world.view(table)).info.stage
    await other.press(vote, piece(vote, "votes.agree"))
    await eventually(lambda: world.moved_on(table, stage))
    assert said["computer"] in text_of(await world.message(other, table, "vote-late"))


async def test_settings_of_ones_own(world: World, time: ManualClock) -> None:
    ada, chloe = await world.person("Ada"), await world.person("Chloe")
    card = await ada.settled(await ada.command("gry", "zamki my settings", quiet="22-7:30"))
    assert "22:00–7:30" in text_of(card)
    assert "Europe/Warsaw" in text_of(card), "who speaks Polish and says nothing else is at home there"
    card = await world.pressed(ada, card, "preferences.page:0:0:reminders")
    await ada.press(card, piece(card, "preferences.plan"), ["half"])
    await world.done()
    assert (await world.tables.people.person(int(ada.id))).plan.live == "half"
    await chloe.command("gry", "zamki my settings", quiet="25-99")
    await private(chloe, "quiet hours")
    await chloe.command("gry", "zamki my settings", zone="Londn")
    await private(chloe, "Europe/London")
    await chloe.command("gry", "zamki my settings", vacation=15)
    await private(chloe, "30 of 30 days")
    assert (await world.tables.people.person(int(chloe.id))).plan == type((await world.tables.people.person(1)).plan)()
    card = await chloe.settled(await chloe.command("gry", "zamki my settings", zone="Tokyo", vacation=2))
    assert "**28** of 30 days left" in text_of(card)
    assert f"<t:{int(START + 2 * DAY)}:D>" in text_of(card)
    suggested = await chloe.autocomplete("gry", "zamki my settings", "zone", zone="warsaw")
    assert [each["value"] for each in suggested] == ["Europe/Warsaw"]
