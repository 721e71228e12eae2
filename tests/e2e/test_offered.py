"""What a hand offers leads on: every button and every line of every menu is a move, or a way to one."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import discord
import msgspec
import pytest

import engines
from asking.walk import finish_words
from chat.cards import hand, picker
from chat.press.presses import Press, parse
from chat.wire.layout import Card
from data.words import words
from engines.contract import Move, Revealing
from engines.notation import random_move
from tests.support.cases import cases
from tests.support.world import World

POSITIONS = 40

FIRST, DEEP = 6, 5
"""Answers to a question that are gone on from, and how many words deep."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("key", cases(sorted(engines.games()), ["torres"]))
async def test_every_press_that_a_hand_offers_leads_on(world: World, key: str) -> None:
    """At positions of a random game: all that the first question offers, and what some of the answers lead to."""
    game, rng, spoken = engines.games()[key], random.Random(7), words("en")
    table, people = await world.started("Ada", "Borys", game=key)
    for _ in range(POSITIONS):
        if (await world.view(table)).info.state != "playing":
            break
        person = await world.mover(table, people)
        position = (await world.loaded(table, person)).position
        assert position is not None
        if isinstance(game, Revealing) and game.reveal_move(position) is not None:
            await world.tables.moves.reveal(table, int(person.id))
            continue
        reading = await world.view(table, person)
        assert reading.seat is not None
        todo, asked = list[Move]([()]), set[Move]()
        while todo:
            said = todo.pop()
            if said in asked:  # a card pressed again is one taken back
                continue
            asked.add(said)
            card = await hand.card(world.bot.app, reading, int(person.id), spoken, said=said, pictured=False)
            answers = []
            for press in _offered(card):
                answer, following = finish_words(reading.choices, picker.read_words(press))
                assert following.words or following.complete, (said, press)
                answers += [answer] if following.words and len(answer) < DEEP else []
            todo += rng.sample(answers, min(FIRST, len(answers)) if not said else min(1, len(answers)))
        move = random_move(position, reading.seat, rng)
        await world.tables.moves.play(table, int(person.id), move, whole=rng.random() < 0.3)


def _offered(card: Card) -> Iterator[Press]:
    """The presses that say something of a move."""
    for item in itertools.chain.from_iterable(row.children for row in card.rows if isinstance(row, discord.ui.ActionRow)):
        press = parse(getattr(item, "custom_id", None) or "")
        if press is None or press.verb != "play.pick":
            continue
        if not isinstance(item, discord.ui.Select):
            yield press
        elif item.min_values == 1:
            yield from (msgspec.structs.replace(press, values=(option.value,)) for option in item.options)
