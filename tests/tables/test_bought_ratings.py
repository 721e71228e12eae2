"""What second accounts can buy: ratings, places on boards, streaks; and what moderators are told of it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import pytest

import engines
from engines.notation import random_move
from tables.model.people import Person
from tables.model.table_info import counts
from tables.ranking import counting
from tables.ranking.ratings import A_DAY, DAY, displayed_number
from tests.support.raw_sql import run
from tests.support.table_store import loaded_table
from tests.support.tournaments import begun, rested, running
from tests.support.tournaments import played as played_at_random
from tests.support.wishes import agree, look
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, HERE, Computers, Room, everything, played, played_out

pytestmark = pytest.mark.usefixtures("many_openings")

MAIN = Person(100, "Main")
OTHERS = [Person(200 + number, f"Other {number}") for number in range(4)]
HOUR = 3600.0


async def real_games(room: Room) -> None:
    await room.close()
    room.games, room.bots = engines.games(), Computers()
    await room.open()


async def until_turn(room: Room, table: int, turn: int, last: Person | None = None) -> None:
    """Play at random up to this turn; `last`: stop when they have moved once."""
    rng = random.Random(table)
    while (now := (await room.tables.looks.read(table)).info).state == "playing" and now.turn < turn:
        position = (await loaded_table(room.tables, table)).position
        assert position is not None
        people = [seat for seat in now.pending if not now.seats[seat].resigned]
        if not people:
            await asyncio.sleep(0.01)  # the computer player moves for those who left
            continue
        seat = next((seat for seat in people if last and now.seats[seat].user == last.user), people[0])
        user = now.seats[seat].user
        assert user is not None
        await room.tables.moves.play(table, user, random_move(position, seat, rng))
        if last is not None and user == last.user:
            return


async def left(room: Room, *others: Person, turn: int = 99, moved: bool = True, game: str = "rycerze") -> int:
    """A game that all these people leave, in this turn or after the winner's first move."""
    reading = await room.tables.lobbies.open_table(MAIN, HERE, game, language="en", pace="none")
    for other in others:
        await room.tables.lobbies.join(reading.info.id, other)
    table = (await room.tables.lobbies.start(reading.info.id, MAIN.user)).info.id
    await until_turn(room, table, turn, MAIN if moved else None)
    for other in others:
        await room.tables.endings.resign(table, other.user)
    await room.tables.endings.claim(table, MAIN.user)
    return table


async def wins(room: Room, user: int) -> int:
    return int((await room.store.read(f"SELECT count(*) FROM results WHERE user = {user} AND rated AND place = 1"))[0][0])


@pytest.mark.long
async def test_a_game_left_before_its_half_raises_nobody(room: Room) -> None:
    await real_games(room)
    for other in OTHERS:
        for number in range(A_DAY + 2):
            info = (await room.tables.looks.read(await left(room, other))).info
            assert counts(info) is (number < A_DAY), "it takes one of the places of the day all the same"
            assert await room.tables.ratings.is_unearned(info) is counts(info)
    assert await wins(room, MAIN.user) == 0
    board = await room.tables.ratings.standings(1, "rycerze", kind="wins")
    assert MAIN.user not in {row.user for row in board.rows}
    before = await everything(room.store)
    assert await counting.recount_ratings(room.store, room.games) == {1: 0}
    assert await everything(room.store) == before


@pytest.mark.long
@pytest.mark.parametrize(("turn", "counted"), [(3, False), (4, True)])
async def test_the_half_of_a_game_is_that_of_its_usual_turns(room: Room, turn: int, counted: bool) -> None:
    await real_games(room)
    assert engines.games()["rycerze"].turns[2] == 7
    table = await left(room, OTHERS[0], turn=turn, moved=False)
    assert (await wins(room, MAIN.user) == 1) is counted
    info = (await room.tables.looks.read(table)).info
    assert await room.tables.ratings.is_unearned(info) is not counted


