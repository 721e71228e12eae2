"""A hint at Torres is a whole turn: told move by move, shown as it would be, and played with one press."""

from __future__ import annotations

import random

import pytest

from data.words import words
from engines.torres.rules import GAME
from sandbox.client import images
from tests.games.torres.pressing import view_of
from tests.support.world import World, eventually, piece, pieces, text_of


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "pl"])
async def test_a_whole_turn_is_told_and_played(world: World, language: str) -> None:
    speak = words(language)
    table, (ada,) = await world.lobby("Ada", game="torres")
    await world.tables.people.set_preferences(int(ada.id), language=language)
    await world.begin(table, ada, computers=1)
    while (await view_of(world, table, ada)).asks != "act":
        assert await world.asked(table, ada)
        reading = await view_of(world, table, ada)
        if reading.asks != "act":
            move = GAME.choose_move(reading, random.Random(1), "easy")
            await world.tables.moves.play(table, int(ada.id), move)
    assert await world.asked(table, ada)
    stage = (await world.view(table)).info.stage
    hand = await world.hand(ada, table)
    card = await world.pressed(ada, hand, piece(hand, "hints.ask"))
    await eventually(lambda: any(each.startswith("play.line:") for each in pieces(ada.known[card["id"]])))
    card = ada.known[card["id"]]
    hint = await world.tables.advice.hint(table, int(ada.id), stage=stage)
    turn = hint.candidates[0]
    text = text_of(card)
    assert speak("hints.turns") in text
    assert turn.brings is not None
    assert speak("torres.brings-answered", own="+", answered="", others="").partition("+")[0] in text
    squares = {word for move in turn.line for word in move if len(word) == 2 and word[1].isdigit()}
    assert all(square in text for square in squares), "the squares are named"
    assert images(card)[0]["description"]
    moves = turn.line[: GAME.together(await view_of(world, table, ada), turn.line)]
    await world.pressed(ada, card, next(each for each in pieces(card) if each.startswith("play.line:")))
    await eventually(lambda: _played(world, stage, len(moves)))
    made = await world.ask("SELECT move FROM journal WHERE kind = 'move' AND stage >= ?", stage)
    assert [tuple(row[0].split()) for row in made][: len(moves)] == list(moves)


async def _played(world: World, stage: int, moves: int) -> bool:
    return len(await world.ask("SELECT 1 FROM journal WHERE kind = 'move' AND stage >= ?", stage)) >= moves
