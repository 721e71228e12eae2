"""Zamek as two people play it: by presses, typed, against the computer, restarted between tile and confirmation."""

from __future__ import annotations

import random

import pytest

from sandbox import Person
from sandbox.client import JSON, buttons, images, selects
from tables.rules import automatic
from tests.support.cases import whole
from tests.support.world import World, eventually, piece, pieces, says, text_of


async def question(world: World, table: int, person: Person, rng: random.Random) -> int:
    """Answer one question from the board by presses alone; how many it took. That a tile which would turn over by itself is
    turned over at once is not counted.
    """
    board = await world.message(person, table, "board")
    if reading := [each for each in pieces(board) if each.endswith(":draw")]:
        turn = (await world.view(table)).info.turn
        await person.press(board, reading[0])
        await eventually(lambda: _turned(world, table, turn))
        board = await world.message(person, table, "board")
    before = await world.version(table)
    offered = [each["custom_id"] for each in buttons(board) if each.get("custom_id", "").startswith(("play.do:", "play.open:"))]
    menus = [each for each in selects(board) if each["custom_id"].startswith("play.open:")]
    if offered or menus:
        if offered:
            pressed = rng.choice(offered)
            answer = await person.press(board, pressed)
        else:
            pressed = menus[0]["custom_id"]
            answer = await person.press(board, pressed, [rng.choice(menus[0]["options"])["value"]])
        await world.done()
        if pressed.startswith("play.do:"):
            return 1
        message = await person.settled(answer)
    else:
        message = await world.hand(person, table)
    for presses in range(2, 9):
        message = person.known[message["id"]]
        turns = [
            each for each in pieces(message) if each.startswith("play.pick:") and each.endswith((".0", ".90", ".180", ".270"))
        ]
        if turns and rng.random() < 0.3:
            await person.press(message, turns[0])
            await world.done()
        else:
            await (lay_as_it_stands(world, person, message, turns, rng) if turns else world.choose(person, message, rng))
        if await world.version(table) != before:
            return presses
    pytest.fail(f"no end to the walk: {pieces(message)}")


async def _turned(world: World, table: int, turn: int) -> bool:
    return (await world.view(table)).info.turn > turn


async def lay_as_it_stands(world: World, person: Person, message: JSON, turns: list[str], rng: random.Random) -> None:
    """Lay the tile as it stands, with one of the subjects offered."""
    subjects = [each for each in pieces(message) if each.startswith("play.pick:") and each not in turns]
    await person.press(message, rng.choice(subjects))
    await world.done()


async def play(world: World, table: int, people: list[Person], rng: random.Random, *, turns: int = 999) -> list[int]:
    """Presses until the end or `turns` further turns; the presses of each move."""
    last = (await world.view(table)).info.turn + turns
    counted = []
    while (now := (await world.view(table)).info).state == "playing" and now.turn < last:
        counted.append(await question(world, table, await world.mover(table, people), rng))
    await world.quiet()
    return counted


@pytest.mark.long
async def test_a_tile_is_laid_with_three_or_four_presses(world: World) -> None:
    table, people = await world.started("Ada", "Borys", game="zamek")
    counted = await play(world, table, people, random.Random(1), turns=4)
    assert len(counted) >= 4
    assert min(counted) == 2, "a square and a subject, where the tile lies well already"
    assert sum(counted) / len(counted) <= 4
    board = await world.message(people[0], table, "board")
    assert "kafelek" in text_of(board)


