"""Moves planned for when one is asked next: stored, secret, carried out with the move that has one asked, or dropped."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import engines
from engines.contract import Move
from engines.notation import random_move
from tables.errors import CannotPlan, Illegal, NotSeated
from tables.history import verify
from tables.rules.reading import Reading
from tests.support.conformance import is_open
from tests.support.table_store import loaded_table
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Computers, Room, encoded, ended, started, torres

PLANNED = {"torres", *filter(is_open, engines.games())}
"""The games in which people plan: what they will be asked is known before."""


async def opened(path: Path) -> Room:
    room = Room(path)
    room.games, room.bots = engines.games(), Computers()
    await room.open()
    return room


@pytest.fixture
async def room(room: Room) -> Room:
    await room.close()
    room.games, room.bots = engines.games(), Computers()
    await room.open()
    return room


async def journal(room: Room) -> list[tuple[object, ...]]:
    return await room.store.read("SELECT kind, seat, move FROM journal WHERE move <> '' ORDER BY number")


async def test_a_whole_turn_is_planned_and_played_when_it_begins(room: Room) -> None:
    table, (first, second) = await torres(room)
    with pytest.raises(CannotPlan):
        await room.tables.moves.plan(table, first.user, ("end",))
    with pytest.raises(NotSeated):
        await room.tables.moves.plan(table, CELINA.user, ("point",))
    with pytest.raises(Illegal):
        await room.tables.moves.plan(table, second.user, ("move", "a1", "zz"))
    await room.tables.moves.plan(table, second.user, ("point",))
    trial = await room.tables.moves.planning(table, second.user)
    assert trial is not None
    build: Move = ("build",)
    while not (now := trial.choices(build)).complete:
        build = (*build, now.words[0])
    reading = await room.tables.moves.plan(table, second.user, build)
    assert reading.ahead == (("point",), build)
    reading = await room.tables.moves.unplan(table, second.user, keep=1)
    assert reading.ahead == (("point",),)
    await room.tables.moves.plan(table, second.user, build)
    await room.mail()
    await ended(room, table, first)
    assert [line[2] for line in (await journal(room))[-2:]] == ["point", " ".join(build)]
    mine = await room.tables.looks.read(table, second.user)
    assert (mine.ahead, mine.dropped, mine.can_take_back) == ((), (), True)
    (board,) = [payload for kind, payload in await room.mail() if kind == "board"]
    assert len(board.events) >= 3, "one board tells the other's end and what was planned"
    # What was carried out is taken back as any move; it does not come again.
    reading = await room.tables.moves.take_back(table, second.user)
    assert reading.ahead == ()
    assert [line[2] for line in (await journal(room))[-1:]] == ["point"]
    record = await room.tables.looks.record(table)
    assert not record.over
    assert verify.replay(record, engines.games()).key == "tables.verify.not-over"


async def test_illegal_plan_is_dropped_with_its_rest_and_reported(room: Room) -> None:
    table, (first, second) = await torres(room)
    trial = await room.tables.moves.planning(table, second.user)
    assert trial is not None
    build: Move = ("build",)
    while not (now := trial.choices(build)).complete:
        build = (*build, now.words[0])
    square = build[-1]
    await room.tables.moves.plan(table, second.user, build)
    await room.tables.moves.plan(table, second.user, ("point",))
    # Whoever is on turn puts their knight there, or builds there until nothing more may be built.
    mover = (await room.tables.looks.read(table, first.user)).choices()
    taken = False
    for start in (("place",), ("build",)):
        move: Move = start
        while start[0] in mover.words and not (now := (await room.tables.looks.read(table, first.user)).choices(move)).complete:
            move = (*move, square if square in now.words else now.words[0])
        if move[-1] == square:
            await room.tables.moves.play(table, first.user, move)
            taken = True
            break
    assert taken
    await ended(room, table, first)
    mine = await room.tables.looks.read(table, second.user)
    if mine.dropped:
        assert (mine.dropped, mine.ahead) == (build, ())
        assert mine.info.pending == (mine.seat,)
        await room.tables.moves.play(table, second.user, ("point",))
        assert (await room.tables.looks.read(table, second.user)).dropped == ()
    else:
        assert [line[2] for line in (await journal(room))[-2:]] == [" ".join(build), "point"]
    assert (await room.tables.looks.read(table, first.user)).dropped == ()


async def everything_but_annas(path: Path, plans: list[Move]) -> bytes:
    """All that leaves the table service towards others while Anna plans, and plans again."""
    room = await opened(path)
    table, (first, second) = await torres(room)
    await room.mail()
    seen: list[object] = []
    for move in plans:
        await room.tables.moves.plan(table, second.user, move)
        seen += [await room.tables.looks.read(table, user) for user in (None, first.user, 999)]
        seen += [
            (await room.tables.looks.read(table, first.user)).choices(),
            await room.tables.looks.since(await room.tables.looks.read(table, first.user)),
        ]
        seen += [
            await room.mail(),
            await room.tables.looks.tables_in(HERE.channel),
            await room.tables.looks.tables_of(first.user),
        ]
        seen += [await room.tables.looks.record(table)]
        await room.tables.moves.unplan(table, second.user)
    await room.close()
    return encoded(seen)


async def test_not_a_byte_that_others_receive_depends_on_a_plan(tmp_path: Path) -> None:
    ways: list[list[Move]] = [[("point",)], [("end",)]]
    received = [await everything_but_annas(tmp_path / f"{number}.db", way) for number, way in enumerate(ways)]
    assert received[0] == received[1]


async def test_a_plan_goes_with_its_person(room: Room) -> None:
    table, (first, second) = await torres(room)
    await room.tables.moves.plan(table, second.user, ("point",))
    await room.tables.endings.resign(table, second.user)
    assert (await room.tables.looks.read(table, second.user)).ahead == ()
    assert await room.store.read("SELECT document ->> 'ahead' FROM tables") == [("[]",)]
    del first


@pytest.mark.parametrize("key", sorted(engines.games()))
async def test_nothing_is_planned_where_what_comes_is_unseen(room: Room, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits can plan only where the next question is known: not for a castle, a hand or a tile that is still hidden."""
    monkeypatch.setattr("tables.service.play_actions.SHOWING", 0.0)  # nobody sends the boards that are waited for
    table, rng, offered = await started(room, key, ANNA, BORYS), random.Random(key), set[bool]()
    for _ in range(12):
        loaded = await loaded_table(room.tables, table)
        if loaded.table.state != "playing":
            break
        assert loaded.position is not None
        for person in (ANNA, BORYS):
            seat = loaded.table.seat_of(person.user)
            if seat not in loaded.table.pending:
                offered.add(await room.tables.moves.planning(table, person.user) is not None)
        seat = rng.choice(loaded.table.pending)
        await room.tables.moves.play(table, loaded.table.seats[seat].user or 0, random_move(loaded.position, seat, rng))
    assert offered == {key in PLANNED}


