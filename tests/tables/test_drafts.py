"""A turn of many moves is put together in a draft: stored, seen by nobody else, any line taken back, confirmed once."""

from __future__ import annotations

import re

import msgspec
import pytest

import engines
from engines.contract import Move
from engines.torres.view import TorresView
from tables.errors import Illegal, NothingToTakeBack, Stale
from tables.model.people import Person
from tables.rules import drafts
from tables.rules.context import Context
from tables.rules.reading import Reading
from tests.support.table_store import loaded_table
from tests.tables.conftest import ANNA, BORYS, CELINA, Computers, Room, encoded, ended, torres

POINT: Move = ("point",)


@pytest.fixture
async def room(room: Room) -> Room:
    await room.close()
    room.games, room.bots = engines.games(), Computers()
    await room.open()
    return room


async def say(room: Room, table: int, person: Person, move: Move) -> Reading:
    return await room.tables.moves.play(table, person.user, move, whole=False)


async def building(room: Room, table: int, person: Person) -> Move:
    """The first way to build."""
    move: Move = ("build",)
    while not (now := (await room.tables.looks.read(table, person.user)).choices(move)).complete:
        move = (*move, now.words[0])
    return move


def points(reading: Reading) -> int:
    assert isinstance(reading.view, TorresView)
    return reading.view.ap


async def journal(room: Room) -> list[tuple[object, ...]]:
    return await room.store.read("SELECT seat, move FROM journal WHERE move <> '' ORDER BY number")


async def others(room: Room, table: int, person: Person) -> bytes:
    """All that anybody but this person may know of the table, by whatever way."""
    looks, more = room.tables.looks, []
    for user in (None, *(each.user for each in (ANNA, BORYS, CELINA) if each != person)):
        reading = await looks.read(table, user)
        theirs = reading.reading_for(person.user)
        more += [encoded(each) for each in (reading, theirs, await looks.since(reading))]
        more.append(encoded((await looks.read(table, user or 0)).complete("")))
    more.append(encoded(await looks.record(table)))
    return re.sub(rb'"version":\d+', b'"version":0', b"".join(more))


async def test_nobody_else_learns_of_a_draft_before_it_is_confirmed(room: Room) -> None:
    table, (first, second) = await torres(room, pace="live")
    await room.mail()
    before, played = await others(room, table, first), await journal(room)
    at = (await room.tables.looks.read(table)).info.stage
    build = await building(room, table, first)
    for number, move in enumerate((POINT, build, POINT), start=1):
        await room.advance(7.0)
        reading = await say(room, table, first, move)
        assert (points(reading), reading.drafted_at, reading.info.stage) == (5 - number, at, at + number)
        assert await others(room, table, first) == before
        assert {kind for kind, _ in await room.mail()} == {"hand"}
    assert [move for _, move in reading.steps] == [POINT, build, POINT]
    assert await journal(room) == played
    await room.again()
    assert (await room.tables.looks.read(table, first.user)).steps == reading.steps
    assert await others(room, table, first) == before
    reading = await ended(room, table, first)
    told = await room.mail()
    ((_, board),) = [row for row in told if row[0] == "board"]
    assert [event["data"]["kind"] for event in board.events] == ["point", "build", "point", "end"]
    assert (reading.drafted_at, reading.steps) == (None, ())
    seat = 0 if first is ANNA else 1
    assert (await journal(room))[len(played) : -1] == [
        (seat, "point"),
        (seat, " ".join(build)),
        (seat, "point"),
    ]
    assert points(await room.tables.looks.read(table, second.user)) == 5


async def test_a_draft_and_anothers_plan_stay_apart(room: Room) -> None:
    table, (first, second) = await torres(room)
    await room.tables.moves.plan(table, second.user, POINT)
    version = (await room.tables.looks.table_info(table)).version
    number = (await loaded_table(room.tables, table)).table.number
    for at in (1, 2):
        reading = await say(room, table, first, POINT)
        assert (reading.info.version, reading.steps[-1][0]) == (version + at, number + at)
    theirs = await room.tables.looks.read(table, second.user)
    assert (theirs.ahead, theirs.drafted_at, theirs.steps) == ((POINT,), None, ())
    assert (reading.ahead, len(reading.steps)) == ((), 2)
    await ended(room, table, first)
    assert [move for _, move in await journal(room)][-1] == "point", "the plan is carried out"


