"""Whoever is asked may act at once, whatever the channel is still shown of what has happened."""

from __future__ import annotations

import random

import pytest

import data.words
from engines.rycerze.view import RycerzeView
from sandbox import Person
from tests.support.channel_messages import public
from tests.support.world import World, eventually, piece, pieces, seat_of, text_of


async def planned(world: World, table: int, person: Person) -> None:
    """The first move that is complete, word by word."""
    said: tuple[str, ...] = ()
    choices = (await world.tables.looks.read(table, int(person.id))).choices(said)
    while not choices.complete:
        said = (*said, choices.words[0])
        choices = (await world.tables.looks.read(table, int(person.id))).choices(said)
    await world.tables.moves.play(table, int(person.id), said)


async def test_people_without_direct_messages_are_called_early(world: World) -> None:
    table, people = await world.started("Ada", "Borys", game="rzymianie")
    await world.quiet()
    for person in people:
        await world.tables.people.set_preferences(int(person.id), dm=False)
    world.tables.outbox._pace = 60.0
    while not await world.tables.outbox.held_by_scenes(table):
        reading = (await world.view(table)).info
        assert reading.state == "playing"
        for seat in reading.pending:
            await planned(world, table, next(each for each in people if each.id == str(reading.seats[seat].user)))
    reading = (await world.view(table)).info
    asked = [each for each in people if each.id in {str(reading.seats[seat].user) for seat in reading.pending}]
    assert asked

    async def called() -> bool:
        return all([await world.standing(table, "mention", each) is not None for each in asked])

    await eventually(called)
    assert await world.tables.outbox.held_by_scenes(table), "the board is not told yet"
    before = len(world.sandbox.world.pings)
    ada = asked[0]
    number = str(await world.standing(table, "mention", ada))
    mention = await ada.until(lambda message: message["id"] == number)
    hand = await ada.settled(await ada.press(mention, piece(mention, "play.turn")))
    assert pieces(hand), "the move is made in the answer"
    world.tables.outbox._pace = 0.0
    await world.tables.outbox.go_on(table)
    await world.tables.outbox.hasten([serial for (serial,) in await world.ask("SELECT serial FROM outbox")])
    await world.quiet(30)
    board = await world.message(ada, table, "board")
    assert ada.id not in text_of(board), "nobody is called twice"
    assert len(world.sandbox.world.pings) == before
    for person in asked:
        await planned(world, table, person)
    await world.quiet(30)
    channel = (await world.view(table)).info.place.channel
    assert mention["id"] not in {str(each.id) for each in public(world.sandbox, channel)}, "the call goes with the answer"


@pytest.mark.long
async def test_who_has_chosen_last_lands_on_what_was_revealed(world: World) -> None:
    """The private hand stays where it is and tells all cards shown; the next board comes after it."""
    table, people = await world.started("Ada", "Borys")
    rng, words = random.Random(1), data.words.words("pl")
    for _ in range(3):
        hands = [await world.hand(person, table) for person in people]
        asked = (await world.view(table)).info.pending
        for person, hand in zip(people, hands, strict=True):
            if seat_of((await world.view(table)).info, person) in asked:
                await world.choose(person, hand, rng)
        await world.quiet()
        now = await world.view(table)
        assert isinstance(now.view, RycerzeView)
        last = now.view.past[-1]
        board = await world.standing(table, "board")
        assert board is not None
        for person, hand in zip(people, hands, strict=True):
            since = [line for line in text_of(person.known[hand["id"]]).splitlines() if line.startswith("> ")]
            assert len(since) <= 3
            assert all(words(f"rycerze.card.{card}") in since[0] for cards in last.cards for card in cards), since
            assert board > int(hand["id"])
            direct = await world.standing(table, "hand", person)
            if seat_of(now.info, person) in now.info.pending:
                assert direct is not None, "it does not wait for a board that rests on a moment"