async def test_who_is_not_on_turn_and_who_only_watches_are_told_so(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", game="zamek", channel="games")
    mover = await world.mover(table, people)
    other = next(person for person in people if person is not mover)
    dmitri = await world.person("Dmitri")
    board = await world.message(other, table, "board")
    walk = next(each for each in pieces(board) if each.startswith("play.open:"))
    before = await world.version(table)
    for person, said in ((other, "tables.refusal.not-your-turn"), (dmitri, "cogs.hand.spectator")):
        answer = await person.settled(await person.press(await world.message(person, table, "board"), walk))
        assert answer["sandbox"]["ephemeral"]
        assert not [each for each in pieces(answer) if each.startswith("play.pick:")]
        assert says(said, "en") in text_of(answer) or says(said) in text_of(answer), text_of(answer)
    refused = await other.settled(await other.command("games", "zamki move", move="lay f9 0 none"))
    assert refused["sandbox"]["ephemeral"]
    text = await dmitri.settled(await dmitri.press(await world.message(dmitri, table, "board"), piece(board, "board.text")))
    assert "The Castle" in text_of(text)
    assert await world.version(table) == before


@pytest.mark.long
async def test_restarted_between_tile_and_confirmation(world: World) -> None:
    """The walk stands in the message alone: after a restart the next press of it lays the tile."""
    table, people = await world.started("Ada", "Borys", game="zamek")
    rng = random.Random(5)
    await play(world, table, people, rng, turns=2)
    mover = await world.mover(table, people)
    preview = await world.hand(mover, table)
    while not [each for each in pieces(preview) if each.endswith(".none")]:
        await world.choose(mover, preview, rng)
        preview = mover.known[preview["id"]]
    assert images(preview)[0]["description"]
    before = (await world.view(table)).view
    await world.restart()
    assert (await world.view(table)).view == before
    turns = [each for each in pieces(preview) if each.startswith("play.pick:") and each.count(".") == 3]
    if turns:
        await mover.press(preview, turns[0])
        await world.done()
        preview = mover.known[preview["id"]]
    none = next(each for each in pieces(preview) if each.endswith(".none"))
    await mover.press(preview, none)
    await world.done()
    laid = (await world.view(table)).view.laid  # type: ignore[union-attr]
    assert laid[-1].square == none.split(":")[-1].split(".")[1]
    assert len(laid) == len(before.laid) + 1  # type: ignore[union-attr]
    # The same press again, as a phone without network sends it, answers kindly and changes nothing.
    version = await world.version(table)
    await mover.press(preview, none, forge=True)
    await world.done()
    assert await world.version(table) == version
    await play(world, table, people, random.Random(4), turns=2)


async def test_a_slip_is_fixed_before_the_next_tile_is_seen(world: World) -> None:
    table, people = await world.started("Ada", "Borys", game="zamek")
    mover = await world.mover(table, people)
    other = next(person for person in people if person is not mover)
    hand = await world.hand(mover, table)
    await world.walk(mover, table, hand, random.Random(2))
    hand = mover.known[hand["id"]]
    board = await world.message(other, table, "board")
    assert "zakryty" in text_of(board)
    await mover.press(hand, piece(hand, "takeback.undo"))
    await world.done()
    assert not (await world.view(table)).view.laid  # type: ignore[union-attr]
    await world.walk(mover, table, mover.known[hand["id"]], random.Random(3))
    seen = await world.hand(other, table)
    assert [each for each in pieces(seen) if each.startswith("play.pick:")]
    assert "zakryty" not in text_of(seen)
    assert (await world.view(table)).view.tile  # type: ignore[union-attr]
    refused = await mover.settled(await mover.command("gry", "zamki takeback"))
    assert "odkryto" in text_of(refused)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("channel", "pictures"), [("gry", "real"), *whole(("games", "blank"))])
async def test_a_whole_game_by_presses_only(world: World, channel: str) -> None:
    table, people = await world.started("Ada", "Chloe", game="zamek", channel=channel)
    counted = await play(world, table, people, random.Random(channel))
    text = await world.over(table, people[0])
    assert ("koniec" if channel == "gry" else "the end") in text
    assert "🥇" in text
    assert sum(counted) / len(counted) <= 4
    for message in await people[0].messages(channel):
        assert all(image["description"] for image in images(message))


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_a_whole_game_typed_only(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", game="zamek", channel="games")
    rng = random.Random(5)
    while (await world.view(table)).info.state == "playing":
        mover = await world.mover(table, people)
        line = await world.spelled(mover, table, "games", rng)
        answer = await mover.settled(await mover.command("games", "zamki move", move=line))
        assert "✅" in text_of(answer), text_of(answer)
    assert "🥇" in await world.over(table, people[0])


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_a_whole_game_against_the_computer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic, "BEFORE_A_COMPUTER", 0.1)  # nobody fixes anything here
    table, people = await world.lobby("Ada", game="zamek")
    ada = people[0]
    await world.begin(table, ada, computers=1)
    rng = random.Random(8)
    while await world.asked(table, ada):
        await question(world, table, ada, rng)
    assert "🥇" in await world.over(table, ada)
