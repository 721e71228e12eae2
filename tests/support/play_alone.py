"""A game that one person plays against computer players, by presses."""

from __future__ import annotations

import random

from bench.presses import Presser
from engines import games
from engines.contract import Fleeting, Revealing
from sandbox import Person
from tests.support.world import World


async def play_alone(world: World, person: Person, table: int) -> int:
    """Play as the weakest computer player would; return the number of presses."""
    presser, presses, rng = Presser(world, table, goes_on=True), 0, random.Random(3)
    while await world.asked(table, person):
        loaded = await world.loaded(table, person)
        game, position = games()[loaded.table.game], loaded.position
        assert position is not None
        if isinstance(game, Revealing) and game.reveal_move(position) is not None:
            await world.tables.moves.reveal(table, int(person.id))  # it is made by itself
            continue
        level, seat = game.levels[0], loaded.table.seat_of(int(person.id))
        assert seat is not None
        view = game.recall(position, seat, level) if isinstance(game, Fleeting) else position.view(seat)
        presses += await presser.say(person, game.choose_move(view, rng, level))
    return presses