@pytest.mark.long
async def test_who_leaves_early_loses_and_those_who_play_on_win(room: Room) -> None:
    await real_games(room)
    reading = await room.tables.lobbies.open_table(MAIN, HERE, "rycerze", language="en", pace="none")
    for other in OTHERS[:2]:
        await room.tables.lobbies.join(reading.info.id, other)
    table = (await room.tables.lobbies.start(reading.info.id, MAIN.user)).info.id
    await room.tables.endings.resign(table, OTHERS[0].user)
    await until_turn(room, table, 99)
    results = await room.store.read("SELECT user, rated, unearned FROM results ORDER BY user")
    assert results == [(MAIN.user, 1, 0), (OTHERS[0].user, 1, 0), (OTHERS[1].user, 1, 0)], "the game was played to its end"


@pytest.mark.long
async def test_a_limit_of_a_day_is_one_of_24_hours(room: Room) -> None:
    await room.advance(DAY - room.clock.now() % DAY - 600)  # ten minutes before midnight UTC
    for number in range(A_DAY):
        assert (await room.tables.looks.read(await played(room, ANNA, BORYS))).info.rated
        await room.advance(60 + number)
    await room.advance(1800)
    lobby = (await room.tables.lobbies.open_table(ANNA, HERE, "coins", language="en")).info.id
    reading = await room.tables.lobbies.join(lobby, BORYS)
    again = await room.tables.ratings.rated_again(reading.info)
    assert again is not None
    assert not (await room.tables.looks.read(await played(room, ANNA, BORYS))).info.rated
    await room.advance(again - room.clock.now() - 1)
    assert not (await room.tables.looks.read(await played(room, ANNA, BORYS))).info.rated
    await room.advance(1)
    assert (await room.tables.looks.read(await played(room, ANNA, BORYS))).info.rated, "as the lobby had said"
    assert not (await room.tables.looks.read(await played(room, ANNA, BORYS))).info.rated, "one place is free by then"


async def found(room: Room) -> int:
    """A game of these two through /zamki find."""
    for person in (ANNA, BORYS):
        await look(room, person, games=("coins",))
    await agree(room, ANNA, BORYS)
    ((table,),) = await room.store.read("SELECT id FROM tables WHERE state = 'playing'")
    return int(table)


async def paired(room: Room) -> int:
    """A game of these two in a tournament."""
    (table,) = await running(room, (await begun(room, (ANNA, BORYS), rounds=1, seconds=DAY)).id)
    return table


@pytest.mark.long
async def test_games_that_others_arranged_are_of_the_same_limit(room: Room) -> None:
    """Through the search for a game and in a tournament, before and after midnight; the boards count them as one pair's."""
    await room.advance(DAY - room.clock.now() % DAY - 600)
    for _ in range(A_DAY - 2):
        await played_out(room, ANNA, BORYS)
    for rated in (True, False):
        for arranged in (found, paired):
            table = await arranged(room)
            assert (await room.tables.looks.read(table)).info.rated is rated
            await played_at_random(room, table, random.Random(table))
            for (number,) in await room.store.read("SELECT id FROM tournaments WHERE state = 'running'"):
                await rested(room, number)
        await room.advance(1800)
    for person in (ANNA, BORYS):
        assert sum(await board(room, "games", person)) <= 6, "one of each outcome: won, lost, shared"
    before = await everything(room.store)
    assert await counting.recount_ratings(room.store, room.games) == {1: 0}
    assert await everything(room.store) == before


async def board(room: Room, kind: str, person: Person, span: str = "all", game: str | None = "coins") -> tuple[int, int]:
    """The wins and games that a leaderboard shows for somebody."""
    rows = (await room.tables.ratings.standings(1, game, kind=kind, span=span)).rows
    return next(((row.wins, row.games) for row in rows if row.user == person.user), (0, 0))


@pytest.mark.parametrize("span", ["all", "season", "recent"])
async def test_one_win_and_one_loss_per_day_count_on_the_boards(room: Room, span: str) -> None:
    for winner, loser in ((ANNA, BORYS), (ANNA, BORYS), (BORYS, ANNA), (BORYS, ANNA), (ANNA, BORYS)):
        await played_out(room, winner, loser)
    for kind in ("wins", "places", "games"):
        for game in ("coins", None):
            assert await board(room, kind, ANNA, span, game) == await board(room, kind, BORYS, span, game) == (1, 2)
    await played_out(room, ANNA, CELINA)
    assert await board(room, "wins", ANNA, span) == (2, 3), "somebody else"
    await room.advance(DAY)
    await played_out(room, ANNA, BORYS)
    assert await board(room, "wins", ANNA, span) == (3, 4), "another day"
    before = await everything(room.store)
    assert await counting.recount_ratings(room.store, room.games) == {1: 0}
    assert await everything(room.store) == before


