"""The week of a server in one post: when it is posted, what is in it, and when there is none."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.errors import NoSuchTable
from tables.model.outbox_rows import WeekRow
from tables.service.week_actions import APART, week_end
from tables.time.timing import DAY, HOUR
from tests.support.rated_games import simulated
from tests.tables.conftest import ANNA, BORYS, CELINA, HERE, Room, started

WARSAW = "Europe/Warsaw"
SUNDAY = datetime(2027, 3, 21, 18, tzinfo=ZoneInfo(WARSAW)).timestamp()
"""The end of a week; in the next one summer time begins."""


@settings(max_examples=60, deadline=None)
@given(
    st.floats(0, 500 * DAY),
    st.sampled_from([WARSAW, "UTC", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kathmandu"]),
    st.integers(1, 7),
    st.sampled_from([10, 14, 18]),
)
def test_a_week_ends_at_its_hour_in_every_season(later: float, zone: str, day: int, hour: int) -> None:
    now = SUNDAY + later
    until = week_end(now, zone, f"{day}-{hour}")
    local = datetime.fromtimestamp(until, ZoneInfo(zone))
    assert (local.isoweekday(), local.hour, local.minute) == (day, hour, 0)
    assert until <= now < until + 7 * DAY + HOUR
    assert APART < until - week_end(until - 1, zone, f"{day}-{hour}") <= 7 * DAY + HOUR


async def weeks(room: Room) -> list[WeekRow]:
    await room.tables.weeks.look()
    return [payload for _, payload in await room.mail() if isinstance(payload, WeekRow)]


async def until(room: Room, when: float) -> None:
    await room.clock.advance(when - room.clock.now())


async def ready(room: Room, games: int = 3) -> None:
    """A server in Warsaw that has just asked for the post, and whose next week has games."""
    await until(room, SUNDAY + DAY)
    await room.tables.servers.set_server(HERE.guild, ANNA.user, weekly=77, zone=WARSAW)
    assert await weeks(room) == []
    await simulated(room.store, games, 1, start=SUNDAY + 2 * DAY, apart=HOUR)


NEXT = SUNDAY + 7 * DAY - HOUR  # the clocks go forward that Sunday


async def test_a_week_that_is_over_is_told_once(room: Room) -> None:
    await ready(room)
    await until(room, NEXT - 1)
    assert await weeks(room) == []
    await until(room, NEXT)
    assert await weeks(room) == [WeekRow(since=SUNDAY, until=NEXT)]
    await room.again()
    assert await weeks(room) == []
    found = await room.tables.weeks.read(HERE.guild, await room.tables.servers.server_settings(HERE.guild), SUNDAY, NEXT)
    assert found is not None
    assert found.ended == (("torres", 3),)
    await until(room, NEXT + 7 * DAY)
    assert await weeks(room) == [], "nothing has ended in the next one"


@pytest.mark.long
@pytest.mark.parametrize(("late", "told"), [(23 * HOUR, 1), (25 * HOUR, 0), (6 * DAY, 0)])
async def test_after_an_outage_it_comes_late_or_not_at_all(room: Room, late: float, told: int) -> None:
    await ready(room)
    await room.close()
    room.clock.pass_by(NEXT + late - room.clock.now())
    await room.open()
    assert len(await weeks(room)) == told
    await until(room, NEXT + 6.5 * DAY)
    assert await weeks(room) == []


@pytest.mark.parametrize("games", [0, 1])
async def test_a_week_with_fewer_than_two_games_is_not_told(room: Room, games: int) -> None:
    await ready(room, games)
    await until(room, NEXT)
    assert await weeks(room) == []


async def test_other_days_bring_no_second_post_in_a_week(room: Room) -> None:
    await ready(room)
    await until(room, NEXT)
    assert len(await weeks(room)) == 1
    await simulated(room.store, 3, 2, start=NEXT + HOUR, apart=HOUR)
    for day in range(1, 8):
        await room.tables.servers.set_server(HERE.guild, ANNA.user, week_ends=f"{day}-10")
        await until(room, NEXT + day * DAY)
        assert len(await weeks(room)) == (day == 7), "six days later at the earliest"


async def test_it_is_not_told_when_it_is_no_longer_wanted(room: Room) -> None:
    await ready(room)
    await room.tables.servers.set_server(HERE.guild, ANNA.user, weekly=None)
    await until(room, NEXT)
    assert await weeks(room) == []
    settings_now = await room.tables.servers.server_settings(HERE.guild)
    assert await room.tables.weeks.read(HERE.guild, settings_now, SUNDAY, NEXT) is None
    ((number,),) = await room.store.read("SELECT id FROM weeks")
    assert (await room.tables.subjects.find(number)).place.channel == 77
    with pytest.raises(NoSuchTable):
        await room.tables.weeks.repair(number, ANNA.user, 1)


async def test_the_closest_game_comes_first(room: Room) -> None:
    await until(room, SUNDAY)
    await room.tables.servers.set_server(HERE.guild, ANNA.user, weekly=77)
    ended = []
    for others in ([BORYS], [BORYS, CELINA], [CELINA]):
        table = await started(room, "coins", ANNA, *others)
        ended.append(table)
        for coin in range(1, 4):
            for person in (ANNA, *others):
                if (await room.tables.looks.read(table)).info.state == "playing":
                    await room.tables.moves.play(table, person.user, (f"coin-{coin}",))
    now = await room.tables.servers.server_settings(HERE.guild)
    found = await room.tables.weeks.read(HERE.guild, now, SUNDAY - DAY, SUNDAY + DAY)
    assert found is not None
    margins = [each.result.margin for each in found.games if each.result is not None]
    assert margins == sorted(margins)
    assert found.ended == (("coins", len(found.games)),)
