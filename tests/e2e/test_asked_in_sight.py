"""A private question is about what its own message shows; what will be hidden again is decided about on the board."""

import random

import pytest

import engines
import render
from chat.cards.hint import SIGNS
from engines.contract import Fleeting
from sandbox.client import JSON, buttons
from tests.support.cases import cases
from tests.support.world import World, eventually, piece, pieces, seat_of, text_of

PLAYED = sorted(engines.games().keys() & render.renderers().keys())
FLEETING = [name for name in PLAYED if isinstance(engines.games()[name], Fleeting)]
MOVES = ("play.pick:", "play.do:", "play.sure:", "play.deal:", "play.place:", "play.line:")


def offered(message: JSON) -> list[str]:
    return [each for each in pieces(message) if each.startswith(MOVES)]


def leads_to(message: JSON, board: JSON) -> bool:
    return any(each.get("url", "").endswith(board["id"]) for each in buttons(message))


@pytest.mark.long
@pytest.mark.parametrize("game", cases(PLAYED, FLEETING))
async def test_a_hand_asks_about_what_it_shows(world: World, game: str) -> None:
    rules, rng, led = engines.games()[game], random.Random(3), 0
    names = ("Ada", "Chloe", "Dmitri")[: max(2, rules.seats[0])]
    table, people = await world.started(*names, game=game)
    for _ in range(8):
        now = (await world.view(table)).info
        if now.state != "playing":
            break
        for person in [each for each in people if seat_of(now, each) in now.pending]:
            await world.quiet()
            reading = await world.tables.looks.read(table, int(person.id), fleeting=True)
            hand = await world.hand(person, table)
            if reading.fleeting is not None and isinstance(rules, Fleeting) and not rules.glance(reading.fleeting):
                led += 1
                assert not offered(hand), "the hand does not show what this is about"
                board = await world.message(person, table, "board")
                assert leads_to(hand, board)
                assert offered(board)
            else:
                assert offered(hand)
        await world.quiet()
        person = next(each for each in people if seat_of(now, each) in now.pending)
        move = await world.spelled(person, table, "gry", rng)
        await world.tables.moves.play(table, int(person.id), tuple(move.split()))
    assert bool(led) == (game in FLEETING)


@pytest.mark.parametrize("game", FLEETING)
async def test_a_hint_about_it_leads_to_the_board_and_gives_no_reason(world: World, game: str) -> None:
    rules, rng = engines.games()[game], random.Random(5)
    table, people = await world.lobby("Ada", "Chloe", game=game)
    await world.tables.endings.set_friendly(table, int(people[0].id), friendly=True)
    await world.begin(table, people[0])
    for _ in range(12):
        person = await world.mover(table, people)
        reading = await world.tables.looks.read(table, int(person.id), fleeting=True)
        if reading.fleeting is not None and isinstance(rules, Fleeting) and not rules.glance(reading.fleeting):
            break
        move = await world.spelled(person, table, "gry", rng)
        await world.tables.moves.play(table, int(person.id), tuple(move.split()))
        await world.quiet()
    hand = await world.hand(person, table)
    await person.settled(await person.press(hand, piece(hand, "hints.ask")))
    await eventually(lambda: "1️⃣" in text_of(person.known[hand["id"]]))
    hinted = person.known[hand["id"]]
    assert leads_to(hinted, await world.message(person, table, "board"))
    assert not offered(hinted)
    told = [line for line in text_of(hinted).splitlines() if line.startswith(SIGNS)]
    assert told
    assert all(line.count(".") == 1 for line in told), "only what a move is worth: a reason would tell what lies there"
