"""Played again: everybody moves one seat on, a series keeps its score until it is decided, and past games tell how long one
takes.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tables.errors import BadChoice, NotHost, WrongState
from tables.model.people import Person
from tables.model.table_info import Place, TableInfo
from tables.rules.reading import Reading
from tests.support.cases import cases
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room

HOUR = 3600.0


def _past(stage: int) -> Callable[[TableInfo], bool]:
    return lambda info: info.stage > stage


async def finish(room: Room, table: int, winner: Person) -> Reading:
    """The game is played to its end, and this person adds most."""
    while True:
        reading = await room.tables.looks.read(table)
        if reading.info.state != "playing":
            return reading
        user = reading.info.seats[reading.info.pending[0]].user
        if user is None:
            await room.until(table, _past(reading.info.stage))
            continue
        if user == winner.user:
            for _ in range(3):
                await room.tables.moves.play(table, user, ("add", "3"))
        await room.tables.moves.play(table, user, ("end",))


async def again(room: Room, table: int, *people: Person) -> Reading:
    """They all press "play again", in this order."""
    looks = [await room.tables.lobbies.open_again(table, person) for person in people]
    assert len({reading.info.id for reading in looks}) == 1
    return looks[-1]


def sitting(reading: Reading) -> list[str]:
    return [seat.name for seat in reading.info.seats]


@pytest.mark.long
@pytest.mark.parametrize("number", cases([2, 3, 4], [3]))
async def test_everybody_moves_one_seat_on_in_whatever_order_they_come(room: Room, number: int) -> None:
    people = (ANNA, BORYS, CELINA, DAWID)[:number]
    reading = await room.table("steps", *people)
    for _ in range(number):
        before = sitting(reading)
        await finish(room, reading.info.id, ANNA)
        reading = await again(room, reading.info.id, *reversed(people))
        assert sitting(reading) == [*before[1:], before[0]]
        assert not reading.info.random_order
        reading = await room.tables.lobbies.start(reading.info.id, people[-1].user)
    assert sitting(reading) == [person.name for person in people], "all the way round"


@pytest.mark.long
async def test_a_computer_player_keeps_its_name_with_its_level(room: Room) -> None:
    reading = await room.tables.lobbies.open_table(ANNA, HERE, "steps", language="en")
    for level in ("normal", "easy", "easy"):
        reading = await room.tables.lobbies.add_computer(reading.info.id, ANNA.user, level)
    reading = await room.tables.lobbies.start(reading.info.id, ANNA.user)
    for _ in range(2):
        before = [(seat.name, seat.level) for seat in reading.info.seats]
        await finish(room, reading.info.id, ANNA)
        reading = await again(room, reading.info.id, ANNA)
        assert [(seat.name, seat.level) for seat in reading.info.seats] == [*before[1:], before[0]]
        reading = await room.tables.lobbies.start(reading.info.id, ANNA.user)


@pytest.mark.long
async def test_computer_players_move_on_with_the_others(room: Room) -> None:
    reading = await room.table("steps", ANNA, BORYS, computers=2)
    levels = [seat.level for seat in reading.info.seats]
    await finish(room, reading.info.id, ANNA)
    reading = await again(room, reading.info.id, BORYS, ANNA)
    assert [seat.level for seat in reading.info.seats] == [*levels[1:], levels[0]]
    assert [seat.user for seat in reading.info.seats] == [BORYS.user, None, None, ANNA.user]


@pytest.mark.long
async def test_with_others_the_order_is_drawn_as_always(room: Room) -> None:
    table = (await room.table("steps", ANNA, BORYS)).info.id
    await finish(room, table, ANNA)
    reading = await again(room, table, ANNA, CELINA)
    assert reading.info.random_order
    other = (await room.table("steps", ANNA, BORYS)).info.id
    await finish(room, other, ANNA)
    reading = await again(room, other, ANNA, BORYS, EWA)
    assert len(reading.info.seats) == 3


async def test_a_series_keeps_its_score_until_it_is_decided(room: Room) -> None:
    reading = await room.tables.lobbies.open_table(ANNA, HERE, "steps", {"length": "short"}, language="en")
    first = reading.info.id
    await room.tables.lobbies.join(first, BORYS)
    with pytest.raises(NotHost):
        await room.tables.endings.set_best_of(first, BORYS.user, 3)
    with pytest.raises(BadChoice):
        await room.tables.endings.set_best_of(first, ANNA.user, 4)
    await room.tables.endings.set_best_of(first, ANNA.user, 3)
    await room.tables.lobbies.start(first, ANNA.user)
    with pytest.raises(WrongState):
        await room.tables.lobbies.open_again(first, ANNA)
    scores = []
    table = first
    for number, winner in enumerate((ANNA, BORYS, BORYS), start=1):
        reading = await finish(room, table, winner)
        assert reading.info.series_number == number
        score = await room.tables.endings.series(reading.info)
        scores.append(([(name, won) for _, name, won in score.wins], score.over, score.winner))
        table = (await again(room, table, ANNA, BORYS)).info.id
        await room.again()
        if number < 3:
            with pytest.raises(BadChoice) as begun:
                await room.tables.endings.set_best_of(table, ANNA.user, 5)
            assert begun.value.key == "tables.refusal.series-begun"
            await room.tables.lobbies.start(table, ANNA.user)
    assert scores == [
        ([("Anna", 1), ("Borys", 0)], False, None),
        ([("Anna", 1), ("Borys", 1)], False, None),
        ([("Borys", 2), ("Anna", 1)], True, BORYS.user),
    ]
    reading = await room.tables.looks.read(table)
    assert (reading.info.series, reading.info.series_number, reading.info.best_of) == (None, 1, 3), "a new series"
    assert (await room.tables.endings.series(reading.info)).wins == ()


@pytest.mark.long
async def test_a_game_without_a_result_is_played_once_more(room: Room) -> None:
    first = (await room.table("steps", ANNA, BORYS)).info.id
    await finish(room, first, ANNA)
    second = (await again(room, first, ANNA, BORYS)).info.id
    await room.tables.lobbies.start(second, ANNA.user)
    await room.tables.endings.cancel(second, ANNA.user)
    vote = (await room.tables.looks.read(second)).info.votes[0]
    await room.tables.votes.agree_vote(second, BORYS.user, vote.id)
    third = (await again(room, second, ANNA, BORYS)).info
    assert (third.series, third.series_number) == (first, 2)
    assert [won for _, _, won in (await room.tables.endings.series(third)).wins] == [1, 0]


@pytest.mark.long
async def test_past_games_of_the_server_tell_how_long_one_takes(room: Room) -> None:
    async def played(hours: float, *, pace: str = "day", leaves: bool = False) -> Reading:
        reading = await room.table("steps", ANNA, BORYS, pace=pace)
        await room.advance(hours * HOUR)
        if leaves:
            await room.tables.endings.resign(reading.info.id, BORYS.user)
            return await room.tables.endings.claim(reading.info.id, ANNA.user)
        return await finish(room, reading.info.id, ANNA)

    shown = (await played(2)).info
    await played(20, pace="slow")
    await played(0.1, leaves=True)
    await played(4)
    assert await room.tables.times.usual_length(shown) is None, "two tell nothing, and one that was cut short is none"
    await played(9)
    assert await room.tables.times.usual_length(shown) == pytest.approx(4 * HOUR, abs=1)
    elsewhere = await room.tables.lobbies.open_table(ANNA, Place(7, 8), "steps", {"length": "short"}, language="en", pace="day")
    assert await room.tables.times.usual_length(elsewhere.info) is None
