"""Play games to their end without presses, for tests of what comes after."""

from __future__ import annotations

import random

from engines.contract import Revealing
from engines.notation import random_move
from tests.support.table_store import loaded_table
from tests.support.world import World


async def play_to_the_end(world: World, table: int, rng: random.Random) -> None:
    """Make all moves at random, as people who type them."""
    while (await world.view(table)).info.state == "playing":
        await play_on(world, table, rng)


async def play_on(world: World, table: int, rng: random.Random) -> None:
    """Make one move at random, for somebody who is asked."""
    now, held = (await world.view(table)).info, await loaded_table(world.tables, table)
    assert held.position is not None
    seat = rng.choice(now.pending)
    user = now.seats[seat].user
    assert user is not None
    kind = world.house.games[now.game]
    looking = kind.reveal_move(held.position) if isinstance(kind, Revealing) else None
    if looking is not None:
        await world.tables.moves.reveal(table, user)
        return
    await world.tables.moves.play(table, user, random_move(held.position, seat, rng))
