"""The next tile of Zamek lies face down until somebody looks: a slip can be fixed, and nothing seen is covered again."""

from __future__ import annotations

import itertools
import random

import pytest

import engines
from engines.notation import random_move
from engines.zamek.view import ZamekView
from tables.errors import Illegal, NothingToTakeBack, NotYourTurn
from tables.history import verify
from tables.model.outbox_rows import PlainEvent
from tables.model.people import Person
from tables.rules.automatic import BEFORE_A_COMPUTER, SHORT_WHILE_SECONDS
from tables.rules.reading import Reading
from tests.support.table_store import loaded_table
from tests.tables.conftest import ANNA, BORYS, HERE, Computers, Room, encoded

ZAMEK = engines.games()["zamek"]
LAY = ("lay", "f9", "0", "none")


@pytest.fixture
async def room(room: Room) -> Room:
    await room.close()
    room.games, room.bots = engines.games(), Computers()
    await room.open()
    return room


async def since(room: Room, table: int, user: int) -> tuple[PlainEvent, ...]:
    """What this person is told of what has happened."""
    found = await room.tables.looks.since(await room.tables.looks.read(table, user))
    assert found is not None
    return tuple(event for turn in found.values() for event in turn)


async def started(room: Room, *, computer: bool = False, pace: str = "none") -> Reading:
    """A game in which Borys, the older one, or a computer player sits on seat 1 and begins."""
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "zamek", {}, language="en", pace=pace)).info.id
    if computer:
        await room.tables.lobbies.add_computer(table, ANNA.user)
    else:
        await room.tables.lobbies.join(table, BORYS)
    await room.tables.lobbies.arrange(table, ANNA.user, (0, 1))
    return await room.tables.lobbies.start(table, ANNA.user)


def seen(reading: Reading) -> ZamekView:
    assert isinstance(reading.view, ZamekView)
    return reading.view


async def laid(room: Room, table: int, person: Person) -> Reading:
    """The person lays their tile without a subject, wherever it fits."""
    view = seen(await room.tables.looks.read(table, person.user))
    (spot, *_) = view.spots
    return await room.tables.moves.play(table, person.user, ("lay", spot.square, str(spot.rotations[0]), "none"))


async def kinds(room: Room) -> list[tuple[object, ...]]:
    return await room.store.read("SELECT kind, seat FROM journal WHERE move <> '' ORDER BY number")


@pytest.mark.long
async def test_a_tile_is_taken_back_before_the_next_one_is_seen(room: Room) -> None:
    table = (await started(room)).info.id
    first = seen(await room.tables.looks.read(table))
    reading = await laid(room, table, BORYS)
    assert (reading.info.turn, reading.info.pending, reading.can_take_back) == (1, (0,), True)
    assert seen(reading).ask == "draw"
    reading = await room.tables.moves.take_back(table, BORYS.user)
    assert (reading.info.timing.reveal, seen(reading).tile, seen(reading).laid) == (None, first.tile, ())
    await room.advance(2 * SHORT_WHILE_SECONDS)
    assert seen(await room.tables.looks.read(table)).ask == "lay", "what is owed no more is not looked at"
    await laid(room, table, BORYS)
    assert await kinds(room) == [("move", 1)]


async def test_after_a_while_it_is_turned_over_with_the_reason(room: Room) -> None:
    table = (await started(room)).info.id
    with pytest.raises(NothingToTakeBack) as refused:
        await room.tables.moves.take_back(table, BORYS.user)
    assert refused.value.key == "tables.refusal.nothing-to-take-back"
    await laid(room, table, BORYS)
    await room.mail()
    await room.advance(SHORT_WHILE_SECONDS - 1)
    assert seen(await room.tables.looks.read(table)).tile is None
    await room.advance(2)
    reading = await room.tables.looks.read(table, BORYS.user)
    assert seen(reading).tile is not None
    assert (reading.info.turn, reading.can_take_back, reading.may_ask) == (2, False, None)
    with pytest.raises(NothingToTakeBack) as refused:
        await room.tables.moves.take_back(table, BORYS.user)
    assert refused.value.key == "tables.refusal.revealed-since"
    assert await kinds(room) == [("move", 1), ("reveal", 0)]
    board = next(payload for kind, payload in await room.mail() if kind == "board")
    assert (board.turn, [event["data"]["kind"] for event in board.events]) == (2, ["draw"])


