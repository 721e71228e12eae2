"""A person's own data, forgetting a person, and forgetting what is old."""

from __future__ import annotations

import json

import pytest

from tables.errors import NoSuchTable, TooSoon, WrongState
from tables.history import verify
from tables.model.people import Person
from tables.model.table_info import Place
from tables.service.time_actions import FOLLOWING
from tests.support.store_backends import check_whole
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room

ZOE = Person(987654321098765432, "Zoë Canary")
DAY = 86400.0


async def everything(room: Room) -> str:
    names = [row[0] for row in await room.store.read("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return json.dumps([await room.store.read(f"SELECT * FROM {name}") for name in names], default=repr, ensure_ascii=False)


async def played(room: Room, *people: Person) -> int:
    """A finished game of three turns or so."""
    table = (await room.table("coins", *people)).info.id
    while (reading := await room.tables.looks.read(table)).info.state == "playing":
        for seat in reading.info.pending:
            user = reading.info.seats[seat].user
            assert user is not None
            choices = (await room.tables.looks.read(table, user)).choices()
            move: tuple[str, ...] = ()
            while not choices.complete:
                move = (*move, *(choices.words[:1]))
                choices = (await room.tables.looks.read(table, user)).choices(move)
            reading = await room.tables.moves.play(table, user, move, stage=reading.info.stage)
            break
    return table


@pytest.mark.long
async def test_a_person_is_forgotten_and_others_keep_their_games(room: Room) -> None:
    tables = room.tables
    over = await played(room, ANNA, ZOE)
    first = await tables.looks.record(over)
    handed = (await room.table("coins", ZOE, BORYS)).info
    reading = await tables.endings.offer_seat(handed.id, ZOE.user, 0, None)
    assert reading.info.offer is not None
    await tables.endings.take_seat(handed.id, CELINA, reading.info.offer.id)
    running = (await room.table("coins", ANNA, ZOE, BORYS)).info.id
    lobby = (await tables.lobbies.open_table(ANNA, HERE, "coins", language="pl")).info.id
    await tables.guests.invite(lobby, ANNA.user, [ZOE.user])
    await tables.guests.block(ZOE.user, BORYS.user, blocked=True)
    await tables.guests.subscribe(ZOE.user, HERE.guild, ["coins"])
    await tables.people.set_preferences(ZOE.user, dm=False)
    ratings = await room.store.read("SELECT user, mu, sigma FROM ratings WHERE user = ?", (ANNA.user,))
    data = await tables.personal.personal_data(ZOE.user)
    assert {"seats", "results", "blocks", "subscriptions", "people", "journal"} <= set(data)
    assert "seed" not in json.dumps(data, default=str)
    with pytest.raises(TooSoon):
        await tables.personal.personal_data(ZOE.user)
    await room.mail()
    async with room.store.transaction() as tx:  # a process has died while her games followed her settings
        await tx.set_value(FOLLOWING, json.dumps({ZOE.user: True}))

    assert await tables.personal.forget_person(ZOE.user) == "Player 1"
    left = await room.store.read("SELECT user, kind FROM data_requests")
    assert left == [(ZOE.user, "erase"), (ZOE.user, "export")]
    async with room.store.transaction() as tx:
        await tx.forget_data_requests(room.clock.now() + 1)
        await tx.forget_ledger(room.clock.now() + 1)
    kept = await everything(room)
    assert ZOE.name not in kept
    at = kept.find(str(ZOE.user))
    assert at < 0, kept[at - 200 : at + 100]
    assert "Player 1" in kept
    reading = await tables.looks.read(over)
    assert [seat.name for seat in reading.info.seats] == ["Anna", "Player 1"]
    assert reading.info.seats[1].user is not None
    assert reading.info.seats[1].user < 0
    again = await tables.looks.record(over)
    assert (again.moves, again.places, again.seed) == (first.moves, first.places, first.seed)
    assert verify.replay(again, room.games).good
    assert await room.store.read("SELECT user, mu, sigma FROM ratings WHERE user = ?", (ANNA.user,)) == ratings
    view = (await tables.looks.read(running)).info
    assert view.seats[1].resigned
    assert view.state == "playing"
    assert await tables.looks.tables_of(ZOE.user) == []
    tables = await room.again()
    assert (await tables.looks.read(handed.id)).info.departed[0].name == "Player 1"
    await tables.personal.forget_person(ANNA.user)
    with pytest.raises(TooSoon):
        await tables.personal.forget_person(ANNA.user)


async def test_what_is_old_is_forgotten_by_stored_times(room: Room) -> None:
    tables = room.tables
    over = await played(room, ANNA, BORYS)
    closed = (await tables.lobbies.open_table(ANNA, HERE, "coins", language="pl")).info.id
    await tables.endings.cancel(closed, ANNA.user)
    far = (await tables.lobbies.open_table(ANNA, Place(7, 8), "coins", language="pl")).info.id
    await tables.guests.subscribe(ANNA.user, 7, ["coins"])
    await tables.times.server_left(7)
    await tables.times.server_left(9)
    await tables.times.server_back(9)
    await room.mail()
    assert not await tables.personal.forget_old()
    room.clock.pass_by(31 * DAY)  # the bot was away
    tables = await room.again()
    assert await tables.personal.forget_old()
    while await tables.personal.forget_old():
        pass
    for gone in (closed, far):
        with pytest.raises(NoSuchTable):
            await tables.looks.read(gone)
    assert await tables.guests.subscriptions(ANNA.user, 7) == []
    assert (await tables.looks.record(over)).moves
    room.clock.pass_by(1100 * DAY)
    while await tables.personal.forget_old():
        pass
    reading = await tables.looks.read(over)
    assert reading.info.state == "over"
    assert reading.view is not None, "the end can still be seen"
    with pytest.raises(WrongState):
        await tables.looks.record(over)
    assert await room.store.read("SELECT count(*) FROM results") == [(2,)]
    await check_whole(room.store)
