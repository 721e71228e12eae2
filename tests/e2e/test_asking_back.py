"""Taking back by agreement, as people do it: a question, one message in the channel, and everybody's answer to it."""

from __future__ import annotations

import random

import pytest

from sandbox import Person
from sandbox.client import JSON
from tables.rules import votes
from tables.rules.takeback import BACK
from tests.games.torres.pressing import begun, play, view_of
from tests.support.world import World, eventually, mentions, piece, pieces, says, seat_of, text_of

WORDS = {
    "gry": (says("cogs.vote.back.asks"), f"({says('render.when')}", says("tables.note.agreed-back")),
    "games": (says("cogs.vote.back.asks", "en"), f"({says('render.when', 'en')}", says("tables.note.agreed-back", "en")),
}
"""By channel: who asks, of which turn, and the board's note when it is done."""


async def turn(world: World, table: int, people: list[Person], channel: str = "gry") -> Person:
    """A point and the end of the turn, typed; who played it."""
    mover = await world.mover(table, people)
    await mover.settled(await mover.command(channel, "zamki move", move="point"))
    ending = " ".join(((await world.tables.looks.read(table, int(mover.id))).complete("end "))[0])
    answer = await mover.settled(await mover.command(channel, "zamki move", move=ending))
    assert "✅" in text_of(answer)
    return mover


async def asked(world: World, table: int, person: Person, channel: str = "gry") -> JSON:
    """The person asks the others; the message in the channel."""
    question = await person.settled(await person.command(channel, "zamki takeback"))
    assert question["sandbox"]["ephemeral"]
    await person.press(question, piece(question, "takeback.ask"))
    await world.done()
    return await world.message(person, table, "asking")


async def private(person: Person, text: str) -> JSON:
    """What the person alone is told."""
    return await person.until(lambda message: message["sandbox"]["ephemeral"] and text in text_of(message))


async def points(world: World, table: int) -> list[int]:
    return list((await view_of(world, table)).scores)


@pytest.mark.long
@pytest.mark.parametrize("channel", ["gry", "games"])
async def test_everybody_agrees(world: World, channel: str) -> None:
    asks, of_turn, agreed = WORDS[channel]
    table, people = await begun(world, "Ada", "Chloe", "Borys", channel=channel)
    number = (await world.view(table)).info.turn
    nothing = await points(world, table)
    mover = await turn(world, table, people, channel)
    second = await turn(world, table, people, channel)
    third = next(person for person in people if person not in {mover, second})
    before = await world.message(mover, table, "board")
    question = await mover.settled(await mover.command(channel, "zamki takeback"))
    assert ">" in text_of(question), "what would be undone is told in words"
    assert votes.find((await world.view(table)).info, BACK) is None, "nobody is asked before it is confirmed"
    await mover.press(question, piece(question, "takeback.ask"), repeat=2)
    await world.done()
    assert not [each for each in pieces(mover.known[question["id"]]) if each.startswith("takeback.ask:")]
    request = await world.message(second, table, "asking")
    text = text_of(request)
    assert asks in text
    assert f"{of_turn} {number})" in text
    assert "\n> " in text
    assert set(mentions(text)) == {second.id, third.id}
    pinged = [user for user, _ in world.sandbox.world.pings].count(int(second.id))
    await second.press(request, piece(request, "votes.agree"), repeat=1)
    await world.done()
    request = await world.message(third, table, "asking")
    assert text_of(request).count("✅") == text_of(request).count("⏳") == 1
    assert mentions(text_of(request)) == [third.id]
    assert [user for user, _ in world.sandbox.world.pings].count(int(second.id)) == pinged, "mentioned once"
    await third.press(request, piece(request, "votes.agree"))
    await world.done()
    now = (await world.view(table)).info
    assert (now.turn, now.pending, votes.find(now, BACK)) == (number, (seat_of(now, mover),), None)
    closed = await world.message(third, table, "asking")
    assert closed["id"] == request["id"]
    assert "↩️" in text_of(closed)
    assert not pieces(closed)
    # The board is posted again, below; the one of the turn undone has lost its buttons.
    board = await world.message(mover, table, "board")
    assert int(board["id"]) > int(closed["id"])
    assert agreed in text_of(board)
    hand = await world.message(mover, table, "hand", mover)
    assert int(hand["id"]) > int(closed["id"]), "who is on turn again is told so"
    await eventually(lambda: not pieces(mover.known[before["id"]]))
    # Step by step the turn is the mover's own again, and the game goes on from there.
    assert sum(await points(world, table)) == 1 + sum(nothing)
    answer = await mover.settled(await mover.command(channel, "zamki takeback"))
    assert "↩️" in text_of(answer)
    assert await points(world, table) == nothing
    await play(world, table, people, random.Random(3), turns=3, busy=0.4)
    # A press on the request that is long done is answered with how things stand.
    late = await second.press(request, piece(request, "votes.agree"), forge=True)
    await world.done()
    assert late.status != "failed"
    assert (await world.view(table)).info.turn > number


