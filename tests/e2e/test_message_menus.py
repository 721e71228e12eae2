"""The menu of a message: one's hand and what happened, at the table to which the message belongs."""

from __future__ import annotations

import random

import pytest

from data.words import words
from sandbox import Person
from tests.support.cases import cases
from tests.support.world import World, pieces, play_out, says, text_of

HAND, HAPPENED, NOT_OURS = "cogs.menu-of-message.hand", "cogs.menu-of-message.happened", "cogs.refusal.not-a-board"


async def at(person: Person, message: dict[str, object], key: str) -> dict[str, object]:
    """What comes of an entry of a message's menu, which the person reads in their language."""
    channel = str(message["channel_id"])
    answered = await person.menu(channel, words(person.locale)(key), str(message["id"]))
    return await person.settled(answered)


@pytest.mark.parametrize("name", cases(["Ada", "Chloe"], ["Ada"]))
async def test_a_boards_menu_opens_the_hand_and_what_happened(world: World, name: str) -> None:
    """In Polish for Ada, in English for Chloe; also of a board whose turn is over, which has no buttons any more."""
    table, people = await world.started(name, "Borys")
    board = await world.message(people[0], table, "board")
    hand = await at(people[0], board, HAND)
    assert any(each.startswith("play.pick:") for each in pieces(hand))
    await play_out(world, table, people, random.Random(1), stages=4)
    await world.quiet(30)
    old = people[0].known[board["id"]]
    assert all(each.split(":")[1] == str(table) for each in pieces(await at(people[0], old, HAND)))
    happened = await at(people[0], old, HAPPENED)
    assert words(people[0].locale)("replay.recap-title").split("{")[0].strip(" #·") in text_of(happened)


@pytest.mark.long
async def test_spectators_are_shown_the_board_and_the_replay(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    dmitri = await world.person("Dmitri")
    board = await world.message(people[0], table, "board")
    assert any(each.startswith("board.") for each in pieces(await at(dmitri, board, HAPPENED)))
    await play_out(world, table, people, random.Random(1))
    await world.quiet(30)
    result = await world.message(people[0], table, "final")
    assert any(each.startswith("replay.step:") for each in pieces(await at(dmitri, result, HAPPENED)))


async def test_a_message_of_somebody_else_is_no_board(world: World) -> None:
    table, people = await world.started("Ada", "Borys")
    board = await world.message(people[0], table, "board")
    said = await people[0].say(str(board["channel_id"]), "hello")
    assert says(NOT_OURS) in text_of(await at(people[0], said, HAND))
