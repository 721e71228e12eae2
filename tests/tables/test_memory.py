"""What lies in memory is what is stored: random evenings at the tables, compared with the database after each change."""

from __future__ import annotations

import contextlib
import random
from functools import partial
from typing import Any

import pytest

from engines.notation import random_move
from tables.errors import Refusal
from tables.history import verify
from tables.model.people import Person
from tables.model.table_info import Limits
from tables.rules import votes
from tables.rules.takeback import BACK
from tables.store.table_store import TableStore
from tests.support.cases import cases
from tests.support.store_backends import check_whole
from tests.support.table_store import loaded_table, table_store
from tests.support.toy_games import games
from tests.tables.conftest import ANNA, BORYS, CELINA, Room

PEOPLE = (ANNA, BORYS, CELINA)


async def one_thing(room: Room, table: int, person: Person, rng: random.Random) -> None:
    """Something that this person might do, sensible or not."""
    loaded = await loaded_table(room.tables, table)
    seat = loaded.table.seat_of(person.user)
    assert seat is not None
    asked = votes.find(loaded.table, BACK)
    match rng.choices(("play", "back", "ask", "resign", "cancel", "time", "send"), (60, 20, 20, 1, 2, 5, 10))[0]:
        case "play" if loaded.position is not None and loaded.position.choices(seat).words:
            stage = loaded.table.stage - (rng.random() < 0.1)
            move = random_move(loaded.position, seat, rng)
            await room.tables.moves.play(table, person.user, move, stage=stage, request=rng.getrandbits(60))
        case "back":
            await room.tables.moves.take_back(table, person.user, request=rng.getrandbits(60))
        case "ask" if asked is None:
            await room.tables.moves.ask_back(table, person.user, request=rng.getrandbits(60))
        case "ask" if asked is not None:
            number = asked.id - (rng.random() < 0.1)
            if rng.random() < 0.8:
                await room.tables.votes.agree_vote(table, person.user, number, request=rng.getrandbits(60))
            else:
                await room.tables.votes.end_vote(table, person.user, number, withdraw=rng.random() < 0.5)
        case "resign":
            await room.tables.endings.resign(table, person.user)
        case "cancel" if person is ANNA:
            await room.tables.endings.cancel(table, person.user)
        case "time":
            await room.advance(rng.choice((1, 50, 250, 400)))
        case "send":
            await room.mail()


async def newest(room: Room, table: int, *, read: bool = False) -> list[Any]:
    """What each person and the board are shown of the newest moves; `read`: by what is stored alone."""
    looks, found = room.tables.looks, []
    for person in PEOPLE:
        reading = await looks.read(table, person.user)
        for asked in (
            partial(looks.since, reading),
            partial(looks.turns_after, reading.info, reading.seat or 0, reading.info.turn),
        ):
            if read:
                table_store(room.tables).recent.clear()
            if reading.info.state == "playing":
                found.append(await asked())
    return found


@pytest.mark.long
@pytest.mark.parametrize("game", cases(sorted(games()), ["rycerze", "coins"]))
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
async def test_memory_and_store_agree(room: Room, game: str, seed: int) -> None:
    rng = random.Random(f"{game} {seed}")
    table = (await room.table(game, *PEOPLE, pace="live", length="long")).info.id
    for _ in range(70):
        with contextlib.suppress(Refusal):
            await one_thing(room, table, rng.choice(PEOPLE), rng)
        kept = table_store(room.tables)
        async with kept.lock(table):
            stored = TableStore(kept.store, kept.clock, kept.games, Limits(), room.tables.presence)
            assert await stored.load(table) == await kept.load(table)
            assert await newest(room, table) == await newest(room, table, read=True)
        if rng.random() < 0.05:
            await room.again()
    for person in PEOPLE:
        with contextlib.suppress(Refusal):
            await room.tables.endings.resign(table, person.user)
    for person in PEOPLE:  # the last one has won, if they were not all gone already
        with contextlib.suppress(Refusal):
            await room.tables.endings.claim(table, person.user)
    reading = await room.until(table, lambda info: info.state != "playing")
    if reading.info.state == "cancelled":
        return
    verdict = verify.replay(await room.tables.looks.record(table), games())
    assert verdict.good, verdict
    await check_whole(room.store)
