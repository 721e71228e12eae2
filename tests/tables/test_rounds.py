"""The time of a round: measured lengths of games, and the clock and length that follow from them."""

from __future__ import annotations

import pytest

from bench.arena import answers
from data.guides import guide
from engines import games
from tables.errors import NotHost, Refusal
from tables.time.timing import read_pace
from tables.tournaments import schedule
from tables.tournaments.schedule import HABITS, MANNERS
from tables.tournaments.tournament import Rules
from tests.support.cases import cases
from tests.support.random_game_count import WHOLE
from tests.support.round_simulation import tournaments
from tests.support.tournaments import opened, rested, running
from tests.tables.conftest import ANNA, BORYS, Room

GAMES = games()


@pytest.mark.parametrize("key", GAMES)
def test_stored_lengths_are_those_of_games(key: str) -> None:
    for seats, most in guide(key).answers.items():
        counts = [answers.count(answers.play(GAMES[key], seats, number)) for number in range(10)]
        assert max(counts) >= 0.8 * most, "no game is nearly as long: measure again"
        assert sum(each > most for each in counts) <= 2, "many games are longer: measure again"


@pytest.mark.parametrize("manner", MANNERS)
def test_a_round_has_time_for_every_size_of_table(manner: schedule.Manner) -> None:
    for key in GAMES:
        spans = [schedule.round_seconds(key, size, manner) for size in (2, 3, 4)]
        assert spans == sorted(spans)
        assert all(span % HABITS[manner].unit == 0 for span in spans)
        for shorter, seconds in schedule.shorter_games(key, 2, manner, GAMES):
            assert seconds == schedule.round_seconds(shorter, 2, manner) <= spans[0] * 2 / 3
    pace = read_pace(schedule.pace_of(manner))
    assert pace == HABITS[manner].pace
    assert pace.slow == (manner != "live")


async def test_a_manner_changes_only_before_anybody_has_joined(room: Room) -> None:
    found = await opened(room, [ANNA], manner="slow")
    with pytest.raises(NotHost):
        await room.tables.tournaments.change_manner(found.id, BORYS.user, "live")
    found = await room.tables.tournaments.change_manner(found.id, ANNA.user, "several")
    assert found.rules == Rules(manner="several", seconds=schedule.round_seconds("coins", 2, "several"))
    await room.tables.tournaments.join_tournament(found.id, BORYS)
    with pytest.raises(Refusal, match="tournament-joined"):
        await room.tables.tournaments.change_manner(found.id, ANNA.user, "live")
    await room.tables.rounds.begin_tournament(found.id, ANNA.user)
    await rested(room, found.id)
    (table,) = await running(room, found.id)
    assert (await room.tables.looks.read(table)).info.pace == schedule.pace_of("several")


@pytest.mark.long
@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("key", cases(GAMES, {"rycerze", "rzymianie"}))
def test_rounds_of_people_who_come_as_they_said_end_in_time(key: str, manner: schedule.Manner) -> None:
    """200 tournaments of eight people each; CI plays 30. Some go on vacation or skip a round."""
    found = tournaments(GAMES[key], manner, schedule.round_seconds(key, 2, manner), 200 if WHOLE else 30)
    assert found.by_play >= 0.95 * found.games
    assert found.in_time >= 0.9 * found.rounds
    assert (found.lost_blamelessly, found.overran_blamelessly) == (0, 0)
