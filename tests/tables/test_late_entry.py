"""Entering a Swiss tournament that has begun, and coming back to one."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tables.errors import Refusal
from tables.history import tournament_draw
from tables.model.people import Person
from tables.tournaments.standings import standings
from tables.tournaments.tournament import Tournament
from tests.support.tournaments import begun, played, rested, running
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, Room


async def _next_round(room: Room, number: int) -> Tournament:
    """The tournament once the games of its current round have been played, or won where somebody has left."""
    await rested(room, number)
    for table in await running(room, number):
        info = (await room.tables.looks.read(table)).info
        for vote in info.votes:
            await room.tables.votes.agree_vote(table, info.seats[vote.asked[0]].user or 0, vote.id)
        if not info.votes:
            await played(room, table, random.Random(3))
    return await rested(room, number)


def _points(found: Tournament, user: int) -> Fraction:
    return next(each.points for each in standings(found) if each.entrant.user == user)


@pytest.mark.long
async def test_who_enters_late_has_half_a_point_for_each_round_begun(room: Room) -> None:
    number = (await begun(room, (ANNA, BORYS, CELINA, DAWID), rounds=5)).id
    await _next_round(room, number)
    found = await room.tables.tournaments.join_tournament(number, EWA)
    assert _points(found, EWA.user) == 1
    assert (await room.tables.tournaments.join_tournament(number, EWA)).entrants == found.entrants, "once"
    found = await _next_round(room, number)
    assert len(found.rounds) == 3
    playing = {each for game in found.rounds[-1].pairings for each in game.entrants} | {*found.rounds[-1].byes}
    assert playing == {0, 1, 2, 3, 4}
    with pytest.raises(Refusal, match="tournament-running"):
        await room.tables.tournaments.join_tournament(number, Person(77, "Fred"))
    while found.state == "running":
        found = await _next_round(room, number)
    part = await room.tables.tournaments.opened_part(number)
    draw = tournament_draw.published_draw(found, part)
    assert draw is not None
    assert len(draw.joined) == 4
    assert tournament_draw.check(draw).good, "who enters late changes no draw"


@pytest.mark.long
async def test_leaving_and_coming_back_brings_no_half_points(room: Room) -> None:
    number = (await begun(room, (ANNA, BORYS, CELINA, DAWID), rounds=6)).id
    await room.tables.tournaments.leave_tournament(number, DAWID.user)
    await room.tables.tournaments.join_tournament(number, EWA)
    await room.tables.tournaments.leave_tournament(number, EWA.user)
    found = await _next_round(room, number)
    for person in (DAWID, EWA):
        found = await room.tables.tournaments.join_tournament(number, person)
    assert [_points(found, person.user) for person in (DAWID, EWA)] == [0, Fraction(1, 2)], "only for what came first"
    found = await _next_round(room, number)
    assert found.rounds[1].halves == ()
    for person in (DAWID, EWA):
        assert found.of(person.user) in found.active


async def test_nobody_enters_a_round_robin_late(room: Room) -> None:
    number = (await begun(room, (ANNA, BORYS, CELINA, DAWID), format="robin")).id
    with pytest.raises(Refusal, match="tournament-running"):
        await room.tables.tournaments.join_tournament(number, EWA)
