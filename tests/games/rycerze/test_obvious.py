"""What nobody has to decide is not asked of people, and costs nobody a timeout."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engines import draws, games
from engines.contract import IllegalMove, Obvious
from engines.notation import only_move, random_move
from engines.rycerze.components import DRUM, ROUNDS
from engines.rycerze.rules import GAME
from tables.model.people import Person
from tables.rules.reading import Reading
from tests.tables.conftest import ANNA, BORYS, HERE, Computers, Room

DAY = 86400.0


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Room]:
    room = Room(tmp_path / "zamki.db")
    room.games, room.bots = games(), Computers()
    await room.open()
    yield room
    await room.close()


def first_tiles(seed: bytes, rounds: int) -> list[str]:
    """The tiles of the first rounds, as cards are never what decides about them."""
    position = GAME.start(2, {}, seed)
    tiles: list[str] = []
    luck = random.Random(1)
    while (view := position.view(None)).pending and len(tiles) < rounds:
        tiles = list(view.tiles)
        for seat in view.pending:
            position.play(seat, random_move(position, seat, luck))
    return tiles[:rounds]


def seed_of(*tiles: str | None) -> bytes:
    """A seed by which these are the first tiles (None: any castle)."""
    for number in range(20_000):
        seed = number.to_bytes(draws.SEED_BYTES, "big")
        found = first_tiles(seed, len(tiles))
        if len(found) == len(tiles) and all(
            (each == "drum") == (tile == "drum") for each, tile in zip(found, tiles, strict=True)
        ):
            return seed
    raise AssertionError("no such seed")


async def started(room: Room, seed: bytes, *people: Person, pace: str = "day") -> Reading:
    room.seed = seed
    reading = await room.tables.lobbies.open_table(people[0], HERE, "rycerze", {}, language="en", pace=pace)
    for person in people[1:]:
        await room.tables.lobbies.join(reading.info.id, person)
    await room.tables.lobbies.arrange(reading.info.id, people[0].user, range(len(people)))
    return await room.tables.lobbies.start(reading.info.id, people[0].user)


async def test_two_shepherds_are_played_at_once(house: Room) -> None:
    reading = await started(house, seed_of(None, None, None, None), ANNA, BORYS)
    table = reading.info.id
    for pair in (("knight", "catapult"), ("dragon", "footman"), ("archer", "peasant")):
        await house.tables.moves.play(table, ANNA.user, ("play", *pair))
        await house.tables.moves.play(table, BORYS.user, ("play", "shepherd", "shepherd"))
    reading = await house.tables.looks.read(table, ANNA.user)
    assert reading.info.turn == 4
    assert reading.info.pending == (1,)
    assert reading.view is not None
    assert reading.view.chosen == ("shepherd", "shepherd")
    assert reading.info.timing.of(0).due is None
    assert await house.store.read("SELECT seat, move FROM journal WHERE kind = 'obvious'") == [(0, "play shepherd shepherd")]
    notes = [row[0] for row in await house.store.read("SELECT document ->> 'log' FROM tables")]
    assert "tables.note.obvious" in notes[0], "everybody is told why"


@pytest.mark.long
async def test_who_wants_to_be_asked_is_asked(house: Room) -> None:
    await house.tables.times.set_plan(ANNA.user, obvious=False)
    table = (await started(house, seed_of(None, None, None, None), ANNA, BORYS)).info.id
    for pair in (("knight", "catapult"), ("dragon", "footman"), ("archer", "peasant")):
        await house.tables.moves.play(table, ANNA.user, ("play", *pair))
        await house.tables.moves.play(table, BORYS.user, ("play", "shepherd", "shepherd"))
    assert (await house.tables.looks.read(table)).info.pending == (0, 1)
    await house.advance(DAY)
    await house.until(table, lambda info: info.turn == 5)
    assert await house.store.read("SELECT seat, missed FROM seats ORDER BY seat") == [(0, 0), (1, 1)], "no fault of hers"


@pytest.mark.long
async def test_a_drum_in_the_last_round_asks_nobody(house: Room) -> None:
    seed = seed_of(None, None, None, None, None, None, "drum")
    table = (await started(house, seed, ANNA, BORYS)).info.id
    for _ in range(6):
        for person in (ANNA, BORYS):
            reading = await house.tables.looks.read(table, person.user)
            if reading.view is not None and reading.seat in reading.info.pending:
                verb = reading.choices().words[0]
                card = (await house.tables.looks.read(table, person.user)).choices((verb,)).words
                move = ("play", "shepherd", card[0]) if verb == "play" else ("recruit", card[0])
                await house.tables.moves.play(table, person.user, move)
    over = (await house.tables.looks.read(table)).info
    assert over.state == "over"
    record = await house.tables.looks.record(table)
    assert [line.move.split()[0] for line in record.moves[-2:]] == ["recruit", "recruit"], "it is a move of the record"


async def test_a_drum_in_the_first_round_is_told(house: Room) -> None:
    await started(house, seed_of("drum", None), ANNA, BORYS)
    (board,) = [told for kind, told in await house.mail() if kind == "board"]
    assert [event["data"]["kind"] for event in board.events] == ["recruitment"]


@pytest.mark.rule("R6")
def test_a_drum_asks_whoever_can_choose_until_the_last_round() -> None:
    luck, found = random.Random(4), set()
    for number in range(60):
        position = GAME.start(2 + number % 3, {}, luck.randbytes(16))
        while position.pending():
            for seat in position.pending():
                only = only_move(position, seat) is not None
                if position.tile == DRUM and len(position.seen) < ROUNDS:
                    found.add(only)
                    assert (GAME.obvious(position, seat) is not None) == only
                position.play(seat, random_move(position, seat, luck))
    assert found == {False, True}


@pytest.mark.long
def test_what_is_obvious_is_legal_and_tells_nothing() -> None:
    """Whoever sees no cards at all can tell who has nothing to decide: it is the same in every game that could be."""
    assert isinstance(GAME, Obvious)
    luck = random.Random(3)
    found = 0
    for number in range(40):
        position = GAME.start(2 + number % 3, {"match": "on" if number % 2 else "off"}, luck.randbytes(16))
        while position.pending():
            for seat in position.pending():
                move = GAME.obvious(position, seat)
                could_be = GAME.determinize(position.view(None), luck)
                assert (move is None) == (GAME.obvious(could_be, seat) is None)
                if move is not None:
                    found += 1
                    trial = position.copy()
                    try:
                        trial.play(seat, move)
                    except IllegalMove as error:
                        raise AssertionError(move) from error
                    assert only_move(position, seat) in {None, move}
            seat = luck.choice(position.pending())
            position.play(seat, random_move(position, seat, luck))
    assert found
