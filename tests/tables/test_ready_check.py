"""Before a slow game starts, whoever sat down long ago is asked once whether they still play."""

from __future__ import annotations

from typing import Any

import pytest

from tables.errors import NoInvitation, TooMany, WrongState
from tables.model.outbox_rows import AnsweredRow, InviteRow
from tables.model.people import Person
from tables.model.table_info import TableInfo
from tables.time.plan import ANSWER_SECONDS, Plan
from tables.time.timing import DAY, HOUR
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, HERE, Room


async def waited(room: Room, *people: Person, pace: str = "daily", hours: float = 13) -> int:
    """A lobby of Anna's in which these people have sat for this many hours."""
    table = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en", pace=pace)).info.id
    for person in people:
        await room.tables.lobbies.join(table, person)
    await room.advance(hours * HOUR)
    return table


async def info_of(room: Room, table: int) -> TableInfo:
    return (await room.tables.looks.read(table)).info


async def asked(room: Room) -> list[tuple[int, str]]:
    return [(row.user, row.ended) for _, row in await room.mail() if isinstance(row, InviteRow)]


async def answer(room: Room, table: int, person: Person, *, comes: bool, number: int | None = None) -> Any:
    guests, number = room.tables.guests, number or (await info_of(room, table)).guests.open[person.user]
    return await (guests.accept(table, person, number) if comes else guests.decline(table, person.user, number))


async def test_the_game_starts_when_all_have_agreed(room: Room) -> None:
    table = await waited(room, BORYS, CELINA)
    await room.tables.lobbies.join(table, DAWID)
    assert (await room.tables.lobbies.start(table, ANNA.user)).info.state == "lobby"
    assert await asked(room) == [(BORYS.user, ""), (CELINA.user, "")], "neither who starts it nor who has just come"
    with pytest.raises(TooMany, match="start-asked"):
        await room.tables.lobbies.start(table, ANNA.user)
    number = (await info_of(room, table)).guests.open[BORYS.user]
    assert (await answer(room, table, BORYS, comes=True)).info.state == "lobby"
    assert (await answer(room, table, BORYS, comes=True, number=number)).info.state == "lobby", "again changes nothing"
    assert await asked(room) == [(BORYS.user, "taken")]
    reading = await answer(room, table, CELINA, comes=True)
    assert (reading.info.state, len(reading.info.seats)) == ("playing", 4)
    assert reading.info.guests.checks == ()


@pytest.mark.parametrize(("pace", "hours"), [("live", 13), ("daily", 11)])
async def test_nobody_is_asked_at_a_live_pace_or_soon(room: Room, pace: str, hours: float) -> None:
    table = await waited(room, BORYS, pace=pace, hours=hours)
    assert (await room.tables.lobbies.start(table, ANNA.user)).info.state == "playing"


@pytest.mark.long
@pytest.mark.parametrize("answers", [False, None])
async def test_who_does_not_play_gives_back_the_seat(room: Room, answers: bool | None) -> None:
    table = await waited(room, BORYS, CELINA)
    await room.tables.lobbies.start(table, ANNA.user)
    await answer(room, table, CELINA, comes=True)
    number = (await info_of(room, table)).guests.open[BORYS.user]
    await room.mail()
    if answers is False:
        await answer(room, table, BORYS, comes=False)
    else:
        await room.advance(ANSWER_SECONDS["days"] - 1)
        assert (await info_of(room, table)).state == "lobby"
        await room.advance(1)
    info = await info_of(room, table)
    assert (info.state, {seat.user for seat in info.seats}) == ("playing", {ANNA.user, CELINA.user})
    assert (BORYS.user, "left") in await asked(room)
    with pytest.raises(WrongState):
        await answer(room, table, BORYS, comes=True, number=number)


async def test_too_few_are_left(room: Room) -> None:
    table = await waited(room, BORYS)
    await room.tables.lobbies.start(table, ANNA.user)
    await room.mail()
    await room.advance(ANSWER_SECONDS["days"])
    info = await info_of(room, table)
    assert (info.state, [seat.user for seat in info.seats], info.guests.checks) == ("lobby", [ANNA.user], ())
    mail = [row for _, row in await room.mail()]
    assert [row.user for row in mail if isinstance(row, AnsweredRow)] == [ANNA.user], "who started it hears why not"
    await room.tables.lobbies.join(table, BORYS)
    assert (await room.tables.lobbies.start(table, ANNA.user)).info.state == "playing"


async def test_who_leaves_the_table_has_answered(room: Room) -> None:
    table = await waited(room, BORYS, CELINA)
    await room.tables.lobbies.start(table, ANNA.user)
    await answer(room, table, CELINA, comes=True)
    await room.tables.lobbies.leave(table, BORYS.user)
    assert (await info_of(room, table)).state == "playing"


async def test_quiet_hours_do_not_count(room: Room) -> None:
    table = await waited(room, BORYS, CELINA)
    start = int(room.clock.now() % DAY // 60)
    await room.tables.people.set_preferences(BORYS.user, plan=Plan(quiet=((start - 1) % 1440, (start + 119) % 1440)))
    await room.tables.lobbies.start(table, ANNA.user)
    assert await asked(room) == [(CELINA.user, "")]
    await answer(room, table, CELINA, comes=True)
    await room.advance(2 * HOUR)
    assert (BORYS.user, "") in await asked(room)
    await room.advance(ANSWER_SECONDS["days"] - 10 * 60)
    assert (await answer(room, table, BORYS, comes=True)).info.state == "playing"


async def test_questions_are_for_their_person_only(room: Room) -> None:
    table = await waited(room, BORYS, CELINA)
    await room.tables.lobbies.start(table, ANNA.user)
    number = (await info_of(room, table)).guests.open[BORYS.user]
    assert (await answer(room, table, CELINA, comes=True, number=number)).info.guests.unanswered.keys() == {
        BORYS.user,
        CELINA.user,
    }
    with pytest.raises(NoInvitation):
        await answer(room, table, DAWID, comes=True, number=number)
    with pytest.raises(NoInvitation):
        await answer(room, table, CELINA, comes=False, number=number)