async def test_a_draft_that_the_rules_refuse_by_now_is_none(room: Room) -> None:
    table, (first, _) = await torres(room)
    await say(room, table, first, POINT)
    loaded = await loaded_table(room.tables, table)
    (drafted,) = loaded.table.ahead
    broken = msgspec.structs.replace(drafted, moves=(("move", "a1", "h8"),))
    other = msgspec.structs.replace(loaded, table=msgspec.structs.replace(loaded.table, ahead=(broken,)))
    assert drafts.apply_draft(other, drafted.seat) is other
    context = Context(loaded=other, game=engines.games()["torres"], now=room.clock.now(), user=drafted.user)
    change = drafts.say(context, POINT, whole=False, stage=None)
    assert [each.moves for each in change.loaded.table.ahead] == [(POINT,)], "nobody is kept from going on"


@pytest.mark.long
async def test_what_reveals_something_plays_the_draft_first(room: Room) -> None:
    table, (first, _) = await torres(room)
    await say(room, table, first, POINT)
    reading = await say(room, table, first, ("draw",))
    assert (reading.drafted_at, reading.can_take_back) == (None, False)
    assert [move for _, move in await journal(room)][-2:] == ["point", "draw"]
    assert points(await room.tables.looks.read(table)) == 3
    # The card kept is theirs alone to know, and drafted with what follows.
    keep: Move = ()
    while not (now := (await room.tables.looks.read(table, first.user)).choices(keep)).complete:
        keep = (*keep, now.words[0])
    await say(room, table, first, keep)
    reading = await say(room, table, first, POINT)
    assert reading.drafted_at is not None
    assert points(reading) == 2
    await ended(room, table, first)
    assert [move for _, move in await journal(room)][-3:-1] == [" ".join(keep), "point"]


async def test_any_line_of_a_draft_goes_and_with_it_what_needs_it(room: Room) -> None:
    table, (first, second) = await torres(room)
    moves = room.tables.moves
    build = await building(room, table, first)
    for move in (POINT, build, POINT):
        reading = await say(room, table, first, move)
    reading = await moves.take_out(table, first.user, reading.steps[1][0])
    assert ([move for _, move in reading.steps], points(reading)) == ([POINT, POINT], 3)
    reading = await moves.take_back(table, first.user)
    assert [move for _, move in reading.steps] == [POINT]
    with pytest.raises(NothingToTakeBack):
        await moves.take_out(table, first.user, 999)
    with pytest.raises(Illegal):
        await say(room, table, first, ("build", "a1", "a1", "a1"))
    with pytest.raises(Stale):
        await moves.play(table, first.user, POINT, stage=reading.drafted_at, whole=False)
    reading = await moves.take_back(table, first.user)
    assert (reading.steps, reading.drafted_at, points(reading)) == ((), None, 5)
    assert not (await room.tables.looks.read(table, second.user)).can_take_back


@pytest.mark.long
async def test_lines_that_lead_to_each_other_stay_together(room: Room) -> None:
    table, (first, _) = await torres(room)
    seat = 0 if first is ANNA else 1
    line: list[Move] = []
    trial = (await loaded_table(room.tables, table)).position
    assert trial is not None
    trial = trial.copy()
    for _ in range(2):  # on from where the one before has led
        start = line[-1][-1] if line else trial.choices(seat, ("move",)).words[0]
        moves = [("move", start, to) for to in trial.choices(seat, ("move", start)).words if (not line or to != line[0][1])]
        line.append(next(move for move in moves if near(move[1], move[2])))
        trial.play(seat, line[-1])
    for move in (POINT, line[0], POINT, line[1]):
        reading = await say(room, table, first, move)
    reading = await room.tables.moves.take_out(table, first.user, reading.steps[2][0])
    assert [move for _, move in reading.steps] == [POINT, *line]
    reading = await room.tables.moves.take_out(table, first.user, reading.steps[0][0])
    assert [move for _, move in reading.steps] == line