@pytest.mark.long
async def test_earlier_games_count_as_they_did_and_limit_the_next(room: Room) -> None:
    await played_out(room, ANNA, BORYS)
    await room.advance(5 * HOUR)
    await played_out(room, ANNA, BORYS)
    async with room.store.transaction() as tx:
        await run(tx, "UPDATE results SET repeated = NULL, repeated_overall = NULL")  # as the migration leaves them
    await counting.recount_ratings(room.store, room.games)
    for span in ("all", "season", "recent"):
        assert await board(room, "wins", ANNA, span) == (2, 2)
    await room.advance(20 * HOUR)
    await played_out(room, ANNA, BORYS)
    assert await board(room, "wins", ANNA) == (2, 2), "20 hours after the last"
    flags = "SELECT number, user, repeated, repeated_overall FROM results ORDER BY 1, 2"
    before = [await everything(room.store), await room.store.read(flags)]
    assert await counting.recount_ratings(room.store, room.games) == {1: 0}
    assert [await everything(room.store), await room.store.read(flags)] == before


@pytest.mark.long
async def test_a_game_counts_if_somebody_is_new_that_day(room: Room) -> None:
    tables = [await room.table("coins", ANNA, *others) for others in ((BORYS, CELINA), (BORYS, CELINA), (BORYS, DAWID))]
    for reading in tables:
        everybody = [info.user for info in reading.info.seats]
        for coins in (("1", "3", "3"), ("2", "1", "1"), ("3", "2", "2")):
            for user, coin in zip(everybody, coins, strict=True):
                await room.tables.moves.play(reading.info.id, user or 0, (f"coin-{coin}",))
    assert await board(room, "wins", ANNA) == (2, 2)


@pytest.mark.long
async def test_a_streak_is_not_fed_by_the_same_person(room: Room) -> None:
    for _ in range(3):
        await played_out(room, ANNA, BORYS)
    profile = await room.tables.ratings.profile(1, ANNA.user, BORYS.user)
    assert (profile.streak, profile.longest, profile.games, profile.places) == (1, 1, 3, (3, 0, 0, 0))
    await played_out(room, BORYS, ANNA)
    assert (await room.tables.ratings.profile(1, ANNA.user, BORYS.user)).streak == 0


async def log(room: Room) -> Sequence[dict[str, str]]:
    return [line.about for line in await room.tables.servers.log_of_server(1) if line.what == "odd-pair"]


@pytest.mark.long
async def test_moderators_are_told_of_an_odd_pair_once_a_week(room: Room) -> None:
    for number in range(4 * A_DAY):
        await played(room, ANNA, BORYS)
        await room.advance(DAY / A_DAY)
        assert bool(await log(room)) is (number + 1 >= counting.ODD_GAMES)
    ours = {"user": str(ANNA.user), "other": str(BORYS.user)}
    assert await log(room) == [{**ours, "games": "15", "wins": "15", "left": "15"}]
    await room.advance(8 * DAY)
    for _ in range(3 * A_DAY):
        await played(room, ANNA, BORYS)
        await room.advance(DAY / A_DAY)
    assert len(await log(room)) == 2


@pytest.mark.long
async def test_two_equals_who_meet_often_are_no_odd_pair(room: Room) -> None:
    for number in range(4 * A_DAY):
        await played(room, ANNA, BORYS, winner=number % 3 == 0)
        await room.advance(DAY / A_DAY)
    assert await log(room) == []


@pytest.mark.long
async def test_bought_ratings_stay_those_of_a_newcomer(room: Room) -> None:
    """By the service itself: five accounts that play to the end, and only lose to one."""
    for _ in range(A_DAY):
        for other in OTHERS:
            await played_out(room, MAIN, other)
    (row,) = await room.store.ratings_of(1, "coins", "", [MAIN.user])
    assert (displayed_number(row.mu), counting.rating(row).provisional, row.streak) == (1000, True, 4)
