"""What is shown of a table is of one time: whatever moves on between any two steps of making a hand or a board, none of it is
of another version than the rest.
"""

from __future__ import annotations

import copy
import functools
import inspect
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from chat.app import App
from chat.cards import board, hand
from chat.wire.layout import Card
from data.words import words
from render.turns import Outdated
from tables.model.outbox_rows import BoardRow
from tables.rules.reading import Reading
from tests.support.cases import cases
from tests.support.world import World

Draw = Callable[[App, Reading], Awaitable[Card]]


PARTS = ("looks", "people", "messages", "moves", "servers")
"""Of the table service: what a hand or a board may wait for."""


class Moving:
    """Something of the app whose asynchronous methods, one after the other, are counted; before number `at` the table moves."""

    def __init__(self, thing: Any, count: list[int], at: int, move: Callable[[], Awaitable[None]]) -> None:
        self._thing, self._count, self._at, self._move = thing, count, at, move

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._thing, name)
        if name in PARTS:
            return Moving(found, self._count, self._at, self._move)
        if not inspect.iscoroutinefunction(found):
            return found

        @functools.wraps(found)
        async def counted(*values: Any, **named: Any) -> Any:
            self._count[0] += 1
            if self._count[0] == self._at:
                await self._move()
            return await found(*values, **named)

        return counted


async def some_move(world: World, table: int, luck: random.Random) -> None:
    """Whoever is asked first plays anything."""
    shown = (await world.tables.looks.read(table)).info
    user = shown.seats[shown.pending[0]].user
    assert user is not None
    said: tuple[str, ...] = ()
    while not (choices := (await world.tables.looks.read(table, user)).choices(said)).complete:
        said = (*said, *luck.sample(choices.words, choices.together))
    await world.tables.moves.play(table, user, said)


def seen(card: Card) -> tuple[Any, ...]:
    """All that a card tells, but for links: where the newest board stands is nothing of the table's."""
    return card.title, card.text, card.picture and card.picture.alt, [item for line in card.rows for item in shown_in(line)]


def shown_in(line: Any) -> list[Any]:
    return [item.to_component_dict() for item in line.children if not getattr(item, "url", None)]


async def one_version(world: World, table: int, user: int | None, draw: Draw) -> tuple[int, int]:
    """Have the table moved on before each asynchronous step of `draw`: so many steps there were, and so often it saw that what
    it had was outdated.
    """
    luck, at, outdated = random.Random(3), 0, 0
    while True:
        at += 1
        reading = await world.tables.looks.read(table, user)
        still = seen(await draw(world.bot.app, reading))
        count = [0]
        app = copy.copy(world.bot.app)
        app.asker = copy.copy(app.asker)
        for name in ("tables", "pictures"):
            moving = Moving(getattr(app, name), count, at, lambda: some_move(world, table, luck))
            object.__setattr__(app, name, moving)
            object.__setattr__(app.asker, name, moving)
        try:
            card = await draw(app, reading)
        except Outdated:
            outdated += 1
        else:
            assert seen(card) == still, f"moved on before step {at}"
        if count[0] < at:
            return at - 1, outdated


@pytest.mark.long
@pytest.mark.parametrize("game", cases(["rzymianie", "torres", "rycerze"], ["rycerze"]))
async def test_a_hand_is_of_one_version(world: World, game: str) -> None:
    table, people = await world.started("Ada", "Borys", game=game)
    await world.quiet()
    user = int(people[0].id)

    async def draw(app: App, reading: Reading) -> Card:
        return await hand.card(app, reading, user, words("en"))

    steps, outdated = await one_version(world, table, user, draw)
    assert steps >= 4
    assert outdated >= 1, "what has happened since is read from the journal, which goes on"


@pytest.mark.long
async def test_a_board_with_its_choices_is_of_one_version(world: World) -> None:
    table, _ = await world.started("Ada", "Borys", game="torres")
    await world.quiet()

    async def draw(app: App, reading: Reading) -> Card:
        return await board.card(app, reading, BoardRow(turn=reading.info.turn), words("en"))

    steps, _ = await one_version(world, table, None, draw)
    assert steps >= 1
