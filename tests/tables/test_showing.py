"""Clocks of people who can be shown nothing: stopped, and going on when something was shown."""

from __future__ import annotations

import msgspec
import pytest

from data.records.messages import Posted, Shows
from tables.model.table_info import PRIVATE
from tables.rules.reading import Reading
from tables.store.messages import TOLD
from tables.time.presence import MOMENT_SECONDS
from tables.time.timing import HIDDEN_SECONDS
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room

DAY = 86400.0


async def shown(room: Room, table: int) -> None:
    """The board shows the stage."""
    stage = (await room.tables.looks.read(table)).info.stage
    await room.tables.messages.put(table, TOLD, Posted(2, 5, Shows(stage=stage)))


async def left(room: Room, table: int, seat: int = 0) -> float | None:
    due = (await look(room, table)).info.timing.of(seat).due
    return None if due is None else due - room.clock.now()


async def look(room: Room, table: int) -> Reading:
    return await room.tables.looks.read(table)


async def test_a_question_that_was_shown_nowhere_starts_no_clock(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace="day")).info.id
    await room.advance(100)
    await room.tables.times.not_shown(table)
    assert await left(room, table) is None
    await room.advance(3 * DAY)
    assert (await look(room, table)).info.stage == 1
    assert "remind" not in [kind for kind, _ in await room.mail()]
    await room.tables.moves.note_looked(table, BORYS.user)
    assert await left(room, table) is None, "somebody else has looked"
    await room.tables.moves.note_looked(table, ANNA.user)
    assert await left(room, table) == DAY


async def test_one_that_was_shown_stops_its_clock_and_leaves_a_moment(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace="day")).info.id
    await shown(room, table)
    await room.advance(DAY - 10)
    await room.tables.times.not_shown(table)
    assert await room.tables.messages.get(table, TOLD) is None, "its board is behind, and shown again when it can be"
    await room.advance(DAY)
    await room.tables.times.note_shown(table)
    assert await left(room, table) == MOMENT_SECONDS
    await room.advance(MOMENT_SECONDS + 1)
    assert await room.store.read("SELECT kind FROM journal WHERE kind = 'overdue'")


@pytest.mark.parametrize("told", [True, False])
async def test_in_a_group_a_question_that_stands_there_keeps_its_clock(
    room: Room, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a press lets the board be drawn again there: nobody waits for that with a question that can be answered."""
    monkeypatch.setattr("tests.tables.conftest.HERE", msgspec.structs.replace(HERE, guild=PRIVATE))
    table = (await room.table("steps", ANNA, BORYS, pace="day")).info.id
    if told:
        await shown(room, table)
    await room.advance(100)
    await room.tables.times.not_shown(table)
    assert await left(room, table) == (DAY - 100 if told else None)


async def test_only_clocks_of_people_not_asked_directly_stop(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, CELINA, pace="day")).info.id
    await room.tables.messages.put(table, "hand", Posted(3, 6, Shows(turn=1)), ANNA.user)
    await room.tables.times.not_shown(table, lambda user: user == BORYS.user)
    assert [await left(room, table, seat) for seat in range(3)] == [DAY, DAY, None]
    await room.tables.moves.play(table, CELINA.user, ("coin-1",))
    await room.tables.moves.take_back(table, CELINA.user)
    assert await left(room, table, 2) == DAY, "whoever moves has seen it"


async def test_a_pause_does_not_start_a_clock_that_is_stopped(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace="day")).info.id
    await room.advance(100)
    await room.tables.times.pause(table, ANNA.user)
    vote = (await look(room, table)).info.votes[0]
    await room.tables.votes.agree_vote(table, BORYS.user, vote.id)
    await room.tables.times.not_shown(table)
    await room.tables.times.resume(table, BORYS.user)
    assert await left(room, table) is None
    await room.tables.times.note_shown(table)
    assert await left(room, table) == DAY - 100


@pytest.mark.parametrize("pace", ["day", "slow"])
async def test_after_two_weeks_it_runs_on(room: Room, pace: str) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace=pace)).info.id
    await room.tables.times.not_shown(table)
    await room.again()
    await room.advance(HIDDEN_SECONDS - 10)
    assert await left(room, table) is None
    await room.advance(20)
    assert await left(room, table) is not None


async def test_without_a_clock_nothing_is_stopped(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    before = (await look(room, table)).info
    await room.tables.times.not_shown(table)
    assert (await look(room, table)).info == before