@pytest.mark.long
async def test_one_refuses_and_others_may_not_answer(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys")
    mover = await turn(world, table, people)
    other = next(person for person in people if person is not mover)
    request = await asked(world, table, mover)
    chloe = await world.person("Chloe")
    for person, verb, kindly in (
        (mover, "votes.agree", says("tables.refusal.own-vote")),
        (mover, "votes.refuse", says("tables.refusal.own-vote")),
        (other, "votes.withdraw", says("tables.refusal.not-your-vote")),
        (chloe, "votes.agree", says("tables.refusal.not-seated", "en")),
        (chloe, "votes.refuse", says("tables.refusal.not-seated", "en")),
    ):
        await person.press(request, piece(request, verb))
        await private(person, kindly)
    # Asked once is asked.
    late = await mover.settled(await mover.command("gry", "zamki takeback"))
    assert says("tables.refusal.own-vote") in text_of(late)
    await other.press(request, piece(request, "votes.refuse"))
    await world.done()
    closed = await world.message(other, table, "asking")
    assert "✋" in text_of(closed)
    assert not pieces(closed)
    assert await _owes(world, table, other)
    # Asked again it is another message, and withdrawn it is over.
    again = await asked(world, table, mover)
    assert again["id"] != request["id"]
    await mover.press(again, piece(again, "votes.withdraw"))
    await world.done()
    assert not pieces(await world.message(other, table, "asking"))
    await other.press(again, piece(again, "votes.agree"), forge=True)
    await private(other, says("cogs.refusal.not-offered"))


@pytest.mark.long
async def test_it_lapses_when_somebody_plays_on_and_at_a_draw(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys")
    mover = await turn(world, table, people)
    other = next(person for person in people if person is not mover)
    question = await mover.settled(await mover.command("gry", "zamki takeback"))
    request = await asked(world, table, mover)
    await other.settled(await other.command("gry", "zamki move", move="point"))
    assert piece(await world.message(mover, table, "asking"), "votes.agree"), "what is drafted has not been played"
    await world.tables.moves.play(table, int(other.id), ("point",))
    await world.quiet()
    closed = await world.message(mover, table, "asking")
    assert closed["id"] == request["id"]
    assert "nieaktualna" in text_of(closed)
    # The first question was about less than would be undone by now: it is asked again.
    await mover.press(question, piece(question, "takeback.ask"))
    await world.done()
    assert votes.find((await world.view(table)).info, BACK) is None
    question = mover.known[question["id"]]
    assert piece(question, "takeback.ask")
    # A drawn card stays drawn, and all before it.
    await other.settled(await other.command("gry", "zamki move", move="draw"))
    await mover.press(question, piece(question, "takeback.ask"))
    await world.done()
    refused = await mover.settled(await mover.command("gry", "zamki takeback"))
    assert says("tables.refusal.revealed-since") in text_of(refused)
    assert not [each for each in pieces(refused) if each.startswith("takeback.ask:")]
    assert votes.find((await world.view(table)).info, BACK) is None


@pytest.mark.long
async def test_restarted_in_the_middle_of_a_request(world: World) -> None:
    table, people = await begun(world, "Ada", "Borys", "Dmitri")
    mover = await turn(world, table, people)
    second, third = (person for person in people if person is not mover)
    request = await asked(world, table, mover)
    await second.press(request, piece(request, "votes.agree"))
    await world.done()
    await world.restart()
    await third.press(request, piece(request, "votes.agree"))
    await world.done()
    now = (await world.view(table)).info
    assert now.pending == (seat_of(now, mover),)
    assert not pieces(await world.message(third, table, "asking"))
    board = await world.message(mover, table, "board")
    assert pieces(board)


@pytest.mark.long
async def test_asked_from_the_menu_against_a_computer_player(world: World) -> None:
    table, people = await world.lobby("Chloe", channel="games", game="torres")
    chloe = people[0]
    card = await world.message(chloe, table, "lobby")
    await chloe.press(card, piece(card, "lobby.robot"))
    await eventually(lambda: _seats(world, table, 2))
    await world.tables.lobbies.arrange(table, int(chloe.id), (0, 1))
    card = await world.message(chloe, table, "lobby")
    await chloe.press(card, piece(card, "lobby.begin"))
    await eventually(lambda: world.has_state(table, "playing"))
    start = ((await world.tables.looks.read(table, int(chloe.id))).complete("start "))[0]
    await chloe.settled(await chloe.command("games", "zamki move", move=" ".join(start)))
    await eventually(lambda: _owes(world, table, chloe))
    board = await world.message(chloe, table, "board")
    more = await chloe.settled(await chloe.press(board, piece(board, "board.more")))
    await chloe.press(more, piece(more, "takeback.undo"))
    question = await private(chloe, says("cogs.back.computers", "en"))
    await chloe.press(question, piece(question, "takeback.ask"))
    await world.done()
    assert says("cogs.hand.taken-back", "en") in text_of(chloe.known[question["id"]])
    assert (await world.tables.looks.read(table, int(chloe.id))).complete("start "), "the first knight can be placed elsewhere"
    assert await world.standing(table, "asking") is None
    assert await _owes(world, table, chloe)


async def _seats(world: World, table: int, wanted: int) -> bool:
    return len((await world.view(table)).info.seats) == wanted


async def _owes(world: World, table: int, person: Person) -> bool:
    now = (await world.view(table)).info
    return seat_of(now, person) in now.pending
