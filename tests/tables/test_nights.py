"""Game nights: who comes, what happens at which hour, and who plays whom."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tables.errors import BadChoice, Excluded, NotHost, Refusal, Stale, TooMany
from tables.model.outbox_rows import NightAskRow, NightCallRow, NightCardRow, NightEndRow
from tables.nights.dates import days_offered, read_date
from tables.nights.night_rows import evening_tables
from tables.time.timing import DAY, HOUR, MINUTE
from tests.support.nights import begun, companies, drawn, finish, later, open_night, planned
from tests.support.wishes import told
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room

WARSAW = "Europe/Warsaw"


async def test_who_comes_is_called_once_an_hour_before(room: Room) -> None:
    night = await planned(room, BORYS)
    await room.mail()
    await room.advance(DAY - HOUR - 1)
    assert await told(room, NightCallRow) == []
    await room.advance(1.0)
    assert [row.date for row in await told(room, NightCallRow)] == [1]
    assert (await later(room, night)).step == "called"
    await room.advance(HOUR)
    assert await told(room, NightCallRow) == []
    assert (await later(room, night)).step == "begun"


async def test_a_date_that_is_near_calls_nobody(room: Room) -> None:
    await planned(room, BORYS, ahead=HOUR)
    await room.advance(HOUR)
    assert await told(room, NightCallRow) == []


async def test_tables_are_drawn_after_five_minutes(room: Room) -> None:
    people = (ANNA, BORYS, CELINA, DAWID, EWA)
    night = await begun(room, *people)
    await room.advance(5 * MINUTE - 2)
    assert (await later(room, night)).games == ()
    await room.advance(1.0)
    after = await later(room, night)
    found = await companies(room, after)
    assert sorted(map(len, found)) == [2, 3]
    assert set.union(*found) == {person.user for person in people}


async def test_late_comers_join_those_who_have_finished(room: Room) -> None:
    night = await drawn(room, ANNA, BORYS)
    await room.tables.nights.arrive(night.id, CELINA)
    with pytest.raises(Refusal):
        await room.tables.nights.arrive(night.id, ANNA)
    await finish(room, night)
    await room.advance(MINUTE)
    assert not (await later(room, night)).playing
    await room.tables.nights.arrive(night.id, ANNA)
    await room.advance(3 * MINUTE - 2)
    assert len((await later(room, night)).tables) == 1
    await room.advance(1.0)
    found = await companies(room, await later(room, night))
    assert found[1] == {ANNA.user, CELINA.user}


async def test_people_who_block_each_other_are_not_drawn_together(room: Room) -> None:
    await room.tables.guests.block(ANNA.user, BORYS.user, blocked=True)
    night = await drawn(room, ANNA, BORYS, CELINA)
    (company,) = await companies(room, night)
    assert len(company) == 2
    assert company != {ANNA.user, BORYS.user}
    assert len(night.waiting) == 1


async def test_who_is_excluded_neither_comes_nor_is_drawn(room: Room) -> None:
    night = await begun(room, ANNA, BORYS, CELINA)
    await room.tables.servers.exclude(HERE.guild, CELINA.user, 99, seconds=DAY)
    with pytest.raises(Excluded):
        await room.tables.nights.reply(night.id, CELINA, "yes")
    await room.tables.nights.exclude(HERE.guild, CELINA.user)
    await room.advance(5 * MINUTE)
    after = await later(room, night)
    assert after.of(CELINA.user) is None
    assert await companies(room, after) == [{ANNA.user, BORYS.user}]


async def test_an_evening_tells_who_played_whom(room: Room) -> None:
    night = await drawn(room, ANNA, BORYS)
    await finish(room, night)
    await room.advance(MINUTE)
    await room.mail()
    await room.advance(15 * MINUTE)
    assert [row.tables for row in await told(room, NightEndRow)] == [night.tables]
    after = await later(room, night)
    assert after.state == "over"
    with pytest.raises(Stale):
        await room.tables.nights.reply(night.id, BORYS, "yes")
    await room.advance(8 * DAY)
    assert await room.store.read("SELECT 1 FROM nights") == []
    (evening,) = await room.tables.nights.evenings(HERE.guild)
    assert (evening.starts, evening.came, evening_tables(evening)) == (night.starts, 2, night.tables)
    await room.tables.times.server_left(HERE.guild)
    room.clock.pass_by(31 * DAY)
    while await room.tables.personal.forget_old():
        pass
    assert await room.tables.nights.evenings(HERE.guild) == []


async def test_the_only_one_waits_until_the_evening_is_over(room: Room) -> None:
    night = await begun(room, ANNA)
    await room.advance(6 * MINUTE)
    after = await later(room, night)
    assert [each.user for each in after.waiting] == [ANNA.user]
    await room.advance(15 * MINUTE)
    assert (await later(room, night)).state == "over"
    assert await told(room, NightEndRow) == []


async def test_with_too_few_it_is_called_off_two_hours_before(room: Room) -> None:
    night = await planned(room, every=7)
    await room.tables.nights.reply(night.id, ANNA, "no")
    await room.advance(DAY - 2 * HOUR)
    after = await later(room, night)
    assert (after.note, after.date, after.people, after.starts) == ("few", 2, (), night.starts + 7 * DAY)
    assert await told(room, NightCallRow) == []


async def test_with_one_too_few_it_takes_place(room: Room) -> None:
    night = await planned(room)
    await room.advance(DAY)
    assert (await later(room, night)).step == "begun"


@pytest.mark.parametrize("answered", [True, False])
async def test_a_night_without_people_asks_its_host_and_else_ends(room: Room, *, answered: bool) -> None:
    night = await planned(room, every=7)
    for week in range(2):
        await room.advance((7 if week else 1) * DAY)
        await room.advance(HOUR)
    assert [row.date for row in await told(room, NightAskRow)] == [3]
    assert (await later(room, night)).asked
    if answered:
        with pytest.raises(NotHost):
            await room.tables.nights.go_on(night.id, BORYS.user)
        await room.tables.nights.go_on(night.id, ANNA.user)
    await room.advance(7 * DAY - 4 * HOUR)
    after = await later(room, night)
    assert (after.state, after.note) == (("open", "few") if answered else ("over", "empty"))


async def test_its_hour_stays_in_summer_time(room: Room) -> None:
    await room.tables.servers.set_server(HERE.guild, 1, zone=WARSAW)
    first = datetime(2027, 3, 21, 20, tzinfo=ZoneInfo(WARSAW))
    await room.clock.advance(first.timestamp() - DAY - room.clock.now())
    night = await planned(room, every=14)
    await room.tables.nights.call_off(night.id, ANNA.user, whole=False)
    after = await later(room, night)
    assert datetime.fromtimestamp(after.starts, ZoneInfo(WARSAW)) == datetime(2027, 4, 4, 20, tzinfo=ZoneInfo(WARSAW))
    assert after.starts - night.starts == 14 * DAY - HOUR


async def test_after_an_outage_it_is_late_rather_than_twice(room: Room) -> None:
    night = await planned(room, BORYS)
    await room.advance(DAY - 2 * HOUR)
    await room.close()
    await room.clock.advance(2 * HOUR + MINUTE)
    await room.open()
    after = await later(room, night)
    assert after.step == "begun"
    assert after.draw is not None
    assert after.draw >= night.starts + 6 * MINUTE
    assert len(await told(room, NightCallRow)) == 1
    await room.again()
    await room.advance(MINUTE)
    assert await told(room, NightCallRow) == []


async def test_a_night_that_an_outage_has_swallowed_is_not_made_up_for(room: Room) -> None:
    night = await planned(room, BORYS, every=7)
    await room.close()
    await room.clock.advance(2 * DAY)
    await room.open()
    after = await later(room, night)
    assert (after.date, after.note, after.missed) == (2, "late", 0)


@pytest.mark.long
async def test_many_answers_are_shown_by_one_edit(room: Room) -> None:
    night = await planned(room)
    await room.mail()
    for _ in range(20):
        for person in (BORYS, CELINA, DAWID):
            await room.tables.nights.reply(night.id, person, "yes")
            await room.tables.nights.reply(night.id, person, "maybe")
    await room.advance(2.0)
    assert len(await told(room, NightCardRow)) == 1
    assert len((await later(room, night)).people) == 4


async def test_a_server_has_few_nights_and_a_host_fewer(room: Room) -> None:
    starts = room.clock.now() + DAY
    for _ in range(2):
        await open_night(room.tables, starts)
    with pytest.raises(TooMany) as refused:
        await open_night(room.tables, starts)
    assert refused.value.key == "tables.refusal.night-yours"
    with pytest.raises(BadChoice):
        await open_night(room.tables, room.clock.now() + 90 * DAY)


async def test_the_same_press_opens_one_night(room: Room) -> None:
    starts = room.clock.now() + DAY
    first = await room.tables.nights.open_night(ANNA, (await planned(room)), request=7)
    assert (await room.tables.nights.open_night(ANNA, first, request=7)).id == first.id
    assert first.starts == starts


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("2026-11-29 19:30", (29, 19, 30)),
        ("29.11. 19:30", (29, 19, 30)),
        ("29.11.2026 19:30", (29, 19, 30)),
        ("21:00", (28, 21, 0)),
        ("8:15", (29, 8, 15)),
    ],
)
def test_dates_are_read_in_the_zone_of_the_server(typed: str, expected: tuple[int, int, int]) -> None:
    now = datetime(2026, 11, 28, 18, tzinfo=ZoneInfo(WARSAW)).timestamp()
    found = datetime.fromtimestamp(read_date(typed, WARSAW, now), ZoneInfo(WARSAW))
    assert (found.day, found.hour, found.minute) == expected


@pytest.mark.parametrize("typed", ["", "tomorrow", "31.2. 20:00", "25:00", "20:61", "2026-13-01 20:00"])
def test_what_is_no_date_is_refused(typed: str) -> None:
    with pytest.raises(BadChoice):
        read_date(typed, WARSAW, 1_795_000_000.0)


def test_days_are_offered_at_the_hour_that_was_typed() -> None:
    now = datetime(2026, 11, 28, 18, 45, tzinfo=ZoneInfo(WARSAW)).timestamp()
    assert [(each.day, each.hour) for each in days_offered("18:30", WARSAW, now)][:2] == [(29, 18), (30, 18)]
    assert [(each.day, each.hour) for each in days_offered("", WARSAW, now)][:2] == [(28, 20), (29, 20)]
    assert list(days_offered("99:99", WARSAW, now)) == []


async def test_people_and_servers_are_forgotten(room: Room) -> None:
    night = await planned(room, BORYS, CELINA)
    await room.mail()
    personal = room.tables.personal
    (told,) = (await personal.personal_data(BORYS.user))["comers"]
    assert (told["user"], told["answer"]) == (BORYS.user, "yes")
    for person in (BORYS, ANNA):
        await personal.forget_person(person.user)
    after = await later(room, night)
    assert [each.user for each in after.people] == [CELINA.user]
    assert after.host < 0
    await room.advance(DAY + HOUR)
    await room.mail()
    await room.tables.times.server_left(HERE.guild)
    room.clock.pass_by(31 * DAY)
    await room.again()
    while await room.tables.personal.forget_old():
        pass
    for table in ("comers", "nights", "subjects"):
        assert await room.store.read(f"SELECT 1 FROM {table}") == []


async def test_a_night_is_moved_by_its_host_or_a_moderator(room: Room) -> None:
    night = await planned(room)
    with pytest.raises(NotHost):
        await room.tables.nights.repair(night.id, BORYS.user, 5)
    after = await room.tables.nights.repair(night.id, BORYS.user, 5, moderator=True)
    assert after.place.channel == 5
    await room.tables.nights.call_off(night.id, night.host, whole=False)
    weekly = await planned(room, every=7)
    for whole in (False, True):
        await room.tables.nights.call_off(weekly.id, weekly.host, whole=whole)
    log = [line.what for line in await room.tables.servers.log_of_server(HERE.guild)]
    assert log == ["night-ended", "night-off", "night-moved"], "one of many dates that its host calls off is no line"


async def test_a_night_without_its_channel_waits_until_it_is_moved(room: Room) -> None:
    night = await begun(room, ANNA, BORYS)
    assert await room.tables.nights.channel_gone(night.id, HERE.channel + 1) is None
    lost = await room.tables.nights.channel_gone(night.id, HERE.channel)
    assert lost is not None
    await room.advance(2.0)  # what was told before
    await room.mail()
    await room.again()
    await room.advance(HOUR)
    waiting = await later(room, night)
    assert (waiting.step, waiting.games) == ("begun", ())
    assert await told(room, NightCardRow) == []
    await room.tables.nights.repair(night.id, ANNA.user, 77)
    assert len(await told(room, NightCardRow)) == 1
    await room.advance(5 * MINUTE)
    after = await later(room, night)
    assert (after.place.channel, after.lost) == (77, False)
    assert await companies(room, after) == [{ANNA.user, BORYS.user}]


@pytest.mark.parametrize("every", [0, 2])
async def test_a_night_that_nobody_moves_is_over_after_two_dates(room: Room, every: int) -> None:
    night = await planned(room, BORYS, every=every)
    await room.tables.nights.channel_gone(night.id, HERE.channel)
    await room.advance(2.0)  # what was told before
    await room.mail()
    await room.advance(2 * DAY)
    after = await later(room, night)
    assert (after.state, after.date, after.note) == (("open", 2, "lost") if every else ("over", 1, "lost"))
    await room.advance(2 * DAY)
    assert (await later(room, night)).state == "over"
    assert await room.mail() == []
    assert await room.tables.nights.channel_gone(night.id, HERE.channel) is None
