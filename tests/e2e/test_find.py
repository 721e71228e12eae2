"""Looking for a game as people see it: the card in the channel, a question to each person, the table."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from chat.wire import messenger, visible
from data.words import words
from sandbox import Person
from sandbox.client import JSON, buttons
from sandbox.world import Guild
from tables.matchmaking.wishes import WishList
from tables.model.table_info import Place
from tests.support import permissions
from tests.support.world import World, eventually, mentions, piece, pieces, says, text_of

LANGUAGES = {"gry": "pl", "games": "en"}


async def list_of(world: World) -> WishList:
    [(number,)] = await world.ask("SELECT id FROM wish_lists")
    return await world.tables.matchmaking.wish_list(number)


async def looks(world: World, person: Person, channel: str | JSON, **options: Any) -> JSON:
    shown = await person.settled(await person.command(channel, "zamki find", **options))
    await world.quiet()
    return shown


async def asked(world: World, person: Person) -> JSON:
    found = await list_of(world)
    await eventually(lambda: world.standing(found.id, "match", person))
    return await world.message(person, found.id, "match", person)


@pytest.mark.parametrize(("channel", "names"), [("gry", ("Ada", "Borys")), ("games", ("Chloe", "Dmitri"))])
async def test_from_the_search_to_the_table(world: World, channel: str, names: tuple[str, str]) -> None:
    ada, borys = [await world.person(name) for name in names]
    own = await looks(world, ada, channel, game="torres", pace="days")
    found = await list_of(world)
    assert piece(own, "find.stop")
    card = await world.message(borys, found.id, "wishes")
    assert words(LANGUAGES[channel]).count("cogs.find.looking", 1, games=words(LANGUAGES[channel])("torres.name")) in text_of(
        card
    )
    assert names[0] not in text_of(card), "nobody is named unasked"
    assert not mentions(text_of(card))
    await borys.settled(await borys.press(card, piece(card, "find.too")))
    await world.quiet()
    cards = [each for each in await ada.messages(channel) if any(one.startswith("find.too") for one in pieces(each))]
    assert len(cards) == 1, "one card stands in a channel"
    questions = [await asked(world, person) for person in (ada, borys)]
    for question, other in zip(questions, reversed(names), strict=True):
        assert other not in text_of(question), "nobody is named to the other before both have agreed"
    for person, question in zip((ada, borys), questions, strict=True):
        await person.press(question, piece(question, "find.yes"))
        await world.quiet()
    await eventually(lambda: _tables(world))
    [(table,)] = await world.ask("SELECT id FROM tables")
    info = (await world.view(table)).info
    assert (info.game, info.state, info.pace) == ("torres", "playing", "daily")
    assert {seat.user for seat in info.seats} == {int(ada.id), int(borys.id)}
    await world.quiet()
    assert await world.standing(found.id, "wishes") is None, "the card goes when nobody looks for a game"
    hand = await world.hand(ada, table)
    assert any(each.startswith("play.") for each in pieces(hand)), "the third press after /zamki find and yes shows a move"


@pytest.mark.long
async def test_the_private_answer_follows_the_list(world: World) -> None:
    """It counts others who come and go, without a press; menus stay open, and the end of the search elsewhere is shown."""
    ada, borys = [await world.person(name) for name in ("Ada", "Borys")]
    own = await looks(world, ada, "gry", game="torres", pace="days")

    def shows(text: str) -> bool:
        return text in text_of(ada.known[own["id"]])

    nobody, one = says("cogs.find.nobody"), words("pl").count("cogs.find.others-wait", 1)
    assert shows(nobody)
    other = await looks(world, borys, "gry", game="torres", pace="live")
    await eventually(lambda: shows(one))
    assert not any(shows(each) for each in ("Borys", borys.id)), "it only counts"
    form = await world.pressed(ada, ada.known[own["id"]], piece(ada.known[own["id"]], "find.change"))
    await world.pressed(borys, other, piece(other, "find.stop"))
    await world.pressed(ada, form, piece(form, "find.switch"))
    assert piece(ada.known[own["id"]], "find.set")
    await world.pressed(ada, ada.known[own["id"]], piece(form, "find.show"))
    assert shows(nobody)
    await world.tables.matchmaking.stop((await list_of(world)).id, int(ada.id))
    await eventually(lambda: any(each.startswith("find.again") for each in pieces(ada.known[own["id"]])))


@pytest.mark.long
async def test_the_card_speaks_as_the_server_does(world: World) -> None:
    """Also after the server has changed its language, whatever the people speak."""
    ada, borys = [await world.person(name) for name in ("Ada", "Borys")]
    own = await looks(world, ada, "gry", game="torres")
    found = await list_of(world)
    server_of(world, found).locale = "de"
    for person in (borys, ada):
        await person.change(locale="en-US")
    await looks(world, borys, "gry", game="zamek")
    await world.pressed(ada, own, piece(own, "find.stop"))
    card = await world.message(ada, found.id, "wishes")
    assert words("de").count("cogs.find.looking", 1, games=words("de")("zamek.name")) in text_of(card)


async def _tables(world: World) -> bool:
    return bool(await world.ask("SELECT 1 FROM tables"))


async def _alone(world: World, person: Person) -> bool:
    return [wish.user for wish in (await list_of(world)).wishes] == [int(person.id)]


async def test_who_declines_is_told_and_the_other_waits_on(world: World) -> None:
    ada, borys = [await world.person(name) for name in ("Ada", "Borys")]
    await looks(world, ada, "gry")
    await looks(world, borys, "gry")
    question = await asked(world, borys)
    await borys.press(question, piece(question, "find.no"))
    await eventually(lambda: _alone(world, ada))
    await world.quiet()
    found = await list_of(world)
    (told,) = [each for each in await borys.messages(await borys.dm()) if "find.again" in " ".join(pieces(each))]
    assert says("cogs.find.ended.declined", channel=f"<#{found.place.channel}>") in text_of(told)
    assert not await world.ask("SELECT 1 FROM tables")


async def test_what_suits_is_changed_by_menus_and_stopped(world: World) -> None:
    ada = await world.person("Ada")
    own = await looks(world, ada, "gry")
    form = await world.pressed(ada, own, piece(own, "find.change"))
    form = await world.pressed_menu(ada, form, piece(form, "find.set"), "zamek")
    (wish,) = (await list_of(world)).wishes
    assert wish.games == ("zamek",)
    menu = next(each for each in pieces(form) if each.endswith(":speed"))
    for speed, there in (("live", True), ("days", False)):
        form = await world.pressed_menu(ada, form, menu, speed)
        (wish,) = (await list_of(world)).wishes
        assert (wish.speeds, wish.until == wish.live_until) == ((speed,), there), "nobody waits at once for three days"
    form = await world.pressed(ada, form, next(each for each in pieces(form) if each.endswith(":named")))
    await world.quiet()
    card = await world.message(ada, (await list_of(world)).id, "wishes")
    assert "Ada" in text_of(card)
    shown = await world.pressed(ada, form, piece(form, "find.show"))
    await world.pressed(ada, shown, piece(shown, "find.stop"))
    await world.quiet()
    assert (await list_of(world)).wishes == ()


async def _nobody(world: World) -> bool:
    return not (await list_of(world)).wishes


def server_of(world: World, found: WishList) -> Guild:
    return world.sandbox.world.guilds[found.place.guild]


@pytest.mark.long
async def test_a_search_ends_with_its_channel(world: World) -> None:
    ada = await world.person("Ada")
    own = await looks(world, ada, "gry")
    for each in (own, await world.message(ada, (await list_of(world)).id, "wishes")):
        assert says("cogs.find.any") in text_of(each), "five titles are not listed"
    places = world.sandbox.world
    places.delete_channel(places.channels[(await list_of(world)).place.channel])
    await eventually(lambda: _nobody(world))
    await world.quiet()
    (told,) = [each for each in await ada.messages(await ada.dm()) if says("cogs.find.ended.gone") in text_of(each)]
    assert not any(each.startswith("find.") for each in pieces(told))


@pytest.mark.long
async def test_who_no_longer_sees_the_channel_is_not_asked_or_seated(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def told_so(person: Person) -> bool:
        return any(says("cogs.find.ended.gone") in text_of(each) for each in await person.messages(await person.dm()))

    monkeypatch.setattr(messenger, "INQUIRY", 60.0)  # a busy machine answers late
    ada, borys, chloe = [await world.person(name) for name in ("Ada", "Borys", "Chloe")]
    await looks(world, borys, "gry", game="torres", pace="days")
    found = await list_of(world)
    await permissions.hide(world, "gry", borys)
    await looks(world, ada, "gry", game="torres", pace="days")
    await eventually(lambda: _alone(world, ada))
    await eventually(lambda: told_so(borys))
    await world.quiet()
    assert not any("find.yes" in " ".join(pieces(each)) for each in await borys.messages(await borys.dm()))
    await looks(world, chloe, "gry", game="torres", pace="days")
    for person in (chloe, ada):
        question = await asked(world, person)
        await person.press(question, piece(question, "find.yes"))
        await world.quiet()
        server_of(world, found).members.discard(int(chloe.id))
    await eventually(lambda: _alone(world, ada))
    assert not await _tables(world)


async def test_who_takes_no_direct_messages_is_asked_in_the_answer(world: World) -> None:
    """Nobody is named unasked, so a slow game cannot be told to them, and they see why."""
    ada, borys = [await world.person(name) for name in ("Ada", "Borys")]
    await world.tables.people.set_preferences(int(ada.id), dm=False)
    own = await looks(world, ada, "gry", game="torres", pace="live")
    assert says("cogs.find.no-direct") in text_of(own)
    assert "Ada" not in text_of(await world.message(borys, (await list_of(world)).id, "wishes"))
    await looks(world, borys, "gry", game="torres", pace="live")
    await eventually(lambda: any(each.startswith("find.yes") for each in pieces(ada.known[own["id"]])))
    for person, question in ((ada, ada.known[own["id"]]), (borys, await asked(world, borys))):
        await person.press(question, piece(question, "find.yes"))
        await world.quiet()
    await eventually(lambda: _tables(world))
    own = await looks(world, ada, "gry", game="zamek", pace="days")
    await looks(world, borys, "gry", game="zamek", pace="days")
    await eventually(lambda: _alone(world, borys))
    found = await list_of(world)
    ended = says("cogs.find.ended.unreached", channel=f"<#{found.place.channel}>")
    await eventually(lambda: ended in text_of(ada.known[own["id"]]))


@pytest.mark.long
async def test_a_thread_stands_for_its_channel(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    borys, places = await world.person("Borys"), world.sandbox.world
    channel = next(each for each in places.channels.values() if each.name == "gry")
    thread = places.add_thread(channel, "obok", places.users[int(borys.id)].id)
    inside = {"id": str(thread.id)}
    with monkeypatch.context() as forum:
        forum.setattr(visible, "WITH_MESSAGES", ())
        assert says("cogs.find.refusal.forum") in text_of(await borys.settled(await borys.command(inside, "zamki find")))
    places.overwrite(channel, int(borys.id), deny=discord.Permissions(send_messages=True).value)
    assert says("cogs.refusal.may-not-write") in text_of(await borys.settled(await borys.command(inside, "zamki find")))
    places.overwrite(channel, int(borys.id))
    places.forbid(channel, "SEND_MESSAGES")
    refused = text_of(await borys.settled(await borys.command(inside, "zamki find")))
    assert says("cogs.permission.send_messages") in refused
    places.allow(channel, "SEND_MESSAGES")
    await looks(world, borys, inside)
    assert (await list_of(world)).place.channel == channel.id


async def test_new_tables_are_told_of_after_one_press(world: World) -> None:
    """The button after somebody's first finished game, and the one in the help."""
    table, (ada, borys) = await world.started("Ada", "Borys", game="torres")
    await world.tables.endings.resign(table, int(ada.id))
    await world.tables.endings.claim(table, int(borys.id))
    shown = await borys.settled(await borys.command("gry", "zamki hand", table=str(table)))
    assert says("cogs.notify.first") in text_of(shown)
    await world.pressed(borys, shown, piece(shown, "company.bell"))
    guests, guild = world.tables.guests, (await world.view(table)).info.place.guild
    assert await guests.subscriptions(int(borys.id), guild) == ["torres"]
    again = await borys.settled(await borys.command("gry", "zamki hand", table=str(table)))
    assert not any(each.startswith("company.bell") for each in pieces(again)), "it is offered once"
    helped = await ada.settled(await ada.command("gry", "zamki help"))
    helped = await world.pressed(ada, helped, piece(helped, "help.page"))
    menu = await ada.settled(await ada.press(helped, piece(helped, "company.notices")))
    await world.pressed_menu(ada, menu, piece(menu, "company.notify"), "zamek")
    assert await guests.subscriptions(int(ada.id), guild) == ["zamek"]


async def test_in_direct_messages_there_is_nobody(world: World) -> None:
    ada = await world.person("Ada")
    shown = await ada.settled(await ada.command(await ada.dm(), "zamki find"))
    assert says("tables.refusal.wish-server") in text_of(shown)
    assert not buttons(shown)
    assert await world.tables.matchmaking.list_in(Place(0, 1)) is None
