"""A board that another has taken the place of asks nobody for anything: it tells how its turn ended. Levels stand on boards."""

from __future__ import annotations

import random

import pytest

from data.words import words
from sandbox.client import JSON, images
from tests.support.cases import cases
from tests.support.play_to_end import play_on
from tests.support.world import World, eventually, pieces, play_out, says, text_of

ASKING = (says("cogs.board.waiting"), says("cogs.board.waiting", "en"), "👉", "⏰", "⏳")


async def boards(world: World, table: int) -> list[JSON]:
    """The messages of the table in its channel that show a picture, oldest first; the lobby left out."""
    person = next(iter(world.people.values()))
    await cleaned(world, table)
    lobby = await world.standing(table, "lobby")
    found = [each for each in await person.messages("games") if not each["sandbox"]["ephemeral"] and images(each)]
    return sorted((each for each in found if each["id"] != str(lobby)), key=lambda each: int(each["id"]))


async def cleaned(world: World, table: int) -> None:
    """Wait until boards that others have taken the place of tell so, and everybody has heard of it."""
    await world.quiet()
    await eventually(lambda: _clean(world, table))
    await world.heard()


async def _clean(world: World, table: int) -> bool:
    return not (await world.store.read_noted(table)).retired


@pytest.mark.long
@pytest.mark.parametrize("game", cases(["torres", "zamek"], ["zamek"]))
async def test_old_boards_tell_how_their_turn_ended(world: World, game: str) -> None:
    table, _ = await world.started("Ada", "Chloe", channel="games", game=game)
    while (await world.view(table)).info.turn < 5:
        await play_on(world, table, random.Random(3))
        await world.quiet()
    *old, now = await boards(world, table)
    assert len(old) >= 3
    for message in old:
        assert not [sign for sign in ASKING if sign in text_of(message)], text_of(message)
        assert not pieces(message)
        assert images(message)[0]["description"]
    over = [message for message in old if says("cogs.past.over", "en") in text_of(message)]
    assert over, "turns whose board was no scene"
    for message in over:
        (line,) = [line for line in text_of(message).splitlines() if says("cogs.past.over", "en") in line]
        assert "Ada" in line or "Chloe" in line
    assert [sign for sign in ASKING if sign in text_of(now)]


@pytest.mark.long
async def test_a_board_whose_game_ended_on_it_asks_for_nothing(world: World) -> None:
    table, people = await world.started("Ada", "Chloe", channel="games", game="zamek")
    await play_on(world, table, random.Random(4))
    last = (await boards(world, table))[-1]
    await world.tables.endings.cancel(table, 99, moderator=True, reason="test")
    await cleaned(world, table)
    now = people[0].known[last["id"]]
    assert says("cogs.past.ended", "en") in text_of(now)
    assert not [sign for sign in ASKING if sign in text_of(now)], text_of(now)


@pytest.mark.long
async def test_a_board_posted_again_says_that_play_goes_on_elsewhere(world: World) -> None:
    table, (ada, _) = await world.started("Ada", "Chloe", channel="games")
    first = (await boards(world, table))[-1]
    await world.tables.endings.repair(table, int(ada.id), (await world.view(table)).info.place.channel)
    await boards(world, table)
    assert says("cogs.past.moved", "en") in text_of(ada.known[first["id"]])
    assert not [sign for sign in ASKING if sign in text_of(ada.known[first["id"]])]


@pytest.mark.long
async def test_a_boards_end_is_told_after_an_outage_and_a_restart(world: World) -> None:
    table, _ = await world.started("Ada", "Chloe", channel="games", game="zamek")
    (first,) = await boards(world, table)
    world.sandbox.fault("status", times=-1, status=503, method="PATCH", path=f"/messages/{first['id']}")
    turn = (await world.view(table)).info.turn
    while (await world.view(table)).info.turn == turn:
        await play_on(world, table, random.Random(3))
    await eventually(lambda: _retired(world, table))
    assert says("cogs.past.over", "en") not in text_of(world.people["Ada"].known[first["id"]])
    await world.close()
    world.sandbox.faults.clear()
    await world.open()
    await eventually(lambda: says("cogs.past.over", "en") in text_of(world.people["Ada"].known[first["id"]]))
    assert not pieces(world.people["Ada"].known[first["id"]])


async def _retired(world: World, table: int) -> bool:
    return not await _clean(world, table)


@pytest.mark.long
async def test_the_board_and_the_end_tell_levels_of_computer_players(world: World) -> None:
    table, people = await world.lobby("Ada", channel="games")
    for level in ("hard", "easy"):
        await world.tables.lobbies.add_computer(table, int(people[0].id), level)
    await world.begin(table, people[0])
    board = await world.message(people[0], table, "board")
    levels = [words("en")(f"rycerze.level.{level}") for level in ("hard", "easy")]
    assert all(f": {level}" in text_of(board) for level in levels)
    text = await people[0].settled(await people[0].command("games", "zamki text"))
    assert "🤖" in text_of(text)
    await play_out(world, table, people, random.Random(1))
    final = await world.over(table, people[0])
    assert all(f", 🤖 {level}" in final for level in levels)
