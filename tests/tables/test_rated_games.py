"""Games that count: their numbers, what they make of ratings and tallies, what does not count, and all of it made again."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from engines import games
from engines.contract import Option
from tables.model.people import Person
from tables.ranking import counting, ratings
from tables.ranking.ratings import A_DAY, DAY
from tests.support.random_game_count import plenty
from tests.support.rated_games import simulated
from tests.tables.conftest import ANNA, BORYS, CELINA, DAWID, EWA, HERE, Room, everything, played, played_out


async def proven(room: Room, *people: Person) -> None:
    """Each of these people has won a game, more than a day ago."""
    for person, other in zip(people, (*people[1:], people[0]), strict=True):
        await played_out(room, person, other)
    await room.clock.advance(DAY)


async def test_a_finished_game_changes_ratings_and_leavers_come_last(room: Room) -> None:
    first = await played_out(room, BORYS, ANNA)
    changes = await room.tables.ratings.rating_changes((await room.tables.looks.read(first)).info)
    assert {(each.before, each.after, each.provisional) for each in changes} == {(1000, 1000, True)}, "nobody has won before"
    table = await played(room, ANNA, BORYS)
    shown = (await room.tables.looks.read(table)).info
    assert shown.rated
    changes = await room.tables.ratings.rating_changes(shown)
    assert [(each.user, each.before, each.provisional) for each in changes] == [
        (ANNA.user, 1000, True),
        (BORYS.user, 1000, True),
    ]
    assert changes[0].after > 1000 > changes[1].after
    assert await room.store.read("SELECT DISTINCT number, variant FROM results ORDER BY 1") == [(1, ""), (2, "")]
    await played(room, ANNA, BORYS, winner=1)
    again = await room.tables.ratings.rating_changes(shown)
    assert [msgspec.structs.replace(each, provisional=True) for each in again] == list(changes), "as it was then"
    before = await everything(room.store)
    assert await counting.recount_ratings(room.store, room.games) == {1: 0}
    assert await everything(room.store) == before


@pytest.mark.long
async def test_five_rated_games_a_day_for_the_same_people(room: Room) -> None:
    tables = [await played(room, ANNA, BORYS, winner=number % 2) for number in range(A_DAY)]
    lobby = (await room.tables.lobbies.open_table(BORYS, HERE, "coins", language="en")).info.id
    assert await room.tables.ratings.rated_again((await room.tables.looks.read(lobby)).info) is None, "nobody but one so far"
    shown = (await room.tables.lobbies.join(lobby, ANNA)).info
    assert await room.tables.ratings.rated_again(shown) == room.clock.now() + DAY, "said before it is started"
    await room.tables.lobbies.start(lobby, BORYS.user)
    assert (await room.tables.advice.hint(lobby, BORYS.user, stage=1)).candidates, "it counts for nothing: hints are had"
    await room.tables.endings.resign(lobby, ANNA.user)
    await room.tables.endings.claim(lobby, BORYS.user)
    over = (await room.tables.looks.read(lobby)).info
    assert (over.state, over.rated, await room.tables.ratings.rating_changes(over)) == ("over", False, ())
    other = await played(room, ANNA, CELINA)
    assert (await room.tables.looks.read(other)).info.rated, "other people play for themselves"
    await room.clock.advance(DAY)
    assert (await room.tables.looks.read(await played(room, ANNA, BORYS))).info.rated
    rated = await room.store.read("SELECT DISTINCT table_id FROM results WHERE rated = 1 ORDER BY 1")
    assert [row[0] for row in rated][:A_DAY] == tables
    assert len(rated) == A_DAY + 2


@pytest.mark.long
@pytest.mark.usefixtures("many_openings")
async def test_a_sixth_meeting_of_a_day_is_unrated(room: Room) -> None:
    for number in range(A_DAY):
        third = (CELINA, DAWID, EWA)[number % 3]
        reading = await room.table("coins", ANNA, BORYS, third)
        assert reading.info.rated
    assert not (await room.table("coins", BORYS, ANNA)).info.rated
    assert not (await room.table("coins", ANNA, CELINA, BORYS, DAWID)).info.rated
    assert (await room.table("coins", ANNA, CELINA)).info.rated, "these two have met twice"


@pytest.mark.long
@pytest.mark.usefixtures("many_openings")
async def test_a_game_made_void_afterwards_frees_its_place(room: Room) -> None:
    tables = [await played(room, ANNA, BORYS) for _ in range(A_DAY)]
    await room.tables.endings.make_void(tables[0], CELINA.user, reason="no")
    assert (await room.tables.looks.read(await played(room, ANNA, BORYS))).info.rated
    assert not (await room.tables.looks.read(await played(room, ANNA, BORYS))).info.rated


@pytest.mark.long
async def test_a_forgotten_person_who_returns_has_met_the_others(room: Room) -> None:
    for _ in range(A_DAY):
        await played(room, ANNA, BORYS)
    await room.tables.personal.forget_person(BORYS.user)
    assert not (await room.table("coins", ANNA, BORYS)).info.rated


@pytest.mark.long
@pytest.mark.parametrize("moved", [False, True])
async def test_a_win_before_the_first_move_raises_nobodys_rating(room: Room, moved: bool) -> None:
    await proven(room, BORYS, CELINA)
    met = {row.user: counting.rating(row).shown for row in await room.store.every_rating(1) if row.game == "coins"}
    reading = await room.table("coins", ANNA, BORYS, CELINA)
    table = reading.info.id
    await room.tables.moves.play(table, CELINA.user, ("coin-1",))
    if moved:
        await room.tables.moves.play(table, ANNA.user, ("coin-1",))
    await room.tables.endings.resign(table, BORYS.user)
    await room.tables.endings.resign(table, CELINA.user)
    await room.tables.endings.claim(table, ANNA.user)
    over = (await room.tables.looks.read(table)).info
    assert await room.tables.ratings.is_unearned(over) is not moved
    changes = {each.user: each.after for each in await room.tables.ratings.rating_changes(over)}
    assert (changes.pop(ANNA.user, 0) > 1000) is moved
    assert set(changes) == {BORYS.user, CELINA.user}
    assert all(after < met[user] for user, after in changes.items())
    board = await room.tables.ratings.standings(1, "coins")
    assert (ANNA.user in {row.user for row in board.rows}) is moved, "such a win stands on no board"
    before = await everything(room.store)
    assert await counting.recount_ratings(room.store, room.games) == {1: 0}
    assert await everything(room.store) == before


@pytest.mark.long
async def test_leaving_at_once_gains_nothing_by_a_strongers_leaving(room: Room) -> None:
    for _ in range(4):
        await played(room, BORYS, CELINA)
    reading = await room.table("coins", ANNA, BORYS, CELINA)
    for person in (BORYS, CELINA):
        await room.tables.endings.resign(reading.info.id, person.user)
    await room.tables.endings.claim(reading.info.id, ANNA.user)
    changes = await room.tables.ratings.rating_changes((await room.tables.looks.read(reading.info.id)).info)
    assert {each.user for each in changes} == {BORYS.user, CELINA.user}
    assert all(each.after <= each.before for each in changes)


async def test_a_second_place_behind_a_substitute_is_no_win_in_a_row(room: Room) -> None:
    reading = await room.table("coins", ANNA, BORYS, CELINA)
    table = reading.info.id
    offer = (await room.tables.endings.offer_seat(table, BORYS.user, 1, DAWID.user)).info.offer
    assert offer is not None
    await room.tables.endings.take_seat(table, DAWID, offer.id)
    for coins in (("1", "3", "1"), ("2", "2", "2"), ("3", "1", "3")):
        for person, coin in zip((ANNA, DAWID, CELINA), coins, strict=True):
            await room.tables.moves.play(table, person.user, (f"coin-{coin}",))
    over = (await room.tables.looks.read(table)).info
    assert over.result is not None
    assert over.result.places[1] == 1, "who came for Borys has won"
    found = await room.tables.ratings.profile(1, ANNA.user, CELINA.user)
    assert (found.games, found.streak, found.longest) == (1, 0, 0)


@pytest.mark.long
async def test_a_fifth_place_stands_in_the_last_column(room: Room) -> None:
    reading = await room.table("coins", ANNA, BORYS, CELINA, DAWID)
    table = reading.info.id
    await room.tables.moves.play(table, ANNA.user, ("coin-1",))
    offer = (await room.tables.endings.offer_seat(table, BORYS.user, 1, EWA.user)).info.offer
    assert offer is not None
    await room.tables.endings.take_seat(table, EWA, offer.id)
    for person, coin in zip((EWA, CELINA, DAWID), "123", strict=True):
        await room.tables.moves.play(table, person.user, (f"coin-{coin}",))
    for _ in range(2):
        for person in (ANNA, EWA, CELINA, DAWID):
            reading = await room.tables.looks.read(table, person.user)
            await room.tables.moves.play(table, person.user, (reading.choices().words[0],))
    assert await room.store.read(f"SELECT rating_place FROM results WHERE user = {BORYS.user}") == [(5,)]
    found = await room.tables.ratings.profile(1, BORYS.user, ANNA.user)
    assert (found.games, found.places) == (1, (0, 0, 0, 1))


async def test_a_game_made_void_later_leaves_no_trace_in_ratings(room: Room) -> None:
    await played(room, ANNA, BORYS)
    kept = await everything(room.store)
    wrong = await played(room, BORYS, ANNA)
    assert await everything(room.store) != kept
    assert await room.tables.ratings.void_result(wrong) == 1
    shown = (await room.tables.looks.read(wrong)).info
    assert (shown.closed, shown.rated) == ("void", False), "as a moderator's word does"
    assert await everything(room.store) == kept
    assert await room.tables.ratings.void_result(wrong) is None
    assert await room.tables.ratings.void_result(999) is None
    await room.again()
    assert await everything(room.store) == kept


async def test_results_of_an_earlier_version_are_counted_at_the_start(room: Room) -> None:
    tables = [await played(room, ANNA, BORYS, winner=number) for number in (0, 1)]
    kept = await everything(room.store)
    async with room.store.transaction() as tx:
        await tx.forget_ratings(1)
        await tx.run("DELETE FROM games_ended")
        await tx.run("UPDATE results SET number = 0")
    await room.again()
    assert await everything(room.store) == kept
    async with room.store.transaction() as tx:  # an older process beside this one stores a result
        await tx.run(f"UPDATE results SET number = 0 WHERE table_id = {tables[1]}")
    await played(room, CELINA, ANNA)
    assert await room.store.read("SELECT DISTINCT number FROM results ORDER BY 1") == [(1,), (3,), (4,)], "behind all others"
    before = await everything(room.store)
    assert await counting.recount_ratings(room.store, room.games, 1) == {1: 0}
    assert await everything(room.store) == before


def test_a_class_of_variants_is_what_keeps_games_apart() -> None:
    torres = games()["torres"]
    assert ratings.variants(torres) == {"": {"master": "off"}, "master-on": {"master": "on"}}
    assert ratings.variant(torres, {"deck": "common", "master": "on"}) == "master-on"
    assert ratings.variant(torres, {"deck": "common"}) == ""
    for game in games().values():
        assert next(iter(ratings.variants(game))) == ""
        for word, options in ratings.variants(game).items():
            assert ratings.variant(game, options) == word
    assert not Option("deck", ("own",)).apart


@pytest.mark.long
async def test_the_record_of_games_is_recomputed_identically(room: Room) -> None:
    await simulated(room.store, 60, 5)
    before = await everything(room.store)
    assert len(before) > 200
    async with room.store.transaction() as tx:
        assert await counting.recount(tx, 1, games()) == 0
    assert await everything(room.store) == before


@pytest.mark.long
async def test_the_record_of_very_many_games_is_recomputed_identically(room: Room) -> None:
    await simulated(room.store, plenty(20_000), 6)
    before = await everything(room.store)
    assert await counting.recount_ratings(room.store, room.games) == {1: 0}
    assert await everything(room.store) == before


@pytest.mark.long
async def test_games_that_end_at_once_are_counted_one_after_the_other(room: Room) -> None:
    looks = [await room.table("coins", ANNA, BORYS) for _ in range(3)]
    for reading in looks:
        await room.tables.endings.resign(reading.info.id, ANNA.user)
    await asyncio.gather(*(room.tables.endings.claim(reading.info.id, BORYS.user) for reading in looks))
    assert await room.store.read("SELECT count(DISTINCT number), max(number) FROM results") == [(3, 3)]


@pytest.mark.long
async def test_who_is_forgotten_changes_nobodys_rating(room: Room) -> None:
    await simulated(room.store, 80, 5)
    await room.tables.personal.forget_person(7)
    before = await everything(room.store)
    assert await counting.recount_ratings(room.store, room.games) == {1: 0}
    assert await everything(room.store) == before


async def test_ties_with_somebody_forgotten_keep_their_order(room: Room) -> None:
    reading = await room.table("coins", ANNA, CELINA, BORYS)
    await room.tables.moves.play(reading.info.id, ANNA.user, ("coin-1",))
    for person in (CELINA, BORYS):
        await room.tables.endings.resign(reading.info.id, person.user)
    await room.tables.endings.claim(reading.info.id, ANNA.user)
    await room.tables.personal.forget_person(CELINA.user)
    assert await counting.recount_ratings(room.store, room.games) == {1: 0}
