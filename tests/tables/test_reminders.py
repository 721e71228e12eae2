"""Reminders as each person wants them: when, where, quiet hours, snoozed, alone, next; on a clock that the tests move."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from tables.errors import BadChoice
from tables.model.people import Person
from tables.time.plan import Plan, with_vacation
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
WARSAW = ZoneInfo("Europe/Warsaw")


async def reminded(room: Room) -> list[tuple[int, str, bool]]:
    return [
        (told.seats[0], told.why, told.direct) for kind, told in await room.mail() if kind == "remind"
    ]  # fmt: skip


async def after(room: Room, seconds: float) -> list[tuple[int, str, bool]]:
    await room.advance(seconds)
    return await reminded(room)


def at(*wall: int) -> float:
    return datetime(*wall, tzinfo=WARSAW).timestamp()  # type: ignore[misc,arg-type]


async def begun(room: Room, wall: float, *people: Person, game: str = "steps", pace: str = "day") -> int:
    """A game that begins at that time."""
    await room.advance(wall - room.clock.now())
    number = (await room.table(game, *people, pace=pace)).info.id
    await room.mail()
    return number


@pytest.mark.long
@pytest.mark.parametrize(
    ("plan", "pace", "times"),
    [
        ({"live": "half"}, "live", [150.0]),
        ({"live": "off"}, "live", []),
        ({"days": "both"}, "day", [12 * HOUR, 18 * HOUR]),
        ({"live": "both"}, "day", [18 * HOUR]),
        ({"free": "week"}, "none", [7 * DAY]),
        ({"free": "daily"}, "none", [DAY, 2 * DAY, 3 * DAY]),
        ({"free": "off"}, "none", []),
        ({"calls": "daily", "days": "both"}, "day", [18 * HOUR]),
        ({"calls": "daily", "days": "off"}, "day", []),
        ({"calls": "daily", "live": "half"}, "live", [150.0]),
        ({"calls": "daily", "free": "daily"}, "none", []),
        ({"calls": "none", "days": "both"}, "day", []),
        ({"calls": "none"}, "live", []),
    ],
)
async def test_everybody_has_a_plan_of_their_own_for_each_pace(
    room: Room, plan: dict[str, Any], pace: str, times: list[float]
) -> None:
    await room.tables.times.set_plan(ANNA.user, **{"nightly": True, **plan})
    await room.table("steps", ANNA, BORYS, pace=pace)
    await room.mail()
    begin, found = room.clock.now(), []
    for _ in range(len(times) + 1):
        due = await room.store.read("SELECT document ->> 'remind' FROM tables")
        if due[0][0] is None:
            break
        if any(why != "call" for _, why, _ in await after(room, due[0][0] - room.clock.now())):
            found.append(room.clock.now() - begin)
    assert found[: len(times) or None] == times


async def test_a_live_table_calls_who_is_awaited_once_after_a_minute(room: Room) -> None:
    table = await begun(room, room.clock.now(), ANNA, BORYS, pace="live")
    assert await after(room, 59) == []
    assert await after(room, 2) == [(0, "call", False)]
    assert await after(room, 60) == []
    await room.tables.moves.play(table, ANNA.user, ("end",))
    await room.mail()
    assert await after(room, 59) == []
    assert await after(room, 2) == [(1, "call", False)]


async def test_at_a_slow_table_the_board_calls_and_no_reminder_does(room: Room) -> None:
    for pace in ("day", "none"):
        await begun(room, room.clock.now(), ANNA, BORYS, pace=pace)
    assert await after(room, 3600) == []


async def test_people_reminded_in_the_channel_at_once_share_a_row(room: Room) -> None:
    await room.tables.times.set_plan(CELINA.user, where="direct")
    await room.advance(HOUR)  # 18 hours later it is day
    await room.table("coins", ANNA, BORYS, CELINA, pace="day")
    await room.mail()
    await room.advance(18 * HOUR)
    rows = [(told.seats, told.why, told.direct) for kind, told in await room.mail() if kind == "remind"]
    assert rows == [((0, 1), "plan", False), ((2,), "plan", True)]


async def test_nobody_is_called_in_quiet_hours(room: Room) -> None:
    await room.tables.times.set_plan(ANNA.user, quiet=(0, 1439), zone="UTC", live="off")
    await begun(room, room.clock.now(), ANNA, BORYS, pace="live")
    assert [row for row in await after(room, 120) if row[1] == "call"] == []


async def test_a_new_plan_counts_for_games_that_wait_already(room: Room) -> None:
    await room.table("steps", ANNA, BORYS, pace="day")
    await room.mail()
    await room.tables.times.set_plan(ANNA.user, days="half", where="direct", nightly=True)
    assert await after(room, 12 * HOUR - 1) == []
    await room.again()
    assert await after(room, 1) == [(0, "plan", True)]


async def test_quiet_hours_put_a_reminder_off(room: Room) -> None:
    await room.tables.times.set_plan(ANNA.user, quiet=(22 * 60, 8 * 60), zone="Europe/Warsaw")
    await begun(room, at(2026, 5, 3, 8, 0), ANNA, BORYS)
    # Three quarters of a day after eight in the morning it is two at night.
    assert await after(room, at(2026, 5, 4, 2, 0) - room.clock.now()) == []
    await room.advance(at(2026, 5, 4, 7, 59) - room.clock.now())
    assert await reminded(room) == [], "at eight the time is up"


async def test_what_would_be_too_late_comes_before_the_quiet(room: Room) -> None:
    await room.tables.times.set_plan(ANNA.user, quiet=(22 * 60, 8 * 60), zone="Europe/Warsaw")
    await begun(room, at(2026, 5, 3, 8, 0), ANNA, BORYS)
    await room.advance(at(2026, 5, 3, 21, 58) - room.clock.now())
    assert await reminded(room) == []
    assert await after(room, MINUTE) == [(0, "plan", False)]
    assert await after(room, 9 * HOUR) == [], "once"


async def test_the_end_of_quiet_hours_is_in_time_for_a_slow_game(room: Room) -> None:
    await room.tables.times.set_plan(ANNA.user, quiet=(22 * 60, 8 * 60), zone="Europe/Warsaw")
    await begun(room, at(2026, 5, 1, 20, 0), ANNA, BORYS, pace="slow")
    # 54 hours later it is two at night; the time is up at 20 o'clock.
    assert await after(room, 54 * HOUR) == []
    assert await after(room, 6 * HOUR - 1) == []
    assert await after(room, 1) == [(0, "plan", False)]


async def test_who_alone_is_awaited_is_told_so_in_private(room: Room) -> None:
    number = await begun(room, room.clock.now(), ANNA, BORYS, CELINA, game="coins", pace="day")
    await room.tables.times.set_plan(BORYS.user, alone=False)
    await room.tables.moves.play(number, ANNA.user, ("coin-1",))
    assert await after(room, 2 * HOUR) == []
    await room.tables.moves.play(number, CELINA.user, ("coin-1",))
    assert await after(room, 2 * HOUR) == [], "Borys does not want it"
    await room.tables.moves.play(number, BORYS.user, ("coin-1",))
    await room.tables.moves.play(number, BORYS.user, ("coin-2",))
    await room.tables.moves.play(number, CELINA.user, ("coin-2",))
    await room.mail()
    assert await after(room, HOUR - 1) == []
    assert await after(room, 1) == [(0, "alone", True)]
    assert await after(room, HOUR) == [], "once"
    await room.tables.moves.take_back(number, CELINA.user)
    await room.mail()
    assert await after(room, HOUR) == []


@pytest.mark.long
@pytest.mark.parametrize("wish", ["alone", "snooze"])
async def test_a_reminder_too_late_after_quiet_hours_comes_before_them(room: Room, wish: str) -> None:
    zone = "Europe/Warsaw"
    number = await begun(room, at(2026, 5, 3, 21, 30), ANNA, BORYS, game="coins", pace="own-32400-0")
    await room.tables.times.set_plan(ANNA.user, days="off", quiet=(22 * 60, 8 * 60), zone=zone)
    await room.mail()
    if wish == "alone":
        await room.tables.moves.play(number, BORYS.user, ("coin-1",))
    else:
        await room.tables.times.snooze(number, ANNA.user, 2 * HOUR)
    await room.advance(at(2026, 5, 3, 21, 59) - room.clock.now())
    assert [row[1] for row in await reminded(room)] == ["alone" if wish == "alone" else "plan"]
    await room.advance(HOUR)
    assert await reminded(room) == [], "once"
    ((version,),) = await room.store.read("SELECT version FROM tables")
    assert version < 15, "and the table is not stored without end"


async def test_without_others_nobody_waits_for_one_alone(room: Room) -> None:
    await room.table("coins", ANNA, computers=2, pace="day")
    await room.mail()
    assert await after(room, 6 * HOUR) == []


async def test_a_snooze_comes_instead_of_the_plan(room: Room) -> None:
    number = await begun(room, room.clock.now(), ANNA, BORYS)
    await room.tables.times.set_plan(BORYS.user, nightly=True)
    await room.advance(17 * HOUR)
    await room.tables.times.snooze(number, ANNA.user, 3 * HOUR)
    assert await after(room, 3 * HOUR - 1) == []
    assert await after(room, 1) == [(0, "plan", False)]
    await room.tables.moves.play(number, ANNA.user, ("end",))
    await room.mail()
    assert await after(room, 18 * HOUR) == [(1, "plan", False)]


async def test_on_vacation_nobody_is_reminded(room: Room) -> None:
    await begun(room, room.clock.now(), ANNA, BORYS, pace="none")
    await room.tables.times.take_vacation(ANNA.user, 3)
    await room.mail()
    assert await after(room, 3 * DAY - 1) == []
    assert await after(room, DAY + 1) == [(0, "plan", False)]


async def test_no_reminder_while_the_clocks_stand(room: Room) -> None:
    await room.tables.times.set_plan(ANNA.user, nightly=True)
    number = await begun(room, room.clock.now(), ANNA, BORYS)
    await room.advance(6 * HOUR)
    vote = (await room.tables.times.pause(number, ANNA.user)).info.votes[0]
    await room.tables.votes.agree_vote(number, BORYS.user, vote.id)
    await room.mail()
    assert await after(room, 5 * DAY) == []
    await room.tables.times.resume(number, ANNA.user)
    await room.mail()
    assert await after(room, 12 * HOUR - 1) == []
    assert await after(room, 1) == [(0, "plan", False)]


async def test_preferences_of_before_are_kept_with_the_plan(room: Room) -> None:
    await room.tables.people.set_preferences(ANNA.user, dm=False)
    await room.tables.times.set_plan(ANNA.user, quiet=(60, 120), zone="Asia/Tokyo")
    await room.tables.people.set_preferences(ANNA.user, language="pl")
    await room.again()
    found = await room.tables.people.person(ANNA.user)
    assert (found.dm, found.language, found.plan) == (False, "pl", Plan(quiet=(60, 120), zone="Asia/Tokyo"))


async def test_a_year_has_so_many_days_of_vacation(room: Room) -> None:
    """They come back a year after the vacation began, not with the calendar."""
    for _ in range(2):
        await room.tables.times.take_vacation(ANNA.user, 14)
        await room.advance(20 * DAY)
    with pytest.raises(BadChoice) as refused:
        await room.tables.times.take_vacation(ANNA.user, 3)
    assert refused.value.values == {"left": 2, "days": 30, "together": 14, "possible": 2}
    await room.advance(324 * DAY)
    assert room.tables.times.vacation_left(await room.tables.people.person(ANNA.user)) == 2
    await room.advance(DAY)
    assert room.tables.times.vacation_left(await room.tables.people.person(ANNA.user)) == 16
    preferences = await room.tables.times.take_vacation(ANNA.user, 14)
    assert len(preferences.plan.vacations) == 2, "older ones are forgotten"
    with pytest.raises(BadChoice):
        await room.tables.times.take_vacation(BORYS.user, -1)


async def test_vacations_with_less_than_a_day_between_them_are_one(room: Room) -> None:
    await room.tables.times.take_vacation(ANNA.user, 10)
    with pytest.raises(BadChoice):
        await room.tables.times.take_vacation(ANNA.user, 15)
    await room.advance(3 * DAY)
    await room.tables.times.take_vacation(ANNA.user, 11)
    await room.advance(11.5 * DAY)
    with pytest.raises(BadChoice) as refused:
        await room.tables.times.take_vacation(ANNA.user, 1)
    assert refused.value.values == {"left": 16, "days": 30, "together": 14, "possible": 0}
    await room.advance(0.5 * DAY)
    preferences = await room.tables.times.take_vacation(ANNA.user, 14)
    assert room.tables.times.vacation_left(preferences) == 2


async def test_the_vacation_a_person_is_on_outlasts_an_update(room: Room) -> None:
    """Earlier versions counted the days by the month."""
    on_vacation = msgspec.convert({"away": room.clock.now() + 2 * DAY, "spent": {"2026-03": 5}}, Plan)
    assert on_vacation.off(room.clock.now())
    assert with_vacation(on_vacation, 0, room.clock.now()) == Plan()


@pytest.mark.long
@pytest.mark.parametrize(("plan", "hour"), [({}, 8), ({"nightly": True}, 1), ({"quiet": (0, 120)}, 2)])
async def test_slow_games_remind_nobody_at_night_who_has_not_said_so(room: Room, plan: dict[str, Any], hour: int) -> None:
    await room.tables.servers.set_server(HERE.guild, ANNA.user, zone="Europe/Warsaw")
    await room.tables.times.set_plan(ANNA.user, zone="Europe/Warsaw", **plan)
    number = await begun(room, at(2027, 1, 10, 1), ANNA, BORYS, pace="none")
    ((due,),) = await room.store.read("SELECT document ->> 'remind' FROM tables WHERE id = ?", (number,))
    assert due == at(2027, 1, 11, hour)


async def test_quiet_hours_of_games_follow_the_zone_of_their_server(room: Room) -> None:
    await room.tables.servers.set_server(HERE.guild, ANNA.user, zone="Europe/Warsaw")
    number = await begun(room, at(2027, 1, 10, 1), ANNA, BORYS, pace="none")
    for zone, hour in (("America/New_York", 1), ("Europe/Warsaw", 8)):
        await room.tables.servers.set_server(HERE.guild, ANNA.user, zone=zone)
        ((due,),) = await room.store.read("SELECT document ->> 'remind' FROM tables WHERE id = ?", (number,))
        assert due == at(2027, 1, 11, hour), zone
