"""People who cannot play for a while: the round of a tournament waits for vacations, so far as that is fair."""

from __future__ import annotations

import pytest

from tables.time.plan import IN_A_ROUND
from tables.time.timing import DAY, MINUTE
from tables.tournaments.tournament import Tournament
from tests.support.tournaments import begun, ended, rested, running
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, Room


async def _away(room: Room, number: int, user: int, days: int) -> Tournament:
    await room.tables.times.take_vacation(user, days)
    return await rested(room, number)


async def test_a_round_waits_for_a_vacation_until_it_ends(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS, CELINA, DAWID), game="steps", seconds=DAY, rounds=1)
    start, before = found.rounds[0].begun, found.deadline
    assert (await _away(room, found.id, ANNA.user, 5)).due == pytest.approx(before + 5 * DAY, abs=MINUTE)
    await room.advance(DAY / 2)
    assert (await _away(room, found.id, ANNA.user, 0)).due == pytest.approx(before + DAY, abs=MINUTE), "a day has begun"
    await _away(room, found.id, ANNA.user, 2)
    found = await _away(room, found.id, BORYS.user, 4)
    together = {each.waited for each in found.rounds[0].pairings}
    assert max(together) <= 4.6 * DAY, "a day on which both are on vacation counts once"
    assert found.deadline == start + DAY + max(together)
    assert (await room.store.tournaments_due(9))[0] == (found.id, found.due), "it is stored with the tournament"


async def test_a_round_keeps_the_time_that_an_ended_game_had(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS, CELINA, DAWID), game="steps", seconds=DAY, rounds=1)
    found = await _away(room, found.id, ANNA.user, 3)
    mine = next(each for each in await room.tables.looks.tables_of(ANNA.user, 1) if each.state == "playing")
    await room.tables.endings.resign(mine.id, ANNA.user)
    await room.tables.endings.claim(mine.id, next(seat.user or 0 for seat in mine.seats if seat.user != ANNA.user))
    late = (await rested(room, found.id)).deadline
    assert late == found.deadline, "the other game was promised this time"


async def test_vacations_do_not_stall_the_last_round(room: Room) -> None:
    """After seven days their clock runs on, and whoever does not come overruns and loses."""
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=DAY, rounds=1)
    (table,) = await running(room, found.id)
    awaited = (await room.tables.looks.read(table)).info
    user = awaited.seats[awaited.pending[0]].user or 0
    due = awaited.deadline or 0.0
    found = await _away(room, found.id, user, 14)
    assert (await room.tables.looks.read(table)).info.deadline == pytest.approx(due + IN_A_ROUND, abs=MINUTE)
    assert found.due == pytest.approx(found.rounds[0].begun + DAY + IN_A_ROUND, abs=MINUTE)
    await room.advance(DAY)
    found = await _away(room, found.id, user, 0)
    found = await _away(room, found.id, user, 12)
    limit = found.rounds[0].begun + DAY + IN_A_ROUND + MINUTE
    assert (found.due or 0.0) <= limit, "a second vacation adds nothing to the seven days"
    await room.advance(limit - room.clock.now())
    found = await ended(room, found.id)
    assert found.state == "over"
    (game,) = found.rounds[0].pairings
    assert [found.entrants[each].user for each in game.left] == [user]


async def test_a_new_round_waits_for_a_vacation_that_goes_on(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), game="steps", seconds=2 * DAY, rounds=2)
    found = await _away(room, found.id, ANNA.user, 10)
    (table,) = await running(room, found.id)
    await room.advance(DAY)
    await room.tables.endings.resign(table, ANNA.user)
    await room.tables.endings.claim(table, BORYS.user)
    found = await rested(room, found.id)
    assert len(found.rounds) == 2
    assert found.due == pytest.approx(found.rounds[1].begun + 2 * DAY + IN_A_ROUND, abs=MINUTE)


async def test_a_live_round_waits_for_nobody(room: Room) -> None:
    found = await begun(room, (ANNA, BORYS), game="coins", manner="live", rounds=1)
    assert (await _away(room, found.id, ANNA.user, 5)).due == found.due
