"""People who cannot play for a while: a round waits for their vacations, or they skip it for half a point."""

from __future__ import annotations

import contextlib
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from msgspec.structs import replace

from tables.errors import Refusal
from tables.time.plan import IN_A_ROUND
from tables.time.timing import DAY, MINUTE
from tables.tournaments import entering, rounds
from tables.tournaments.standings import standings
from tables.tournaments.tournament import Tournament
from tests.support.tournaments import begun, ended, opened, played, rested, running
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, Room


async def _away(room: Room, number: int, user: int, days: int) -> Tournament:
    await room.tables.times.take_vacation(user, days)
    return await rested(room, number)


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


async def _next_round(room: Room, number: int) -> Tournament:
    """The tournament once the games of its current round have been played."""
    for table in await running(room, number):
        await played(room, table, random.Random(3))
    return await rested(room, number)


async def test_who_skips_a_round_has_half_a_point_and_no_game(room: Room) -> None:
    number, tournaments = (await begun(room, rounds=6)).id, room.tables.tournaments
    await tournaments.skip_round(number, EWA.user, 1, skips=True)
    await tournaments.skip_round(number, DAWID.user, 1, skips=True)
    found = await tournaments.skip_round(number, DAWID.user, 1, skips=False)
    ewa = found.of(EWA.user)
    assert ewa is not None
    before = {each.entrant.number: each.points for each in standings(found)}
    found = await _next_round(room, number)
    assert (found.rounds[1].halves, found.rounds[1].byes, found.skipping) == ((ewa.number,), (), ())
    assert sum(len(game.entrants) for game in found.rounds[1].pairings) == 4
    with pytest.raises(Refusal, match="skip-begun"):
        await tournaments.skip_round(number, DAWID.user, 1, skips=True)
    for begun_rounds in (2, 3):
        with pytest.raises(Refusal, match="tournament-skip"):
            await tournaments.skip_round(number, EWA.user, begun_rounds, skips=True)
        await tournaments.skip_round(number, DAWID.user, begun_rounds, skips=True)
        await tournaments.skip_round(number, DAWID.user, begun_rounds, skips=False)
        found = await _next_round(room, number)
    assert found.rounds[3].halves == ()
    for person in (ANNA, DAWID):
        with pytest.raises(Refusal, match="tournament-skip"):
            await tournaments.skip_round(number, person.user, 4, skips=True)  # one of the last two
    games = sum(ewa.number in game.entrants for one in found.rounds for game in one.pairings)
    byes = sum(ewa.number in one.byes for one in found.rounds)
    after = {each.entrant.number: each for each in standings(found)}[ewa.number]
    assert games + byes == 3
    assert after.points >= before[ewa.number] + Fraction(1, 2)


async def test_skips_bring_half_a_point_once_in_five_rounds_at_most(room: Room) -> None:
    """Whoever also enters late, leaves or comes back: only the rules, for every way to ask."""
    found = rounds.begin(await opened(room, rounds=9), range(5), (), (2,), now=0.0)
    rng = random.Random(1)
    while found.state == "running":
        for person in (EWA, DAWID):
            with contextlib.suppress(Refusal):
                found = rounds.skip_round(found, person.user, (2,), skips=True)
            if rng.random() < 0.5:
                with contextlib.suppress(Refusal):
                    found = entering.join(entering.leave(found, person.user), person)
        games = found.rounds[-1].pairings
        ended_games = {at: replace(game, places=(1, 2), played=game.entrants) for at, game in enumerate(games)}
        found = rounds.following(rounds.note_games(found, ended_games), (), (2,), now=0.0)
    halves = [each.halves for each in found.rounds]
    for person in (EWA, DAWID):
        entrant = found.of(person.user)
        assert entrant is not None
        skipped = [at for at, each in enumerate(halves) if entrant.number in each]
        assert all(other - one >= rounds.SKIPS for one, other in pairwise(skipped))
        assert not {7, 8} & {*skipped}
    assert any(halves)


async def test_nobody_skips_a_round_that_others_could_not_play(room: Room) -> None:
    number, tournaments = (await begun(room, (ANNA, BORYS, CELINA), rounds=5)).id, room.tables.tournaments
    await tournaments.skip_round(number, ANNA.user, 1, skips=True)
    with pytest.raises(Refusal, match="skip-few"):
        await tournaments.skip_round(number, BORYS.user, 1, skips=True)
    await tournaments.leave_tournament(number, BORYS.user)
    found = await _next_round(room, number)
    if len(found.rounds) == 1:
        (table,) = await running(room, number)
        await room.tables.endings.claim(table, CELINA.user)
        found = await rested(room, number)
    assert (len(found.rounds), found.rounds[1].halves) == (2, ()), "others have left, so whoever would skip plays"


@pytest.mark.long
async def test_nobody_skips_a_round_of_a_round_robin(room: Room) -> None:
    found = await begun(room, format="robin")
    with pytest.raises(Refusal, match="tournament-skip"):
        await room.tables.tournaments.skip_round(found.id, EWA.user, 1, skips=True)