def random_words(reading: Reading, rng: random.Random) -> Move:
    """A whole move among those that are offered."""
    said: Move = ()
    while not (now := reading.choices(said)).complete:
        said = (*said, rng.choice(now.words))
    return said


@pytest.mark.parametrize("key", sorted(PLANNED))
async def test_a_plan_never_stops_a_game(room: Room, key: str) -> None:
    """Two people who plan at random whenever they can; what they planned is played, or dropped, and the record stays good."""
    table, rng, planned = await started(room, key, ANNA, BORYS), random.Random(key), 0
    for _ in range(60):
        reading = await room.tables.looks.read(table)
        if reading.info.state != "playing":
            break
        for person in (ANNA, BORYS):
            trial = await room.tables.moves.planning(table, person.user)
            seat = reading.info.seats.index(next(info for info in reading.info.seats if info.user == person.user))
            if trial is None or rng.random() < 0.5:
                continue
            await room.tables.moves.plan(table, person.user, random_words(trial, rng))
            planned += 1
        loaded = await loaded_table(room.tables, table)
        seat = rng.choice(loaded.table.pending)
        user = loaded.table.seats[seat].user or 0
        assert loaded.position is not None
        await room.tables.moves.play(table, user, random_move(loaded.position, seat, rng))
        after = await room.tables.looks.read(table)
        assert after.info.state != "playing" or after.info.pending
    assert planned
