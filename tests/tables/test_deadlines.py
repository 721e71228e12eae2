"""Deadlines and reminders on a clock that the tests move."""

from __future__ import annotations

import pytest

from tables.model.outbox_rows import Note
from tests.support.toy_games import StepsView
from tests.tables.conftest import ANNA, BORYS, CELINA, Room

HOUR = 3600.0
DAY = 24 * HOUR


async def reminders(room: Room) -> list[object]:
    return [seat for kind, payload in await room.mail() if kind == "remind" and payload.why != "call" for seat in payload.seats]


@pytest.mark.long
@pytest.mark.parametrize(("pace", "span"), [("live", 300.0), ("day", DAY), ("slow", 3 * DAY)])
async def test_a_reminder_then_the_computer_moves(room: Room, pace: str, span: float) -> None:
    await room.advance(HOUR)  # so that the reminders come by day
    reading = await room.table("coins", ANNA, BORYS, CELINA, pace=pace)
    table = reading.info.id
    assert reading.info.deadline == room.clock.now() + span
    await room.tables.moves.play(table, BORYS.user, ("coin-1",))
    await room.advance(span * 0.75 - 1)
    assert await reminders(room) == []
    await room.advance(2)
    assert await reminders(room) == [0, 2]
    await room.advance(span * 0.25 - 2)
    assert (await room.tables.looks.read(table)).info.stage == 1
    await room.advance(1)
    reading = await room.until(table, lambda info: info.stage == 2)
    assert reading.info.deadline == room.clock.now() + span
    assert await reminders(room) == []
    lines = await room.store.read("SELECT kind, seat FROM journal WHERE kind <> 'start' ORDER BY number")
    assert lines == [("move", 1), ("overdue", 0), ("overdue", 2), ("stand-in", 0), ("stand-in", 2)]


async def test_the_story_tells_who_was_late(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace="live")).info.id
    await room.mail()
    await room.advance(301)
    await room.until(table, lambda info: info.stage > 1)
    boards = [payload for kind, payload in await room.mail() if kind == "board"]
    assert boards[-1].notes == (Note("tables.note.overdue", 0),)


async def test_without_a_deadline_one_reminder_after_a_day(room: Room) -> None:
    reading = await room.table("steps", ANNA, BORYS)
    assert reading.info.deadline is None
    await room.advance(DAY + 1)
    assert await reminders(room) == [0]
    await room.advance(12 * DAY)
    assert await reminders(room) == []
    await room.tables.moves.play(reading.info.id, ANNA.user, ("end",))
    await room.advance(DAY + 1)
    assert await reminders(room) == [1]


async def test_who_is_late_three_times_in_a_row_counts_as_resigned(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, pace="live", length="long")).info.id
    for stage in (1, 2, 3):
        await room.tables.moves.play(table, BORYS.user, (f"coin-{stage}",))
        await room.advance(301)
        reading = await room.until(table, lambda info, stage=stage: info.stage == stage + 1)  # type: ignore[misc]
        assert reading.info.seats[0].resigned == (stage == 3)
    notes = [note for _, payload in await room.mail() for note in getattr(payload, "notes", ())]
    assert Note("tables.note.gave-up", 0) in notes
    await room.tables.moves.play(table, BORYS.user, ("coin-4",))
    await room.until(table, lambda info: info.stage == 5)


async def test_a_move_in_time_starts_the_count_afresh(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, pace="live", length="long")).info.id
    for stage in range(1, 6):
        await room.tables.moves.play(table, BORYS.user, (f"coin-{stage}",))
        if stage == 3:
            reading = await room.tables.looks.read(table, ANNA.user)
            await room.tables.moves.play(table, ANNA.user, reading.choices().words[:1])
        else:
            await room.advance(301)
        reading = await room.until(table, lambda info, stage=stage: info.stage == stage + 1)  # type: ignore[misc]
    assert not reading.info.seats[0].resigned


@pytest.mark.long
async def test_time_that_the_bot_was_away_is_nobodys_time(room: Room) -> None:
    reading = await room.table("steps", ANNA, BORYS, pace="day")
    table, due = reading.info.id, reading.info.deadline
    assert due is not None
    await room.advance(HOUR)
    await room.close()
    await room.clock.advance(5 * HOUR)
    await room.open()
    await room.advance(1)
    assert (await room.tables.looks.read(table)).info.deadline == due + 5 * HOUR
    await room.again()
    await room.advance(DAY - HOUR - 2)
    assert (await room.tables.looks.read(table)).info.stage == 1
    await room.advance(1)
    reading = await room.until(table, lambda info: info.pending == (0,) and info.stage > 1)
    assert isinstance(reading.view, StepsView)
    assert reading.view.said == 1
    assert reading.info.deadline == room.clock.now() + DAY


async def test_after_long_away_a_table_pauses_until_somebody_is_there(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace="day")).info.id
    await room.close()
    await room.clock.advance(10 * DAY)
    await room.open()
    await room.advance(1)
    reading = await room.tables.looks.read(table)
    assert reading.info.timing.pause is not None
    assert reading.info.deadline is None
    await room.again()
    reading = await room.tables.moves.play(table, ANNA.user, ("end",))
    assert reading.info.timing.pause is None
    assert reading.info.deadline == room.clock.now() + DAY


@pytest.mark.long
async def test_such_a_pause_ends_by_itself(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace="day")).info.id
    await room.advance(6 * HOUR)
    await room.close()
    await room.clock.advance(10 * DAY)
    await room.open()
    await room.advance(1)
    await room.advance(DAY)
    reading = await room.tables.looks.read(table)
    assert reading.info.timing.pause is None
    assert reading.info.deadline is not None
    assert 18 * HOUR - 2 < reading.info.deadline - room.clock.now() <= 18 * HOUR


@pytest.mark.long
async def test_a_game_that_nobody_plays_ends_without_a_result(room: Room) -> None:
    table = (await room.table("coins", ANNA, BORYS, pace="slow", length="long")).info.id
    for _ in range(3):
        await room.advance(3 * DAY + 1)
    reading = await room.until(table, lambda info: info.state == "cancelled")
    assert all(info.resigned for info in reading.info.seats)
    assert (reading.info.closed, reading.info.result) == ("abandoned", None)
    assert (await room.tables.ratings.standings(1)).rows == ()


async def test_who_is_quicker_than_the_computer_player_still_moves(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace="live")).info.id
    room.bots.may_answer.clear()
    await room.advance(301)
    await room.tables.moves.play(table, ANNA.user, ("end",))
    room.bots.may_answer.set()
    await room.advance(1)
    assert (await room.tables.looks.read(table)).info.stage == 2
    assert await room.store.read("SELECT kind FROM journal WHERE move <> ''") == [("move",)]


async def test_a_thought_about_a_position_taken_back_is_dropped(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace="live")).info.id
    await room.tables.moves.play(table, ANNA.user, ("add", "1"))
    room.bots.may_answer.clear()
    await room.advance(301)
    await room.tables.moves.play(table, ANNA.user, ("add", "3"))
    await room.tables.moves.take_back(table, ANNA.user)
    room.bots.may_answer.set()
    await room.advance(1)
    view = (await room.tables.looks.read(table)).view
    assert isinstance(view, StepsView)
    assert (view.sums, view.stage) == ((1, 0), 2)