def near(square: str, other: str) -> bool:
    return abs(ord(square[0]) - ord(other[0])) + abs(int(square[1]) - int(other[1])) == 1


async def test_a_line_played_already_goes_and_the_rest_is_drafted(room: Room) -> None:
    table, (first, _) = await torres(room)
    build = await building(room, table, first)
    reading = await room.tables.moves.play(table, first.user, POINT)
    await room.tables.moves.play(table, first.user, build)
    await say(room, table, first, POINT)
    reading = await room.tables.moves.take_out(table, first.user, reading.steps[0][0])
    assert [move for _, move in reading.steps] == [build, POINT]
    assert points(await room.tables.looks.read(table)) == 5
    assert "point" not in [move for _, move in await journal(room)]


async def test_draft_is_played_when_time_runs_out(room: Room) -> None:
    table, (first, _) = await torres(room, pace="live")
    room.bots.may_answer.clear()
    await room.advance(200.0)
    await say(room, table, first, POINT)
    await say(room, table, first, POINT)
    await room.advance(101.0)
    reading = await room.tables.looks.read(table)
    seat = 0 if first is ANNA else 1
    loaded = (await loaded_table(room.tables, table)).table
    assert (points(reading), reading.info.pending, loaded.overdue, loaded.missed[seat]) == (3, (seat,), (seat,), 1)
    assert (await room.tables.looks.read(table, first.user)).drafted_at is None
    room.bots.may_answer.set()
    await room.until(table, lambda info: info.stage > reading.info.stage)


@pytest.mark.long
async def test_who_drafts_a_line_each_time_does_not_hold_up_the_game(room: Room) -> None:
    """A line drafted just before the time is up neither renews the clock nor counts as being there."""
    table, (first, _) = await torres(room, pace="live")
    seat, begun = 0 if first is ANNA else 1, room.clock.now()
    while not (now := (await loaded_table(room.tables, table)).table).seats[seat].resigned:
        assert room.clock.now() - begun < 60 * 60
        if seat in now.awaited and "point" in (await room.tables.looks.read(table, first.user)).choices().words:
            await room.advance((now.deadline or 0.0) - room.clock.now() - 1)
            await say(room, table, first, POINT)
        await room.advance(max(1.0, (now.deadline or 0.0) - room.clock.now()) + 1)
    assert [kind for (kind,) in await room.store.read("SELECT kind FROM journal WHERE kind = 'gave-up'")] == ["gave-up"]


@pytest.mark.long
async def test_who_leaves_takes_the_draft_along(room: Room) -> None:
    table, (first, second) = await torres(room)
    await say(room, table, first, POINT)
    played = await journal(room)
    await room.tables.endings.resign(table, first.user)
    await room.until(table, lambda info: info.state != "playing" or info.pending == (0 if second is ANNA else 1,))
    assert (await journal(room))[len(played)][1] != "point" or (await room.tables.looks.read(table)).info.state == "over"
    loaded = await loaded_table(room.tables, table)
    assert not loaded.table.ahead


async def test_nobody_is_called_by_name_while_they_draft(room: Room) -> None:
    table, (first, _) = await torres(room, pace="live")
    begun = room.clock.now()
    assert (await loaded_table(room.tables, table)).table.remind == begun + 60.0
    await room.advance(50.0)
    await say(room, table, first, POINT)
    assert (await loaded_table(room.tables, table)).table.remind == begun + 110.0
    await room.mail()
    await room.advance(59.0)
    assert not [kind for kind, _ in await room.mail() if kind == "remind"]
    await room.advance(1.0)
    assert [payload.why for kind, payload in await room.mail() if kind == "remind"] == ["call"]
