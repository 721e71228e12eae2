"""One message a day: when it is due, what is in it, and what still calls a person who has chosen it."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tables.errors import NoSuchTable
from tables.leagues.league import SIGN_UP
from tables.model.outbox_rows import DigestRow
from tables.time.plan import Plan
from tables.time.timing import DAY, HOUR, MINUTE
from tests.support.leagues import HOST, open_league
from tests.tables.conftest import ANNA, BORYS, CELINA, Room, started

WARSAW = "Europe/Warsaw"


def at(*wall: int) -> float:
    return datetime(*wall, tzinfo=ZoneInfo(WARSAW)).timestamp()  # type: ignore[misc,arg-type]


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ((2027, 3, 27, 8, 59), (2027, 3, 27, 9)),
        ((2027, 3, 27, 9), (2027, 3, 28, 9)),
        ((2027, 10, 30, 23), (2027, 10, 31, 9)),
    ],
)
def test_it_is_due_at_the_hour_of_the_person_in_every_season(now: tuple[int, ...], due: tuple[int, ...]) -> None:
    assert Plan(calls="daily", zone=WARSAW).next_digest(at(*now)) == at(*due)


async def choose(room: Room, calls: str = "daily", **plan: Any) -> None:
    await room.tables.times.set_plan(ANNA.user, calls=calls, zone=WARSAW, **plan)  # type: ignore[arg-type]


async def morning(room: Room, hour: int = 8) -> None:
    """Move on to an hour of the next day."""
    now = datetime.fromtimestamp(room.clock.now(), ZoneInfo(WARSAW))
    await room.advance(at(now.year, now.month, now.day, hour) + DAY - room.clock.now())


async def digests(room: Room) -> list[DigestRow]:
    await room.clock.advance(1.0)
    return [row for _, row in await room.mail() if isinstance(row, DigestRow)]


async def test_it_is_sent_once_a_day_while_there_is_something_to_tell(room: Room) -> None:
    await choose(room)
    await morning(room, 10)
    assert not await digests(room), "nothing waits, begins or ends"
    chosen = room.clock.now()
    table = await started(room, "coins", ANNA, BORYS)
    await morning(room)
    assert not await digests(room)
    await room.advance(HOUR)
    (row,) = await digests(room)
    assert row.since < chosen, "since it was chosen"
    found = await room.tables.digests.read(ANNA.user, row.since)
    assert [each.id for each in found.subjects] == [table]
    await room.advance(HOUR)
    assert not await digests(room)
    await morning(room, 9)
    await room.tables.endings.resign(table, ANNA.user)
    await room.tables.endings.claim(table, BORYS.user)
    ended = await room.tables.digests.read(ANNA.user, row.since)
    assert [each.id for each in ended.ended] == [table]
    assert ended.waiting == ended.begun == []


async def test_after_an_outage_it_comes_late_and_once(room: Room) -> None:
    await choose(room)
    await started(room, "coins", ANNA, BORYS)
    await room.advance(3 * DAY)
    assert len(await digests(room)) == 1
    await room.advance(35 * HOUR)  # it is night
    assert not await digests(room), "the next one comes at nine"
    await room.advance(8 * HOUR)
    (row,) = await digests(room)
    assert row.since < room.clock.now() - DAY, "and tells everything"
    await choose(room, hour=12)
    ((due,),) = await room.store.read("SELECT due FROM digests")
    assert datetime.fromtimestamp(due, ZoneInfo(WARSAW)).hour == 12


async def test_nobody_gets_it_who_does_not_want_it_or_is_on_vacation(room: Room) -> None:
    await started(room, "coins", ANNA, BORYS)
    await room.advance(2 * DAY)
    assert not await room.store.read("SELECT 1 FROM subjects WHERE kind = 'digest'"), "nothing is stored of others"
    await choose(room)
    await room.tables.times.take_vacation(ANNA.user, 2)
    await morning(room, 10)
    assert not await digests(room)
    await room.tables.times.take_vacation(ANNA.user, 0)
    await choose(room, "each")
    await room.advance(2 * DAY)
    assert not await digests(room)
    assert await room.store.read("SELECT due FROM digests") == [(None,)]


async def test_the_soonest_waits_first(room: Room) -> None:
    late = (await room.table("steps", ANNA, BORYS, pace="day")).info.id
    free = (await room.table("steps", ANNA, BORYS)).info.id
    soon = (await room.table("steps", ANNA, BORYS, pace="live")).info.id
    theirs = (await room.table("steps", BORYS, CELINA)).info.id
    found = await room.tables.digests.read(ANNA.user, 0.0)
    assert [each.id for each in found.waiting] == [soon, late, free]
    assert theirs not in [each.id for each in found.subjects]


async def test_it_names_what_waits_for_an_answer(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS, pace="day")).info.id
    await room.tables.times.pause(table, BORYS.user)
    found = await room.tables.digests.read(ANNA.user, 0.0)
    assert [each.id for each in found.votes] == [table]
    assert (await room.tables.digests.read(BORYS.user, 0.0)).votes == [], "who asks waits for the other one"
    vote = found.votes[0].asks(ANNA.user)
    assert vote is not None
    await room.tables.votes.agree_vote(table, ANNA.user, vote.id)
    assert (await room.tables.digests.read(ANNA.user, 0.0)).votes == []
    league = await open_league(room.tables, room.clock.now() + SIGN_UP)
    await choose(room)
    for _ in range(2):  # nobody signs up
        await room.advance(SIGN_UP)
    assert [each.id for each in (await room.tables.digests.read(HOST.user, 0.0)).questions] == [league.id]
    assert await digests(room), "also if nothing else is to be told"
    await room.tables.leagues.go_on(league.id, HOST.user)
    assert (await room.tables.digests.read(HOST.user, 0.0)).questions == []


@pytest.mark.long
@pytest.mark.parametrize(("calls", "slow", "urgent"), [("each", True, True), ("daily", False, True), ("none", False, False)])
async def test_what_still_calls(room: Room, calls: str, slow: bool, urgent: bool) -> None:
    people = room.tables.people
    info = (await room.table("steps", ANNA, BORYS, pace="day")).info
    await choose(room, calls)
    assert await people.calls_aloud(ANNA.user, info) is slow
    assert await people.calls_aloud(ANNA.user, info, urgent=True) is urgent
    assert await people.collects(ANNA.user, "day") is not slow
    assert await people.collects(ANNA.user, "live") is (calls == "none")
    assert await people.to_call(info.id, [ANNA.user, BORYS.user]) == {BORYS.user} | ({ANNA.user} if slow else set())
    assert (ANNA.user in await people.to_call(info.id, [ANNA.user], live=True)) is urgent


async def test_calls_within_ten_minutes_are_one(room: Room) -> None:
    infos = [(await room.table("steps", ANNA, BORYS, pace="day")).info for _ in range(2)]
    assert await room.tables.people.calls_aloud(ANNA.user, infos[0])
    await room.clock.advance(9 * MINUTE)
    assert not await room.tables.people.calls_aloud(ANNA.user, infos[1])
    await room.clock.advance(2 * MINUTE)
    assert await room.tables.people.calls_aloud(ANNA.user, infos[1])


@pytest.mark.long
async def test_it_is_offered_once_above_five_calls_a_day(room: Room) -> None:
    info = (await room.table("steps", ANNA, BORYS)).info

    async def offers(calls: int, apart: float) -> list[tuple[int]]:
        for _ in range(calls):
            await room.clock.advance(apart)
            assert await room.tables.people.calls_aloud(ANNA.user, info)
        return await room.store.read("SELECT serial FROM outbox WHERE kind = 'digest-offer'")

    assert not await offers(8, MINUTE), "they play at once"
    assert not await offers(8, 6 * HOUR)
    await room.clock.advance(DAY)
    assert not await offers(5, HOUR)
    offered = await offers(1, HOUR)
    assert len(offered) == 1
    assert await offers(6, HOUR) == offered


async def test_nothing_of_it_is_left_of_somebody_forgotten(room: Room) -> None:
    await choose(room)
    ((number,),) = await room.store.read("SELECT id FROM digests")
    assert (await room.tables.digests.subject(number)).concerns(ANNA.user)
    assert (await room.tables.personal.personal_data(ANNA.user))["digests"]
    await room.tables.personal.forget_person(ANNA.user)
    assert not await room.store.read("SELECT 1 FROM digests")
    with pytest.raises(NoSuchTable):
        await room.tables.subjects.find(number)
