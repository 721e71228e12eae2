"""Game nights as people see them: the card, the call, the draw, and how the evening was."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from chat.outbox import refused
from data.words import words
from sandbox import Person
from sandbox.client import JSON, images
from tables.nights.night import Night
from tables.time.timing import HOUR, MINUTE
from tests.support.manual_clock import ManualClock
from tests.support.nights import at_time, card_of
from tests.support.world import World, eventually, mentions, piece, pieces, says, text_of

START = datetime(2026, 11, 27, 12, tzinfo=UTC).timestamp()

PEOPLE = ("Ada", "Borys", "Chloe", "Dmitri", "Ewa")


@pytest.fixture
async def time(world: World) -> ManualClock:
    return await world.at_time(START)


async def night_of(world: World) -> Night:
    [(number,)] = await world.ask("SELECT id FROM nights")
    return await world.tables.nights.night(number)


async def press(world: World, verbs: Mapping[Person, str]) -> None:
    """Let each of these people press a button of the card, and wait for its edit."""
    cards = {person: await card_of(world, person) for person in verbs}
    for person, card in cards.items():
        await person.press(card, piece(card, f"nights.{verbs[person]}"))
    await world.done()
    await world.later(3.0)


async def announced(world: World, host: Person, **options: Any) -> None:
    await host.settled(await host.command("gry", "tournament night", when="28.11. 20:00", **options))
    await world.quiet()


@pytest.mark.usefixtures("time")
async def test_a_night_with_five_people(world: World, time: ManualClock) -> None:
    world.sandbox.world.add_person("ewa", "Ewa", "pl")
    people = [await world.person(name) for name in PEOPLE]
    ada, borys, chloe, dmitri, ewa = people
    await announced(world, ada, game="rycerze", every="week")
    night = await night_of(world)
    assert datetime.fromtimestamp(night.starts, UTC).hour == 19, "in the zone of the server's language"
    await press(world, {borys: "yes", chloe: "yes", dmitri: "maybe", ewa: "no"})
    card = text_of(await card_of(world, ewa))
    assert says("cogs.nights.title", game=words("pl")("rycerze.name")) in card
    assert words("pl").count("cogs.nights.coming", 3, names="Ada, Borys, Chloe") in card
    assert words("pl").count("cogs.nights.perhaps", 1, names="Dmitri") in card
    assert not mentions(card), "nobody is called yet"

    await at_time(world, time, night.starts - HOUR)
    called = text_of(await card_of(world, ewa))
    assert {each.id for each in (ada, borys, chloe, dmitri)} == set(mentions(called))
    await at_time(world, time, night.starts)
    await press(world, dict.fromkeys(people, "here"))
    await world.later(5 * MINUTE)
    await eventually(lambda: tables_opened(world, 2))
    night = await night_of(world)
    companies = [(await world.view(table)).info.people for table in night.tables]
    assert set.union(*companies) == {int(person.id) for person in people}
    assert sorted(map(len, companies)) == [2, 3]

    for table, company in zip(night.tables, companies, strict=True):
        *leaving, last = sorted(company)
        for user in leaving:
            await world.tables.endings.resign(table, user)
        await world.tables.endings.claim(table, last)
    await world.later(MINUTE + 1)
    assert says("cogs.nights.again") in text_of(await card_of(world, ada))
    await at_time(world, time, time.now() + 15 * MINUTE)
    await eventually(lambda: world.standing(night.id, "evening"))
    told = text_of(await world.message(ada, night.id, "evening"))
    assert all(person.name in told for person in people)
    assert not mentions(told)
    evening = await world.message(ada, night.id, "evening")
    film = await borys.settled(await borys.press(evening, piece(evening, "film.see")))
    await eventually(lambda: bool(images(borys.known[film["id"]])))
    past = await ada.settled(await ada.press(evening, piece(evening, "history.open")))
    assert f"▸ <t:{int(night.starts)}:D> · {words('pl')('rycerze.name')} · 2 partie · 🙋 5" in text_of(past)
    again = text_of(await world.pressed(ada, past, piece(past, "nights.past")))
    assert all(person.name in again for person in people)
    night = await night_of(world)
    assert (night.date, night.people) == (2, ())
    here = [each for each in await borys.messages("gry") if "🌙" in text_of(each)]
    assert len(here) == 4, "its card, the call, how it was, and the card of the next date"
    assert [each for each in here if any(one.startswith("nights.") for one in pieces(each))] == [await card_of(world, ada)]


async def tables_opened(world: World, count: int) -> bool:
    return len((await night_of(world)).tables) == count


@pytest.mark.long
@pytest.mark.usefixtures("time")
async def test_the_only_one_is_offered_the_computer(world: World, time: ManualClock) -> None:
    ada = await world.person("Ada")
    await announced(world, ada)
    night = await night_of(world)
    await at_time(world, time, night.starts)
    await press(world, {ada: "here"})
    await at_time(world, time, night.starts + 6 * MINUTE)
    card = await card_of(world, ada)
    assert says("cogs.nights.alone") in text_of(card)
    assert piece(card, "start.alone")
    await at_time(world, time, night.starts + HOUR)
    assert says("cogs.nights.over.played") in text_of(await card_of(world, ada))


@pytest.mark.long
@pytest.mark.usefixtures("time")
async def test_a_host_calls_a_date_off(world: World, time: ManualClock) -> None:
    ada, borys = [await world.person(name) for name in ("Ada", "Borys")]
    await announced(world, ada, every="fortnight")
    card = await card_of(world, borys)
    refused = await borys.settled(await borys.press(card, piece(card, "nights.more")))
    assert says("tables.refusal.night-not-host") in text_of(refused)
    own = await ada.settled(await ada.press(card, piece(card, "nights.more")))
    own = await world.pressed(ada, own, piece(own, "nights.off"))
    assert says("cogs.nights.done") in text_of(own)
    await world.quiet()
    assert says("cogs.nights.note.host") in text_of(await card_of(world, ada))
    assert says("cogs.nights.past") in text_of(card_after(await borys.messages("gry"), card))
    assert (await night_of(world)).starts > time.now() + 10 * 24 * HOUR


def card_after(messages: list[JSON], card: JSON) -> JSON:
    return next(each for each in messages if each["id"] == card["id"])


async def have_missed(world: World, dates: int) -> bool:
    """Returns whether nobody came to this many dates."""
    return (await night_of(world)).missed == dates


@pytest.mark.long
async def test_a_host_is_asked_whether_a_night_goes_on(world: World, time: ManualClock) -> None:
    ada = await world.person("Ada")
    await announced(world, ada, every="week")
    for dates in (1, 2):
        await at_time(world, time, (await night_of(world)).starts)
        await world.later(16 * MINUTE)
        await eventually(partial(have_missed, world, dates))
    night = await night_of(world)
    assert night.asked
    await eventually(lambda: world.standing(night.id, "night-ask", ada))
    asked = await world.message(ada, night.id, "night-ask", ada)
    await ada.press(asked, piece(asked, "nights.on"))
    await world.done()
    await world.quiet()
    assert not (await night_of(world)).asked
    assert await world.standing(night.id, "night-ask", ada) is None


async def test_dates_are_suggested_and_read(world: World) -> None:
    ada = await world.person("Ada")
    offered = await ada.autocomplete("gry", "tournament night", "when", when="18:15")
    assert len(offered) >= 14
    assert all(each["name"].endswith("18:15") for each in offered)
    refused = await ada.settled(await ada.command("gry", "tournament night", when="soon"))
    assert says("tables.refusal.night-date") in text_of(refused)
    assert await world.ask("SELECT 1 FROM nights") == []


@pytest.mark.long
@pytest.mark.usefixtures("time")
async def test_a_night_without_its_channel_waits(world: World, time: ManualClock) -> None:
    ada, borys = [await world.person(name) for name in ("Ada", "Borys")]
    await announced(world, ada)
    night, places = await night_of(world), world.sandbox.world
    await press(world, {borys: "yes"})
    assert says("cogs.nights.title", game=says("cogs.nights.any")).removeprefix("### ") in await listed(world, borys)
    for _ in range(2):
        await refused.tell_closed(world.bot.app, night.id)
    told = [text_of(each) for each in await ada.messages(await ada.dm())]
    assert sum(says("cogs.nights.lost", channel=f"<#{night.place.channel}>", number=night.id) in each for each in told) == 1
    places.delete_channel(next(each for each in places.channels.values() if each.name == "gry"))
    await eventually(lambda: lost(world))
    await world.quiet()
    await at_time(world, time, night.starts - 2 * HOUR)
    await at_time(world, time, night.starts - HOUR)
    told = [text_of(each) for each in await ada.messages(await ada.dm())]
    assert sum(says("cogs.nights.gone", number=night.id) in each for each in told) == 1
    assert not any("🌙" in text_of(each) for each in await borys.messages(await borys.dm())), "only its host is told"
    dmitri, waits = await world.person("Dmitri"), says("cogs.nights.waits", number=night.id)
    assert [waits in await listed(world, each) for each in (ada, dmitri)] == [True, False]
    await borys.settled(await borys.command("turniej", "zamki repair", table=str(night.id)))
    assert (await night_of(world)).lost, "that is for its host or a moderator"
    await ada.settled(await ada.command("turniej", "zamki repair", table=str(night.id)))
    await world.quiet()
    card = await card_of(world, borys)
    assert says("cogs.nights.title", game=says("cogs.nights.any")) in text_of(card)
    assert int(card["channel_id"]) == next(each.id for each in places.channels.values() if each.name == "turniej")
    await at_time(world, time, night.starts)
    assert (await night_of(world)).step == "begun"


async def lost(world: World) -> bool:
    return (await night_of(world)).lost


async def listed(world: World, person: Person) -> str:
    """Returns the list of all that their server plays, as somebody sees it."""
    tables = await person.settled(await person.command("turniej", "zamki tables"))
    return text_of(await world.pressed(person, tables, piece(tables, "company.page")))
