"""Guests as people meet them: invited in private or by one mention, challenged from a person's menu, waiting for a seat."""

from __future__ import annotations

from typing import Literal

import pytest

from chat.cards import clocks
from data.words import words
from sandbox import Person
from sandbox.client import JSON, buttons
from tests.support.cases import cases
from tests.support.permissions import hide
from tests.support.world import World, eventually, mentions, piece, pieces, says, text_of


async def invited(world: World, host: Person, table: int, *people: Person) -> JSON:
    card = await world.message(host, table, "lobby")
    menu = await host.settled(await host.press(card, piece(card, "guests.open")))
    await host.press(menu, piece(menu, "guests.invite"), [person.id for person in people])
    await world.done()
    await world.quiet()
    return host.known[menu["id"]]


@pytest.mark.parametrize("channel", ["gry", pytest.param("games", marks=pytest.mark.long)])
async def test_an_invitation_comes_directly_or_by_one_mention(world: World, channel: str) -> None:
    language = {"gry": "pl", "games": "en"}[channel]
    table, (ada,) = await world.lobby("Ada", channel=channel)
    borys, chloe = await world.person("Borys"), await world.person("Chloe")
    await chloe.change(dms_open=False)
    before = len(world.sandbox.world.pings)
    menu = await invited(world, ada, table, borys, chloe)
    assert says("cogs.guests.invited", language) in text_of(await world.message(ada, table, "lobby"))
    assert mentions(text_of(menu))
    direct = await world.message(borys, table, "invite", borys)
    assert says("cogs.guests.invitation", language) in text_of(direct)
    pace = clocks.pace_facts((await world.view(table)).info, words(language))
    assert all(fact in text_of(direct) for fact in pace), "what is asked about stands beside the question"
    mention = await world.message(chloe, table, "invite", chloe)
    assert mentions(text_of(mention))[0] == chloe.id
    here = [user for user, message in world.sandbox.world.pings[before:] if message == int(mention["id"])]
    assert here == [int(chloe.id)], "one mention, of who is invited"
    await borys.settled(await borys.press(direct, piece(direct, "guests.accept")))
    await world.quiet()
    assert says("cogs.guests.accepted") in text_of(borys.known[direct["id"]])
    assert not pieces(borys.known[direct["id"]])
    dmitri = await world.person("Dmitri")
    refused = await dmitri.settled(await dmitri.press(mention, piece(mention, "guests.accept")))
    assert says("tables.refusal.no-invitation", "en") in text_of(refused)
    await chloe.settled(await chloe.press(mention, piece(mention, "guests.decline")))
    await world.quiet()
    assert mention["id"] not in chloe.known, "the mention goes"
    seats = (await world.view(table)).info.seats
    assert [str(seat.user) for seat in seats] == [ada.id, borys.id]


async def test_a_challenge_from_a_persons_menu(world: World) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    question = await ada.settled(await ada.menu("gry", says("cogs.menu-of-person.challenge"), borys))
    await ada.press(question, piece(question, "guests.duel"), ["rycerze"])
    await world.done()
    (found,) = await world.tables.looks.tables_of(int(ada.id))
    assert found.guests.only
    chloe = await world.person("Chloe")
    card = await world.message(chloe, found.id, "lobby")
    assert says("cogs.guests.for-invited") in text_of(card)
    await chloe.press(card, piece(card, "lobby.join"))
    await world.done()
    assert len((await world.view(found.id)).info.seats) == 1
    direct = await world.message(borys, found.id, "invite", borys)
    await borys.settled(await borys.press(direct, piece(direct, "guests.accept")))
    assert len((await world.view(found.id)).info.seats) == 2
    await world.tables.servers.set_server(found.place.guild, int(ada.id), channels=(1,))
    elsewhere = await borys.settled(await borys.menu("gry", says("cogs.menu-of-person.challenge", "en"), chloe))
    assert not pieces(elsewhere), "where the server wants no tables"
    await world.tables.servers.set_server(found.place.guild, int(ada.id), channels=())
    oneself = await ada.settled(await ada.menu("gry", says("cogs.menu-of-person.challenge", "en"), ada))
    assert says("tables.refusal.invite-oneself") in text_of(oneself)
    bot = await ada.settled(await ada.menu("gry", says("cogs.menu-of-person.challenge", "en"), str(world.sandbox.world.bot.id)))
    assert not pieces(bot)