async def test_only_the_active_player_looks_and_draws_once(room: Room) -> None:
    table = (await started(room)).info.id
    await laid(room, table, BORYS)
    assert seen(await room.tables.moves.reveal(table, BORYS.user)).ask == "draw"
    assert seen(await room.tables.moves.reveal(table, 99)).ask == "draw"
    with pytest.raises(Illegal, match="draw-now"):
        await room.tables.moves.play(table, ANNA.user, LAY)
    with pytest.raises(NotYourTurn):
        await room.tables.moves.play(table, BORYS.user, ("draw",))
    reading = await room.tables.moves.reveal(table, ANNA.user)
    assert seen(reading).tile is not None
    assert await room.tables.moves.reveal(table, ANNA.user) == reading
    assert await kinds(room) == [("move", 1), ("reveal", 0)]


async def test_the_time_to_look_is_stored(room: Room) -> None:
    table = (await started(room)).info.id
    before = await laid(room, table, BORYS)
    await room.again()
    assert encoded(await room.tables.looks.read(table, BORYS.user)) == encoded(before)
    await room.advance(SHORT_WHILE_SECONDS + 1)
    assert seen(await room.tables.looks.read(table)).tile is not None


async def test_a_computer_player_leaves_time_to_take_back(room: Room) -> None:
    table = (await started(room, computer=True)).info.id
    await room.until(table, lambda info: info.pending == (0,))
    mine = await room.tables.looks.read(table, ANNA.user)
    assert seen(mine).tile is not None, "nobody could take anything back: the tile lies face up at once"
    (board,) = [payload for kind, payload in await room.mail() if kind == "board"]
    assert [event["data"]["kind"] for event in board.events][-1] == "draw"
    assert "lay" in [event["data"]["kind"] for event in board.events]
    await laid(room, table, ANNA)
    await room.advance(1)
    reading = await room.tables.looks.read(table, ANNA.user)
    assert (seen(reading).ask, reading.can_take_back) == ("draw", True)
    await room.tables.moves.take_back(table, ANNA.user)
    await laid(room, table, ANNA)
    await room.advance(BEFORE_A_COMPUTER + 1)
    await room.until(table, lambda info: info.turn == mine.info.turn + 2)
    assert [each for each, _ in itertools.groupby(await kinds(room))] == [
        ("computer", 1), ("reveal", 0), ("move", 0), ("reveal", 1), ("computer", 1), ("reveal", 0),
    ]  # fmt: skip


@pytest.mark.long
async def test_the_record_of_such_a_game_can_be_verified(room: Room) -> None:
    table = (await started(room)).info.id
    rng = random.Random(5)
    people = {0: ANNA.user, 1: BORYS.user}
    while (reading := await room.tables.looks.read(table)).info.state == "playing":
        loaded = await loaded_table(room.tables, table)
        assert loaded.position is not None
        (seat,) = reading.info.pending
        if seen(reading).ask == "draw":
            await room.tables.moves.reveal(table, people[seat])
            continue
        await room.tables.moves.play(table, people[seat], random_move(loaded.position, seat, rng))
        if rng.random() < 0.2 and (await room.tables.looks.read(table, people[seat])).can_take_back:
            await room.tables.moves.take_back(table, people[seat])
    record = await room.tables.looks.record(table)
    assert verify.replay(record, engines.games()).key == "tables.verify.good"
    assert sum(played.move == "draw" for played in record.moves) > 40


async def test_what_happened_since_ones_last_move_is_told(room: Room) -> None:
    table = (await started(room)).info.id
    assert await since(room, table, BORYS.user) == ()
    await laid(room, table, BORYS)
    await room.tables.moves.reveal(table, ANNA.user)
    await laid(room, table, ANNA)
    await room.again()
    assert [event["data"]["kind"] for event in await since(room, table, BORYS.user)][:2] == ["lay", "draw"]
    assert (await since(room, table, ANNA.user))[0]["data"]["kind"] == "lay"
    assert len(await since(room, table, ANNA.user)) < len(await since(room, table, BORYS.user))
    assert await since(room, table, 99) == ()
