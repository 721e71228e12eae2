"""Whatever games the house has: each can be begun, walked through its menus, typed and looked at, in both languages."""

import random

import pytest

import engines
import render
from sandbox import Person
from sandbox.client import buttons, images
from tests.support.cases import cases
from tests.support.world import World, piece, seat_of, text_of

NAMES = ("Ada", "Chloe", "Dmitri", "Borys")
PLAYED = sorted(engines.games().keys() & render.renderers().keys())


async def walk(world: World, person: Person, table: int, rng: random.Random) -> None:
    """From the board through menu after menu until the move is made; by the board's own buttons where it has some."""
    before = await world.version(table)
    board = await world.message(person, table, "board")
    offered = [each["custom_id"] for each in buttons(board) if each.get("custom_id", "").startswith(("play.do:", "play.open:"))]
    if offered and rng.random() < 0.7:
        pressed = rng.choice(offered)
        answer = await person.press(board, pressed)
        await world.done()
        if pressed.startswith("play.do:"):
            assert await world.version(table) != before
            return
        message = await person.settled(answer)
        message = person.known[message["id"]]
    else:
        message = await world.hand(person, table)
    await world.walk(person, table, message, rng)


@pytest.mark.parametrize(("channel", "pictures"), [("gry", "blank"), pytest.param("games", "real", marks=pytest.mark.long)])
@pytest.mark.parametrize("game", cases(PLAYED, ["rzymianie", "torres", "goof"]))
async def test_a_few_moves_through_the_menus(world: World, game: str, channel: str) -> None:
    seats = engines.games()[game].seats
    table, people = await world.started(*NAMES[: seats[0]], channel=channel, game=game)
    rng = random.Random(1)
    for _ in range(6):
        now = (await world.view(table)).info
        if now.state != "playing":
            break
        person = rng.choice([each for each in people if seat_of(now, each) in now.pending])
        await walk(world, person, table, rng)
    now = (await world.view(table)).info
    if now.state == "playing":
        board = await world.message(people[0], table, "board")
        assert all(image["description"] for image in images(board))
        text = await people[-1].settled(await people[-1].press(board, piece(board, "board.text")))
        assert text_of(text)


@pytest.mark.parametrize("game", [PLAYED[0], *(pytest.param(game, marks=pytest.mark.long) for game in PLAYED[1:])])
async def test_a_few_moves_typed(world: World, game: str) -> None:
    seats = engines.games()[game].seats
    table, people = await world.started(*NAMES[: seats[0]], game=game)
    rng = random.Random(2)
    for _ in range(4):
        now = (await world.view(table)).info
        if now.state != "playing":
            break
        person = rng.choice([each for each in people if seat_of(now, each) in now.pending])
        line = await world.spelled(person, table, "gry", rng)
        await person.settled(await person.command("gry", "zamki move", move=line))
        assert await world.version(table) != now.version


@pytest.mark.parametrize("game", cases(PLAYED, ["zamek"]))
async def test_its_rules_are_told(world: World, game: str) -> None:
    for name in ("Ada", "Dmitri"):
        person = await world.person(name)
        answer = await person.settled(await person.command("gry", "zamki rules", game=game))
        assert len(text_of(answer)) > 100
