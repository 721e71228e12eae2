"""What lies in memory is what is stored: random evenings at the tables, compared with the database after each change."""

from __future__ import annotations

import contextlib
import random

import pytest

from engines.notation import random_move
from tables import verify
from tables.errors import Refusal
from tables.shown import Person
from tests.tables.conftest import ANNA, BORYS, CELINA, Room
from tests.tables.toy import games

PEOPLE = (ANNA, BORYS, CELINA)


async def one_thing(room: Room, table: int, person: Person, rng: random.Random) -> None:
    """Something that this person might do, sensible or not."""
    held = await room.hall._desk.read(table)
    seat = held.table.seat_of(person.user)
    assert seat is not None
    match rng.choices(("play", "back", "ask", "resign", "cancel", "time", "send"), (60, 20, 20, 1, 2, 5, 10))[0]:
        case "play" if held.position is not None and held.position.choices(seat).words:
            stage = held.table.stage - (rng.random() < 0.1)
            move = random_move(held.position, seat, rng)
            await room.hall.play(table, person.user, move, stage=stage, request=rng.getrandbits(60))
        case "back":
            await room.hall.take_back(table, person.user, request=rng.getrandbits(60))
        case "ask" if held.table.asking is None:
            await room.hall.ask_back(table, person.user, request=rng.getrandbits(60))
        case "ask" if held.table.asking is not None:
            number = held.table.asking.id - (rng.random() < 0.1)
            if rng.random() < 0.8:
                await room.hall.agree_back(table, person.user, number, request=rng.getrandbits(60))
            else:
                await room.hall.end_back(table, person.user, number, withdraw=rng.random() < 0.5)
        case "resign":
            await room.hall.resign(table, person.user)
        case "cancel" if person is ANNA:
            await room.hall.cancel(table, person.user)
        case "time":
            await room.advance(rng.choice((1, 50, 250, 400)))
        case "send":
            await room.mail()


@pytest.mark.parametrize("game", sorted(games()))
@pytest.mark.parametrize("seed", range(4))
async def test_memory_and_store_agree(room: Room, game: str, seed: int) -> None:
    rng = random.Random(f"{game} {seed}")
    table = (await room.table(game, *PEOPLE, pace="live", length="long")).table.id
    for _ in range(70):
        with contextlib.suppress(Refusal):
            await one_thing(room, table, rng.choice(PEOPLE), rng)
        desk = room.hall._desk
        async with desk.lock(table):
            assert await desk._fetch(table) == await desk.load(table)
        if rng.random() < 0.05:
            await room.again()
    for person in PEOPLE:
        with contextlib.suppress(Refusal):
            await room.hall.resign(table, person.user)
    look = await room.until(table, lambda info: info.state == "over")
    assert look.view is not None
    verdict = verify.replay(await room.hall.record(table), games())
    assert verdict.good, verdict
    await room.store.integrity()
