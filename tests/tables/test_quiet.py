"""Quiet hours as the clock on the wall says, over changes to summer time and back, against a count minute by minute."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tables.errors import BadChoice
from tables.time import plan
from tables.time.plan import NIGHT, PARTS, Plan, Quiet, When, next_reminder
from tables.time.timing import PACES, SeatClock

DAY = 86400.0
# In Warsaw the clocks go from 2 to 3 on 2026-03-29 and from 3 to 2 on 2026-10-25; Lord Howe moves by half an hour, Apia skipped
# a whole day (2011-12-30), in Cairo the change is at midnight.
CHANGES = {
    "Europe/Warsaw": (datetime(2026, 3, 29, 1, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC)),
    "Australia/Lord_Howe": (datetime(2026, 4, 4, 15, tzinfo=UTC), datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
    "Africa/Cairo": (datetime(2026, 4, 23, 22, tzinfo=UTC), datetime(2026, 10, 29, 21, tzinfo=UTC)),
    "Pacific/Apia": (datetime(2011, 12, 30, 10, tzinfo=UTC),),
    "Asia/Kathmandu": (datetime(2026, 1, 1, tzinfo=UTC),),
}


def held(hours: Quiet, at: float) -> bool:
    """By the wall's clock, told once more and differently."""
    wall = datetime.fromtimestamp(at, ZoneInfo(hours.zone)).strftime("%H:%M")
    start, end = (f"{minute // 60:02}:{minute % 60:02}" for minute in (hours.start, hours.end))
    return start <= wall < end if start < end else wall >= start or wall < end


moments = st.sampled_from([(zone, change) for zone, changes in CHANGES.items() for change in changes])
minutes = st.integers(0, 24 * 60 - 1)


@settings(max_examples=120, deadline=None)
@given(moments, st.integers(-30 * 60, 30 * 60), minutes, minutes)
@example(("Europe/Warsaw", CHANGES["Europe/Warsaw"][0]), -5, 60, 150)  # ends in the hour that is not there
@example(("Europe/Warsaw", CHANGES["Europe/Warsaw"][1]), -5, 60, 150)  # ends in the hour that comes twice
@example(("Pacific/Apia", CHANGES["Pacific/Apia"][0]), -30, 22 * 60, 8 * 60)
def test_it_ends_and_begins_with_the_minute(where: tuple[str, datetime], offset: int, start: int, end: int) -> None:
    zone, change = where
    if start == end:
        end = (end + 1) % 1440
    hours = Quiet(start, end, zone)
    at = change.timestamp() + offset * 60
    assert hours.holds(at) == held(hours, at)
    later = next(at + step * 60 for step in range(60 * 60) if not held(hours, at + step * 60))
    assert hours.ends(at) == later
    if held(hours, at):
        before = next(at - step * 60 for step in range(60 * 60) if not held(hours, at - (step + 1) * 60))
        assert hours.begins(at) == before
    else:
        assert hours.begins(at) == at


def test_quiet_hours_end_by_the_wall_clock_at_a_change_of_time() -> None:
    for day, hours in ((29, 9), (30, 10)):
        evening = datetime(2026, 3, day - 1, 22, tzinfo=ZoneInfo("Europe/Warsaw")).timestamp()
        assert Quiet(22 * 60, 8 * 60, "Europe/Warsaw").ends(evening) == evening + hours * 3600
    evening = datetime(2026, 10, 24, 22, tzinfo=ZoneInfo("Europe/Warsaw")).timestamp()
    assert Quiet(22 * 60, 8 * 60, "Europe/Warsaw").ends(evening) == evening + 11 * 3600


hours_of_night = st.tuples(minutes, minutes).filter(lambda hours: hours[0] != hours[1])


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(
    moments,
    st.integers(-40 * 3600, 10 * 3600),
    st.integers(60, 4 * 86400),
    st.none() | hours_of_night,
    st.sampled_from(sorted(PARTS)),
)
def test_no_reminder_in_quiet_hours_and_none_after_the_deadline(
    where: tuple[str, datetime], offset: int, span: int, own: tuple[int, int] | None, days: When
) -> None:
    """`own`: the hours that the person has chosen; else it is the night of the server's zone."""
    zone, change = where
    since = change.timestamp() + offset
    clock = SeatClock(asked=True, since=since, due=since + span)
    chosen = Plan(days=days, quiet=own, zone="UTC" if own is None else zone).at_night(PACES["day"], zone)
    at, hours = next_reminder(clock, chosen, PACES["day"], since), own or NIGHT
    if at is not None:
        assert since <= at < since + span
        assert not held(Quiet(*hours, zone), at)
    elif PARTS[days]:
        wanted = since + span * PARTS[days][0]
        assert held(Quiet(*hours, zone), wanted), "only quiet hours that last to the end keep a reminder back"


@pytest.mark.parametrize(("plan", "pace"), [(Plan(quiet=(0, 60)), "day"), (Plan(nightly=True), "none"), (Plan(), "live")])
def test_live_games_and_people_with_a_choice_have_no_night(plan: Plan, pace: str) -> None:
    assert plan.at_night(PACES[pace], "Europe/Warsaw") == plan


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("22-8", (1320, 480)),
        ("22:30 – 7:15", (1350, 435)),
        ("0-24", None),
        ("22 do 6", (1320, 360)),
        ("9 to 17", (540, 1020)),
        ("10pm to 8am", (1320, 480)),
        ("10 PM - 8 AM", (1320, 480)),
        ("10:30 p.m. to 7:15 a.m.", (1350, 435)),
        ("from 10pm until 8", (1320, 480)),
        ("12am-12pm", (0, 720)),
        ("od 22 do 8", (1320, 480)),
        ("Od 22:30 do 7.15", (1350, 435)),
        ("22:30–7:15", (1350, 435)),
        ("22 to 8am", (1320, 480)),
    ],
)
def test_quiet_hours_as_people_type_them(typed: str, hours: tuple[int, int] | None) -> None:
    if hours is None:
        with pytest.raises(BadChoice):
            plan.span(typed)
    else:
        assert plan.span(typed) == hours


NO_HOURS = ("", "night", "22", "8-8", "25-7", "22:60-7", "22-7-9", "-1-5", "٢٢-٨-")
NO_HALVES = ("13pm-8am", "0am-8am", "10 to 8am", "10pmm-8")


@pytest.mark.parametrize("typed", [*NO_HOURS, *NO_HALVES])
def test_what_are_no_quiet_hours_is_refused(typed: str) -> None:
    with pytest.raises(BadChoice) as refused:
        plan.span(typed)
    assert refused.value.key == "tables.refusal.unreadable-quiet"