@pytest.mark.long
async def test_who_waits_is_asked_when_a_seat_is_free(world: World) -> None:
    table, (ada, borys, *_) = await world.lobby("Ada", "Borys", "Chloe", "Dmitri", game="rycerze")
    game = world.house.games["rycerze"]
    for _ in range(game.seats[-1] - 4):
        await world.tables.lobbies.add_computer(table, int(ada.id))
    late = world.sandbox.world.add_person("ewa", "Ewa", "pl")
    ewa = await world.person("Ewa")
    assert str(late.id) == ewa.id
    card = await world.message(ewa, table, "lobby")
    await ewa.press(card, piece(card, "guests.wait"))
    await world.done()
    card = await world.message(ewa, table, "lobby")
    assert ewa.id in mentions(text_of(card))
    await borys.press(card, piece(card, "lobby.leave"))
    await world.done()
    direct = await world.message(ewa, table, "invite", ewa)
    assert says("cogs.guests.free") in text_of(direct)
    await ewa.settled(await ewa.press(direct, piece(direct, "guests.accept")))
    assert int(ewa.id) in [seat.user for seat in (await world.view(table)).info.seats]


@pytest.mark.long
async def test_blocked_people_meet_at_no_table(world: World) -> None:
    ada, borys = await world.person("Ada"), await world.person("Borys")
    shown = await ada.settled(await ada.command("gry", "zamki my blocks"))
    await ada.press(shown, piece(shown, "company.block"), [borys.id])
    await world.done()
    assert borys.id in mentions(text_of(ada.known[shown["id"]]))
    table, _ = await world.lobby("Borys")
    card = await world.message(ada, table, "lobby")
    await ada.press(card, piece(card, "lobby.join"))
    await world.done()
    assert len((await world.view(table)).info.seats) == 1
    shown = ada.known[shown["id"]]
    await ada.press(shown, next(each for each in pieces(shown) if each.endswith("off")), [borys.id])
    await world.done()
    await ada.press(card, piece(card, "lobby.join"))
    await eventually(lambda: world.sits(table, ada))


async def test_new_tables_are_told_and_all_tables_listed(world: World) -> None:
    borys = await world.person("Borys")
    shown = await borys.settled(await borys.command("gry", "zamki my notifications"))
    await borys.press(shown, piece(shown, "company.notify"), ["rycerze", "torres"])
    await world.done()
    assert says("rycerze.name") in text_of(borys.known[shown["id"]])
    before = len(world.sandbox.world.pings)
    table, (ada,) = await world.lobby("Ada")
    await world.quiet()
    assert [user for user, _ in world.sandbox.world.pings[before:]] == [int(borys.id)]
    hidden, _ = await world.lobby("Ada", channel="turniej")
    cid = int(await ada.channel("turniej"))
    world.sandbox.world.channels[cid].hidden.add(int(borys.id))
    mine = await borys.settled(await borys.command("gry", "zamki tables"))
    await borys.press(mine, piece(mine, "company.page"))
    await world.done()
    listed = borys.known[mine["id"]]
    assert f"{table} · " in text_of(listed)
    assert f"{hidden} · " not in text_of(listed), "in a channel that Borys does not see"
    await borys.press(listed, piece(listed, "company.take"))
    await eventually(lambda: world.sits(table, borys))
    await world.done()
    assert [each for each in buttons(borys.known[mine["id"]]) if each.get("url")], "the way there instead"


@pytest.mark.long
@pytest.mark.parametrize("where", cases(["channel", "direct"], ["channel"]))
async def test_a_new_table_is_told_only_to_people_who_see_its_channel(
    world: World, where: Literal["channel", "direct"]
) -> None:
    borys, chloe = await world.person("Borys"), await world.person("Chloe")
    for person in (borys, chloe):
        shown = await person.settled(await person.command("gry", "zamki my notifications"))
        await person.press(shown, piece(shown, "company.notify"), ["rycerze"])
        await world.done()
        await world.tables.times.set_plan(int(person.id), where=where)
    await hide(world, "turniej", borys)
    known = len(world.sandbox.world.pings), set(borys.known)
    await world.lobby("Ada", channel="turniej")
    await world.quiet()
    assert {user for user, _ in world.sandbox.world.pings[known[0] :]} <= {int(chloe.id)}
    assert set(borys.known) == known[1]
    assert await world.ask("SELECT count(*) FROM subscriptions WHERE told > 0") == [(1,)]
